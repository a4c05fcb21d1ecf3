/** The little arithmetic of the plane that boards need. On the screen y grows downwards. */
import type { BoardRotation } from './types';

export interface XY {
  x: number;
  y: number;
}

/** A point as it is seen: mirrored first, then turned clockwise. */
export function turn({ x, y }: XY, { angle, mirrored }: BoardRotation): XY {
  const radians = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const side = mirrored ? -x : x;
  return { x: side * cos - y * sin, y: side * sin + y * cos };
}

export const distance = (a: XY, b: XY): number => Math.hypot(a.x - b.x, a.y - b.y);

export function middle(points: readonly XY[]): XY {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The upright rectangle around points. */
export function bounds(points: readonly XY[]): { left: number; top: number; right: number; bottom: number } {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** A coordinate pair, short enough for a path. */
export const at = ({ x, y }: XY): string => `${round(x)} ${round(y)}`;

/** A circle as part of a path. */
export function circlePath({ x, y }: XY, radius: number): string {
  const r = round(radius);
  return `M${at({ x: x - radius, y })}a${r} ${r} 0 1 0 ${round(2 * radius)} 0a${r} ${r} 0 1 0 ${round(-2 * radius)} 0z`;
}

export const round = (value: number): number => Math.round(value * 1000) / 1000;

/** The nearest point within reach, if any. */
export function nearest(points: readonly XY[], place: XY, reach: number): number | null {
  let found: number | null = null;
  let best = reach;
  points.forEach((point, i) => {
    const away = distance(point, place);
    if (away <= best) [found, best] = [i, away];
  });
  return found;
}
