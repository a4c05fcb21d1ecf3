/** Words of the front page that belong to it alone, and of the footer. */
import type { Words } from '../api/types';

export const home = {
  now: { en: 'What would you like to do?', fr: 'Que voulez-vous faire ?' },
  play: { en: 'Play the computer', fr: 'Contre l’ordinateur' },
  myGames: { en: 'My games', fr: 'Mes parties' },
  learn: { en: 'Learn a game', fr: 'Apprendre un jeu' },
  puzzle: { en: 'Puzzle of the day', fr: 'Problème du jour' },
  live: { en: 'Live now', fr: 'En direct' },
  recent: { en: 'A recent game', fr: 'Une partie récente' },
  sample: { en: 'A sample game', fr: 'Une partie d’exemple' },
  computers: { en: 'The computer against itself', fr: 'L’ordinateur contre lui-même' },
  analyseIt: { en: 'Analyse', fr: 'Analyser' },
  watchIt: { en: 'Watch', fr: 'Regarder' },
  replayIt: { en: 'Replay', fr: 'Revoir' },
  pause: { en: 'Pause', fr: 'Pause' },
  resume: { en: 'Play', fr: 'Lecture' },
  turnOf: (turn: number, of: number): Words => ({ en: `move ${turn} of ${of}`, fr: `coup ${turn} sur ${of}` }),
};

export const footer = {
  label: { en: 'About this site', fr: 'À propos du site' },
  about: { en: 'About', fr: 'À propos' },
  credits: { en: 'Credits', fr: 'Crédits' },
  privacy: { en: 'Privacy', fr: 'Vie privée' },
  api: { en: 'API', fr: 'API' },
  source: { en: 'Source code', fr: 'Code source' },
};
