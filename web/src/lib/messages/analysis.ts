/** Words of the analysis: what an engine thinks, the review of a game, statistics of positions, the editor. */
import type { Side, Slip, Words } from '../api/types';
import { common } from './common';

const colour = (side: Side): Words => (side === 'white' ? common.white : common.black);
const turnsEn = (n: number) => (n === 1 ? '1 turn' : `${n} turns`);
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
    en: 'Any position of any game: try turns out, ask the engine, see what others played. Nothing is counted.',
    fr: 'N’importe quelle position de n’importe quel jeu : essayer des coups, interroger le moteur, voir ce que d’autres ont joué. Rien n’est compté.',
  },
  choose: { en: 'Choose a game', fr: 'Choisissez un jeu' },
  badPosition: { en: 'This position cannot be shown.', fr: 'Cette position ne peut pas être montrée.' },
  usualStart: { en: 'Begin with the usual start', fr: 'Partir du début habituel' },

  // The panel
  panel: { en: 'Analysis of this position', fr: 'Analyse de la position' },
  engine: { en: 'Engine', fr: 'Moteur' },
  review: { en: 'Review', fr: 'Bilan' },
  statistics: { en: 'Statistics', fr: 'Statistiques' },

  // The engine
  think: { en: 'Let the engine think', fr: 'Faire réfléchir le moteur' },
  howMany: { en: 'Lines', fr: 'Variantes' },
  arrows: { en: 'Arrows on the board', fr: 'Flèches sur le plateau' },
  asking: { en: 'One moment…', fr: 'Un instant…' },
  ahead: (n: number): Words => ({
    en: n === 1 ? '1 other is first' : `${n} others are first`,
    fr: n < 2 ? `${n} autre passe avant` : `${n} autres passent avant`,
  }),
  next: { en: 'Next in the queue', fr: 'Bientôt votre tour' },
  thinking: { en: 'Thinking', fr: 'Réfléchit' },
  thought: { en: 'Has thought', fr: 'A réfléchi' },
  interrupted: { en: 'The answer broke off.', fr: 'La réponse s’est interrompue.' },
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
  chance: (n: number): Words => ({ en: `White’s win chance: ${n}%`, fr: `Chances de Blanc : ${n}\u00a0%` }),
  isDraw: { en: 'A draw, proved', fr: 'Nulle, démontré' },
  provedWin: (side: Side, turns: number | null): Words =>
    turns === null
      ? { en: `${colour(side).en} wins, proved`, fr: `${colour(side).fr} gagne, démontré` }
      : { en: `${colour(side).en} wins in ${turnsEn(turns)}`, fr: `${colour(side).fr} gagne en ${turnsFr(turns)}` },
  briefWin: (side: Side, turns: number | null): Words =>
    turns === null
      ? { en: `${DISC[side]} wins`, fr: `${DISC[side]} gagne` }
      : { en: `${DISC[side]} in ${turns}`, fr: `${DISC[side]} en ${turns}` },
  lines: { en: 'Best turns', fr: 'Meilleurs coups' },
  playLine: (turn: string, n: number): Words =>
    n === 1
      ? { en: `Try ${turn}`, fr: `Essayer ${turn}` }
      : { en: `Try the line up to ${turn}`, fr: `Essayer la variante jusqu’à ${turn}` },
  again: { en: 'Think longer', fr: 'Réfléchir encore' },

  // The review
  makeReview: { en: 'Review this game', fr: 'Analyser cette partie' },
  reviewAbout: {
    en: 'The engine looks at every position, marks the turns that cost something, and shows better ones.',
    fr: 'Le moteur regarde chaque position, marque les coups qui ont coûté quelque chose et en montre de meilleurs.',
  },
  reviewing: (done: number, of: number): Words => ({
    en: `${done} of ${of} positions`,
    fr: `${done} positions sur ${of}`,
  }),
  stop: { en: 'Stop', fr: 'Arrêter' },
  graph: { en: 'White’s win chance, turn by turn', fr: 'Chances de Blanc, coup par coup' },
  graphKeys: {
    en: 'Arrow keys step through the game, Page up and down go from mistake to mistake.',
    fr: 'Les flèches parcourent la partie, Page précédente et suivante vont d’erreur en erreur.',
  },
  graphAt: (turn: number, score: Words): Words => ({
    en: turn === 0 ? `Start: ${score.en}` : `Turn ${turn}: ${score.en}`,
    fr: turn === 0 ? `Début : ${score.fr}` : `Coup ${turn} : ${score.fr}`,
  }),
  unknown: { en: 'not looked at yet', fr: 'pas encore regardé' },
  accuracy: { en: 'Accuracy', fr: 'Précision' },
  accuracyAbout: {
    en: 'How close the turns come to the engine’s: 100 is as it would have played.',
    fr: 'À quel point les coups approchent ceux du moteur : 100, c’est comme lui.',
  },
  mistakes: { en: 'Turns that cost something', fr: 'Les coups qui ont coûté' },
  noMistakes: { en: 'The engine has nothing to say against any turn.', fr: 'Le moteur n’a rien à redire à aucun coup.' },
  cost: (percent: number): Words => ({ en: `costs ${percent}%`, fr: `coûte ${percent}\u00a0%` }),
  proved: { en: 'proved', fr: 'démontré' },
  better: { en: 'Better', fr: 'Mieux' },
  sideLine: { en: 'Not a position of the game that was played.', fr: 'Position hors de la partie jouée.' },

  // Statistics
  reached: (n: number, said: string): Words => ({
    en: n === 0 ? 'No game of the archive reached this position.' : n === 1 ? 'Reached by 1 game' : `Reached by ${said} games`,
    fr:
      n === 0
        ? 'Aucune partie des archives n’a atteint cette position.'
        : n === 1
          ? 'Atteinte par 1 partie'
          : `Atteinte par ${said} parties`,
  }),
  tooLate: (most: number): Words => ({
    en: `The archive counts positions of the first ${most} turns.`,
    fr: `Les archives comptent les positions des ${most} premiers coups.`,
  }),
  nextTurns: { en: 'Played next', fr: 'Joués ensuite' },
  turn: { en: 'Turn', fr: 'Coup' },
  games: { en: 'Games', fr: 'Parties' },
  resultsHead: { en: 'Results', fr: 'Résultats' },
  latest: { en: 'Latest games', fr: 'Dernières parties' },
  allOfThem: { en: 'All games with this position', fr: 'Toutes les parties avec cette position' },

  // The editor
  editor: { en: 'Position editor', fr: 'Éditeur de position' },
  openEditor: { en: 'Set up a position', fr: 'Composer une position' },
  editorBoard: { en: 'The board being set up', fr: 'Le plateau à composer' },
  palette: { en: 'In hand', fr: 'En main' },
  eraser: { en: 'Take away', fr: 'Enlever' },
  toAct: { en: 'To play', fr: 'Trait' },
  setup: { en: 'Set-up', fr: 'Position en texte' },
  setupHint: {
    en: 'Whatever cannot be touched is written here: reserves, ko, swap, laws.',
    fr: 'Ce qui ne se touche pas s’écrit ici : réserves, ko, échange, lois.',
  },
  valid: { en: 'This position can be played.', fr: 'Cette position est jouable.' },
  clear: { en: 'Empty the board', fr: 'Vider le plateau' },
  usual: { en: 'Usual start', fr: 'Début habituel' },
  startHere: { en: 'Start from here', fr: 'Partir d’ici' },
  writeLaws: (side: Side): Words => ({ en: `Write ${colour(side).en}’s laws`, fr: `Écrire les lois de ${colour(side).fr}` }),
  options: { en: 'Options', fr: 'Options' },

  // Share, play on
  flip: { en: 'Flip the board', fr: 'Retourner le plateau' },
  copyLink: { en: 'Copy the link', fr: 'Copier le lien' },
  picture: { en: 'Picture', fr: 'Image' },
  playOn: { en: 'Play on from here', fr: 'Continuer à partir d’ici' },
  playEngine: { en: 'Against the engine', fr: 'Contre le moteur' },
  playHere: { en: 'At this screen', fr: 'Sur cet écran' },
  level: { en: 'Level', fr: 'Niveau' },
  you: { en: 'You play', fr: 'Vous jouez' },
};

export const SLIPS: Record<Slip, Words> = {
  inaccuracy: { en: 'Inaccuracy', fr: 'Imprécision' },
  mistake: { en: 'Mistake', fr: 'Erreur' },
  blunder: { en: 'Blunder', fr: 'Gaffe' },
};
