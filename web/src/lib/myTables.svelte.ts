/** The tables where this reader sits, and at how many of them it is their turn. */
import { get } from './api/http';
import type { MyTable } from './api/types';
import { session } from './session.svelte';

const DAY = 86_400_000;

/** A game against engines alone that nobody has touched for a day: nobody waits for it. */
export function isPutAside({ seats, updated, state }: MyTable, me: string | undefined, now: number): boolean {
  const others = seats.filter((sitter) => sitter !== null && !('player' in sitter && sitter.player.id === me));
  const alone = others.every((sitter) => sitter !== null && 'engine' in sitter);
  return state === 'running' && alone && now - updated > DAY;
}

class MyTables {
  /** Tables where something can still happen. */
  tables: MyTable[] = $state.raw([]);
  /** Whether the server has answered. */
  known = $state(false);
  /** Where it is the reader's turn; games that were put aside are not called. */
  readonly waiting = $derived(this.tables.filter((table) => table.my_turn && !isPutAside(table, session.me?.id, Date.now())));
}

export const myTables = new MyTables();

export async function refreshMyTables(): Promise<void> {
  const all = session.me ? await get<MyTable[]>('/api/me/tables') : [];
  myTables.tables = all.filter((table) => table.state === 'open' || table.state === 'running');
  myTables.known = true;
}
