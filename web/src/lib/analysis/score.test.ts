import { describe, expect, it } from 'vitest';
import type { Mark, Score } from '../api/types';
import { area, frameAt, frameAfterKey, line, xOf, yOf } from './graph';
import { brief, chanceOf, percentOf, spoken } from './score';

const chance = (white: number): Score => ({ is: 'chance', white, points: null });
const SIZE = { width: 100, height: 50 };

describe('a score', () => {
  it('is a share for White', () => {
    expect(chanceOf({ is: 'wins', side: 'black', turns: 3 })).toBe(0);
    expect(chanceOf({ is: 'draw' })).toBe(0.5);
    expect(chanceOf(chance(0.7))).toBe(0.7);
  });

  it('is certain only when it is proved', () => {
    expect(percentOf(chance(0.9999))).toBe(99);
    expect(percentOf(chance(0))).toBe(1);
    expect(percentOf({ is: 'wins', side: 'white', turns: null })).toBe(100);
  });

  it('is said in both languages', () => {
    expect(spoken({ is: 'wins', side: 'white', turns: 1 })).toEqual({
      en: 'White wins in 1 move',
      fr: 'Les Blancs gagnent en 1 coup',
    });
    expect(spoken(chance(0.62)).en).toBe('White’s win chance: 62%');
    expect(brief({ is: 'wins', side: 'black', turns: null }).en).toBe('● wins');
  });
});

describe('the graph', () => {
  it('has White at the top and the first position at the left', () => {
    expect([0, 1, 2].map((frame) => xOf(frame, 3, SIZE))).toEqual([0, 50, 100]);
    expect(yOf({ is: 'wins', side: 'white', turns: 2 }, SIZE)).toBe(0);
    expect(yOf(chance(0.25), SIZE)).toBe(37.5);
  });

  it('leaves gaps where nothing is known yet', () => {
    const scores = [chance(0.5), null, chance(1), chance(0)];
    expect(line(scores, SIZE)).toBe('M0 25M66.67 0L100 50');
    expect(area(scores.slice(2), 'white', SIZE)).toBe('M0 50L0 0L100 50L100 50Z');
    expect(area(scores.slice(2), 'black', SIZE)).toBe('M0 0L0 0L100 50L100 0Z');
    expect(line([], SIZE)).toBe('');
  });

  it('knows which position is meant', () => {
    expect([-5, 24, 26, 99, 200].map((x) => frameAt(x, 3, SIZE))).toEqual([0, 0, 1, 2, 2]);
    expect(frameAt(50, 1, SIZE)).toBe(0);
  });

  it('is walked with keys, and from mistake to mistake', () => {
    const marks = [{ turn: 7 }, { turn: 3 }] as Mark[];
    expect(frameAfterKey('ArrowRight', 4, 10, marks)).toBe(5);
    expect(frameAfterKey('ArrowLeft', 0, 10, marks)).toBe(0);
    expect(frameAfterKey('End', 4, 10, marks)).toBe(9);
    expect(frameAfterKey('PageUp', 7, 10, marks)).toBe(3);
    expect(frameAfterKey('PageDown', 3, 10, marks)).toBe(7);
    expect(frameAfterKey('PageDown', 7, 10, marks)).toBe(7);
    expect(frameAfterKey('x', 7, 10, marks)).toBeNull();
  });
});
