/**
 * Reports and moderation: a guest reports a line, a moderator sees it with what was said around it, deletes it and mutes its
 * author, who is shown until when. On a desk in English, and on a phone in French.
 */
import AxeBuilder from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import type { TournamentDoor } from '../src/lib/api/types';
import { common } from '../src/lib/messages/common';
import { moderation as words } from '../src/lib/messages/moderation';
import { reporting } from '../src/lib/messages/reporting';
import { table as tableWords } from '../src/lib/messages/table';
import { admin } from './support/admin';
import { plain, type Manner, type Person } from './support/person';
import { expect, test } from './support/test';

const PICTURES = 'test-results/screens';
mkdirSync(PICTURES, { recursive: true });

/** An account that the host names a moderator. */
async function becomeModerator(person: Person, name: string): Promise<void> {
  await person.ask('/api/register', { name, password: `the password of ${name}` });
  expect(admin('moderator', name)).toContain('is a moderator');
  await person.page.addInitScript(() => localStorage.setItem('taijitu.somebody', 'yes'));
}

async function looksRight(person: Person, name: string): Promise<void> {
  await person.page.screenshot({ path: `${PICTURES}/${name}-${person.device}-${person.language}.png`, fullPage: true });
  const { violations } = await new AxeBuilder({ page: person.page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' ')}`)).toEqual([]);
  const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(wide, 'sticks out').toBeLessThanOrEqual(0);
}

/** The chat may be behind a tab or below the board. */
async function showChat(person: Person): Promise<void> {
  const log = person.page.getByRole('log', { name: person.say(tableWords.chat) });
  if (!(await log.isVisible())) {
    const tab = person.page.getByText(person.say(tableWords.chat), { exact: true }).first();
    await person.press(tab);
  }
  await log.waitFor();
}

const MANNERS: Manner[] = [{}, { device: 'phone', language: 'fr' }];
for (const manner of MANNERS) {
  const where = manner.device ?? 'desktop';
  test(`a report leads to a deleted message and a mute: ${where}`, async ({ arrive, expected }) => {
    // Refused: an action without a reason, and a message of a muted player.
    expected.push(/403/, /400.*moderation.actions/);
    const [ada, bob, eve] = [await arrive(manner), await arrive(manner), await arrive(manner)];
    const moderator = `Eve of ${where}`;
    await becomeModerator(eve, moderator);
    const table = await ada.open({ game: 'y', seat: 1 });
    await bob.join(table);
    const { id, name } = await bob.ask<{ id: string; name: string }>('/api/me');
    const say = (person: Person, text: string) => person.ask(`/api/tables/${table}/chat`, { text });
    await say(ada, 'good luck');
    await say(bob, 'you are a fool');
    await say(ada, 'please stop');

    await showChat(ada);
    await ada.press(ada.page.getByRole('button', { name: ada.say(reporting.line(name)) }));
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByLabel(plain(ada.say(reporting.why))).selectOption('insult');
    await dialog.getByRole('textbox').fill('look at this');
    await looksRight(ada, 'report');
    await ada.press(dialog.getByRole('button', { name: ada.say(reporting.send) }));
    await expect(dialog.getByText(ada.say(reporting.thanks))).toBeVisible();
    await ada.press(dialog.getByRole('button', { name: ada.say(common.close) }));
    await expect(dialog).toBeHidden();

    await eve.visit('moderation');
    const card = eve.page.getByRole('article').filter({ hasText: name });
    for (const text of ['good luck', 'you are a fool', 'please stop', 'look at this'])
      await expect(card.getByText(text)).toBeVisible();
    await expect(card.locator('.reported')).toContainText('you are a fool');
    await looksRight(eve, 'moderation');
    // Without a reason nothing is done.
    await eve.press(card.getByRole('button', { name: eve.say(words.deleteMessage) }));
    await expect(card.getByRole('alert')).toBeVisible();
    await card.getByLabel(eve.say(words.reason)).fill('insults');
    await eve.press(card.getByRole('button', { name: eve.say(words.deleteMessage) }));
    await expect(eve.page.getByRole('status')).toHaveText(eve.say(words.actions['delete-message']));
    await expect(ada.page.getByText('you are a fool')).toHaveCount(0);
    await expect(bob.page.getByText('you are a fool')).toHaveCount(0);
    await expect(ada.page.getByText('please stop')).toHaveCount(1);

    await eve.press(card.getByText(plain(eve.say(words.actionsOn(name)))));
    await card.getByLabel(eve.say(words.reason)).fill('insults');
    await eve.press(card.getByRole('button', { name: eve.say(words.mute), exact: true }));
    await expect(eve.page.getByRole('status')).toHaveText(eve.say(words.actions.mute));
    await expect(card.getByText(/muted until|ne peut pas écrire/)).toBeVisible();

    await showChat(bob);
    const field = bob.page.getByRole('textbox', { name: bob.say(tableWords.write) });
    await field.fill('but');
    await field.press('Enter');
    const told = bob.page.getByText(bob.say(common.youAreMuted('')).slice(0, 20));
    await expect(told).toContainText(String(new Date().getFullYear()));

    await card.getByLabel(eve.say(words.reason)).fill('dealt with');
    await eve.press(card.getByRole('button', { name: plain(eve.say(words.resolve)) }));
    await expect(card).toHaveCount(0);
    for (const view of ['closed', 'players', 'bans', 'log']) {
      await eve.visit(`moderation/${view}`);
      await eve.page.getByRole('navigation', { name: eve.say(words.heading) }).waitFor();
      if (view === 'log') await expect(eve.page.getByText('dealt with').first()).toBeVisible();
      if (view === 'players') {
        await eve.page.getByLabel(eve.say(words.findPlayer)).fill(name);
        await eve.pressButton(words.find);
        await expect(eve.page.getByRole('link', { name })).toBeVisible();
      }
      await looksRight(eve, `moderation-${view}`);
    }

    // Banned, the page says so, and until when.
    admin('ban', id, '60', '--reason', 'again');
    await expect(bob.page.getByRole('alert').filter({ hasText: bob.say(common.youAreBanned('')).slice(0, 20) })).toContainText(
      String(new Date().getFullYear()),
    );
    await looksRight(bob, 'banned');
    await expect(ada.page.getByText(plain(common.youAreBanned(null)[ada.language]))).toHaveCount(0);
  });
}

test('a tournament is reported on a phone and gets a neutral name', async ({ arrive }) => {
  const [host, ada, eve] = [await arrive(), await arrive({ device: 'phone', language: 'fr' }), await arrive()];
  await host.ask('/api/register', { name: 'Zoe of the cup', password: 'the password of Zoe' });
  await becomeModerator(eve, 'Eve of the cup');
  const { tournament } = await host.ask<TournamentDoor>('/api/tournaments', {
    name: 'A rude cup',
    notes: 'come and see',
    kind: { kind: 'swiss', rounds: 2 },
    game: 'y',
    options: { board: 'triangle-7', pie: 'off' },
  });
  await ada.visit(`tournament/${tournament}/about`);
  await ada.pressButton(reporting.action);
  const dialog = ada.page.getByRole('dialog');
  await dialog.getByLabel(plain(ada.say(reporting.why))).selectOption('name');
  await looksRight(ada, 'report-tournament');
  await ada.press(dialog.getByRole('button', { name: ada.say(reporting.send) }));
  await expect(dialog.getByText(ada.say(reporting.thanks))).toBeVisible();

  await eve.visit('moderation');
  const card = eve.page.getByRole('article').filter({ hasText: 'A rude cup' });
  await expect(card.getByText('come and see')).toBeVisible();
  await card.getByLabel(eve.say(words.reason)).fill('an insult');
  await looksRight(eve, 'moderation-tournament');
  await eve.press(card.getByRole('button', { name: eve.say(words.renameTournament) }));
  await expect(eve.page.getByRole('status')).toHaveText(eve.say(words.actions['rename-tournament']));
  await ada.visit(`tournament/${tournament}`);
  await expect(ada.page.getByRole('heading', { level: 1 })).toHaveText(`№ ${tournament.slice(0, 4)}`);

  await card.getByLabel(eve.say(words.reason)).fill('an insult');
  await eve.press(card.getByRole('button', { name: eve.say(words.closeTournament) }));
  await expect(eve.page.getByRole('status')).toHaveText(eve.say(words.actions['close-tournament']));
  await ada.visit(`tournament/${tournament}`);
  await expect(ada.page.getByText(/fermé par les modérateurs/)).toBeVisible();
  await eve.visit('moderation/log');
  await expect(eve.page.getByText('was A rude cup')).toBeVisible();
});

test('others are told that the page is for moderators', async ({ arrive }) => {
  const ada = await arrive();
  await ada.visit('moderation');
  await expect(ada.page.getByText(words.onlyModerators.en)).toBeVisible();
  await looksRight(ada, 'moderation-nobody');
});
