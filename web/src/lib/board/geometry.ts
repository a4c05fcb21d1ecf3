/**
 * Where a board lies on the screen: points turned as the reader wishes, lines, the plate they are printed on, and the
 * names at its edge. Pure arithmetic on what the server told; the board's own unit is the length.
 */
import type { BoardData, Turning } from './types';
import { edgeNames, type Label } from './labels';

export interface XY {
  x: number;
  y: number;
}

export interface Layout {
  board: BoardData;
  /** The points as they are seen. */
  points: XY[];
  /** Between neighbours, typically. */
  spacing: number;
  /** The side of the square that a piece may fill. */
  size: number;
  /** The square that is seen. */
  box: XY & { side: number };
  /** Lines that border one triangle only: the rim. */
  rim: string;
  /** All other lines. */
  inner: string;
  /** The outline of the plate. */
  plate: string;
  /** Names outside the points, and small ones between them. */
  outside: Label[];
  inside: Label[];
}

/** How far the plate reaches beyond the points, with and without names. */
const MARGIN = { lines: { named: 1.02, plain: 0.72 }, squares: { named: 0.98, plain: 0.62 } };

export function layout(board: BoardData, turning: Turning, named: boolean): Layout {
  const points = board.points.map((point) => turn(point, turning));
  const lengths = board.lines.map(([a, b]) => distance(points[a]!, points[b]!)).sort((a, b) => a - b);
  const spacing = lengths[lengths.length >> 1] ?? 1;
  const size = board.style === 'squares' ? spacing : Math.min(spacing, 1.1 * (lengths[0] ?? 1));
  const margin = MARGIN[board.style][named ? 'named' : 'plain'];
  const { outside, inside } = named ? names(board, points, turning) : { outside: [], inside: [] };
  return { board, points, spacing, size, box: square(points, margin), ...lines(board, points), plate: plate(points, margin), outside, inside };
}

/** A point as it is seen: mirrored first, then turned clockwise. */
export function turn({ x, y }: XY, { angle, mirrored }: Turning): XY {
  const radians = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const side = mirrored ? -x : x;
  return { x: side * cos - y * sin, y: side * sin + y * cos };
}

export const distance = (a: XY, b: XY): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Names the server placed are turned with the board; otherwise they are worked out from what is seen. */
function names(board: BoardData, points: XY[], turning: Turning): { outside: Label[]; inside: Label[] } {
  if (!board.labels) return edgeNames(board, points);
  return { outside: board.labels.map((label) => ({ text: label.text, ...turn(label, turning) })), inside: [] };
}

/** The smallest upright square around the points and a margin. */
function square(points: XY[], margin: number): XY & { side: number } {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = Math.max(right - left, bottom - top) + 2 * margin + 0.08;
  return { x: (left + right - side) / 2, y: (top + bottom - side) / 2, side };
}

function lines(board: BoardData, points: XY[]): { rim: string; inner: string } {
  const near = board.points.map(({ neighbours }) => new Set(neighbours));
  const paths = { rim: '', inner: '' };
  for (const [a, b] of board.lines) {
    const triangles = board.points[a]!.neighbours.filter((point) => near[b]!.has(point)).length;
    paths[triangles < 2 ? 'rim' : 'inner'] += `M${at(points[a]!)}L${at(points[b]!)}`;
  }
  return paths;
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

/** The hull with a margin, its corners rounded. */
export function plate(points: readonly XY[], margin: number): string {
  const corners = hull(points);
  const parts = corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    const length = distance(from, to) || 1;
    const out = { x: ((to.y - from.y) / length) * margin, y: ((from.x - to.x) / length) * margin };
    const [a, b] = [from, to].map((corner) => at({ x: corner.x + out.x, y: corner.y + out.y }));
    return `${i ? `A${margin} ${margin} 0 0 1 ` : 'M'}${a}L${b}`;
  });
  const start = parts[0]?.slice(1).split('L')[0];
  return start === undefined ? '' : `${parts.join('')}A${margin} ${margin} 0 0 1 ${start}Z`;
}

/** A coordinate pair, short enough for a path. */
export const at = ({ x, y }: XY): string => `${round(x)} ${round(y)}`;

export const round = (value: number): number => Math.round(value * 1000) / 1000;

/** The points of a row in the order in which a band passes them: from one end of its longest way to the other. */
export function along(points: readonly XY[]): XY[] {
  const [first] = points;
  if (!first) return [];
  const end = points.reduce((far, point) => (distance(point, first) > distance(far, first) ? point : far), first);
  return [...points].sort((a, b) => distance(a, end) - distance(b, end));
}

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
