import { describe, expect, it } from 'vitest';
import type { BoardData } from '../api/types';
import { commandsIn, describeBoard } from './commands';
import { clockText } from './people';

const board: BoardData = {
  id: 'line',
  title: { en: 'test', fr: 'test' },
  style: 'lines',
  rotations: [],
  lines: [],
  marks: [],
  points: ['a10', 'a2', 'b1'].map((name, x) => ({ name, x, y: 0, neighbours: [] })),
};

describe('questions answered in the field', () => {
  it('names what stands where, kind by kind, in the order of the board', () => {
    const names = { ring: { en: 'ring', fr: 'anneau' }, zen: { en: 'Zen', fr: 'Zen' } };
    const pieces = [
      { at: 0, piece: 'ring', side: 'white' as const },
      { at: 2, piece: 'zen' },
      { at: 1, piece: 'ring', side: 'white' as const },
    ];
    expect(describeBoard(pieces, board, names).map((words) => words.en)).toEqual(['White ring: a2, a10.', 'Zen: b1.']);
    expect(describeBoard(pieces, board, names)[0]?.fr).toBe('Blancs, anneau : a2, a10.');
    expect(describeBoard([], board, names)[0]?.en).toBe('The board is empty.');
  });

  it('finds the commands in the server’s help', () => {
    expect(commandsIn('/join [SEAT]  sit down\n/leave  stand up; see /join')).toEqual([
      '/board',
      '/clock',
      '/join',
      '/last',
      '/leave',
    ]);
  });
});

describe('a clock', () => {
  it.each([
    [0, '0:00.0'],
    [9_950, '0:10'],
    [9_800, '0:09.8'],
    [10_000, '0:10'],
    [59_100, '1:00'],
    [245_000, '4:05'],
    [3_723_000, '1:02:03'],
    [273_600_000, '3 d 4 h'],
  ])('%i ms reads %s', (ms, text) => expect(clockText(ms)).toBe(text));
});
