/** What is said of a point: its name, what stands there, and what it is to the turn being built. */
import type { Placed, Words } from '../api/types';
import { board as words, coloured } from '../words/board';
import type { Marks } from './types';

/** What matters of the marks, ready to be asked about every point. */
export interface Said {
  targets: ReadonlySet<number>;
  picked: ReadonlySet<number>;
  last: ReadonlySet<number>;
  shown: ReadonlySet<number>;
  premove: ReadonlySet<number>;
}

export const sets = (marks: Marks): Said => ({
  targets: new Set(marks.targets),
  picked: new Set(marks.picked),
  last: new Set(marks.last),
  shown: new Set(marks.shown),
  premove: new Set(marks.premove),
});

/** "e5, white ring, may be touched". */
export function speak(
  point: { name: string; at: number },
  standing: readonly Placed[],
  said: Said,
  names: Record<string, Words>,
  say: (words: Words) => string,
): string {
  const pieces = standing.map(({ piece, side }) => coloured(piece, names[piece] ?? { en: piece, fr: piece }, side));
  const states = ([
    [said.picked, words.picked],
    [said.targets, words.touchable],
    [said.last, words.last],
    [said.shown, words.shown],
    [said.premove, words.premove],
  ] as const).filter(([among]) => among.has(point.at)).map(([, word]) => word);
  return [point.name, ...[...(pieces.length ? pieces : [words.empty]), ...states].map(say)].join(', ');
}

/** What stands where, from top to bottom. */
export function grouped(pieces: readonly Placed[]): Map<number, Placed[]> {
  const standing = new Map<number, Placed[]>();
  for (const placed of pieces) standing.set(placed.at, [...(standing.get(placed.at) ?? []), placed]);
  return standing;
}
