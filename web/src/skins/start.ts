/** Where pieces stand when a game begins, for boards that show it. The server is asked once. */
import { post } from '../lib/api/http';
import type { Placed, StudyView } from '../lib/api/types';

const asked = new Map<string, Promise<readonly Placed[]>>();

/** The pieces of the usual start; nothing if the server does not tell, for a board can do without. */
export function startOf(game: string): Promise<readonly Placed[]> {
  let start = asked.get(game);
  if (!start) {
    start = post<StudyView>('/api/study', { game }).then(
      ({ scene }) => scene.pieces,
      () => {
        asked.delete(game);
        return [];
      },
    );
    asked.set(game, start);
  }
  return start;
}
