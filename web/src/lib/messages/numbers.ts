/** Words of the numbers of games and players. */
import type { Words } from '../api/types';

export const numbers = {
  title: { en: 'Statistics', fr: 'Statistiques' },
  about: {
    en: 'Based on every game in the archive.',
    fr: 'Calculées sur toutes les parties des archives.',
  },
  of: (game: Words): Words => ({ en: `${game.en} statistics`, fr: `${game.fr} : statistiques` }),
  all: { en: 'All games', fr: 'Tous les jeux' },
  game: { en: 'Game', fr: 'Jeu' },
  games: { en: 'Games', fr: 'Parties' },
  count: (n: number, written: string): Words => ({
    en: n === 1 ? '1 game' : `${written} games`,
    fr: n < 2 ? `${n} partie` : `${written} parties`,
  }),
  none: { en: 'No finished game yet.', fr: 'Aucune partie terminée.' },
  results: { en: 'Results', fr: 'Résultats' },
  white: { en: 'White won', fr: 'Victoires des Blancs' },
  black: { en: 'Black won', fr: 'Victoires des Noirs' },
  draws: { en: 'Drawn', fr: 'Nulles' },
  first: { en: 'First player', fr: 'Premier joueur' },
  firstRate: { en: 'First player wins', fr: 'Le premier gagne' },
  firstWon: { en: 'the first player won', fr: 'le premier joueur a gagné' },
  firstLost: { en: 'the second player won', fr: 'le second joueur a gagné' },
  firstDrawn: { en: 'nobody won', fr: 'personne n’a gagné' },
  lengths: { en: 'Game length', fr: 'Durée des parties' },
  lengthsAxis: { en: 'moves', fr: 'coups' },
  typical: { en: 'Typical length', fr: 'Durée habituelle' },
  typicalTurns: (span: string): Words => ({ en: `${span} moves`, fr: `${span} coups` }),
  middleGame: (span: string): Words => ({
    en: `Half of the games are over by move ${span}.`,
    fr: `La moitié des parties sont finies au coup ${span}.`,
  }),
  values: { en: 'Show as a table', fr: 'Afficher en tableau' },
  turnsColumn: { en: 'Moves', fr: 'Coups' },
  reasons: { en: 'How games end', fr: 'Fins de partie' },
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

  noSuchPlayer: (name: string): Words => ({
    en: `Nobody here is called “${name}”.`,
    fr: `Personne ne s’appelle « ${name} » ici.`,
  }),
  guest: { en: 'plays as a guest', fr: 'joue en invité' },
  noGames: {
    en: 'This player has no games in the archive yet.',
    fr: 'Les archives n’ont encore aucune partie de ce joueur.',
  },
  withWhite: { en: 'With White', fr: 'Avec les Blancs' },
  withBlack: { en: 'With Black', fr: 'Avec les Noirs' },
  won: { en: 'won', fr: 'gagnées' },
  lost: { en: 'lost', fr: 'perdues' },
  drawn: { en: 'drawn', fr: 'nulles' },
  accuracy: { en: 'Accuracy', fr: 'Précision' },
  accuracyOf: (value: string, n: number): Words => ({
    en: `${value} of 100, from ${n === 1 ? '1 reviewed game' : `${n} reviewed games`}`,
    fr: `${value} sur 100, d’après ${n < 2 ? `${n} partie analysée` : `${n} parties analysées`}`,
  }),
  noReview: { en: 'No reviewed games yet.', fr: 'Aucune partie analysée.' },
};
