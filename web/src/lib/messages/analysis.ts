/** Texts of the analysis: the engine's evaluation, the review of a game, statistics of positions, the editor. */
import type { Side, Slip, Words } from '../api/types';
import { common } from './common';

const colour = (side: Side): Words => (side === 'white' ? common.white : common.black);
const turnsEn = (n: number) => (n === 1 ? '1 move' : `${n} moves`);
const turnsFr = (n: number) => (n < 2 ? `${n} coup` : `${n} coups`);
/** A disc in the colour, for lists where there is no room for its name. */
const DISC: Record<Side, string> = { white: '○', black: '●' };

/** Big numbers short: 12 k, 3.4 M. */
function short(n: number, point: string): string {
  if (n < 1000) return String(n);
  const [value, unit] = n < 1e6 ? [n / 1e3, 'k'] : n < 1e9 ? [n / 1e6, 'M'] : [n / 1e9, 'G'];
  return `${value < 10 ? value.toFixed(1).replace('.', point) : Math.round(value)}\u00a0${unit}`;
}

export const analysis = {
  title: { en: 'Analysis', fr: 'Analyse' },
  titleOf: (game: Words): Words => ({ en: `${game.en}: analysis`, fr: `${game.fr} : analyse` }),
  about: {
    en: 'Any position of any game: try moves out, ask the engine, see what others played. Nothing is rated.',
    fr: 'N’importe quelle position de n’importe quel jeu : essayer des coups, interroger le moteur, voir ce que d’autres ont joué. Sans enjeu.',
  },
  choose: { en: 'Choose a game', fr: 'Choisissez un jeu' },
  badPosition: { en: 'This position cannot be shown.', fr: 'Cette position ne peut pas être affichée.' },
  usualStart: { en: 'Use the starting position', fr: 'Partir de la position de départ' },

  // The panel
  panel: { en: 'Analysis of this position', fr: 'Analyse de la position' },
  engine: { en: 'Engine', fr: 'Moteur' },
  review: { en: 'Review', fr: 'Bilan' },
  statistics: { en: 'Statistics', fr: 'Statistiques' },

  // The engine
  think: { en: 'Engine analysis', fr: 'Analyse du moteur' },
  howMany: { en: 'Lines', fr: 'Variantes' },
  arrows: { en: 'Arrows on the board', fr: 'Flèches sur le plateau' },
  asking: { en: 'One moment…', fr: 'Un instant…' },
  ahead: (n: number): Words => ({
    en: `${n} ahead of you`,
    fr: `${n} avant vous`,
  }),
  next: { en: 'Next in the queue', fr: 'Bientôt votre tour' },
  thinking: { en: 'Thinking…', fr: 'En cours…' },
  thought: { en: 'Done', fr: 'Terminé' },
  interrupted: { en: 'The connection was lost.', fr: 'La connexion a été interrompue.' },
  gameOver: (words: Words): Words => ({ en: `The game is over: ${words.en}`, fr: `La partie est finie : ${words.fr}` }),
  depth: (n: number): Words => ({ en: `depth ${n}`, fr: `profondeur ${n}` }),
  nodes: (n: number): Words => ({
    en: `${short(n, '.')} position${n === 1 ? '' : 's'}`,
    fr: `${short(n, ',')} position${n < 2 ? '' : 's'}`,
  }),
  seconds: (ms: number): Words => {
    const value = (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
    return { en: `${value} s`, fr: `${value.replace('.', ',')} s` };
  },
  points: (n: number): Words => {
    const signed = n > 0 ? `+${n}` : String(n).replace('-', '−');
    return { en: `points: ${signed}`, fr: `points : ${signed}` };
  },
  percent: (n: number): Words => ({ en: `${n}%`, fr: `${n}\u00a0%` }),
  chance: (n: number): Words => ({ en: `White’s win chance: ${n}%`, fr: `Chances des Blancs : ${n}\u00a0%` }),
  isDraw: { en: 'A proven draw', fr: 'Nulle démontrée' },
  provedWin: (side: Side, turns: number | null): Words =>
    turns === null
      ? { en: `${colour(side).en} wins (proven)`, fr: `Les ${colour(side).fr} gagnent (démontré)` }
      : { en: `${colour(side).en} wins in ${turnsEn(turns)}`, fr: `Les ${colour(side).fr} gagnent en ${turnsFr(turns)}` },
  briefWin: (side: Side, turns: number | null): Words =>
    turns === null
      ? { en: `${DISC[side]} wins`, fr: `${DISC[side]} gagne` }
      : { en: `${DISC[side]} in ${turns}`, fr: `${DISC[side]} en ${turns}` },
  lines: { en: 'Best moves', fr: 'Meilleurs coups' },
  playLine: (turn: string, n: number): Words =>
    n === 1
      ? { en: `Try ${turn}`, fr: `Essayer ${turn}` }
      : { en: `Try the line up to ${turn}`, fr: `Essayer la variante jusqu’à ${turn}` },
  again: { en: 'Think longer', fr: 'Réfléchir plus longtemps' },

  // The review
  makeReview: { en: 'Review this game', fr: 'Analyser cette partie' },
  reviewAbout: {
    en: 'The engine checks every position, marks the mistakes and shows better moves.',
    fr: 'Le moteur examine chaque position, signale les erreurs et montre de meilleurs coups.',
  },
  reviewing: (done: number, of: number): Words => ({
    en: `${done} of ${of} positions`,
    fr: `${done} positions sur ${of}`,
  }),
  stop: { en: 'Stop', fr: 'Arrêter' },
  graph: { en: 'White’s win chance, move by move', fr: 'Chances des Blancs, coup par coup' },
  graphKeys: {
    en: 'Arrow keys step through the game, Page up and down go from mistake to mistake.',
    fr: 'Les flèches parcourent la partie, Page précédente et suivante vont d’erreur en erreur.',
  },
  graphAt: (turn: number, score: Words): Words => ({
    en: turn === 0 ? `Start: ${score.en}` : `Move ${turn}: ${score.en}`,
    fr: turn === 0 ? `Début : ${score.fr}` : `Coup ${turn} : ${score.fr}`,
  }),
  unknown: { en: 'not analysed yet', fr: 'pas encore analysé' },
  accuracy: { en: 'Accuracy', fr: 'Précision' },
  accuracyAbout: {
    en: 'How close the moves are to the engine’s: 100 means the same moves.',
    fr: 'Ressemblance avec les coups du moteur : 100 s’ils sont identiques.',
  },
  mistakes: { en: 'Mistakes', fr: 'Les erreurs' },
  noMistakes: { en: 'The engine found no mistakes.', fr: 'Le moteur n’a trouvé aucune erreur.' },
  cost: (percent: number): Words => ({ en: `costs ${percent}%`, fr: `coûte ${percent}\u00a0%` }),
  proved: { en: 'proven', fr: 'démontré' },
  better: { en: 'Better', fr: 'Mieux' },
  sideLine: { en: 'This position did not occur in the game.', fr: 'Cette position n’est pas dans la partie.' },

  // Statistics
  reached: (n: number, said: string): Words => ({
    en: n === 0 ? 'No game in the archive reached this position.' : n === 1 ? 'Reached by 1 game' : `Reached by ${said} games`,
    fr:
      n === 0
        ? 'Aucune partie des archives n’a atteint cette position.'
        : n === 1
          ? 'Atteinte par 1 partie'
          : `Atteinte par ${said} parties`,
  }),
  tooLate: (most: number): Words => ({
    en: `The archive counts positions of the first ${most} moves.`,
    fr: `Les archives comptent les positions des ${most} premiers coups.`,
  }),
  nextTurns: { en: 'Played next', fr: 'Joués ensuite' },
  turn: { en: 'Move', fr: 'Coup' },
  games: { en: 'Games', fr: 'Parties' },
  resultsHead: { en: 'Results', fr: 'Résultats' },
  latest: { en: 'Latest games', fr: 'Dernières parties' },
  allOfThem: { en: 'All games with this position', fr: 'Toutes les parties avec cette position' },

  // The editor
  editor: { en: 'Position editor', fr: 'Éditeur de position' },
  openEditor: { en: 'Edit the position', fr: 'Modifier la position' },
  editorBoard: { en: 'Board of the editor', fr: 'Plateau de l’éditeur' },
  palette: { en: 'In hand', fr: 'En main' },
  eraser: { en: 'Remove', fr: 'Enlever' },
  toAct: { en: 'To play', fr: 'Trait' },
  setup: { en: 'Position as text', fr: 'Position en texte' },
  setupHint: {
    en: 'Reserves, ko, swap and laws are written here.',
    fr: 'Réserves, ko, échange et lois s’écrivent ici.',
  },
  valid: { en: 'This position can be played.', fr: 'Cette position est jouable.' },
  clear: { en: 'Clear the board', fr: 'Vider le plateau' },
  usual: { en: 'Starting position', fr: 'Position de départ' },
  startHere: { en: 'Start from here', fr: 'Partir d’ici' },
  writeLaws: (side: Side): Words => ({ en: `Write ${colour(side).en}’s laws`, fr: `Écrire les lois des ${colour(side).fr}` }),
  options: { en: 'Options', fr: 'Options' },

  // Share, play on
  flip: { en: 'Flip the board', fr: 'Retourner le plateau' },
  copyLink: { en: 'Copy the link', fr: 'Copier le lien' },
  picture: { en: 'Picture', fr: 'Image' },
  playOn: { en: 'Play on from here', fr: 'Continuer à partir d’ici' },
  playEngine: { en: 'Against the computer', fr: 'Contre l’ordinateur' },
  playHere: { en: 'Two players, one screen', fr: 'À deux sur un écran' },
  level: { en: 'Level', fr: 'Niveau' },
  you: { en: 'You play', fr: 'Vous jouez' },
};

export const SLIPS: Record<Slip, Words> = {
  inaccuracy: { en: 'Inaccuracy', fr: 'Imprécision' },
  mistake: { en: 'Mistake', fr: 'Erreur' },
  blunder: { en: 'Blunder', fr: 'Gaffe' },
};
