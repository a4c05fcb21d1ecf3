import { describe, expect, it } from 'vitest';
import type { PlacedPiece, Words } from '../api/types';
import { turnEvent } from './turnEvent';

const who = { en: 'Onyx', fr: 'Onyx' };
const names: Record<string, Words> = {
  amazon: { en: 'amazon', fr: 'amazone' },
  pawn: { en: 'pawn', fr: 'pion' },
  zen: { en: 'Zen', fr: 'Zen' },
};
const stand = (piece: string, n: number): PlacedPiece[] => Array.from({ length: n }, (_, at) => ({ at, piece }));
const event = (text: string, before: PlacedPiece[] = [], after: PlacedPiece[] = []) =>
  turnEvent({ text, who, before, after }, names);

describe('what a turn did', () => {
  it.each([
    ['pass', 'Onyx has no move and passes'],
    ['xb2-f6:c3 pass', 'Onyx has no move and passes'],
    ['swap', 'Onyx swaps colours'],
    ['a5-c4*d3', 'Onyx fuses two stones: d3 is gone'],
    ['e5-e8 xd4-h8:a3', 'Onyx removes a row and a ring'],
    ['xb2-f6:c3 e5-e8 xd4-h8:a3', 'Onyx removes 2 rows and 2 rings'],
    ['a2-a3 L2@b3', 'Onyx applies law 2'],
    ['L1@b3=L3:?', 'Onyx rewrites law 3'],
    ['e5-e8', undefined],
    ['c7', undefined],
  ])('%s: %s', (text, said) => expect(event(text)?.en).toBe(said));

  it('counts what was captured', () => {
    expect(event('a1-a3-a5', stand('amazon', 12), stand('amazon', 10))?.en).toBe('Onyx captures 2 amazons');
    expect(event('a1-a3', stand('amazon', 12), stand('amazon', 11))?.en).toBe('Onyx captures an amazon');
    expect(event('b7xb9', stand('pawn', 12), stand('pawn', 11))?.fr).toBe('Onyx prend 1 pion');
    expect(event('b7xb9', [...stand('pawn', 2), ...stand('zen', 1)], stand('pawn', 2))?.en).toBe('Onyx captures the Zen');
    expect(event('a1-a2', stand('pawn', 12), stand('pawn', 12))).toBeNull();
  });
});
