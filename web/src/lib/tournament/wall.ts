/** What a projector shows: pages that follow each other, and the clocks of a side. */
import type { Clocks, Side } from '../api/types';

/** The items of one of the pages that are shown in turn; `turn` counts on without end. */
export function pageOf<Item>(items: readonly Item[], size: number, turn: number): Item[] {
  const pages = pageCount(items.length, size);
  const from = (turn % pages) * size;
  return items.slice(from, from + size);
}

export function pageCount(items: number, size: number): number {
  return Math.max(1, Math.ceil(items / size));
}

/** The clock of a side: that of the seat that runs, or of its first one. White has the odd seats, Black the even ones. */
export function sideClock(clocks: Clocks | null, side: Side, now: number): { left: number; running: boolean } | null {
  if (!clocks) return null;
  const seats = clocks.left.map((_, i) => i + 1).filter((seat) => (seat % 2 === 1) === (side === 'white'));
  const running = seats.find((seat) => clocks.running.includes(seat));
  const seat = running ?? seats[0];
  const left = seat === undefined ? undefined : clocks.left[seat - 1];
  if (left === undefined) return null;
  if (running === undefined) return { left, running: false };
  return { left: Math.max(0, left - Math.max(0, now - clocks.at)), running: true };
}
