import { describe, expect, it } from 'vitest';
import type { RatingPoint } from './api/types';
import { curve, placeOf, rangeOf } from './ratingGraph';

const points = (...values: number[]): RatingPoint[] =>
  values.map((value, at) => ({ game: `g${at}`, at, rating: { value, deviation: 60 } }));
const size = { width: 112, height: 62 };

describe('a rating graph', () => {
  it('lies between round numbers, also where nothing changed', () => {
    expect(rangeOf(points(1512, 1488, 1601))).toEqual([1400, 1700]);
    expect(rangeOf(points(1500))).toEqual([1400, 1600]);
  });

  it('goes from the left to the right, higher for better', () => {
    const all = points(1500, 1600, 1550);
    const xs = [0, 1, 2].map((at) => placeOf(all, at, size).x);
    expect(xs).toEqual([6, 56, 106]);
    expect(placeOf(all, 1, size).y).toBe(6);
    expect(placeOf(all, 0, size).y).toBe(56);
    expect(curve(all, size)).toBe('M6.0 56.0L56.0 6.0L106.0 31.0');
  });

  it('puts a single game into the middle', () => {
    expect(placeOf(points(1500), 0, size)).toEqual({ x: 56, y: 31 });
  });
});
