/**
 * What a turn did besides moving a piece: a pass, swapped colours, pieces that left the board, a law. Read from its notation,
 * and for captures from the pieces before and after.
 */
import type { PlacedPiece, Words } from '../api/types';
import { turnEvents as words } from '../messages/turnEvents';

/** One turn and the boards around it. */
export interface NarratedTurn {
  /** In notation. */
  text: string;
  who: Words;
  before: readonly PlacedPiece[];
  after: readonly PlacedPiece[];
}

/** What the turn did, in a sentence without its full stop; nothing if the board shows it. */
export function turnEvent({ text, who, before, after }: NarratedTurn, names: Record<string, Words>): Words | null {
  if (/(^| )pass$/.test(text)) return words.passes(who);
  if (text === 'swap') return words.swaps(who);
  const [, rewritten] = /=L(\d)/.exec(text) ?? [];
  if (rewritten !== undefined) return words.rewritesLaw(who, rewritten);
  const [, law] = /(?:^| )L(\d)@/.exec(text) ?? [];
  if (law !== undefined) return words.appliesLaw(who, law);
  const [, merged] = /\*([a-z]+\d+)/.exec(text) ?? [];
  if (merged !== undefined) return words.merges(who, merged);
  const rows = text.match(/(^| )x[a-z]\d+-[a-z]\d+:/g)?.length ?? 0;
  if (rows > 0) return words.takesRows(who, rows);
  const [piece, n] = captured(before, after) ?? [];
  return piece === undefined || n === undefined ? null : words.captures(who, names[piece] ?? { en: piece, fr: piece }, n);
}

/** The kind of piece of which there are fewer than before, and how many fewer. */
function captured(before: readonly PlacedPiece[], after: readonly PlacedPiece[]): [string, number] | null {
  const count = (pieces: readonly PlacedPiece[], kind: string) => pieces.filter(({ piece }) => piece === kind).length;
  for (const kind of new Set(before.map(({ piece }) => piece))) {
    const lost = count(before, kind) - count(after, kind);
    if (lost > 0) return [kind, lost];
  }
  return null;
}
