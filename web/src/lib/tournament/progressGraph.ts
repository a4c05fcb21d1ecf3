/** The geometry of a graph of points, round by round: one line for each entrant. */
import type { GraphSize } from '../analysis/graph';

/** Room around the lines, in pixels. */
const MARGIN = 8;

/** The highest number of points of all lines, and the longest line. */
export function extent(lines: readonly (readonly number[])[]): { most: number; steps: number } {
  return {
    most: Math.max(1, ...lines.map((line) => Math.max(0, ...line))),
    steps: Math.max(1, ...lines.map((line) => line.length)),
  };
}

/** Where a line is after a number of steps; every line begins at zero points before the first one. */
export function pointAt(
  value: number,
  step: number,
  { most, steps }: ReturnType<typeof extent>,
  { width, height }: GraphSize,
): { x: number; y: number } {
  return {
    x: MARGIN + (step / steps) * (width - 2 * MARGIN),
    y: MARGIN + (1 - value / most) * (height - 2 * MARGIN),
  };
}

/** A line as a path. */
export function progressPath(line: readonly number[], bounds: ReturnType<typeof extent>, size: GraphSize): string {
  return [0, ...line]
    .map((value, step) => {
      const { x, y } = pointAt(value, step, bounds, size);
      return `${step === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
