/** Words of the settings. */
import type { Words } from '../api/types';

interface Named {
  words: Words;
  about?: Words;
}

export const words = {
  heading: { en: 'Settings', fr: 'Réglages' },
  kept: { en: 'Kept in this browser, at once.', fr: 'Conservés dans ce navigateur, aussitôt.' },
  preview: { en: 'This is what it looks like', fr: 'Voici ce que cela donne' },
  try: { en: 'Touch a marked point to see the stone move.', fr: 'Touchez un point marqué pour voir la pierre bouger.' },
  appearance: { en: 'Appearance', fr: 'Apparence' },
  language: { en: 'Language', fr: 'Langue' },
  playing: { en: 'Playing', fr: 'Jeu' },
  senses: { en: 'Motion, sound, notifications', fr: 'Mouvement, sons, notifications' },
  defaults: { en: 'Back to the defaults', fr: 'Revenir aux réglages d’origine' },
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
    words: { en: 'Confirm each turn', fr: 'Confirmer chaque coup' },
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
  coordinates: { words: { en: 'Names of the points', fr: 'Noms des points' } },
  hints: {
    words: { en: 'Next steps', fr: 'Pas suivants' },
    about: { en: 'where a piece may go', fr: 'où une pièce peut aller' },
  },
  threats: {
    words: { en: 'Threats', fr: 'Menaces' },
    about: { en: 'rows that lack one piece', fr: 'rangées auxquelles il manque une pièce' },
  },
  premove: {
    words: { en: 'Turns in advance', fr: 'Coups d’avance' },
    about: {
      en: 'chosen during the opponent’s turn, in games of placement',
      fr: 'choisis pendant le coup adverse, aux jeux de pose',
    },
  },
  animate: { words: { en: 'Pieces move visibly', fr: 'Les pièces bougent visiblement' } },
  sounds: { words: { en: 'Sounds', fr: 'Sons' } },
  notify: {
    words: { en: 'Notifications', fr: 'Notifications' },
    about: { en: 'when it is your turn and you look elsewhere', fr: 'quand c’est à vous et que vous regardez ailleurs' },
  },
} satisfies Record<string, Named>;
