/** Arrow keys on a board: which point lies next in a direction of the screen, however the board is turned. */
import type { XY } from './plane';

/** Where the keyboard is, and the straight lane it follows: on boards without rows of their own it zigzags around it. */
export interface BoardCursor {
  at: number;
  /** The way last gone, and the place across it where that began. */
  lane?: { axis: 'x' | 'y'; across: number };
}

const WAYS: Record<string, XY> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Points further than this off the way are not in that direction: as tangent, a little over 60°. */
const CONE = 1.8;

/** Where a key leads; `null` if it is not a key of the board. */
export function follow(key: string, cursor: BoardCursor, points: readonly XY[]): BoardCursor | null {
  if (key === 'Home') return { at: 0 };
  if (key === 'End') return { at: points.length - 1 };
  const way = WAYS[key];
  return way ? go(way, cursor, points) : null;
}

function go(way: XY, cursor: BoardCursor, points: readonly XY[]): BoardCursor {
  const from = points[cursor.at];
  if (!from) return cursor;
  const axis = way.x ? 'x' : 'y';
  const cross = way.x ? 'y' : 'x';
  const lane = cursor.lane?.axis === axis ? cursor.lane : ({ axis, across: from[cross] } as const);
  let best = { at: cursor.at, cost: Infinity };
  points.forEach((point, at) => {
    const ahead = (point[axis] - from[axis]) * way[axis];
    const aside = Math.abs(point[cross] - from[cross]);
    if (ahead < 0.05 || aside > CONE * ahead) return;
    // Near before straight; of two as near and as straight, the one on the lane.
    const cost = Math.hypot(ahead, aside) + 0.45 * aside + 0.2 * Math.abs(point[cross] - lane.across);
    if (cost < best.cost - 1e-9) best = { at, cost };
  });
  return { at: best.at, lane };
}

/** The point the keyboard starts from: the first of those that matter, or the one nearest to the middle. */
export function start(points: readonly XY[], wanted: readonly number[]): number {
  const [first] = wanted;
  if (first !== undefined && first < points.length) return first;
  let middle = 0;
  points.forEach((point, i) => {
    if (Math.hypot(point.x, point.y) < Math.hypot(points[middle]!.x, points[middle]!.y) - 1e-9) middle = i;
  });
  return middle;
}
