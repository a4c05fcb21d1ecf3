/** The geometry of a rating graph. */
import type { GraphSize } from './analysis/graph';
import type { RatingPoint } from './api/types';

/** Ratings are drawn between round numbers. */
const STEP = 100;
/** Room above and below the curve, in pixels. */
const MARGIN = 6;

/** The round numbers below and above a curve. */
export function rangeOf(points: readonly RatingPoint[]): [number, number] {
  const values = points.map(({ rating }) => rating.value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const low = Math.floor(least / STEP) * STEP;
  const high = Math.ceil(most / STEP) * STEP;
  return low === high ? [low - STEP, high + STEP] : [low, high];
}

/** Where the point of a game is. Games have the same distance, whenever they were played. */
export function placeOf(points: readonly RatingPoint[], at: number, { width, height }: GraphSize): { x: number; y: number } {
  const [low, high] = rangeOf(points);
  const value = points[at]?.rating.value ?? low;
  const x = points.length < 2 ? width / 2 : MARGIN + (at / (points.length - 1)) * (width - 2 * MARGIN);
  return { x, y: MARGIN + ((high - value) / (high - low)) * (height - 2 * MARGIN) };
}

/** The curve as a path. */
export function curve(points: readonly RatingPoint[], size: GraphSize): string {
  return points
    .map((_, at) => {
      const { x, y } = placeOf(points, at, size);
      return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
