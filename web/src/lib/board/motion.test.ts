import { describe, expect, it } from 'vitest';
import type { PlacedPiece } from '../api/types';
import { namedPoints, SLIDE_MS, step, wayOf } from './motion';

/** Ten points in a row. */
const ROW = Array.from({ length: 10 }, (_, x) => ({ x, y: 0 }));
const piece = (at: number, kind: string, side: 'white' | 'black'): PlacedPiece => ({ at, piece: kind, side });
const stone = (at: number, side: 'white' | 'black' = 'white') => piece(at, 'stone', side);

const NOTHING = { bodies: [], fresh: 0 };
const begin = (...pieces: PlacedPiece[]) => step(NOTHING, pieces, ROW);
const keyAt = (bodies: { at: number; key: number; piece: string }[], at: number, kind?: string) =>
  bodies.find((body) => body.at === at && (!kind || body.piece === kind))?.key;

describe('pieces', () => {
  it('that stay keep their identity, and nothing moves', () => {
    const before = begin(stone(1), stone(2, 'black'));
    const { bodies, moves } = step(before, [stone(2, 'black'), stone(1)], ROW);
    expect(keyAt(bodies, 1)).toBe(keyAt(before.bodies, 1));
    expect(keyAt(bodies, 2)).toBe(keyAt(before.bodies, 2));
    expect(moves).toEqual([]);
  });

  it('of which nothing changed are the same objects as before, so that they are not drawn again', () => {
    const before = begin(stone(1), stone(2, 'black'), stone(4));
    const { bodies } = step(before, [stone(1), stone(2), stone(5)], ROW);
    const at = (all: typeof bodies, point: number) => all.find((body) => body.at === point);
    expect(at(bodies, 1)).toBe(at(before.bodies, 1));
    expect(at(bodies, 2)).not.toBe(at(before.bodies, 2));
    expect(at(before.bodies, 4)).toEqual({ ...stone(4), key: 2 });
  });

  it('that left one point and arrived on another have moved', () => {
    const before = begin(stone(1), stone(4));
    const { bodies, moves } = step(before, [stone(1), stone(7)], ROW);
    expect(keyAt(bodies, 7)).toBe(keyAt(before.bodies, 4));
    expect(moves).toEqual([{ key: keyAt(before.bodies, 4), kind: 'slide', from: 4, to: 7 }]);
  });

  it('are matched with the nearest of their kind and side', () => {
    const before = begin(stone(0), stone(5), stone(6, 'black'));
    const { bodies } = step(before, [stone(1), stone(7), stone(8, 'black')], ROW);
    expect(keyAt(bodies, 1)).toBe(keyAt(before.bodies, 0));
    expect(keyAt(bodies, 7)).toBe(keyAt(before.bodies, 5));
    expect(keyAt(bodies, 8)).toBe(keyAt(before.bodies, 6));
  });

  it('that capture take the place of the captured, which is gone', () => {
    const before = begin(stone(1), stone(4, 'black'));
    const { bodies, moves } = step(before, [stone(4)], ROW);
    expect(bodies.map(({ key }) => key)).toEqual([keyAt(before.bodies, 1)]);
    expect(moves).toHaveLength(1);
  });

  it('that are new have an identity nobody had', () => {
    const before = begin(stone(1), stone(2));
    const { bodies, moves } = step(before, [stone(1), stone(2), stone(3)], ROW);
    expect(new Set(bodies.map(({ key }) => key)).size).toBe(3);
    expect(moves).toEqual([{ key: keyAt(bodies, 3), kind: 'enter', at: 3 }]);
  });

  it('that left do not lend their identity to others', () => {
    const before = begin(stone(1), stone(2, 'black'));
    const gone = step(before, [stone(1)], ROW);
    const { bodies } = step(gone, [stone(1), stone(5, 'black')], ROW);
    expect(keyAt(bodies, 5)).not.toBe(keyAt(before.bodies, 2));
  });

  it('that moved come last: they are drawn on top', () => {
    const before = begin(stone(1), stone(4, 'black'), stone(5));
    const { bodies } = step(before, [stone(8), stone(4, 'black'), stone(5)], ROW);
    expect(bodies.map(({ at }) => at)).toEqual([4, 5, 8]);
  });
});

describe('two-sided pieces', () => {
  const marker = (at: number, side: 'white' | 'black') => piece(at, 'marker', side);
  const ring = (at: number) => piece(at, 'ring', 'white');
  const before = step(NOTHING, [ring(0), marker(2, 'black'), marker(3, 'white')], ROW, ['marker']);
  const after = step(before, [ring(4), marker(0, 'white'), marker(2, 'white'), marker(3, 'black')], ROW, ['marker']);

  it('keep their identity when they are turned over, and never wander', () => {
    expect(keyAt(after.bodies, 2)).toBe(keyAt(before.bodies, 2));
    expect(keyAt(after.bodies, 3)).toBe(keyAt(before.bodies, 3));
    expect(keyAt(after.bodies, 0, 'marker')).not.toBe(keyAt(before.bodies, 3));
  });

  it('turn over as the ring passes', () => {
    const delays = after.moves.flatMap((move) => (move.kind === 'flip' ? [[move.at, move.delay]] : []));
    expect(delays).toEqual([
      [2, SLIDE_MS / 2],
      [3, (SLIDE_MS * 3) / 4],
    ]);
  });

  it('turn over at once when nothing passes', () => {
    const { moves } = step(before, [ring(0), marker(2, 'white'), marker(3, 'white')], ROW, ['marker']);
    expect(moves).toEqual([{ key: keyAt(before.bodies, 2), kind: 'flip', at: 2, delay: 0 }]);
  });
});

it('a ring and the marker inside it are two pieces on one point', () => {
  const both = step(NOTHING, [piece(1, 'ring', 'white'), piece(1, 'marker', 'white')], ROW, ['marker']);
  expect(new Set(both.bodies.map(({ key }) => key)).size).toBe(2);
});

describe('a piece that hops', () => {
  const names = ['a1', 'b2', 'c3', 'd4'];

  it('goes along the points of its turn', () => {
    const named = namedPoints('a1-c3-D4', names);
    expect(named).toEqual([0, 2, 3]);
    expect(wayOf({ from: 0, to: 3 }, named)).toEqual([0, 2, 3]);
    expect(wayOf({ from: 2, to: 3 }, named)).toEqual([2, 3]);
  });

  it('goes straight where the turn does not say how', () => {
    expect(wayOf({ from: 0, to: 1 }, namedPoints('pass', names))).toEqual([0, 1]);
    expect(wayOf({ from: 1, to: 3 }, namedPoints('a1-c3', names))).toEqual([1, 3]);
    expect(wayOf({ from: 2, to: 0 }, namedPoints('a1-c3', names))).toEqual([2, 0]);
  });
});
