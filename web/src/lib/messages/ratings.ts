/** Words of ratings: numbers beside names, changes after games, leaderboards. */
import type { Words } from '../api/types';

const games = (n: number): Words => ({
  en: n === 1 ? '1 rated game' : `${n} rated games`,
  fr: n < 2 ? `${n} partie classée` : `${n} parties classées`,
});

/** A number with a French word, which has an s from two on. */
const counted = (n: number, word: string): string => `${n} ${word}${n < 2 ? '' : 's'}`;

export const ratings = {
  heading: { en: 'Ratings', fr: 'Cotes' },
  kind: { en: 'Kind of game', fr: 'Type de partie' },
  rated: { en: 'Rated', fr: 'Classée' },
  ratedAbout: { en: 'counts for your rating', fr: 'compte pour votre cote' },
  casual: { en: 'Casual', fr: 'Amicale' },
  casualAbout: { en: 'changes no rating', fr: 'ne change aucune cote' },
  ratedTerm: { en: 'rated', fr: 'partie classée' },
  needsAccount: { en: 'Rated games need an account.', fr: 'Il faut un compte pour jouer des parties classées.' },
  spoken: (value: string, deviation: string, provisional: boolean): Words => ({
    en: `rating ${value}, plus or minus ${deviation}${provisional ? ', provisional' : ''}`,
    fr: `cote ${value}, à ${deviation} près${provisional ? ', provisoire' : ''}`,
  }),
  published: (value: string): Words => ({ en: `rating ${value}`, fr: `cote ${value}` }),
  levelPublished: (level: number, value: number): Words => ({
    en: `level ${level} is rated ${value}`,
    fr: `cote du niveau ${level} : ${value}`,
  }),
  changed: { en: 'Ratings after this game', fr: 'Cotes après cette partie' },
  games,
  score: (won: number, lost: number, drawn: number): Words => ({
    en: `${won} won, ${lost} lost, ${drawn} drawn`,
    fr: [counted(won, 'gagnée'), counted(lost, 'perdue'), counted(drawn, 'nulle')].join(', '),
  }),
  none: { en: 'No rated game yet.', fr: 'Aucune partie classée.' },
  history: (name: Words): Words => ({ en: `${name.en}: rating history`, fr: `${name.fr} : évolution de la cote` }),
  historySpoken: (n: number, first: string, last: string, least: string, most: string): Words => ({
    en: `${games(n).en}: from ${first} to ${last}, lowest ${least}, highest ${most}`,
    fr: `${games(n).fr} : de ${first} à ${last}, minimum ${least}, maximum ${most}`,
  }),
  when: { en: 'Date', fr: 'Date' },
  rating: { en: 'Rating', fr: 'Cote' },
  gameLink: { en: 'Game', fr: 'Partie' },
  open: { en: 'Replay', fr: 'Revoir' },

  leaderboard: { en: 'Leaderboard', fr: 'Classement' },
  leaderboardOf: (name: Words): Words => ({ en: `${name.en}: leaderboard`, fr: `${name.fr} : classement` }),
  leaderboardAbout: {
    en: 'Players with a settled rating who played a rated game in the last 30 days.',
    fr: 'Les joueurs dont la cote est établie et qui ont joué une partie classée ces 30 derniers jours.',
  },
  leaderboardEmpty: {
    en: 'Nobody is listed yet: a rating settles after a dozen rated games.',
    fr: 'Personne pour l’instant : une cote est établie après une douzaine de parties classées.',
  },
  choose: { en: 'Rated games', fr: 'Parties classées' },
  place: { en: 'Place', fr: 'Rang' },
  player: { en: 'Player', fr: 'Joueur' },
  gamesColumn: { en: 'Games', fr: 'Parties' },
  playRated: { en: 'Play a rated game', fr: 'Jouer une partie classée' },
};
