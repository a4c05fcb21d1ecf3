/** The tables where this reader sits, and at how many of them it is their turn. */
import { get } from './api/http';
import type { MyTable } from './api/types';
import { session } from './session.svelte';

const DAY = 86_400_000;

/** A game against engines alone that was not touched for a day: no person waits for it. */
export function isPutAside({ seats, updated, state }: MyTable, me: string | undefined, now: number): boolean {
  const others = seats.filter((sitter) => sitter !== null && !('player' in sitter && sitter.player.id === me));
  const alone = others.every((sitter) => sitter !== null && 'engine' in sitter);
  return state === 'running' && alone && now - updated > DAY;
}

/** Whether this player has a running game against another person: then the server decides which help is fair. */
export function playsSomebody(game: string): boolean {
  const isOther = (sitter: MyTable['seats'][number]) =>
    sitter !== null && 'player' in sitter && sitter.player.id !== session.me?.id;
  return myTables.tables.some(({ setup, state, seats }) => state === 'running' && setup.game === game && seats.some(isOther));
}

class MyTables {
  /** Tables where something can still happen. */
  tables: MyTable[] = $state.raw([]);
  /** Whether the server has answered. */
  known = $state(false);
  /** Whether it was asked, and answered or not. */
  asked = $state(false);
  /** Where it is the reader's turn; games that were put aside are not called. */
  readonly waiting = $derived(this.tables.filter((table) => table.my_turn && !isPutAside(table, session.me?.id, Date.now())));
}

export const myTables = new MyTables();

export async function refreshMyTables(): Promise<void> {
  // Before it is known who the reader is, no tables means nothing.
  const isKnown = session.known;
  let all: MyTable[] = [];
  try {
    if (session.me) all = await get<MyTable[]>('/api/me/tables');
  } finally {
    myTables.asked ||= isKnown;
  }
  myTables.tables = all.filter((table) => table.state === 'open' || table.state === 'running');
  myTables.known ||= isKnown;
}
