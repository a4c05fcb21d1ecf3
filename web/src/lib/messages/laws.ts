/** Texts of Yin Yang's laws: visible ones, and those for screen readers. */
import type { LawKind, Side, Words } from '../api/types';
import { changedCells, kindOf, type LawCell, type LawCells, type PatternCells } from '../laws';

const SIDES: Record<Side, Words> = {
  white: { en: 'White', fr: 'Blancs' },
  black: { en: 'Black', fr: 'Noirs' },
};

const OF_SIDES: Record<Side, Words> = {
  white: { en: 'White’s laws', fr: 'Les lois des Blancs' },
  black: { en: 'Black’s laws', fr: 'Les lois des Noirs' },
};

const CELLS: Record<LawCell, Words> = {
  '.': { en: 'empty', fr: 'vide' },
  w: { en: 'white', fr: 'blanc' },
  b: { en: 'black', fr: 'noir' },
};

/** Where a cell of a law is. */
const PLACES: readonly Words[] = [
  { en: 'upper left', fr: 'en haut à gauche' },
  { en: 'upper right', fr: 'en haut à droite' },
  { en: 'lower left', fr: 'en bas à gauche' },
  { en: 'lower right', fr: 'en bas à droite' },
];

export const KINDS: Record<LawKind, Words> = {
  destruction: { en: 'destruction', fr: 'destruction' },
  peopling: { en: 'peopling', fr: 'peuplement' },
  adaptation: { en: 'adaptation', fr: 'adaptation' },
};

/** What each kind does, in a few words. */
export const DOES: Record<LawKind, Words> = {
  destruction: { en: 'one stone disappears', fr: 'une pierre disparaît' },
  peopling: { en: 'two stones appear', fr: 'deux pierres apparaissent' },
  adaptation: { en: 'rewrite one of your laws', fr: 'réécrivez une de vos lois' },
};

export const laws = {
  mine: { en: 'Your laws', fr: 'Vos lois' },
  of: (side: Side): Words => OF_SIDES[side],
  law: (n: number): Words => ({ en: `law ${n}`, fr: `loi ${n}` }),
  secret: { en: 'secret', fr: 'secrète' },
  faceUp: { en: 'face up', fr: 'face visible' },
  faceDown: { en: 'face down', fr: 'face cachée' },
  secretToOthers: { en: 'only you can see it', fr: 'vous seul la voyez' },

  cause: { en: 'Cause', fr: 'Cause' },
  causeHelp: {
    en: 'Touch a cell to change it: empty, white, black.',
    fr: 'Touchez une case pour la changer : vide, blanc, noir.',
  },
  effect: { en: 'Effect', fr: 'Effet' },
  effectHelp: { en: 'Choose what it becomes.', fr: 'Choisissez ce qu’elle devient.' },
  cell: (at: number, cell: LawCell): Words => ({
    en: `${PLACES[at]?.en}: ${CELLS[cell].en}`,
    fr: `${PLACES[at]?.fr} : ${CELLS[cell].fr}`,
  }),
  noEffectYet: { en: 'No effect chosen yet', fr: 'Aucun effet choisi' },

  now: { en: 'The board now', fr: 'Le plateau' },
  fits: (where: readonly string[]): Words => ({
    en:
      where.length === 0
        ? 'The cause is not on the board right now.'
        : `The cause is on the board now: ${inWords(where, 'and')}.`,
    fr:
      where.length === 0
        ? 'La cause n’est pas sur le plateau en ce moment.'
        : `La cause est sur le plateau : ${inWords(where, 'et')}.`,
  }),
  yourSeat: { en: 'seen from your seat', fr: 'vu de votre place' },

  writeFour: { en: 'Write your four laws', fr: 'Écrivez vos quatre lois' },
  writeFourHelp: {
    en: 'A law changes any 2 × 2 block that looks exactly like its cause, seen from your seat. The board is full at the start: have a law that applies at once, or you cannot play.',
    fr: 'Une loi transforme tout bloc 2 × 2 identique à sa cause, vu de votre place. Le plateau est plein au début : il vous faut une loi applicable tout de suite, sinon vous ne pourrez pas jouer.',
  },
  rewrite: (n: number): Words => ({ en: `Rewrite law ${n}`, fr: `Réécrivez la loi ${n}` }),
  rewriteHelp: {
    en: 'Write any law. It becomes secret again: others only see that you rewrote it.',
    fr: 'N’importe quelle loi. Elle redevient secrète : les autres voient seulement que vous l’avez réécrite.',
  },
  notWritten: { en: 'not written yet', fr: 'pas encore écrite' },
  suggest: { en: 'Suggest four laws', fr: 'Proposer quatre lois' },
  another: { en: 'Suggest others', fr: 'En proposer d’autres' },
  clear: { en: 'Start over', fr: 'Recommencer' },
  next: { en: 'Next law', fr: 'Loi suivante' },
  review: { en: 'Review all four', fr: 'Vérifier les quatre' },
  reviewTitle: { en: 'Confirm these four laws?', fr: 'Valider ces quatre lois ?' },
  reviewHelp: {
    en: 'Once confirmed, they can only be changed by an adaptation law.',
    fr: 'Une fois validées, seule une loi d’adaptation peut les changer.',
  },
  change: { en: 'Edit', fr: 'Modifier' },
  keep: { en: 'Confirm laws', fr: 'Valider' },
  keepOne: { en: 'Keep this law', fr: 'Garder cette loi' },
  notAtOnce: {
    en: 'None of these laws applies to the board as it is now. If nothing changes before your turn, you will be unable to play.',
    fr: 'Aucune de ces lois ne s’applique au plateau tel qu’il est. Si rien ne change avant votre tour, vous ne pourrez pas jouer.',
  },

  handOver: (side: Side): Words => ({ en: `Pass the screen to ${SIDES[side].en}`, fr: `Passez l’écran aux ${SIDES[side].fr}` }),
  handOverHelp: {
    en: 'The next screen is secret: only this player should look.',
    fr: 'L’écran suivant est secret : seul ce joueur doit regarder.',
  },
  iAm: (side: Side): Words => ({ en: `I am ${SIDES[side].en}`, fr: `J’ai les ${SIDES[side].fr}` }),
};

