/** Words of the puzzles. */
import type { Side, Words } from '../api/types';
import { common } from './common';

const colour = (side: Side): Words => (side === 'white' ? common.white : common.black);

export const puzzles = {
  title: { en: 'Puzzles', fr: 'Problèmes' },
  about: {
    en: 'Find the only winning move. Every solution has been proven.',
    fr: 'Trouvez le seul coup gagnant. Chaque solution est démontrée.',
  },
  of: (game: Words): Words => ({ en: `Puzzles: ${game.en}`, fr: `Problèmes : ${game.fr}` }),
  all: { en: 'All puzzles', fr: 'Tous les problèmes' },
  allOf: (n: number, game: Words): Words => ({ en: `All ${n} puzzles of ${game.en}`, fr: `Les ${n} problèmes : ${game.fr}` }),
  daily: { en: 'The puzzle of the day', fr: 'Le problème du jour' },
  solveIt: { en: 'Solve', fr: 'Résoudre' },
  none: { en: 'There are no puzzles here yet.', fr: 'Il n’y a encore aucun problème.' },
  noneOf: (game: Words): Words => ({
    en: `There are no puzzles for ${game.en} yet.`,
    fr: `Il n’y a encore aucun problème pour ${game.fr}.`,
  }),
  solvedOf: (solved: number, all: number): Words => ({ en: `${solved} of ${all} solved`, fr: `${solved} sur ${all} résolus` }),
  themes: { en: 'Themes', fr: 'Thèmes' },
  everyTheme: { en: 'All themes', fr: 'Tous les thèmes' },
  themesOf: (names: Words[]): Words => ({
    en: `${names.length === 1 ? 'Theme' : 'Themes'}: ${names.map(({ en }) => en).join(', ')}`,
    fr: `${names.length === 1 ? 'Thème' : 'Thèmes'} : ${names.map(({ fr }) => fr).join(', ')}`,
  }),
  turns: (n: number): Words => ({
    en: n === 1 ? 'Win in 1 move' : `Win in ${n} moves`,
    fr: n === 1 ? 'Gain en 1 coup' : `Gain en ${n} coups`,
  }),
  puzzleN: (n: string): Words => ({ en: `Puzzle ${n}`, fr: `Problème ${n}` }),
  named: (game: Words, n: string): Words => ({ en: `${game.en}, puzzle ${n}`, fr: `${game.fr}, problème ${n}` }),
  solvedMark: { en: 'solved', fr: 'résolu' },

  task: (side: Side, n: number): Words => ({
    en: n === 1 ? `${colour(side).en} to play and win in 1 move.` : `${colour(side).en} to play and win in ${n} moves or fewer.`,
    fr:
      n === 1
        ? `Les ${colour(side).fr} jouent et gagnent en 1 coup.`
        : `Les ${colour(side).fr} jouent et gagnent en ${n} coups au plus.`,
  }),
  board: (side: Side): Words => ({
    en: `The position: ${colour(side).en} to play and win`,
    fr: `La position : les ${colour(side).fr} jouent et gagnent`,
  }),
  youPlayed: (turn: string): Words => ({ en: `You played ${turn}.`, fr: `Vous avez joué ${turn}.` }),
  answered: (turn: string): Words => ({ en: `The answer is ${turn}.`, fr: `La réponse est ${turn}.` }),
  refuted: (turn: string): Words => ({ en: `Refuted by ${turn}.`, fr: `Réfuté par ${turn}.` }),
  tryAgain: { en: 'Take back and try again', fr: 'Reprendre et réessayer' },
  again: { en: 'Start over', fr: 'Recommencer' },
  showSolution: { en: 'Show the solution', fr: 'Voir la solution' },
  solution: { en: 'The solution', fr: 'La solution' },
  stepBack: { en: 'Back', fr: 'Reculer' },
  stepOn: { en: 'Next', fr: 'Avancer' },
  atStart: { en: 'The position of the puzzle.', fr: 'La position du problème.' },
  previous: { en: 'Previous puzzle', fr: 'Problème précédent' },
  next: { en: 'Next puzzle', fr: 'Problème suivant' },
  fromGame: { en: 'From this game', fr: 'Partie d’origine' },
  analyse: { en: 'Analyse', fr: 'Analyser' },

  today: (solved: number, tried: number): Words => ({
    en: tried === 0 ? 'Nobody has tried it yet today.' : `Solved today by ${solved} of ${tried}.`,
    fr:
      tried === 0
        ? 'Personne ne l’a encore essayé aujourd’hui.'
        : `Résolu aujourd’hui par ${solved} joueur${solved < 2 ? '' : 's'} sur ${tried}.`,
  }),
  yours: { en: 'Your puzzle rating', fr: 'Votre cote aux problèmes' },
  yoursIs: (rating: string): Words => ({ en: `Your puzzle rating: ${rating}`, fr: `Votre cote aux problèmes : ${rating}` }),
  streak: (n: number): Words => ({
    en: n === 1 ? '1 solved in a row' : `${n} solved in a row`,
    fr: n < 2 ? `${n} résolu d’affilée` : `${n} résolus d’affilée`,
  }),
  bestStreak: (n: number): Words => ({ en: `best streak: ${n}`, fr: `meilleure série : ${n}` }),
  tried: (solved: number, tried: number): Words => ({
    en: `${solved} of ${tried} solved on the first try`,
    fr: `${solved} sur ${tried} résolus du premier coup`,
  }),
  ratedAbout: {
    en: 'Your first try at each puzzle counts.',
    fr: 'Votre premier essai à chaque problème compte.',
  },
  guestAbout: {
    en: 'With an account your first tries are rated.',
    fr: 'Avec un compte, vos premiers essais sont cotés.',
  },
};
