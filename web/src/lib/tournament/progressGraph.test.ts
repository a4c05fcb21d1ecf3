import { expect, it } from 'vitest';
import { extent, pointAt, progressPath } from './progressGraph';

const SIZE = { width: 116, height: 66 };

it('is as high as the best and as long as the longest', () => {
  expect(extent([[2, 2, 4], [0]])).toEqual({ most: 4, steps: 3 });
  expect(extent([])).toEqual({ most: 1, steps: 1 });
  expect(extent([[0, 0]])).toEqual({ most: 1, steps: 2 });
});

it('begins at zero in the lower corner and ends in the upper one', () => {
  const bounds = extent([[2, 4]]);
  expect(pointAt(0, 0, bounds, SIZE)).toEqual({ x: 8, y: 58 });
  expect(pointAt(4, 2, bounds, SIZE)).toEqual({ x: 108, y: 8 });
  expect(progressPath([2, 4], bounds, SIZE)).toBe('M8.0 58.0L58.0 33.0L108.0 8.0');
});
