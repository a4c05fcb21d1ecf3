/**
 * The names around a board, worked out from the names and the lines alone, on the board as it is seen.
 *
 * A name is a letter and a number. Where the points of one letter stand in a row, as on a chess board, the letter is
 * written at the end of that row, and the numbers likewise. Where they close a ring, as on the 93-node board, the
 * names of the rim are written outside and those of every ring's corners inside.
 */
import { middle, type XY } from './plane';
import type { BoardData } from '../api/types';

export interface EdgeLabel extends XY {
  text: string;
}

/** @param distance from the last point of a row to the middle of the name beyond it. */
export function edgeNames(
  board: BoardData,
  points: readonly XY[],
  distance: number,
): { outside: EdgeLabel[]; inside: EdgeLabel[] } {
  const letters = groups(board, (name) => name.replace(/\d+$/, ''));
  if ([...letters.values()].some((ring) => closes(board, ring))) return rings(board, points, [...letters.values()], distance);
  const numbers = groups(board, (name) => name.replace(/^\D+/, ''));
  const written = rows(letters, points, distance, 1);
  // Below and on the left, unless letters are there already.
  const ways = ([1, -1] as const).map((end) => rows(numbers, points, distance, end));
  const [low, high] = [ways[0]!, ways[1]!];
  return { outside: [...written, ...(clashes(high, written) < clashes(low, written) ? high : low)], inside: [] };
}

/** How many names are written so close to others that they would be read together. */
function clashes(some: EdgeLabel[], others: EdgeLabel[]): number {
  return some.filter((a) => others.some((b) => Math.hypot(a.x - b.x, a.y - b.y) < 0.6)).length;
}

function groups(board: BoardData, key: (name: string) => string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  board.points.forEach(({ name }, i) => found.set(key(name), [...(found.get(key(name)) ?? []), i]));
  return found;
}

function closes(board: BoardData, ring: number[]): boolean {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  return ring.length > 2 && board.points[first]!.neighbours.includes(last);
}

/** Each name at the end of its row that lies lower and further left; with `end` -1 at the other one. */
function rows(found: Map<string, number[]>, points: readonly XY[], distance: number, end: 1 | -1): EdgeLabel[] {
  const low = (i: number) => end * (points[i]!.y - 1.01 * points[i]!.x);
  const sorted = [...found].map(([text, row]) => [text, row.toSorted((a, b) => low(b) - low(a))] as const);
  // All rows of a board are parallel: the longest tells the direction even of a row of one point.
  const longest = sorted.reduce<number[]>((best, [, row]) => (row.length > best.length ? row : best), []);
  const way = unit(points[longest[1]!] ?? { x: 0, y: -1 }, points[longest[0]!] ?? { x: 0, y: 0 });
  return sorted.map(([text, row]) => beyond(text, points[row[0]!]!, way, distance));
}

function rings(
  board: BoardData,
  points: readonly XY[],
  found: number[][],
  distance: number,
): { outside: EdgeLabel[]; inside: EdgeLabel[] } {
  const outside = (found[0] ?? []).map((i) => {
    const { name, neighbours } = board.points[i]!;
    const from = middle(neighbours.map((n) => points[n]!));
    return beyond(name, points[i]!, unit(from, points[i]!), distance);
  });
  const inside = found.slice(1).flatMap((ring, i) => corners(board, points, found[i]!, ring));
  return { outside, inside };
}

/** The names of a ring's corners, each in the triangle it forms with the next point and one of the ring around. */
function corners(board: BoardData, points: readonly XY[], outer: number[], ring: number[]): EdgeLabel[] {
  const around = (i: number) => board.points[i]!.neighbours.filter((n) => outer.includes(n));
  return ring.flatMap((i, place) => {
    if (around(i).length < 3) return [];
    const next = ring[(place + 1) % ring.length]!;
    const tip = around(i).find((n) => board.points[next]!.neighbours.includes(n));
    if (tip === undefined) return [];
    return [{ text: board.points[i]!.name, ...middle([i, next, tip].map((n) => points[n]!)) }];
  });
}

function unit(from: XY, to: XY): XY {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

const beyond = (text: string, { x, y }: XY, way: XY, distance: number): EdgeLabel => ({
  text,
  x: x + way.x * distance,
  y: y + way.y * distance,
});