function inWords(parts: readonly string[], and: string): string {
  const [last, ...rest] = [...parts].reverse();
  return rest.length === 0 ? (last ?? '') : `${rest.reverse().join(', ')} ${and} ${last}`;
}

/** Four cells, spoken: `white, black; empty, empty`. */
export function spokenCells(cells: PatternCells): Words {
  const say = (lang: keyof Words, rows: string) => {
    const [a, b, c, d] = cells.map((cell) => CELLS[cell][lang]);
    return `${a}, ${b}${rows} ${c}, ${d}`;
  };
  return { en: say('en', ';'), fr: say('fr', ' ;') };
}

/** What a law does to its cause: `the black stone at the upper right disappears`. */
export function spokenEffect(law: LawCells): Words {
  const { cause, effect } = law;
  if (!effect) return { en: 'rewrites one of its owner’s laws', fr: 'réécrit une loi de son propriétaire' };
  const changed = changedCells(law);
  if (kindOf(law) === 'destruction') {
    const at = changed[0] ?? 0;
    const cell = CELLS[cause[at] ?? '.'];
    const place = PLACES[at]!;
    return {
      en: `the ${cell.en} stone at the ${place.en} disappears`,
      fr: `la pierre ${feminine(cell.fr)} ${place.fr} disparaît`,
    };
  }
  const added = (lang: keyof Words) =>
    inWords(
      changed.map((at) => `${CELLS[effect[at] ?? '.'][lang]} ${PLACES[at]?.[lang]}`),
      lang === 'en' ? 'and' : 'et',
    );
  return { en: `${added('en')} appear`, fr: `apparaissent : ${added('fr')}` };
}

const feminine = (colour: string) => (colour === 'blanc' ? 'blanche' : 'noire');

/** A whole law, spoken: its kind, its cause, what becomes of it. */
export function spokenLaw(law: LawCells): Words {
  const kind = KINDS[kindOf(law)];
  const cells = spokenCells(law.cause);
  const effect = spokenEffect(law);
  return { en: `${kind.en}: ${cells.en}: ${effect.en}`, fr: `${kind.fr} : ${cells.fr} : ${effect.fr}` };
}
