/** Nothing is moved while a screen loads, also for a player who has games, tournaments, ratings and challenges. */
import type { TableView, TournamentDoor } from '../src/lib/api/types';
import { shiftsOf, watchShifts } from './support/shifts';
import { expect, test } from './support/test';

/** What a typeface that comes late moves, and a number that becomes wider. */
const SHIFT = 0.02;

test('no screen shifts while it loads', async ({ arrive }) => {
  const [reader, friend] = [await arrive({ device: 'phone', language: 'fr' }), await arrive()];
  const [name, other] = [`Ada ${Date.now() % 100_000}`, `Bob ${Date.now() % 100_000}`];
  await reader.ask('/api/register', { name, password: `the password of ${name}` });
  await friend.ask('/api/register', { name: other, password: `the password of ${other}` });
  const { table: waiting } = await reader.ask<{ table: string }>('/api/tables', { game: 'yinsh', seat: 1 });
  await reader.ask('/api/tables', { game: 'y', hotseat: true, start: true });
  const rated = { game: 'y', options: {}, rated: true, autostart: true, seat: 1 };
  const { table } = await reader.ask<{ table: string }>('/api/tables', rated);
  await friend.ask(`/api/tables/${table}/do`, { do: 'join', seat: 2 });
  for (const [turn, text] of [
    [1, 'a1'],
    [2, 'a3'],
  ] as const) {
    const { game } = await reader.ask<TableView>(`/api/tables/${table}`);
    const acting = game?.scene.acts[0] === 1 ? reader : friend;
    await acting.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn, text });
  }
  await friend.ask(`/api/tables/${table}/do`, { do: 'resign' });
  await friend.ask('/api/challenges', { to: name, terms: { game: 'zen', options: {} } });
  const time = { kind: 'total', seconds: 600, increment: 5 };
  const swiss = { name: 'Evening', kind: { kind: 'swiss', rounds: 3 }, game: 'y', options: {}, time };
  const { tournament } = await reader.ask<TournamentDoor>('/api/tournaments', swiss);
  await reader.ask(`/api/tournaments/${tournament}/do`, { do: 'enter' });
  await reader.page.addInitScript(() => localStorage.setItem('taijitu.somebody', 'yes'));
  await watchShifts(reader.page);
  for (const address of [
    '',
    'new/zen',
    `table/${waiting}`,
    'games',
    'people',
    `player/${encodeURIComponent(name)}`,
    `player/${encodeURIComponent(other)}`,
    'leaderboards',
    'notices',
    'watch',
    'archive',
    'numbers/y',
    'puzzles',
    'learn',
    'settings',
    'account',
    'tournaments',
    `tournament/${tournament}`,
    'analysis/yinsh',
    'credits',
  ]) {
    await reader.visit(address);
    await reader.page.waitForLoadState('networkidle');
    await expect(reader.page.locator('main .skeleton')).toHaveCount(0);
    const { total, what } = await shiftsOf(reader.page);
    expect.soft(total, `${address}: ${what.join('; ')}`).toBeLessThan(SHIFT);
  }
});
