/** What stands where. */
import type { Placed } from '../api/types';

/** The pieces on each point, from top to bottom. */
export function grouped<Piece extends Placed>(pieces: readonly Piece[]): Map<number, Piece[]> {
  const standing = new Map<number, Piece[]>();
  for (const placed of pieces) {
    const here = standing.get(placed.at);
    if (here) here.push(placed);
    else standing.set(placed.at, [placed]);
  }
  return standing;
}
