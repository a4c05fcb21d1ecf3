/** Words of the numbers of games and players. */
import type { Words } from '../api/types';

export const numbers = {
  title: { en: 'In numbers', fr: 'En chiffres' },
  about: {
    en: 'Counted from every game of the archive, as soon as it is over.',
    fr: 'Comptés sur toutes les parties des archives, dès qu’elles se terminent.',
  },
  of: (game: Words): Words => ({ en: `${game.en} in numbers`, fr: `${game.fr} en chiffres` }),
  all: { en: 'All games', fr: 'Tous les jeux' },
  game: { en: 'Game', fr: 'Jeu' },
  games: { en: 'Games', fr: 'Parties' },
  count: (n: number, written: string): Words => ({
    en: n === 1 ? '1 game' : `${written} games`,
    fr: n < 2 ? `${n} partie` : `${written} parties`,
  }),
  none: { en: 'No finished game yet.', fr: 'Aucune partie terminée.' },
  results: { en: 'Results', fr: 'Résultats' },
  white: { en: 'White won', fr: 'Blanc gagne' },
  black: { en: 'Black won', fr: 'Noir gagne' },
  draws: { en: 'Drawn', fr: 'Nulles' },
  first: { en: 'Whoever begins', fr: 'Qui commence' },
  firstRate: { en: 'First player wins', fr: 'Le premier gagne' },
  firstWon: { en: 'the first player won', fr: 'le premier joueur a gagné' },
  firstLost: { en: 'the second player won', fr: 'le second joueur a gagné' },
  firstDrawn: { en: 'nobody won', fr: 'personne n’a gagné' },
  lengths: { en: 'Lengths', fr: 'Longueurs' },
  lengthsAxis: { en: 'turns', fr: 'coups' },
  typical: { en: 'Typical length', fr: 'Longueur courante' },
  typicalTurns: (span: string): Words => ({ en: `${span} turns`, fr: `${span} coups` }),
  middleGame: (span: string): Words => ({
    en: `Half of the games are over by turn ${span}.`,
    fr: `La moitié des parties sont finies au coup ${span}.`,
  }),
  values: { en: 'The same as a table', fr: 'Les mêmes en tableau' },
  turnsColumn: { en: 'Turns', fr: 'Coups' },
  reasons: { en: 'Why they ended', fr: 'Raisons de la fin' },
  openings: { en: 'Favourite openings', fr: 'Ouvertures préférées' },
  openingGames: (n: number, written: string, share: string): Words => ({
    en: n === 1 ? `1 game (${share})` : `${written} games (${share})`,
    fr: n < 2 ? `${n} partie (${share})` : `${written} parties (${share})`,
  }),
  archive: { en: 'See these games in the archive', fr: 'Voir ces parties dans les archives' },
  archiveOf: (name: string): Words => ({
    en: `All games of ${name} in the archive`,
    fr: `Toutes les parties de ${name} dans les archives`,
  }),
  archiveOfIn: (name: string, game: Words): Words => ({
    en: `Games of ${name}: ${game.en}`,
    fr: `Parties de ${name} : ${game.fr}`,
  }),
  noSuchGame: { en: 'There is no such game.', fr: 'Ce jeu n’existe pas.' },

  guest: { en: 'plays as a guest', fr: 'joue en invité' },
  noGames: {
    en: 'No finished game of theirs is in the archive yet.',
    fr: 'Les archives n’ont encore aucune partie de ce joueur.',
  },
  withWhite: { en: 'With White', fr: 'Avec Blanc' },
  withBlack: { en: 'With Black', fr: 'Avec Noir' },
  won: { en: 'won', fr: 'gagnées' },
  lost: { en: 'lost', fr: 'perdues' },
  drawn: { en: 'drawn', fr: 'nulles' },
  accuracy: { en: 'Accuracy', fr: 'Précision' },
  accuracyOf: (value: string, n: number): Words => ({
    en: `${value} of 100, from ${n === 1 ? '1 reviewed game' : `${n} reviewed games`}`,
    fr: `${value} sur 100, d’après ${n < 2 ? `${n} partie revue` : `${n} parties revues`}`,
  }),
  noReview: { en: 'No game of theirs has been reviewed yet.', fr: 'Aucune de ces parties n’a encore été revue.' },
};
