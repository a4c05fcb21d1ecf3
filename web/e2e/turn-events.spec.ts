/** What happened is seen and said: passes, captures, and what a law changed. */
import { board } from '../src/lib/messages/board';
import { turnEvents } from '../src/lib/messages/turnEvents';
import type { Person } from './support/person';
import { expect, test } from './support/test';

/** Both at a table that begins from a position; seat 1 is White. */
async function sitDown(white: Person, black: Person, game: string, from: string): Promise<void> {
  const table = await white.open({ game, from, seat: 1 });
  await black.join(table);
  await white.act({ do: 'start' });
  await Promise.all([white, black].map((person) => person.page.locator('[data-point]').first().waitFor()));
}

const nameOf = async (person: Person): Promise<string> => (await person.ask<{ name: string }>('/api/me')).name;

test('a pass is shown at the prompt and said aloud', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive({ device: 'phone', language: 'fr' })];
  await sitDown(white, black, 'leapover', 'b=a3,a4 act=white');
  const name = await nameOf(white);
  await white.act({ do: 'play', game: 1, turn: 1, text: 'pass' });
  const said = turnEvents.passes({ en: name, fr: name }).fr;
  await expect(black.page.locator('.prompt .news')).toContainText(said);
  await expect(black.page.locator('.prompt .news')).toBeInViewport({ ratio: 1 });
  await expect(black.page.locator('[aria-live="assertive"]')).toContainText(said);
  // It makes room for the next turn.
  await black.press(black.point('a3'));
  await expect(black.page.locator('.prompt .news')).toHaveCount(0);
});

test('a capture is shown and said to the one who was captured', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive({ device: 'phone' })];
  await sitDown(white, black, 'aliens', 'w=d1,a9,a17 b=c1 bhand=20 act=white');
  const name = await nameOf(white);
  await white.play('d1-b1');
  const said = turnEvents.captures({ en: name, fr: name }, { en: 'amazon', fr: 'amazone' }, 1).en;
  await expect(black.page.locator('.prompt .news')).toContainText(said);
  await expect(black.page.locator('[aria-live="assertive"]')).toContainText(said);
  await expect(white.page.locator('.prompt .news')).toHaveCount(0);
});

test('yinyang: the stone that a law removed is marked, not the corner of the block', async ({ arrive }) => {
  const [white, black] = [await arrive({ device: 'phone' }), await arrive()];
  const idle = 'wwww>www.,wwww>www.,bbbb>bbb.,bbbb>bbb.';
  const laws = 'wwww>www.,wwww>www.,bb..>b...,bbbb>bbb.';
  await sitDown(white, black, 'yinyang', `w=d1 b=a1,b4,c4 lb=${laws} lw=${idle} act=black`);
  const name = await nameOf(black);
  await black.play('L3@b3');
  await expect(white.point('c4')).toHaveAccessibleName(new RegExp(board.last.en));
  await expect(white.page.locator(`[data-point][aria-label*="${board.last.en}"]`)).toHaveCount(1);
  await expect(white.page.locator('.prompt .news')).toContainText(turnEvents.appliesLaw({ en: name, fr: name }, '3').en);
});
