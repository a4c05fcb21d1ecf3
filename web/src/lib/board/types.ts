/** The inputs of the board component. They contain no rules; coordinates come from the server's board. */
import type { PlacedPiece, Side } from '../api/types';

/** How the reader turned the board. */
export interface BoardRotation {
  /** Degrees, clockwise. */
  angle: number;
  /** Seen from behind: left and right exchanged. */
  mirrored: boolean;
}

/** What is shown on points besides pieces. */
export interface Marks {
  /** Points of the last turn. */
  last: number[];
  /** Points that decided the game. */
  decisive: number[];
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
  /** Blocks of squares, one of which is chosen next. */
  blocks: readonly (readonly number[])[];
}

export const NO_MARKS: Marks = {
  last: [],
  decisive: [],
  targets: [],
  picked: [],
  threats: [],
  shown: [],
  premove: [],
  blocks: [],
};

/** A piece with an identity of its own, so that it can be seen to move. */
export interface PieceBody extends PlacedPiece {
  key: number;
}
