/** Words of lessons and rulebooks. */
import type { Side, Words } from '../api/types';
import { common } from './common';

const colour = (side: Side): Words => (side === 'white' ? common.white : common.black);

export const learn = {
  title: { en: 'Learn', fr: 'Apprendre' },
  intro: {
    en: 'A few minutes a game: read, try, find. No score, repeat as often as you like.',
    fr: 'Quelques minutes par jeu : lire, essayer, trouver. Sans score, à refaire autant que vous voulez.',
  },
  start: { en: 'Start', fr: 'Commencer' },
  goOn: { en: 'Continue', fr: 'Continuer' },
  again: { en: 'Start over', fr: 'Recommencer' },
  passed: (done: number, total: number): Words => ({ en: `${done} of ${total} steps`, fr: `${done} étapes sur ${total}` }),
  finished: { en: 'finished', fr: 'terminé' },
  rules: { en: 'Rules', fr: 'Règles' },
  lesson: { en: 'Lesson', fr: 'Leçon' },
  of: (what: Words, game: Words): Words => ({ en: `${game.en}: ${what.en}`, fr: `${game.fr} : ${what.fr}` }),
  allGames: { en: 'All games', fr: 'Tous les jeux' },

  step: (n: number, total: number): Words => ({ en: `Step ${n} of ${total}`, fr: `Étape ${n} sur ${total}` }),
  steps: { en: 'Steps of this lesson', fr: 'Étapes de la leçon' },
  stepName: (n: number, title: Words): Words => ({ en: `Step ${n}: ${title.en}`, fr: `Étape ${n} : ${title.fr}` }),
  behind: { en: 'done', fr: 'faite' },
  back: { en: 'Back', fr: 'Retour' },
  next: { en: 'Next', fr: 'Suivant' },
  skip: { en: 'Skip this step', fr: 'Sauter cette étape' },
  end: { en: 'Finish', fr: 'Terminer' },
  tryTag: { en: 'Your turn: try it', fr: 'À vous : essayez' },
  findTag: { en: 'Your turn: find it', fr: 'À vous : trouvez' },
  tellTag: { en: 'Read', fr: 'À lire' },
  youPlay: (side: Side): Words => ({
    en: `You play ${colour(side).en}`,
    fr: `Vous avez les ${colour(side).fr}`,
  }),
  hint: { en: 'Hint', fr: 'Indice' },
  solution: { en: 'Show the solution', fr: 'Voir la solution' },
  solutionIs: { en: 'Here is a solution.', fr: 'Voici une solution.' },
  tryAgain: { en: 'Try again', fr: 'Réessayer' },
  right: { en: 'Well done.', fr: 'Bravo.' },
  notQuite: { en: 'Not quite.', fr: 'Pas tout à fait.' },
  other: {
    en: 'That is legal, but not what we are looking for.',
    fr: 'Ce coup est permis, mais ce n’est pas celui qu’on cherche.',
  },

  theEnd: (game: Words): Words => ({ en: `You know ${game.en} now`, fr: `Vous connaissez ${game.fr}` }),
  theEndText: {
    en: 'The computer’s first level makes mistakes on purpose. Ask for a hint whenever you like; you can take moves back.',
    fr: 'Le premier niveau de l’ordinateur fait exprès de se tromper. Demandez un conseil quand vous voulez ; vous pouvez reprendre vos coups.',
  },
  playLevel1: { en: 'Play level 1 with hints', fr: 'Jouer le niveau 1 avec conseils' },
  playOthers: { en: 'More ways to play', fr: 'Autres façons de jouer' },
  repeat: { en: 'Repeat the lesson', fr: 'Refaire la leçon' },
  otherGames: { en: 'Another game', fr: 'Un autre jeu' },

  rulesOf: (game: Words): Words => ({ en: `The rules of ${game.en}`, fr: `${game.fr} : les règles` }),
  print: { en: 'Print', fr: 'Imprimer' },
  printBoard: { en: 'Print the board', fr: 'Imprimer le plateau' },
  printOf: (game: Words): Words => ({ en: `${game.en}: printable board`, fr: `${game.fr} : plateau à imprimer` }),
  printAbout: {
    en: 'A4 pages, for personal and club use.',
    fr: 'Pages A4, pour un usage personnel ou associatif.',
  },
  printPage: (page: number, of: number): Words => ({ en: `Page ${page} of ${of}`, fr: `Page ${page} sur ${of}` }),
  rulesTitle: { en: 'The rules', fr: 'Les règles' },
  contents: { en: 'Contents', fr: 'Sommaire' },
  learnByPlaying: { en: 'Learn by playing', fr: 'Apprendre en jouant' },
};
