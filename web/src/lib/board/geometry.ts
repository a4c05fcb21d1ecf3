/**
 * Where a board lies on the screen: points turned as the reader wishes, lines, the plate they are printed on, and the
 * names at its edge. Pure arithmetic on the board data of the server; lengths are in the unit of the board.
 */
import type { BoardData } from '../api/types';
import type { BoardRotation } from './types';
import { edgeNames, type EdgeLabel } from './labels';
import { at, bounds, distance, middle, turn, type XY } from './plane';
import { plate } from './plate';

export interface Layout {
  board: BoardData;
  /** The points as they are seen. */
  points: XY[];
  /** Between neighbours, typically. */
  spacing: number;
  /** The side of the square that a piece may fill. */
  size: number;
  /** How high names are. */
  text: number;
  /** The square that is seen. */
  box: XY & { side: number };
  /** What is one on a board of the usual size: marks and lines are as strong on every board. */
  unit: number;
  /** Lines that border one triangle only: the rim. */
  rim: string;
  /** All other lines. */
  inner: string;
  /** The outline of the plate. */
  plate: string;
  /** Names outside the points, and small ones between them. */
  outside: EdgeLabel[];
  inside: EdgeLabel[];
}

/** From a point to the nearest thing outside: the names, or the edge of the plate. */
const CLEAR = { lines: 0.5, squares: 0.52 };
/** A name's height on a board of the usual size; small boards have smaller ones. */
const TEXT = { most: 0.25, ofBoard: 0.03 };
/** From there to the middle of a name, and to the edge of the plate beyond it, in heights of a name. */
const NAME = { short: { middle: 0.45, beyond: 1.3 }, long: { middle: 0.6, beyond: 1.85 } };
/** The edge of the plate where there are no names. */
const BARE = 0.1;

export function layOut(board: BoardData, turning: BoardRotation, named: boolean): Layout {
  const points = board.points.map((point) => turn(point, turning));
  const lengths = board.lines.map(([a, b]) => distance(points[a]!, points[b]!)).sort((a, b) => a - b);
  const spacing = lengths[lengths.length >> 1] ?? 1;
  const clear = CLEAR[board.style];
  const text = Math.min(TEXT.most, TEXT.ofBoard * (extent(points) + 1));
  const long = edgeNames(board, points, 0).outside.some(({ text }) => text.length > 2);
  const name = NAME[long ? 'long' : 'short'];
  const names = named ? edgeNames(board, points, clear + name.middle * text) : { outside: [], inside: [] };
  const margin = clear + (named ? name.beyond * text : BARE);
  const { outline, box: inner } = plate(points, margin, board.style);
  const box = withEdge(inner);
  return {
    board,
    points,
    spacing,
    size: board.style === 'squares' ? spacing : Math.min(spacing, 1.1 * (lengths[0] ?? 1)),
    text,
    box,
    unit: box.side / 11.4,
    plate: outline,
    ...lines(board, points),
    ...names,
  };
}

/** How much more room the plate's edge and shadow take, as a part of the whole. */
const EDGE = 0.014;

function withEdge({ x, y, side }: Layout['box']): Layout['box'] {
  const edge = EDGE * side;
  return { x: x - edge / 2, y: y - edge / 2, side: side + edge };
}

/** The wider of a board's width and height. */
function extent(points: XY[]): number {
  const { left, top, right, bottom } = bounds(points);
  return Math.max(right - left, bottom - top);
}

/** Two points joined only along one triangle lie on the rim. */
function isRim(board: BoardData, [a, b]: [number, number]): boolean {
  const near = board.points[b]!.neighbours;
  return board.points[a]!.neighbours.filter((point) => near.includes(point)).length < 2;
}

/** All lines, bent so that a row which goes straight on in the game is smooth to the eye. */
function lines(board: BoardData, points: XY[]): Pick<Layout, 'rim' | 'inner'> {
  const paths = { rim: '', inner: '' };
  for (const line of board.lines) paths[isRim(board, line) ? 'rim' : 'inner'] += way(board, points, line);
  return paths;
}

/** The curve along points that are joined by lines. */
export function way(board: BoardData, points: readonly XY[], [first, ...rest]: readonly number[]): string {
  if (first === undefined) return '';
  let from = first;
  const curves = rest.map((to) => {
    const [start, end] = [leave(board, points, from, to), leave(board, points, to, from)];
    from = to;
    return `C${at(start)} ${at(end)} ${at(points[to]!)}`;
  });
  return `M${at(points[first]!)}${curves.join('')}`;
}

/** The handle of a line's curve at the end `a`: it continues what lies behind. */
function leave(board: BoardData, points: readonly XY[], a: number, b: number): XY {
  const [from, to] = [points[a]!, points[b]!];
  const behind = opposite(
    from,
    to,
    board.points[a]!.neighbours.map((point) => points[point]!),
  );
  const back = behind.length ? middle(behind) : { x: 2 * from.x - to.x, y: 2 * from.y - to.y };
  const third = distance(from, to) / 3 / (distance(back, to) || 1);
  return { x: from.x + (to.x - back.x) * third, y: from.y + (to.y - back.y) * third };
}

/** Lines this far off the straight way, as cosine, are other lines; those nearly as straight as the best fork. */
const STRAIGHT = Math.cos((42 * Math.PI) / 180);
const FORK = 0.06;

/** Of the points around one, those that lie opposite another: the eye's straight on, two of them at a fork. */
function opposite(here: XY, ahead: XY, around: XY[]): XY[] {
  const straightness = (point: XY) => {
    const across = (point.x - here.x) * (here.x - ahead.x) + (point.y - here.y) * (here.y - ahead.y);
    return across / (distance(point, here) * distance(here, ahead) || 1);
  };
  const best = Math.max(...around.map(straightness));
  return best < STRAIGHT ? [] : around.filter((point) => straightness(point) > Math.max(STRAIGHT, best - FORK) - 1e-9);
}

/** The points of the rim, in order around the board. */
export function rimOf(board: BoardData): number[] {
  const next = new Map<number, number[]>();
  for (const line of board.lines.filter((line) => isRim(board, line))) {
    const [a, b] = line;
    next.set(a, [...(next.get(a) ?? []), b]);
    next.set(b, [...(next.get(b) ?? []), a]);
  }
  const first = next.keys().next().value;
  const round: number[] = first === undefined ? [] : [first];
  for (;;) {
    const onward = next.get(round.at(-1)!)?.find((point) => !round.includes(point));
    if (onward === undefined) return round;
    round.push(onward);
  }
}

/** The sides of a board with corners: the rim cut where a point has the fewest neighbours. Corners are in both. */
export function sidesOf(board: BoardData): number[][] {
  const rim = rimOf(board);
  const degree = (point: number) => board.points[point]!.neighbours.length;
  const least = Math.min(...rim.map(degree));
  const corners = rim.flatMap((point, place) => (degree(point) === least ? [place] : []));
  return corners.map((from, i) => {
    const to = corners[i + 1] ?? corners[0]! + rim.length;
    return Array.from({ length: to - from + 1 }, (_, n) => rim[(from + n) % rim.length]!);
  });
}

/** The points of a row in the order in which a band passes them: from one end of its longest way to the other. */
export function along(points: readonly XY[]): XY[] {
  const [first] = points;
  if (!first) return [];
  const end = points.reduce((far, point) => (distance(point, first) > distance(far, first) ? point : far), first);
  return [...points].sort((a, b) => distance(a, end) - distance(b, end));
}
