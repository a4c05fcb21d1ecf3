/** Ways to a table: opening one, sitting down at one, waiting for anybody. Each ends at the table's screen. */
import { post } from './api/http';
import { connection } from './api/socket.svelte';
import type { Ack, Command, Door, OpenTable, Paired, Time } from './api/types';
import { rememberGame } from './lastGame';
import { go, path } from './router.svelte';
import { ensureGuest, session } from './session.svelte';

/** What is not said takes its default. */
export type Order = Pick<OpenTable, 'game'> & Partial<OpenTable>;

/** Playing needs a session; a connection made before it has none. */
export async function ensureSignedIn(): Promise<void> {
  const stranger = session.me === null;
  await ensureGuest();
  if (stranger) connection.reconnect();
}

export const act = (table: string, command: Command) => post<Ack>(`/api/tables/${table}/do`, command);

/** Opens a table, prepares it, and goes there. */
export async function open(order: Order, prepare: Command[] = []): Promise<void> {
  await ensureSignedIn();
  const { table } = await post<Door>('/api/tables', order);
  rememberGame(order.game);
  for (const command of prepare) await act(table, command);
  go(path('table', table));
}

/** Sits down at a free seat, and goes there. */
export async function join(table: string): Promise<void> {
  await ensureSignedIn();
  await act(table, { do: 'join' });
  go(path('table', table));
}

/** Finds somebody who waits for the same, or waits; either way at a table. */
export async function pair(game: string, time: Time): Promise<void> {
  await ensureSignedIn();
  const { table } = await post<Paired>('/api/pairing', { game, options: {}, time });
  rememberGame(game);
  go(path('table', table));
}
