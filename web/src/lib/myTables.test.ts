import { expect, test } from 'vitest';
import type { MyTable } from './api/types';
import { isPutAside } from './myTables.svelte';

const HOUR = 3_600_000;
const me = { player: { id: 'me', name: 'Onyx' } };
const other = { player: { id: 'you', name: 'Cosmos' } };
const table = (seats: unknown[], hours: number, state = 'running') =>
  ({ seats, updated: 100 * HOUR - hours * HOUR, state }) as unknown as MyTable;
const aside = (which: MyTable) => isPutAside(which, 'me', 100 * HOUR);

test('a game against the computer is put aside after a day', () => {
  expect(aside(table([me, { engine: 3 }], 23))).toBe(false);
  expect(aside(table([me, { engine: 3 }], 25))).toBe(true);
});

test('a game with people is not, nor a table that waits for players', () => {
  expect(aside(table([me, other], 80))).toBe(false);
  expect(aside(table([me, { engine: 1 }, other, { engine: 1 }], 80))).toBe(false);
  expect(aside(table([me, { engine: 1 }], 80, 'open'))).toBe(false);
});
