/** The waiting room: an invitation that can be sent or scanned, games that start by themselves, the search for an opponent. */
import { common } from '../src/lib/messages/common';
import { lobby } from '../src/lib/messages/lobby';
import { table as words } from '../src/lib/messages/table';
import { waiting } from '../src/lib/messages/waiting';
import { plain } from './support/person';
import { expect, test } from './support/test';

test('an invitation is shared, copied or scanned, and the game starts when the friend sits down', async ({ arrive }) => {
  const [host, friend] = [await arrive({ device: 'phone', language: 'fr' }), await arrive()];
  await host.visit('new/yinsh?with=friend');
  await host.pressButton(lobby.openTable);
  const invite = host.page.getByRole('region', { name: waiting.inviteFriend.fr });
  // All ways to invite an opponent are visible at once.
  await expect(invite.getByRole('img', { name: waiting.qr.fr })).toBeInViewport({ ratio: 1 });
  await expect(host.button(common.copy)).toBeInViewport({ ratio: 1 });
  const field = host.page.getByRole('textbox', { name: words.link.fr });
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(field).toHaveValue(new RegExp(`/table/${host.table}\\?lang=fr$`));
  await expect(host.page.getByText(waiting.startsItself.fr)).toBeVisible();
  await expect(host.page.getByRole('link', { name: common.home.fr })).not.toHaveCount(0);
  await friend.page.goto(await field.inputValue());
  const { name } = await host.ask<{ name: string }>('/api/me');
  await expect(friend.page.getByRole('heading', { level: 1 })).toHaveText(waiting.invited(name, { en: 'YINSH', fr: 'YINSH' }).en);
  await friend.pressButton(words.sit);
  await Promise.all([host, friend].map((person) => person.page.locator('[data-point]').first().waitFor()));
});

test('a host may keep the start', async ({ arrive }) => {
  const [host, friend] = [await arrive(), await arrive({ device: 'phone' })];
  await host.visit('new/y?with=friend');
  await host.page.getByRole('checkbox', { name: waiting.autostart.en }).uncheck();
  await host.pressButton(lobby.openTable);
  await host.page.waitForURL(/\/table\//);
  await friend.visit(`table/${host.table}`);
  await friend.pressButton(words.sit);
  await host.button(words.start).waitFor();
  expect((await host.view()).state).toBe('open');
  await host.pressButton(words.start);
  await friend.page.locator('[data-point]').first().waitFor();
});

test('colours and partners of four are named', async ({ arrive }) => {
  const [host, guest] = [await arrive(), await arrive({ device: 'phone', language: 'fr' })];
  const table = await host.open({ game: 'zen', options: { players: '4' }, seat: 1, colours: 'chosen' });
  await guest.visit(`table/${table}`);
  const { name } = await host.ask<{ name: string }>('/api/me');
  const third = guest.page.locator('.seats li').nth(2);
  await expect(third).toContainText(common.white.fr);
  expect(plain(await third.innerText())).toContain(waiting.partner({ en: name, fr: name }).fr);
});

test('a search goes on while one plays the computer, and leads to the game', async ({ arrive }) => {
  const [first, second] = [await arrive({ device: 'phone', language: 'fr', module: false }), await arrive()];
  const seek = async (person: typeof first) => {
    await person.visit();
    // On a phone the form is behind a button.
    if (person.device === 'phone') await person.pressButton(lobby.quick);
    await person.page.locator('form select').selectOption('sexta');
    await person.pressButton(lobby.find);
    await person.page.waitForURL(/\/table\//);
  };
  await seek(first);
  const { table } = first;
  await expect(first.page.getByRole('heading', { name: waiting.searching.fr })).toBeVisible();
  await expect(first.page.getByText(/connecté/)).toBeVisible();
  await first.press(first.page.getByRole('link', { name: waiting.meanwhile.fr }));
  await first.pressButton(lobby.play);
  await first.mayPlay();
  expect(first.table).not.toBe(table);
  await expect(first.page.locator('.searching')).toContainText('Sexta');
  await seek(second);
  expect(second.table).toBe(table);
  await first.page.waitForURL(new RegExp(table));
  await expect(first.page.locator('.searching')).toHaveCount(0);
  await Promise.all([first, second].map((person) => person.page.locator('[data-point]').first().waitFor()));
});
