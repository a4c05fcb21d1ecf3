/** What is said of a point: its name, what stands there, and what it is to the turn being built. */
import type { Placed, Words } from '../api/types';
import { board as words, coloured } from '../messages/board';
import type { Marks } from './types';

/** What matters of the marks, ready to be asked about every point. */
export interface Said {
  targets: ReadonlySet<number>;
  picked: ReadonlySet<number>;
  last: ReadonlySet<number>;
  decisive: ReadonlySet<number>;
  shown: ReadonlySet<number>;
  premove: ReadonlySet<number>;
}

export const sets = (marks: Marks): Said => ({
  targets: new Set(marks.targets),
  picked: new Set(marks.picked),
  last: new Set(marks.last),
  decisive: new Set(marks.decisive),
  shown: new Set(marks.shown),
  premove: new Set(marks.premove),
});

/** In the order in which they are said. */
const STATES = ['picked', 'targets', 'last', 'decisive', 'shown', 'premove'] as const;

/** "e5, white ring, may be touched". */
export function speak(
  point: { name: string; at: number },
  standing: readonly Placed[],
  said: Said,
  names: Record<string, Words>,
  say: (words: Words) => string,
): string {
  let text = point.name;
  const add = (part: Words) => (text += `, ${say(part)}`);
  for (const { piece, side } of standing) add(coloured(piece, names[piece] ?? { en: piece, fr: piece }, side));
  if (standing.length === 0) add(words.empty);
  for (const state of STATES) if (said[state].has(point.at)) add(words[state]);
  return text;
}
