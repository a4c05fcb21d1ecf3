import { describe, expect, it } from 'vitest';
import type { PlacedPiece, Words } from '../api/types';
import { sets, speakMarks, speakPieces, type MarkSets } from './speech';
import { NO_MARKS } from './types';

const names: Record<string, Words> = {
  stone: { en: 'stone', fr: 'pierre' },
  ring: { en: 'ring', fr: 'anneau' },
  amazon: { en: 'amazon', fr: 'amazone' },
};
const english = (words: Words) => words.en;
const french = (words: Words) => words.fr;
const marks = sets({ ...NO_MARKS, targets: [3], picked: [4], last: [3] });

type Names = Record<string, Words>;
/** All that a screen reader speaks for a point. */
const speak = (
  point: { name: string; at: number },
  standing: PlacedPiece[],
  markSets: MarkSets,
  names: Names,
  say: (words: Words) => string,
) => speakPieces(point.name, standing, names, say) + speakMarks(point.at, markSets, say);

describe('a point', () => {
  it('is said with what stands there and what may be done', () => {
    const ring = [{ at: 3, piece: 'ring', side: 'white' as const }];
    expect(speak({ name: 'e5', at: 3 }, ring, marks, names, english)).toBe('e5, white ring, playable, last move');
    expect(speak({ name: 'e5', at: 3 }, ring, marks, names, french)).toBe('e5, anneau blanc, jouable, dernier coup');
  });

  it('agrees in French with its piece', () => {
    const stone = [{ at: 1, piece: 'stone', side: 'black' as const }];
    expect(speak({ name: 'a1', at: 1 }, stone, marks, names, french)).toBe('a1, pierre noire');
  });

  it('does not say the colour of what has only one', () => {
    const amazon = [{ at: 1, piece: 'amazon', side: 'black' as const }];
    expect(speak({ name: 'a1', at: 1 }, amazon, marks, names, english)).toBe('a1, amazon');
  });

  it('is said to be empty, and picked', () => {
    expect(speak({ name: 'b2', at: 4 }, [], marks, names, english)).toBe('b2, empty, selected');
  });

  it('names a piece by its id until its name is here', () => {
    const ring = [{ at: 1, piece: 'ring', side: 'black' as const }];
    expect(speak({ name: 'a1', at: 1 }, ring, marks, {}, english)).toBe('a1, black ring');
  });
});
