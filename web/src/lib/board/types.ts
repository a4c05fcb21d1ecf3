/** What the board component is told. Nothing here knows a rule; coordinates come from the server's board. */
import type { Placed, Side } from '../api/types';

/** A board as `GET /api/boards/{id}` describes it. */
export interface BoardData {
  id: string;
  style: 'lines' | 'squares';
  points: { name: string; x: number; y: number; neighbours: number[] }[];
  lines: [number, number][];
  /** Points marked on the printed board. */
  marks: number[];
  /** Angles by which the board turns onto itself, in degrees. */
  rotations?: number[];
  /** Names along the edges: what to write where. */
  labels?: { text: string; x: number; y: number }[];
}

/** How the reader turned the board. */
export interface Turning {
  /** Degrees, clockwise. */
  angle: number;
  /** Seen from behind: left and right exchanged. */
  mirrored: boolean;
}

/** What is shown on points besides pieces. */
export interface Marks {
  /** Points of the last turn. */
  last: number[];
  /** Points that may be touched next. */
  targets: number[];
  /** The points touched so far in the turn that is being built. */
  picked: number[];
  /** Rows that lack one piece. */
  threats: { side: Side; points: number[] }[];
  /** Points something points at: lessons, hints, notes. */
  shown: number[];
  /** A turn that waits for the opponent. */
  premove: number[];
}

export const NO_MARKS: Marks = { last: [], targets: [], picked: [], threats: [], shown: [], premove: [] };

/** A piece with an identity of its own, so that it can be seen to move. */
export interface Body extends Placed {
  key: number;
}
