/** The graph of a game: White's win chance over the turns. Plain arithmetic; Svelte only draws it. */
import type { Mark, Score, Side } from '../api/types';
import { chanceOf } from './score';

export interface GraphSize {
  width: number;
  height: number;
}

/** The horizontal position of a frame. */
export function xOf(frame: number, frames: number, { width }: GraphSize): number {
  return frames < 2 ? 0 : round((width * frame) / (frames - 1));
}

/** The vertical position of a score: White's win is at the top. */
export function yOf(score: Score, { height }: GraphSize): number {
  return round(height * (1 - chanceOf(score)));
}

const round = (value: number) => Math.round(value * 100) / 100;

interface GraphPoint {
  x: number;
  y: number;
}

function known(scores: readonly (Score | null)[], size: GraphSize): GraphPoint[][] {
  const runs: GraphPoint[][] = [[]];
  scores.forEach((score, frame) => {
    if (score) runs.at(-1)!.push({ x: xOf(frame, scores.length, size), y: yOf(score, size) });
    else if (runs.at(-1)!.length > 0) runs.push([]);
  });
  return runs.filter((run) => run.length > 0);
}

const along = (run: readonly GraphPoint[]) => run.map(({ x, y }) => `${x} ${y}`).join('L');

/** The line through the scores; positions that are not known yet leave gaps. */
export function line(scores: readonly (Score | null)[], size: GraphSize): string {
  return known(scores, size)
    .map((run) => `M${along(run)}`)
    .join('');
}

/** A side's part of the graph: White's lies below the line, Black's above it; empty where nothing is known. */
export function area(scores: readonly (Score | null)[], side: Side, size: GraphSize): string {
  const edge = side === 'white' ? size.height : 0;
  return known(scores, size)
    .map((run) => `M${run[0]!.x} ${edge}L${along(run)}L${run.at(-1)!.x} ${edge}Z`)
    .join('');
}

/** The frame nearest to a place across the picture. */
export function frameAt(x: number, frames: number, { width }: GraphSize): number {
  if (frames < 2) return 0;
  return Math.min(frames - 1, Math.max(0, Math.round((x / width) * (frames - 1))));
}

/** Where a key leads from a frame; `null` if nowhere. Page keys go to the mistakes. */
export function frameAfterKey(key: string, frame: number, frames: number, marks: readonly Mark[]): number | null {
  const last = Math.max(0, frames - 1);
  const turns = marks.map(({ turn }) => turn).sort((a, b) => a - b);
  const to: Record<string, number | undefined> = {
    ArrowLeft: frame - 1,
    ArrowDown: frame - 1,
    ArrowRight: frame + 1,
    ArrowUp: frame + 1,
    Home: 0,
    End: last,
    PageUp: turns.findLast((turn) => turn < frame) ?? frame,
    PageDown: turns.find((turn) => turn > frame) ?? frame,
  };
  const wanted = to[key];
  return wanted === undefined ? null : Math.min(last, Math.max(0, wanted));
}

/** The shape of a slip, around 0 0: a ring, a triangle, a cross-shaped diamond. Distinguishable without colour. */
export const SHAPES = {
  inaccuracy: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z',
  mistake: 'M0 -5L5 4H-5Z',
  blunder: 'M0 -6L6 0L0 6L-6 0Z',
} as const;
