/** The outline of the plate a board is printed on: what its points ask for, with a margin. */
import { at, bounds, distance, middle, type XY } from './plane';

/** The corners of a square board's plate, as a part of its margin. */
const ROUND = 0.35;

export function plate(points: readonly XY[], margin: number, style: 'lines' | 'squares'): string {
  const corners = hull(points);
  if (style === 'squares') return rectangle(corners, margin);
  const centre = middle(corners);
  const radii = corners.map((corner) => distance(corner, centre));
  if (corners.length < 8) return rounded(corners, margin);
  return Math.max(...radii) - Math.min(...radii) < 0.01 ? disc(centre, radii[0]! + margin) : smooth(corners, margin);
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

/** A curve that follows many corners at a distance. */
function smooth(corners: XY[], margin: number): string {
  const out = corners.map((corner, i) => {
    const [before, after] = [corners.at(i - 1)!, corners[(i + 1) % corners.length]!];
    return plus(corner, outward(before, after, margin));
  });
  const between = out.map((corner, i) => middle([corner, out[(i + 1) % out.length]!]));
  const curves = out.slice(1).map((corner, i) => `Q${at(corner)} ${at(between[i + 1]!)}`);
  return `M${at(between[0]!)}${curves.join('')}Q${at(out[0]!)} ${at(between[0]!)}Z`;
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

const turnsLeft = (a: XY, b: XY, c: XY): boolean =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) <= 1e-9;
