/** The start position, for boards on which it is printed. It is requested once. */
import { glance } from '../lib/api/study';
import type { PlacedPiece } from '../lib/api/types';

const starts = new Map<string, Promise<readonly PlacedPiece[]>>();

/** The pieces of the usual start; nothing if they cannot be loaded. */
export function startOf(game: string): Promise<readonly PlacedPiece[]> {
  let start = starts.get(game);
  if (!start) {
    start = glance({ game, options: {}, turns: [] }).then(
      ({ scene }) => scene.pieces,
      () => {
        starts.delete(game);
        return [];
      },
    );
    starts.set(game, start);
  }
  return start;
}
