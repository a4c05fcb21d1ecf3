/** Clocks worth offering. All games with a total add a little after each turn: a won game should not be lost by handling the mouse. */
import type { Time } from './api/types';

export const total = (minutes: number, increment: number): Time => ({ kind: 'total', seconds: minutes * 60, increment });
export const perTurn = (days: number): Time => ({ kind: 'days', days });
export const NO_CLOCK: Time = { kind: 'none' };

/** Few choices, so that two people are likely to choose the same. */
export const PAIRING_TIMES = [total(3, 2), total(5, 3), total(10, 5), perTurn(3)] as const;

/** For a table opened by the player. */
export const TABLE_TIMES = [NO_CLOCK, total(3, 2), total(5, 3), total(10, 5), total(20, 10), perTurn(1), perTurn(3)] as const;

/** One word for a clock, to distinguish them. */
export function timeKey(time: Time): string {
  if (time.kind === 'none') return 'none';
  return time.kind === 'days' ? `${time.days}d` : `${time.seconds}+${time.increment}`;
}
