/** Opening a table, taking a seat, quick pairing. Each ends at the table's screen. */
import { ProblemError, post } from './api/http';
import { connection } from './api/socket.svelte';
import type { Ack, Challenge, ChallengeTerms, Command, NewTableLink, OpenTable, PairingResult, Time } from './api/types';
import { device } from './device/device';
import { rememberGame } from './lastGame';
import { playsSomebody } from './myTables.svelte';
import { go, path } from './router.svelte';
import { ensureGuest, session } from './session.svelte';

/** Missing fields have their defaults. */
export type Order = Pick<OpenTable, 'game'> & Partial<OpenTable>;

/** Playing needs a session; a connection made before it has none. */
export async function ensureSignedIn(name = ''): Promise<void> {
  const stranger = session.me === null;
  await ensureGuest(name);
  if (stranger) connection.reconnect();
}

export const act = (table: string, command: Command) => post<Ack>(`/api/tables/${table}/do`, command);

/** Opens a table, prepares it, and goes there. */
export async function open(order: Order, prepare: Command[] = []): Promise<void> {
  await ensureSignedIn();
  const { table } = await post<NewTableLink>('/api/tables', order);
  rememberGame(order.game);
  for (const command of prepare) await act(table, command);
  go(path('table', table));
}

/** Opens a table without other people, on this device, or on the server if that is not possible, and shows it. */
export async function openAlone(order: Order): Promise<void> {
  // A position that is also played against another person is judged by the server.
  const isFair = order.from === undefined || !playsSomebody(order.game);
  const table = isFair && (await device.start()) ? await openHere(order) : null;
  if (table === null) return open(order);
  rememberGame(order.game);
  go(path('device', table));
}

/** The id of a table on this device; `null` if it cannot be kept here. */
async function openHere(order: Order): Promise<string | null> {
  try {
    return await (await import('./device/tables')).openHere(order);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    // The browser has no storage, or the module has failed.
    return null;
  }
}

/** Sits down at a free seat, and goes there. */
export async function join(table: string): Promise<void> {
  await ensureSignedIn();
  await act(table, { do: 'join' });
  go(path('table', table));
}

/** Quick pairing: joins a table that waits for the same game, or opens one. */
export async function pair(game: string, time: Time, rated = false): Promise<void> {
  await ensureSignedIn();
  const { table } = await post<PairingResult>('/api/pairing', { game, options: {}, time, rated });
  rememberGame(game);
  go(path('table', table));
}

/** Challenges a player, and shows the screen on which the answer will appear. */
export async function challenge(to: string, terms: Pick<ChallengeTerms, 'game'> & Partial<ChallengeTerms>): Promise<void> {
  await ensureSignedIn();
  await post<Challenge>('/api/challenges', { to, terms });
  rememberGame(terms.game);
  go(path('people'));
}
