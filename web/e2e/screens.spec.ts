/**
 * Every screen, in both languages, both themes and on a phone: nothing that axe complains about, nothing that has to be
 * scrolled sideways, no word of the other language. Pictures for eyes are left in `test-results/screens`.
 */
import AxeBuilder from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import { account } from '../src/lib/messages/account';
import { common } from '../src/lib/messages/common';
import { laws } from '../src/lib/messages/laws';
import { learn } from '../src/lib/messages/learn';
import { lobby } from '../src/lib/messages/lobby';
import { recovery } from '../src/lib/messages/recovery';
import { table as tableWords } from '../src/lib/messages/table';
import { tournaments } from '../src/lib/messages/tournaments';
import { waiting } from '../src/lib/messages/waiting';
import { script } from './support/script';
import { plain, type Language, type Person } from './support/person';
import { expect, test } from './support/test';

const PICTURES = 'test-results/screens';
mkdirSync(PICTURES, { recursive: true });

const y = script('y');
const hotseat = { hotseat: true, start: true } as const;
const running =
  (game: string, turns: number, options: Record<string, string> = {}) =>
  async (person: Person) => {
    await person.open({ game, options, ...hotseat }, script(game).turns.slice(0, turns));
    await person.mayPlay();
  };

/** How to come to each screen. */
const SCREENS: Record<string, (person: Person) => Promise<unknown>> = {
  home: (person) => person.visit().then(() => person.page.locator('.games li').nth(9).waitFor()),
  new: (person) => person.visit('new/zen').then(() => person.button(lobby.play).waitFor()),
  'new-y': (person) => person.visit('new/y?with=friend').then(() => person.button(lobby.openTable).waitFor()),
  waiting: (person) =>
    person.open({ game: 'yinsh', seat: 1 }).then(() => person.page.getByRole('heading', { level: 1 }).waitFor()),
  searching: async (person) => {
    await person.ask('/api/guest', {});
    // The two who look at this screen must not find each other.
    const options = { board: person.language === 'en' ? 'triangle-5' : 'triangle-6' };
    const { table } = await person.ask<{ table: string }>('/api/pairing', { game: 'y', options });
    await person.visit(`table/${table}`);
    await person.page.getByRole('heading', { name: person.say(waiting.searching) }).waitFor();
  },
  yinsh: running('yinsh', 30),
  y: running('y', 12),
  aliens: running('aliens', 20),
  zen: running('zen', 12, { first: 'white' }),
  yinyang: async (person) => {
    const table = await person.open({ game: 'yinyang', seat: 2, engines: [1], start: true });
    await person.button(laws.suggest).waitFor();
    return table;
  },
  finished: (person) => person.open({ game: 'y', ...hotseat }, y.turns).then(() => person.result().waitFor()),
  about: (person) => person.visit('about').then(() => person.page.getByRole('heading', { level: 1 }).waitFor()),
  credits: (person) => person.visit('credits').then(() => person.page.locator('main li').nth(9).waitFor()),
  privacy: (person) => person.visit('privacy').then(() => person.page.getByRole('heading', { level: 1 }).waitFor()),
  watch: (person) => person.visit('watch').then(() => person.page.getByRole('heading', { level: 1 }).waitFor()),
  tournaments: (person) => person.visit('tournaments').then(() => person.page.getByRole('heading', { level: 1 }).waitFor()),
  games: (person) => person.visit('games').then(() => person.page.getByRole('heading', { level: 1 }).waitFor()),
  settings: (person) => person.visit('settings').then(() => person.page.locator('[data-point]').first().waitFor()),
  account: (person) => person.visit('account').then(() => person.page.getByRole('heading', { level: 2 }).first().waitFor()),
  recover: (person) => person.visit('recover').then(() => person.page.getByRole('heading', { level: 2 }).first().waitFor()),
  confirm: (person) => person.visit('confirm').then(() => person.page.getByRole('alert').waitFor()),
  learn: (person) => person.visit('learn').then(() => person.page.locator('main li').nth(9).waitFor()),
  lesson: (person) => person.visit('learn/yinsh?step=3').then(() => person.page.locator('[data-point]').first().waitFor()),
  rules: (person) => person.visit('rules/y').then(() => person.page.locator('img').first().waitFor()),
};

