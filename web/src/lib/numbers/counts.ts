/** Counting: what a page makes of the server's numbers before they are drawn. */
import type { Ends, LengthBucket } from '../api/types';
import { language } from '../messages/index.svelte';

export const gamesOf = ({ white, black, draws }: Ends): number => white + black + draws;

/** A part of a whole, 0 to 1; 0 if the whole is 0. */
export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** `37 %`, as the reader writes it; only nothing is 0 %, and only everything is 100 %. */
export function percent(part: number, whole: number): string {
  const exact = share(part, whole) * 100;
  const kept = exact > 0 && exact < 1 ? 1 : exact > 99 && exact < 100 ? 99 : Math.round(exact);
  return new Intl.NumberFormat(language.current, { style: 'percent' }).format(kept / 100);
}

/** The class in which the game in the middle is: half of them are as short or shorter. */
export function middle(lengths: readonly LengthBucket[]): LengthBucket | null {
  const all = lengths.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const length of lengths) {
    seen += length.count;
    if (all > 0 && seen * 2 >= all) return length;
  }
  return null;
}

/** How many bars lie between two labels so that the labels do not touch: 1, 2, 5, 10, … */
export function labelEvery(bars: number, room: number, widest: number): number {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  return steps.find((step) => (room / Math.max(bars, 1)) * step >= widest) ?? bars;
}

/** `12`, or `10–19`. */
export const spanOf = ({ from, to }: LengthBucket): string => (from === to ? String(from) : `${from}–${to}`);
