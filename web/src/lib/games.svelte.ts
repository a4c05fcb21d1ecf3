/** The games and their boards, requested once from the server, or from the device while the server is away; the page has no list of its own. */
import { get } from './api/http';
import type { BoardData, GameKind } from './api/types';
import { serverFirst } from './device/deviceOrServer';
import { device } from './device/device';

export type { GameKind, GameOption } from './api/types';

class Games {
  /** In the house's order; empty until they are here. */
  all: GameKind[] = $state.raw([]);
}

export const games = new Games();

let loading: Promise<GameKind[]> | undefined;
const boards = new Map<string, Promise<BoardData>>();

/** The games as the server plays them. */
async function fetchGames(): Promise<GameKind[]> {
  const all = await get<GameKind[]>('/api/games');
  device.noteServer(all);
  return all;
}

/** All games; requested once, and again after a failure. */
export function loadGames(): Promise<GameKind[]> {
  loading ??= serverFirst(fetchGames, 'games').then(
    (all) => (games.all = all),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** A game by its id; `undefined` if there is none, or if the games are not here yet. */
export function gameKind(id: string): GameKind | undefined {
  return games.all.find((game) => game.id === id);
}

/** A board; requested once, and again after a failure. */
export function loadBoard(id: string): Promise<BoardData> {
  let board = boards.get(id);
  if (!board) {
    board = serverFirst(() => get<BoardData>(`/api/boards/${encodeURIComponent(id)}`), { board: id });
    board.catch(() => boards.delete(id));
    boards.set(id, board);
  }
  return board;
}
