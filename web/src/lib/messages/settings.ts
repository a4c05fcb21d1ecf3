/** Words of the settings. */
import type { Words } from '../api/types';

interface NamedChoice {
  words: Words;
  about?: Words;
}

export const words = {
  heading: { en: 'Settings', fr: 'Réglages' },
  kept: { en: 'Saved in this browser.', fr: 'Enregistrés automatiquement dans ce navigateur.' },
  preview: { en: 'Preview', fr: 'Aperçu' },
  try: { en: 'Touch a marked point to see the stone move.', fr: 'Touchez un point marqué pour voir la pierre bouger.' },
  appearance: { en: 'Appearance', fr: 'Apparence' },
  language: { en: 'Language', fr: 'Langue' },
  playing: { en: 'Playing', fr: 'Jeu' },
  senses: { en: 'Motion, sound, notifications', fr: 'Mouvement, sons, notifications' },
  defaults: { en: 'Restore defaults', fr: 'Rétablir les réglages par défaut' },
  blocked: {
    en: 'Your browser does not allow notifications from this site; you can change that in its own settings.',
    fr: 'Votre navigateur n’autorise pas les notifications de ce site ; cela se change dans ses propres réglages.',
  },
};

/** Settings that are one of a few, with what each is called. */
export const chosen = {
  theme: {
    words: { en: 'Light or dark', fr: 'Clair ou sombre' },
    choices: {
      system: { en: 'System', fr: 'Système' },
      light: { en: 'Light', fr: 'Clair' },
      dark: { en: 'Dark', fr: 'Sombre' },
    },
  },
  board: {
    words: { en: 'Boards', fr: 'Plateaux' },
    choices: {
      wood: { en: 'Wood', fr: 'Bois' },
      paper: { en: 'Paper', fr: 'Papier' },
      slate: { en: 'Slate', fr: 'Ardoise' },
    },
  },
  pieces: {
    words: { en: 'Pieces', fr: 'Pièces' },
    choices: { classic: { en: 'Rounded', fr: 'En relief' }, flat: { en: 'Flat', fr: 'Plates' } },
  },
  confirm: {
    words: { en: 'Confirm each move', fr: 'Confirmer chaque coup' },
    choices: {
      never: { en: 'Never', fr: 'Jamais' },
      touch: { en: 'With a finger', fr: 'Au doigt' },
      always: { en: 'Always', fr: 'Toujours' },
    },
  },
};

/** Settings that are on or off. */
export const switched = {
  patterns: {
    words: { en: 'Marks on the pieces', fr: 'Marques sur les pièces' },
    about: { en: 'black and white differ by more than colour', fr: 'noir et blanc se distinguent sans la couleur' },
  },
  coordinates: { words: { en: 'Coordinates', fr: 'Coordonnées' } },
  hints: {
    words: { en: 'Show legal moves', fr: 'Coups possibles' },
    about: { en: 'where a piece may go', fr: 'où une pièce peut aller' },
  },
  threats: {
    words: { en: 'Threats', fr: 'Menaces' },
    about: { en: 'rows one piece short', fr: 'alignements auxquels il manque une pièce' },
  },
  premove: {
    words: { en: 'Premoves', fr: 'Coups anticipés' },
    about: {
      en: 'prepare your move while the opponent thinks (placement games)',
      fr: 'préparez votre réponse pendant que l’adversaire réfléchit (jeux de pose)',
    },
  },
  animate: { words: { en: 'Animate pieces', fr: 'Animer les pièces' } },
  sounds: { words: { en: 'Sounds', fr: 'Sons' } },
  notify: {
    words: { en: 'Notifications', fr: 'Notifications' },
    about: { en: 'when it is your turn in another tab', fr: 'quand c’est à vous de jouer dans un autre onglet' },
  },
} satisfies Record<string, NamedChoice>;
