/** What can be played, and on which boards. The server is asked once; nothing here knows a game by itself. */
import { get } from './api/http';
import type { BoardData, GameKind } from './api/types';

export type { GameKind, GameOption } from './api/types';

class Games {
  /** In the house's order; empty until they are here. */
  all: GameKind[] = $state.raw([]);
}

export const games = new Games();

let asked: Promise<GameKind[]> | undefined;
const boards = new Map<string, Promise<BoardData>>();

/** All games; asked for once, and again after a failure. */
export function loadGames(): Promise<GameKind[]> {
  asked ??= get<GameKind[]>('/api/games').then(
    (all) => (games.all = all),
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/** A game by its id; `undefined` if there is none, or if the games are not here yet. */
export function gameKind(id: string): GameKind | undefined {
  return games.all.find((game) => game.id === id);
}

/** A board; asked for once, and again after a failure. */
export function loadBoard(id: string): Promise<BoardData> {
  let board = boards.get(id);
  if (!board) {
    board = get<BoardData>(`/api/boards/${encodeURIComponent(id)}`);
    board.catch(() => boards.delete(id));
    boards.set(id, board);
  }
  return board;
}
