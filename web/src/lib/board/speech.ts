/** The spoken text of a point: its name, its piece, and its role in the turn being built. */
import type { PlacedPiece, Words } from '../api/types';
import { board as words, coloured } from '../messages/board';
import type { Marks } from './types';

/** The relevant marks as sets, for look-ups by point. */
export interface MarkSets {
  targets: ReadonlySet<number>;
  picked: ReadonlySet<number>;
  last: ReadonlySet<number>;
  decisive: ReadonlySet<number>;
  shown: ReadonlySet<number>;
  premove: ReadonlySet<number>;
}

export const sets = (marks: Marks): MarkSets => ({
  targets: new Set(marks.targets),
  picked: new Set(marks.picked),
  last: new Set(marks.last),
  decisive: new Set(marks.decisive),
  shown: new Set(marks.shown),
  premove: new Set(marks.premove),
});

/** In spoken order. */
const STATES = ['picked', 'targets', 'last', 'decisive', 'shown', 'premove'] as const;

type Translate = (words: Words) => string;

/** "e5, white ring". */
export function speakPieces(
  name: string,
  standing: readonly PlacedPiece[],
  names: Record<string, Words>,
  say: Translate,
): string {
  const pieces = standing.map(({ piece, side }) => coloured(piece, names[piece] ?? { en: piece, fr: piece }, side));
  return [name, ...(pieces.length > 0 ? pieces : [words.empty]).map(say)].join(', ');
}

/** ", may be touched": what a point is to the turn being built; nothing for most of them. */
export function speakMarks(at: number, markSets: MarkSets, say: Translate): string {
  let text = '';
  for (const state of STATES) if (markSets[state].has(at)) text += `, ${say(words[state])}`;
  return text;
}
