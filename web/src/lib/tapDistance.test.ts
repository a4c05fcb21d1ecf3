import { describe, expect, test } from 'vitest';
import { FINGER, isNear } from './tapDistance';

const box = { left: 100, top: 100, right: 200, bottom: 150 };

describe('a control and a tap', () => {
  test('a tap on it is near', () => {
    expect(isNear(box, { x: 150, y: 120 })).toBe(true);
  });

  test('a tap beside it is near within the width of a finger', () => {
    expect(isNear(box, { x: 200 + FINGER - 1, y: 120 })).toBe(true);
    expect(isNear(box, { x: 200 + FINGER, y: 120 })).toBe(false);
    expect(isNear(box, { x: 150, y: 100 - FINGER })).toBe(false);
  });

  test('at a corner the distance counts, not its parts', () => {
    expect(isNear(box, { x: 240, y: 190 })).toBe(false);
    expect(isNear(box, { x: 230, y: 180 })).toBe(true);
  });
});
