/** Lists of turns: a column for each colour, signs for what a turn did, times that read as times. */
import type { NewTableLink } from '../src/lib/api/types';
import { analysis } from '../src/lib/messages/analysis';
import { common } from '../src/lib/messages/common';
import { turnList } from '../src/lib/messages/turnList';
import { table as words } from '../src/lib/messages/table';
import type { Person } from './support/person';
import { expect, test } from './support/test';

const hotseat = { hotseat: true, start: true } as const;

/** Left edges of the turns of a list, with the colour each is marked with. */
function columns(person: Person, list: string): Promise<{ left: number; colour: string | null }[]> {
  return person.page.locator(`${list} li button`).evaluateAll((buttons) =>
    buttons.map((button) => ({
      left: Math.round(button.getBoundingClientRect().left),
      colour: button.querySelector('.stone')?.getAttribute('aria-label') ?? null,
    })),
  );
}

test('turns stand in two columns by colour, also after a swap, at the table and in the replay', async ({ arrive }) => {
  const reader = await arrive({ language: 'fr' });
  const options = { board: 'triangle-3', pie: 'on' };
  await reader.open({ game: 'y', options, ...hotseat }, ['b2', 'swap', 'a3']);
  await reader.sees(3);
  const [black, white] = [reader.say(common.black), reader.say(common.white)];
  const before = await columns(reader, '.moves ol');
  expect(before.map(({ colour }) => colour)).toEqual([black, white, white]);
  expect(before[1]!.left).toBe(before[2]!.left);
  expect(before[1]!.left).toBeGreaterThan(before[0]!.left);
  const swap = reader.page.locator('.moves ol li').nth(1);
  await expect(swap).toContainText(turnList.swap.fr);
  await expect(swap.getByRole('img', { name: turnList.swapSign.fr })).toBeVisible();
  // A turn that arrives while the list is open appears in its column, too.
  await reader.play('a2');
  await reader.sees(4);
  expect((await columns(reader, '.moves ol')).map(({ colour, left }) => [colour, left])[3]).toEqual([black, before[0]!.left]);
  await reader.play('c3');
  await reader.play('b3');
  await reader.result().waitFor();
  await reader.page.getByRole('link', { name: reader.say(words.lookBack) }).click();
  await expect(reader.page.locator('.turns li')).toHaveCount(7);
  const after = (await columns(reader, '.turns')).slice(1);
  expect(after.map(({ colour }) => colour)).toEqual([black, white, white, black, white, black]);
  expect(new Set(after.filter(({ colour }) => colour === white).map(({ left }) => left)).size).toBe(1);
});

test('captures have a sign with their number', async ({ arrive }) => {
  const reader = await arrive();
  const from = 'w=a1,a5,a17 b=b5,d5 bhand=20 act=white';
  await reader.open({ game: 'aliens', from, ...hotseat }, ['a5-c5-e5', 'c7']);
  const [first, second] = [reader.page.locator('.moves ol li').nth(0), reader.page.locator('.moves ol li').nth(1)];
  await expect(first.getByRole('img', { name: turnList.captured(2).en })).toBeVisible();
  await expect(second.locator('.sign')).toHaveCount(0);
});

test('on a phone a long list does not stick out, and secret laws are words', async ({ arrive }) => {
  const reader = await arrive({ device: 'phone', language: 'fr' });
  await reader.ask('/api/guest', {});
  const { table } = await reader.ask<NewTableLink>('/api/tables', {
    game: 'yinyang',
    seat: 2,
    colours: 'chosen',
    engines: [1],
    start: true,
  });
  await reader.ask(`/api/tables/${table}/do`, {
    do: 'play',
    game: 1,
    turn: 1,
    text: 'laws wwww>w.ww w.ww>..ww bbww>bbw. bbbb>*',
  });
  await reader.visit(`table/${table}`);
  await reader.sees(2);
  await expect(reader.page.locator('.moves ol li', { hasText: turnList.secretLaws.fr })).toHaveCount(1);
  const wide = await reader.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wide).toBe(false);
});

test('the arrow keys go on after the engine was switched on, and times read as times', async ({ arrive }) => {
  const reader = await arrive();
  await reader.open({ game: 'y', options: { board: 'triangle-3', pie: 'off' }, ...hotseat }, ['b2', 'a3', 'a2', 'c3', 'b3']);
  await reader.page.getByRole('link', { name: reader.say(words.lookBack) }).click();
  const clocks = reader.page.getByRole('timer');
  await expect(clocks).toHaveText([/^\d+:\d\d/, /^\d+:\d\d/]);
  await expect(clocks.first().locator('svg')).toBeVisible();
  await reader.page.getByRole('switch', { name: reader.say(analysis.think) }).check();
  await reader.page.keyboard.press('ArrowRight');
  await reader.page.keyboard.press('ArrowRight');
  await expect(reader.page.locator('.turns [aria-current="step"]')).toHaveText(/^\s*2\./);
});
