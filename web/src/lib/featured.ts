/** The game shown on the front page: a running one, or the last finished one that is worth seeing. */
import { get } from './api/http';
import { glance } from './api/study';
import type { Frame, GameLine, GamesPage, Replay, Scene, Study, TableView } from './api/types';

/** Shorter games are not interesting, and longer ones are not watched to the end. */
const LEAST_TURNS = 10;
const MOST_TURNS = 150;

/** How long a position stays, and the last one, in milliseconds. */
export const PACE_MS = 1300;
export const REST_MS = 5000;

/** A game for a site where nothing was played yet: the engine against itself, to the third ring. */
export const SAMPLE: Study = {
  game: 'yinsh',
  options: {},
  turns: (
    'f10;j10;e3;f7;e1;j11;e10;k10;g11;g10;e10-b7;j10-i10;g11-h11;i10-h10;h11-i11;k10-k9;f10-e9;k9-j9;b7-c7;j9-i9;' +
    'c7-a5;g10-g9;e9-d9;f7-h9;d9-d8;h9-g8;a5-b6;g9-f9;b6-c6;g8-g6;e3-e6;g6-g7;c6-e8;g7-h7 xg6-g10:h7;e8-d7;f9-g10;' +
    'e1-k7;g10-g9;k7-e7;h10-h8 xg10-k10:h8;i11-i10;i9-c3;d7-g10;c3-c8;e6-e5;j11-j8;d8-f8;j8-g8;e5-e4;g8-d5;e4-c4;' +
    'd5-f5;i10-i8;f5-h5;f8-h8;h5-g5;e7-e2 xe5-e9:c4;c8-e8;e2-e5;g5-d2;e5-i5;g9-g7;i5-i6 xe5-i5:h8;e8-h8;g10-h10;' +
    'g7-e7;i6-e6;h8-j10;e6-c4 xd5-h9:c4'
  ).split(';'),
};

/** It begins when all rings are placed. */
export const SAMPLE_START = 10;

const sampleScenes = new Map<number, Promise<Scene>>();

/** The sample game after this many turns. Each position is requested once. */
export function sampleScene(turns: number): Promise<Scene> {
  const known = sampleScenes.get(turns);
  if (known) return known;
  const scene = glance({ ...SAMPLE, turns: SAMPLE.turns.slice(0, turns) }).then((view) => view.scene);
  sampleScenes.set(turns, scene);
  // It is requested again when it is wanted again.
  scene.catch(() => sampleScenes.delete(turns));
  return scene;
}

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

/** Whether the reader prefers reduced motion. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
