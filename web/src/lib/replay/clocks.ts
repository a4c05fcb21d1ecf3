/** The clocks of a game as they were: worked out from the thinking time each turn was stored with. */
import type { Frame, Replay } from '../api/types';

/** What a clock showed. */
export interface ClockReading {
  ms: number;
  /** The time left; without a time limit, the time used. */
  is: 'left' | 'used';
}

/** What each seat's clock showed at a frame; none where that was not kept. */
export function readings({ time, frames }: Pick<Replay, 'time' | 'frames'>, ply: number): (ClockReading | null)[] {
  const seats = frames[0]?.scene.sides.length ?? 0;
  const past = frames.slice(0, ply + 1);
  const known = frames.some(({ used }) => used !== null);
  return Array.from({ length: seats }, (_, i): ClockReading | null => {
    if (!known) return null;
    const own = past.filter(({ seat }) => seat === i + 1);
    const used = own.findLast((frame) => frame.used !== null)?.used ?? 0;
    if (time?.kind !== 'total') return { ms: used, is: 'used' };
    const had = (time.seconds + time.increment * own.length) * 1000;
    return { ms: Math.max(0, had - used), is: 'left' };
  });
}

/** How long the turn that led to a frame was thought about, in milliseconds. */
export function thought(frames: readonly Frame[], ply: number): number | null {
  const frame = frames[ply];
  if (typeof frame?.used !== 'number') return null;
  const before = frames.slice(0, ply).findLast(({ seat, used }) => seat === frame.seat && used !== null);
  return Math.max(0, frame.used - (before?.used ?? 0));
}
