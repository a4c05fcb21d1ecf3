/**
 * A search for an opponent that goes on while we look at something else: the table that pairing has opened for us is followed, so
 * that we count as present there, and shown as soon as its game starts.
 */
import { attempt } from '../api/http';
import { connection } from '../api/socket.svelte';
import type { FromServer, TableView } from '../api/types';
import { say } from '../messages/index.svelte';
import { waiting } from '../messages/waiting';
import { go, path } from '../router.svelte';
import { sound } from '../sound';
import { act } from '../tables';
import { notify } from './attention';

interface Search {
  table: string;
  game: string;
}

export const search: { current: Search | null } = $state({ current: null });
let unfollow: () => void = () => undefined;

/** Whether we wait at this table for somebody that pairing sends. */
export const isSearching = ({ setup, state, yours }: TableView): boolean => setup.quick && state === 'open' && yours.length > 0;

/** Goes on searching at a table whose screen is left. */
export function keepSearching({ id, setup }: TableView): void {
  forgetSearch();
  search.current = { table: id, game: setup.game };
  unfollow = connection.follow(id, {
    watch: () => ({ type: 'watch', table: id, scenes: false }),
    hear: (message) => {
      hear(id, message);
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

function hear(id: string, message: FromServer): void {
  if (message.type === 'snapshot') {
    if (message.table.state === 'running') found(id);
    else if (message.table.state !== 'open') forgetSearch();
  } else if (message.type === 'event') {
    if (message.event.type === 'started') found(id);
    else if (message.event.type === 'closed') forgetSearch();
  }
}

function found(id: string): void {
  forgetSearch();
  sound('yours');
  notify(say(waiting.started), '');
  go(path('table', id));
}
