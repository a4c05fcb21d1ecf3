/** The tables where this reader sits, and at how many of them it is their turn. */
import { get } from './api/http';
import type { MyTable } from './api/types';
import { session } from './session.svelte';

class MyTables {
  /** Tables where something can still happen. */
  tables: MyTable[] = $state.raw([]);
  /** Whether the server has answered. */
  known = $state(false);
  readonly waiting = $derived(this.tables.filter((table) => table.my_turn));
}

export const myTables = new MyTables();

export async function refreshMyTables(): Promise<void> {
  const all = session.me ? await get<MyTable[]>('/api/me/tables') : [];
  myTables.tables = all.filter((table) => table.state === 'open' || table.state === 'running');
  myTables.known = true;
}
