import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../api/types';
import type { PuzzleStep, TurnStep } from './lesson';
import { isFinished, isRight, knownSolution, pass, progressIn, resume } from './player';

const both = { en: 'x', fr: 'x' };
const tryIt = (accept?: string[]): TurnStep => ({
  kind: 'try',
  title: both,
  text: both,
  hint: both,
  done: both,
  ...(accept ? { accept } : {}),
});
const find = (wanted: Pick<PuzzleStep, 'solutions' | 'wins'>): PuzzleStep => ({
  kind: 'find',
  title: both,
  text: both,
  hint: both,
  done: both,
  other: both,
  ...wanted,
});
const won: Outcome = { winner: 'white', reason: 'row', words: both };

describe('a turn', () => {
  it('is right when anything will do', () => {
    expect(isRight(tryIt(), 'e5', null, 'white')).toBe(true);
  });

  it('is right when it is of the kind that was asked for', () => {
    expect(isRight(tryIt(['^e5-']), 'e5-e8', null, 'white')).toBe(true);
    expect(isRight(tryIt(['^e5-', 'x']), 'd5xd7', null, 'white')).toBe(true);
    expect(isRight(tryIt(['^e5-']), 'd5-d7', null, 'white')).toBe(false);
  });

  it('is right when it is one of the solutions, however it is spaced', () => {
    expect(isRight(find({ solutions: ['a2-a3 L2@b3'] }), 'a2-a3  l2@b3', null, 'black')).toBe(true);
    expect(isRight(find({ solutions: ['a2-a3 L2@b3'] }), 'a2-a3', null, 'black')).toBe(false);
  });

  it('is right when it wins and a win was asked for', () => {
    expect(isRight(find({ wins: true }), 'e5', won, 'white')).toBe(true);
    expect(isRight(find({ wins: true }), 'e5', won, 'black')).toBe(false);
    expect(isRight(find({ wins: true }), 'e5', null, 'white')).toBe(false);
    expect(isRight(find({ solutions: ['e6'] }), 'e5', won, 'white')).toBe(false);
  });
});

describe('a solution', () => {
  const tree = [
    {
      touch: { point: 1 },
      next: [
        { touch: { point: 2 }, turn: 'a1-a2' },
        { touch: { point: 3 }, turn: 'a1-b1' },
      ],
    },
    { touch: { text: '' }, turn: 'a1-c1' },
  ];

  it('is the first that the author names', () => {
    expect(knownSolution(find({ solutions: ['b2', 'b3'] }), tree)).toBe('b2');
    expect(knownSolution(find({ wins: true }), tree)).toBeNull();
  });

  it('is looked for among the legal turns where a form is asked for', () => {
    expect(knownSolution(tryIt(['-b1$']), tree)).toBe('a1-b1');
    expect(knownSolution(tryIt(['-c1$']), tree)).toBeNull();
    expect(knownSolution(tryIt(), tree)).toBeNull();
  });
});

describe('progress', () => {
  beforeEach(() => localStorage.clear());

  it('is kept for each game', () => {
    pass('yinsh', 2, 5);
    pass('yinsh', 0, 5);
    expect(pass('yinsh', 2, 5)).toEqual({ passed: [0, 2], total: 5 });
    expect(progressIn('yinsh')).toEqual({ passed: [0, 2], total: 5 });
    expect(progressIn('y').passed).toEqual([]);
  });

  it('goes on at the first step that is left, and from the beginning when none is', () => {
    expect(resume({ passed: [0, 2], total: 4 }, 4)).toBe(1);
    expect(resume({ passed: [0, 1, 2, 3], total: 4 }, 4)).toBe(0);
    expect(isFinished({ passed: [0, 1, 2, 3], total: 4 })).toBe(true);
    expect(isFinished({ passed: [], total: 0 })).toBe(false);
  });

  it('forgets steps that a shorter lesson no longer has', () => {
    pass('y', 6, 7);
    expect(pass('y', 0, 3)).toEqual({ passed: [0], total: 3 });
  });

  it('survives whatever else is stored', () => {
    for (const stored of ['nonsense', '[]', '{"y":{"passed":"all"}}', 'null']) {
      localStorage.setItem('taijitu.learn', stored);
      expect(progressIn('y')).toEqual({ passed: [], total: 0 });
    }
  });
});
