/** Games that are over: played at once, without looking at the table. */
import { expect } from '@playwright/test';
import type { GamesPage, Me, OpenTable } from '../../src/lib/api/types';
import type { Person } from './person';
import { script } from './script';

export interface Finished {
  id: string;
  /** Who played both sides. */
  player: string;
}

/** Plays a public game at a hot seat, and waits until it is in the archive. */
export async function finish(person: Person, game: string): Promise<Finished> {
  const { name } = await person.ask<Me>('/api/guest', {});
  const { options, turns } = script(game);
  const order: Partial<OpenTable> = { game, options, public: true, hotseat: true, start: true };
  const { table } = await person.ask<{ table: string }>('/api/tables', order);
  for (const [i, text] of turns.entries())
    await person.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn: i + 1, text });
  const { games } = await person.ask<GamesPage>('/api/me/games');
  const id = games[0]!.id;
  // The archive takes finished games in once a second.
  const found = async () => (await person.ask<GamesPage>(`/api/archive?game=${game}&player=${encodeURIComponent(name!)}`)).games;
  await expect.poll(async () => (await found()).map((game) => game.id)).toContain(id);
  return { id, player: name! };
}

let kept: Promise<Finished> | undefined;

/** A finished game of Y, the same one for all tests that only look at it. */
export function someGame(person: Person): Promise<Finished> {
  kept ??= finish(person, 'y');
  return kept;
}
