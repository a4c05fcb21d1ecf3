import { expect, it } from 'vitest';
import type { Frame } from '../api/types';
import { readings, thought } from './clocks';

const frame = (seat: number | null, used: number | null) =>
  ({ seat, used, scene: { sides: ['white', 'black'] } }) as unknown as Frame;
const frames = [frame(null, null), frame(1, 5000), frame(2, 1000), frame(1, 12_000)];

it('reads what was left, with what was added after each own turn', () => {
  const game = { time: { kind: 'total' as const, seconds: 60, increment: 2 }, frames };
  const left = (ply: number) => readings(game, ply).map((reading) => reading?.ms);
  expect(left(0)).toEqual([60_000, 60_000]);
  expect(left(1)).toEqual([57_000, 60_000]);
  expect(left(3)).toEqual([52_000, 61_000]);
  expect(readings({ ...game, time: { kind: 'total', seconds: 3, increment: 0 } }, 3)[0]?.ms).toBe(0);
});

it('reads what was used where no clock could run out, and nothing where nothing was kept', () => {
  expect(readings({ time: null, frames }, 3)).toEqual([
    { ms: 12_000, is: 'used' },
    { ms: 1000, is: 'used' },
  ]);
  expect(readings({ time: { kind: 'total', seconds: 3, increment: 0 }, frames: [frame(null, null), frame(1, null)] }, 1)).toEqual(
    [null, null],
  );
});

it('tells how long a turn took', () => {
  expect([0, 1, 2, 3, 4].map((ply) => thought(frames, ply))).toEqual([null, 5000, 1000, 7000, null]);
});
