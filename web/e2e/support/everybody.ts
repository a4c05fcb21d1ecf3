/**
 * Screens for everybody: in both languages, both themes and on a phone nothing that axe complains about, nothing that has
 * to be scrolled sideways, no word of the other language. Pictures for eyes are left in `test-results/screens`.
 */
import AxeBuilder from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import { account } from '../../src/lib/messages/account';
import { analysis } from '../../src/lib/messages/analysis';
import { archive } from '../../src/lib/messages/archive';
import { common } from '../../src/lib/messages/common';
import { laws } from '../../src/lib/messages/laws';
import { learn } from '../../src/lib/messages/learn';
import { lobby } from '../../src/lib/messages/lobby';
import { numbers } from '../../src/lib/messages/numbers';
import { puzzles } from '../../src/lib/messages/puzzles';
import { replay } from '../../src/lib/messages/replay';
import { table } from '../../src/lib/messages/table';
import { plain, type Language, type Person } from './person';
import { expect, test } from './test';

const PICTURES = 'test-results/screens';
mkdirSync(PICTURES, { recursive: true });

/** How to come to a screen, and to wait until it is there. */
export type Way = (person: Person) => Promise<unknown>;

/** One test for each screen. */
export function forEverybody(screens: Record<string, Way>): void {
  for (const [name, come] of Object.entries(screens)) {
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
}

async function complaints(person: Person, screen: string, theme: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: person.page })
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
const KNOWN = [account, analysis, archive, common, laws, learn, lobby, numbers, puzzles, replay, table].flatMap(sentences);
const LONG = 9;

/** The screen is written in one language: no sentence that the page knows in the other one is left. */
async function onlyIn(person: Person, language: Language): Promise<void> {
  const other = language === 'en' ? 'fr' : 'en';
  await expect(person.page.locator('html')).toHaveAttribute('lang', language);
  const text = plain(
    await person.page.evaluate(() => {
      const shown = document.querySelector('main') ?? document.body;
      const labels = [...shown.querySelectorAll('[aria-label], [title], [placeholder]')];
      const spoken = labels.flatMap((element) =>
        ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
      );
      return [shown.innerText, ...spoken].join('\n');
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
