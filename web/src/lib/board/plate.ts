/** The outline of the plate a board is printed on: around all points, with a margin. */
import { at, bounds, distance, middle, type XY } from './plane';

/** The corners of a square board's plate, as a part of its margin. */
const ROUND = 0.35;

/** How much farther a disc reaches than a square plate, so that the names beside the corners lie on it. */
const SAGITTA = 0.1;

export interface Plate {
  /** A path. */
  outline: string;
  /** The smallest upright square around it. */
  box: XY & { side: number };
}

export function plate(points: readonly XY[], margin: number, style: 'lines' | 'squares'): Plate {
  const corners = hull(points);
  const centre = middle(corners);
  const radii = corners.map((corner) => distance(corner, centre));
  const isRound = corners.length >= 8 && Math.max(...radii) - Math.min(...radii) < 0.01;
  if (isRound) {
    // Corners come nearer to the edge than the points between them: the grid is as large as the disc allows.
    const box = square(corners, margin + SAGITTA);
    return { outline: disc({ x: box.x + box.side / 2, y: box.y + box.side / 2 }, box.side / 2), box };
  }
  const draw = style === 'squares' ? rectangle : corners.length < 8 ? rounded : smooth;
  return { outline: draw(corners, margin), box: square(corners, margin) };
}

function square(points: XY[], margin: number): Plate['box'] {
  const { left, top, right, bottom } = bounds(points);
  const side = Math.max(right - left, bottom - top) + 2 * margin;
  return { x: (left + right - side) / 2, y: (top + bottom - side) / 2, side };
}

function rectangle(corners: XY[], margin: number): string {
  const { left, top, right, bottom } = bounds(corners);
  const r = ROUND * margin;
  const [width, height] = [right - left + 2 * (margin - r), bottom - top + 2 * (margin - r)];
  const turn = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  const way = `h${width}${turn(r, r)}v${height}${turn(-r, r)}h${-width}${turn(-r, -r)}v${-height}${turn(r, -r)}`;
  return `M${at({ x: left - margin + r, y: top - margin })}${way}Z`;
}

const disc = ({ x, y }: XY, r: number): string => `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0Z`;

/** The outward normal of the edge between two corners, `margin` long. */
function outward(from: XY, to: XY, margin: number): XY {
  const length = distance(from, to) || 1;
  return { x: ((to.y - from.y) / length) * margin, y: ((from.x - to.x) / length) * margin };
}

const plus = (a: XY, b: XY): XY => ({ x: a.x + b.x, y: a.y + b.y });

/** A smooth curve through many corners, at a distance from them. */
function smooth(corners: XY[], margin: number): string {
  const near = (list: XY[], i: number) => list[(i + list.length) % list.length]!;
  const out = corners.map((corner, i) => plus(corner, outward(near(corners, i - 1), near(corners, i + 1), margin)));
  /** The handle at a corner, towards the next one or the one before. */
  const handle = (i: number, way: 1 | -1) => {
    const [before, here, after] = [near(out, i - way), near(out, i), near(out, i + way)];
    return { x: here.x + (after.x - before.x) / 6, y: here.y + (after.y - before.y) / 6 };
  };
  const curves = out.map((_, i) => `C${at(handle(i, 1))} ${at(handle(i + 1, -1))} ${at(near(out, i + 1))}`);
  return `M${at(out[0]!)}${curves.join('')}Z`;
}

/** Straight edges at a distance, the corners rounded. */
export function rounded(corners: readonly XY[], margin: number): string {
  const edges = corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    const out = outward(from, to, margin);
    return [at(plus(from, out)), at(plus(to, out))];
  });
  const turn = `A${margin} ${margin} 0 0 1 `;
  return `M${edges.map(([start, end]) => `${start}L${end}`).join(turn)}${turn}${edges[0]?.[0]}Z`;
}

/** The convex hull of the points, clockwise on the screen, without points in the middle of an edge. */
export function hull(points: readonly XY[]): XY[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (ordered: XY[]): XY[] => {
    const chain: XY[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && turnsLeft(chain.at(-2)!, chain.at(-1)!, point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Whether a way turns left at its middle point, or hardly turns at all. */
const turnsLeft = (a: XY, b: XY, c: XY): boolean => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) <= 1e-3;
