import { expect, it } from 'vitest';
import type { CrossCell } from '../api/types';
import { cellSign, cellSpoken } from './cells';

const cell = (half_points: number | null, played = true): CrossCell => ({
  round: 1,
  opponent: 2,
  side: 'white',
  half_points,
  played,
});

it('shows games, byes and forfeits', () => {
  expect([cell(2), cell(1), cell(0), cell(null)].map(cellSign)).toEqual(['1', '½', '0', '·']);
  expect([cell(2, false), cell(0, false)].map(cellSign)).toEqual(['+', '−']);
});

it('says opponent, colour and result', () => {
  expect(cellSpoken(cell(2), 'Ada')).toEqual({ en: 'Ada, White, win', fr: 'Ada, Blancs, gagnée' });
  expect(cellSpoken(cell(null), 'Ada').en).toBe('Ada, White, in progress');
  expect(cellSpoken({ ...cell(2, false), opponent: null, side: null }, null).fr).toBe('exempt');
});
