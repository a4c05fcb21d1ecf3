/** A game that plays itself on the front page: one that is being played now, or the last one that is worth seeing. */
import { get } from './api/http';
import type { Frame, GameLine, GamesPage, Replay, Scene, TableView } from './api/types';

/** Shorter games show nothing, and of longer ones nobody sees the end. */
const LEAST_TURNS = 10;
const MOST_TURNS = 150;

/** How long a position stays, and the last one, in milliseconds. */
export const PACE = 1300;
export const REST = 5000;

/** The last finished game that is worth seeing; none if there is none. */
export async function recentGame(): Promise<{ line: GameLine; frames: Frame[] } | null> {
  const { games } = await get<GamesPage>('/api/finished');
  const line = chosen(games);
  if (!line) return null;
  const { frames } = await get<Replay>(`/api/finished/${encodeURIComponent(line.id)}/replay`);
  return frames.length > 1 ? { line, frames } : null;
}

/** The first game that was played to an end, neither too short nor too long. */
export function chosen(games: readonly GameLine[]): GameLine | undefined {
  return games.find(({ turns, outcome }) => turns >= LEAST_TURNS && turns <= MOST_TURNS && outcome.reason !== 'aborted');
}

/** The position at a table; none if no game runs there. */
export async function scene(table: string): Promise<Scene | null> {
  const view = await get<TableView>(`/api/tables/${encodeURIComponent(table)}`);
  return view.game?.scene ?? null;
}

/** Whether the reader wants nothing to move. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
