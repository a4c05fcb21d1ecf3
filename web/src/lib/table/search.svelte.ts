/**
 * A search for an opponent that continues on other screens: the table that pairing has opened for us is followed, so
 * that we count as present there, and shown as soon as its game starts.
 */
import { attempt, get } from '../api/http';
import { connection } from '../api/socket.svelte';
import type { FromServer, PairingSearch, TableView } from '../api/types';
import { say } from '../messages/index.svelte';
import { waiting } from '../messages/waiting';
import { go, path } from '../router.svelte';
import { sound } from '../sound';
import { act } from '../tables';
import { notify } from './attention';

interface BackgroundSearch {
  table: string;
  game: string;
}

/** How many times the game that pairing has found at another table is requested, and the pause between two requests in milliseconds. */
const LOOKS = 8;
const LOOK_EVERY_MS = 300;

export const search: { current: BackgroundSearch | null } = $state({ current: null });
let unfollow: () => void = () => undefined;

/** Whether this table waits for an opponent by quick pairing. */
export const isSearching = ({ setup, state, yours }: TableView): boolean => setup.quick && state === 'open' && yours.length > 0;

/** Continues the search after the table's screen is left. */
export function keepSearching({ id, setup }: TableView): void {
  forgetSearch();
  search.current = { table: id, game: setup.game };
  unfollow = connection.follow(id, {
    watch: () => ({ type: 'watch', table: id, scenes: false }),
    receive: (message) => {
      receive(id, message);
    },
  });
}

/** The search is over, or the table is on the screen again. */
export function forgetSearch(): void {
  search.current = null;
  unfollow();
  unfollow = () => undefined;
}

/** Gives the search up. */
export async function stopSearching(): Promise<void> {
  const table = search.current?.table;
  forgetSearch();
  if (table !== undefined) await attempt(() => act(table, { do: 'close' }));
}

/**
 * Goes to the game that pairing has found at another table. The table where one waited is closed then, a moment before the other
 * game starts; it is closed as well when the search is given up, and then there is no such game.
 */
export async function followPairing(isStopped: () => boolean): Promise<void> {
  for (let look = 0; look < LOOKS && !isStopped(); look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    await attempt(async () => {
      const game = await get<PairingSearch | null>('/api/pairing');
      if (!game?.started || isStopped()) return;
      look = LOOKS;
      found(game.table);
    });
  }
}

function moved(): void {
  forgetSearch();
  void followPairing(() => search.current !== null);
}

function receive(id: string, message: FromServer): void {
  if (message.type === 'snapshot') {
    if (message.table.state === 'running') found(id);
    else if (message.table.state !== 'open') moved();
  } else if (message.type === 'event') {
    if (message.event.type === 'started') found(id);
    else if (message.event.type === 'closed') moved();
  }
}

function found(id: string): void {
  forgetSearch();
  sound('yours');
  notify(say(waiting.started), '');
  go(path('table', id));
}