for (const [name, come] of Object.entries(SCREENS)) {
  test(`${name} can be read and used by everybody`, async ({ arrive }) => {
    const desk = await arrive();
    await come(desk);
    await picture(desk, `${name}-desktop-light-en`);
    await complaints(desk, name, 'light');
    await onlyIn(desk, 'en');
    await desk.page.setViewportSize({ width: 640, height: 400 });
    await fits(desk);

    const phone = await arrive({ device: 'phone', language: 'fr', dark: true });
    await come(phone);
    await picture(phone, `${name}-phone-dark-fr`);
    await complaints(phone, name, 'dark');
    await onlyIn(phone, 'fr');
    await fits(phone);
  });
}

async function complaints(person: Person, screen: string, theme: string): Promise<void> {
  // There are no frames here, so axe need not open another page for them; passed checks are not listed.
  const { violations } = await new AxeBuilder({ page: person.page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target, failureSummary }) => `${String(target)} ${failureSummary}`)
        .slice(0, 3)
        .join(' | ')}`,
  );
  expect.soft(found, `${screen}, ${theme}`).toEqual([]);
}

/** Nothing sticks out to the right. */
async function fits(person: Person): Promise<void> {
  const wide = await person.page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 5)
      .map((element) => `${element.tagName}.${element.getAttribute('class') ?? ''}`);
  });
  expect.soft(wide, 'sticks out').toEqual([]);
}

async function picture(person: Person, name: string): Promise<void> {
  await person.page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

/** All sentences the page knows in both languages; short ones are often the same word, or part of another. */
function sentences(dictionary: object): { en: string; fr: string }[] {
  return Object.values(dictionary).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    if ('en' in entry && 'fr' in entry) return [entry as { en: string; fr: string }];
    return sentences(entry);
  });
}
const KNOWN = [account, common, laws, learn, lobby, recovery, tableWords, tournaments, waiting].flatMap(sentences);
const LONG = 9;

/** The screen is written in one language: no sentence that the page knows in the other one is left. */
async function onlyIn(person: Person, language: Language): Promise<void> {
  const other = language === 'en' ? 'fr' : 'en';
  await expect(person.page.locator('html')).toHaveAttribute('lang', language);
  const text = plain(
    await person.page.evaluate(() => {
      const labels = [...document.querySelectorAll('main [aria-label], main [title], main [placeholder]')];
      const spoken = labels.flatMap((element) =>
        ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
      );
      return [document.querySelector('main')!.innerText, ...spoken].join('\n');
    }),
  );
  const foreign = KNOWN.filter(
    (words) =>
      words[other].length >= LONG &&
      words[other] !== words[language] &&
      text.includes(words[other]) &&
      !text.includes(words[language]),
  );
  expect
    .soft(
      foreign.map((words) => words[other]),
      `not in ${language}`,
    )
    .toEqual([]);
}

test('changing the language keeps the screen; links work in either', async ({ arrive }) => {
  const person = await arrive();
  await person.visit('new/zen?with=friend');
  await person.button(lobby.openTable).waitFor();
  await person.page.getByRole('link', { name: common.otherLanguage.en }).click();
  await expect(person.page).toHaveURL(/\/fr\/new\/zen\?with=friend$/);
  await expect(person.page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(person.button(lobby.openTable.fr)).toBeVisible();
  // The choice is remembered; an address without a language takes it.
  await person.page.goto('/settings');
  await expect(person.page).toHaveURL(/\/fr\/settings$/);
  const guest = await arrive({ language: 'en' });
  await guest.page.goto('/fr/learn');
  await expect(guest.page.getByRole('heading', { level: 1 })).toHaveText(learn.title.fr);
  await guest.page.goto('/learn');
  await expect(guest.page).toHaveURL(/\/en\/learn$/);
});

test('an address that leads nowhere says so, and the way back', async ({ arrive, expected }) => {
  expected.push(/404/);
  const person = await arrive();
  await person.visit('nowhere');
  await expect(person.page.getByText(common.nothingHere.en)).toBeVisible();
  for (const id of ['00000000000000000000000000', 'abc']) {
    await person.visit(`table/${id}`);
    await expect(person.page.getByText(tableWords.noSuchTable.en)).toBeVisible();
    await expect(person.page.locator('main').getByRole('link')).toHaveText([common.watch.en, common.home.en]);
  }
});
