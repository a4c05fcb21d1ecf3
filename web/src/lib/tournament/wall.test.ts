import { expect, it } from 'vitest';
import { pageCount, pageOf, sideClock } from './wall';

it('shows page after page, and begins again', () => {
  const items = [1, 2, 3, 4, 5];
  expect([0, 1, 2, 3].map((turn) => pageOf(items, 2, turn))).toEqual([[1, 2], [3, 4], [5], [1, 2]]);
  expect(pageOf([], 4, 7)).toEqual([]);
  expect([pageCount(0, 3), pageCount(3, 3), pageCount(4, 3)]).toEqual([1, 1, 2]);
});

it('counts the running clock down, and only that', () => {
  const clocks = { left: [60_000, 50_000], running: [2], at: 1000 };
  expect(sideClock(clocks, 'white', 11_000)).toEqual({ left: 60_000, running: false });
  expect(sideClock(clocks, 'black', 11_000)).toEqual({ left: 40_000, running: true });
  expect(sideClock(clocks, 'black', 999_000)).toEqual({ left: 0, running: true });
  expect(sideClock(null, 'white', 0)).toBeNull();
});

it('shows the clock of the partner who is to move', () => {
  const clocks = { left: [10, 20, 30, 40].map((s) => s * 1000), running: [3], at: 0 };
  expect(sideClock(clocks, 'white', 0)).toEqual({ left: 30_000, running: true });
  expect(sideClock(clocks, 'black', 0)).toEqual({ left: 20_000, running: false });
});
