/** The pieces on each point. */
import type { PlacedPiece } from '../api/types';
import type { Marks } from './types';

/** The pieces on each point, from top to bottom. */
export function grouped<Piece extends PlacedPiece>(pieces: readonly Piece[]): Map<number, Piece[]> {
  const standing = new Map<number, Piece[]>();
  for (const placed of pieces) {
    const here = standing.get(placed.at);
    if (here) here.push(placed);
    else standing.set(placed.at, [placed]);
  }
  return standing;
}

/**
 * What lies already in a piece that was picked to be moved: the marker in a YINSH ring. A piece waits to be moved when
 * it was touched last and there are empty points to go to.
 * @param drops what is put into which kind of piece.
 */
export function dropped(
  standing: ReadonlyMap<number, readonly PlacedPiece[]>,
  { picked, targets }: Pick<Marks, 'picked' | 'targets'>,
  drops: Readonly<Record<string, string>>,
): PlacedPiece | null {
  const here = standing.get(picked.at(-1) ?? -1) ?? [];
  const [held] = here;
  const piece = held && drops[held.piece];
  if (!piece || here.length > 1 || targets.every((point) => standing.has(point))) return null;
  return { ...held, piece };
}
