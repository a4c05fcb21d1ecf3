/** Words of the replay, of variations and of sharing. */
import type { Side, Slip, Words } from '../api/types';
import { colour } from './table';

export const replay = {
  start: { en: 'Start', fr: 'Début' },
  position: (turn: number, of: number): Words => ({ en: `move ${turn} of ${of}`, fr: `coup ${turn} sur ${of}` }),
  played: (number: number, side: Words, turn: string): Words => ({
    en: `${number}. ${side.en}: ${turn}`,
    fr: `${number}. ${side.fr} : ${turn}`,
  }),
  atStart: { en: 'starting position', fr: 'position de départ' },
  ended: (how: Words, why: Words): Words => ({ en: `${how.en}: ${why.en}`, fr: `${how.fr} : ${why.fr}` }),
  numbers: (game: string): Words => ({ en: `${game} statistics`, fr: `Statistiques : ${game}` }),
  more: (game: string): Words => ({ en: `More ${game} games`, fr: `Autres parties : ${game}` }),
  brought: (source: string): Words => ({ en: `imported: ${source}`, fr: `partie importée : ${source}` }),

  controls: { en: 'Step through the game', fr: 'Parcourir la partie' },
  play: { en: 'Autoplay', fr: 'Lecture automatique' },
  pause: { en: 'Stop', fr: 'Arrêter' },
  speed: { en: 'Speed', fr: 'Vitesse' },
  real: { en: 'real time', fr: 'temps réel' },
  seconds: (seconds: string): Words => ({ en: `${seconds} s`, fr: `${seconds.replace('.', ',')} s` }),
  keys: {
    en: 'Keys: ← → step, Home and End, ↑ ↓ between variations, space for autoplay, f flips. On a phone, swipe over the board.',
    fr: 'Touches : ← → pas à pas, Début et Fin, ↑ ↓ entre variantes, espace pour la lecture automatique, f pour retourner. Sur un téléphone, glissez le doigt sur le plateau.',
  },
  coordinates: { en: 'Coordinates', fr: 'Coordonnées' },
  won: { en: 'won', fr: 'a gagné' },
  clockLeft: { en: 'time left', fr: 'temps restant' },
  clockUsed: { en: 'time used', fr: 'temps utilisé' },

  turns: { en: 'Moves', fr: 'Coups' },
  variation: { en: 'variation', fr: 'variante' },
  inVariation: {
    en: 'You are in a variation. The game stays as it was played.',
    fr: 'Vous êtes dans une variante. La partie reste telle qu’elle a été jouée.',
  },
  toGame: { en: 'Back to the game', fr: 'Revenir à la partie' },
  remove: { en: 'Remove the variation', fr: 'Supprimer la variante' },
  promote: { en: 'Make main line', fr: 'En faire la ligne principale' },
  slip: {
    inaccuracy: { en: 'inaccuracy', fr: 'imprécision' },
    mistake: { en: 'mistake', fr: 'erreur' },
    blunder: { en: 'blunder', fr: 'gaffe' },
  } satisfies Record<Slip, Words>,

  tryOut: { en: 'Touch the board to try another move.', fr: 'Touchez le plateau pour essayer un autre coup.' },
  toPlay: (side: Side): Words => ({ en: `${colour(side).en} to play`, fr: `Aux ${colour(side).fr} de jouer` }),
  typeTurn: { en: 'Type a move to try it', fr: 'Écrivez un coup pour l’essayer' },
  overHere: { en: 'The game is over.', fr: 'La partie est terminée.' },

  eyes: { en: 'Laws', fr: 'Lois' },
  everything: { en: 'everything', fr: 'tout' },
  asSeenBy: (side: Side): Words => ({ en: `as ${colour(side).en} saw it`, fr: `vu par les ${colour(side).fr}` }),
  rewritings: { en: 'Laws that were rewritten', fr: 'Lois réécrites' },
  rewritten: (turn: number, side: Side, law: number): Words => ({
    en: `${turn}. ${colour(side).en}, law ${law}:`,
    fr: `${turn}. ${colour(side).fr}, loi ${law} :`,
  }),
  was: (before: string, after: string): Words => ({ en: `${before} becomes ${after}`, fr: `${before} devient ${after}` }),
  events: { en: 'During the game', fr: 'Pendant la partie' },
  beforeTurn: (turn: number): Words => ({ en: `Before move ${turn}:`, fr: `Avant le coup ${turn} :` }),

  analyse: { en: 'Analysis board', fr: 'Analyser' },

  share: { en: 'Share and download', fr: 'Partager et télécharger' },
  linkGame: { en: 'Link to the game', fr: 'Lien vers la partie' },
  linkTurn: (turn: number): Words => ({ en: `Link to move ${turn}`, fr: `Lien vers le coup ${turn}` }),
  embedCode: { en: 'Embed in your page', fr: 'Intégrer à votre page' },
  copyOf: (what: Words): Words => ({ en: `Copy: ${what.en}`, fr: `Copier : ${what.fr}` }),
  copyFailed: {
    en: 'The browser does not allow copying: select the text instead.',
    fr: 'Le navigateur ne permet pas de copier : sélectionnez le texte.',
  },
  record: { en: 'Record', fr: 'Feuille de partie' },
  text: { en: 'text', fr: 'texte' },
  picture: (turn: number): Words => ({ en: `Picture of move ${turn}`, fr: `Image du coup ${turn}` }),
  pictureOf: { en: 'Picture of this position', fr: 'Image de cette position' },
  film: { en: 'Whole game', fr: 'Partie entière' },
  gif: { en: 'animated GIF', fr: 'GIF animé' },
  embedTitle: (game: Words): Words => ({ en: `A game of ${game.en}`, fr: `Une partie de ${game.fr}` }),
  openHere: { en: 'Open on Taijitu', fr: 'Ouvrir sur Taijitu' },
};
