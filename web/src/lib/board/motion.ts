/**
 * Pieces before and after: which is which, so that they can be seen to move. The server sends positions, not
 * movements; a piece that left a point and one of its kind that arrived on another are taken to be the same.
 */
import type { PlacedPiece } from '../api/types';
import { distance, type XY } from './plane';
import { grouped } from './standing';
import type { PieceBody } from './types';

/** What is to be seen of the step from one position to the next. */
export type Move =
  | { key: number; kind: 'slide'; from: number; to: number }
  | { key: number; kind: 'flip'; at: number; delay: number }
  | { key: number; kind: 'enter'; at: number };

export interface MotionStep {
  /** Every piece, those that moved last: they are drawn on top. One of which nothing changed is the same object as before. */
  bodies: PieceBody[];
  moves: Move[];
  /** The identity of the next piece that comes: one that left never comes back as another. */
  fresh: number;
}

/** In milliseconds: how long a piece slides, turns over, is put down, fades away. */
export const SLIDE_MS = 200;
export const FLIP_MS = 200;
export const ENTER_MS = 140;
export const LEAVE_MS = 140;

/**
 * Gives each piece the identity it had before.
 * @param flips the kinds that turn over on their point and never leave it for another.
 */
export function step(
  { bodies: before, fresh }: Pick<MotionStep, 'bodies' | 'fresh'>,
  pieces: readonly PlacedPiece[],
  points: readonly XY[],
  flips: readonly string[] = [],
): MotionStep {
  const found = identify(before, pieces, points, flips);
  const bodies = pieces.map((placed) => {
    const known = found.get(placed);
    return known?.at === placed.at && alike(known, placed) ? known : { ...placed, key: known?.key ?? fresh++ };
  });
  const moves = bodies.flatMap((body, i) => change(found.get(pieces[i]!), body));
  const order = new Map(before.map(({ key }, i) => [key, i]));
  const moved = new Set(moves.filter(({ kind }) => kind === 'slide').map(({ key }) => key));
  const rank = ({ key }: PieceBody) => (moved.has(key) ? Infinity : (order.get(key) ?? before.length));
  bodies.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  return { bodies, moves: stagger(moves, points), fresh };
}

/** The points that a turn in notation names, in its order: what hops from one to the next stops at each. */
export function namedPoints(turn: string, names: readonly string[]): number[] {
  const places = new Map(names.map((name, place) => [name, place]));
  return (turn.match(/[a-z]+\d+/gi) ?? []).flatMap((name) => places.get(name.toLowerCase()) ?? []);
}

/** The way of a piece: along the named points that lead from where it was to where it is, or straight. */
export function wayOf({ from, to }: { from: number; to: number }, named: readonly number[]): number[] {
  const start = named.indexOf(from);
  const end = named.indexOf(to, start + 1);
  return start < 0 || end < 0 ? [from, to] : named.slice(start, end + 1);
}

/** The piece that stood there before: the same one, the same one turned over, or the nearest of its kind that left its point. */
function identify(
  before: readonly PieceBody[],
  pieces: readonly PlacedPiece[],
  points: readonly XY[],
  flips: readonly string[],
): Map<PlacedPiece, PieceBody> {
  const left = new Set(before);
  const found = new Map<PlacedPiece, PieceBody>();
  const meet = (placed: PlacedPiece, body: PieceBody | undefined): void => {
    if (!body) return;
    found.set(placed, body);
    left.delete(body);
  };
  const stood = grouped(before);
  for (const placed of pieces)
    meet(
      placed,
      stood.get(placed.at)?.find((body) => alike(body, placed)),
    );
  for (const placed of pieces) {
    const turned = (body: PieceBody) => body.piece === placed.piece && flips.includes(body.piece);
    if (!found.has(placed)) meet(placed, stood.get(placed.at)?.find(turned));
  }
  const missing = pieces.filter((placed) => !found.has(placed) && !flips.includes(placed.piece));
  for (const [placed, body] of nearestPairs(missing, [...left], points)) meet(placed, body);
  return found;
}

const alike = (a: PlacedPiece, b: PlacedPiece): boolean => a.piece === b.piece && a.side === b.side;

/** Pairs of pieces of one kind, the nearest first. */
function nearestPairs(arrived: PlacedPiece[], left: PieceBody[], points: readonly XY[]): [PlacedPiece, PieceBody][] {
  const away = (placed: PlacedPiece, body: PieceBody) => distance(points[placed.at]!, points[body.at]!);
  const pairs = arrived.flatMap((placed) =>
    left.filter((body) => alike(body, placed)).map((body) => ({ placed, body, away: away(placed, body) })),
  );
  const taken = new Set<PlacedPiece | PieceBody>();
  return pairs
    .sort((a, b) => a.away - b.away)
    .filter(({ placed, body }) => {
      if (taken.has(placed) || taken.has(body)) return false;
      taken.add(placed).add(body);
      return true;
    })
    .map(({ placed, body }) => [placed, body]);
}

function change(before: PieceBody | undefined, { key, at, side }: PieceBody): Move[] {
  if (!before) return [{ key, kind: 'enter', at }];
  if (before.at !== at) return [{ key, kind: 'slide', from: before.at, to: at }];
  return before.side === side ? [] : [{ key, kind: 'flip', at, delay: 0 }];
}

/** What is passed over turns over when it is passed. */
function stagger(moves: Move[], points: readonly XY[]): Move[] {
  const slide = moves.find((move) => move.kind === 'slide');
  if (!slide) return moves;
  const from = points[slide.from]!;
  const whole = distance(from, points[slide.to]!) || 1;
  return moves.map((move) =>
    move.kind === 'flip' ? { ...move, delay: Math.min(1, distance(from, points[move.at]!) / whole) * SLIDE_MS } : move,
  );
}
