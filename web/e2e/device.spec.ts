/** Rules and engines in the page: games on the device, and a server that gets no requests. */
import { analysis } from '../src/lib/messages/analysis';
import { device as words } from '../src/lib/messages/device';
import { laws as lawWords } from '../src/lib/messages/laws';
import { lobby } from '../src/lib/messages/lobby';
import { table as tableWords } from '../src/lib/messages/table';
import type { Page } from '@playwright/test';
import { hinted, playHinted, watchQuestions } from './support/device';
import { Person } from './support/person';
import { startSite } from './support/site';
import { expect, test } from './support/test';
import { pendingTimers, watchTimers } from './support/timers';

test('a game against the computer is on the device with one click, and goes on after a reload', async ({ arrive }) => {
  const visitor = await arrive();
  await visitor.visit();
  const card = visitor.page.locator('.games li').filter({ has: visitor.page.locator('a[href$="/new/tetra"]') });
  await visitor.press(card.getByRole('button'));
  await visitor.page.waitForURL(/\/device\//);
  await visitor.mayPlay();
  // From here on the workers run.
  const asked = watchQuestions(visitor.page);
  await expect(visitor.page.getByText(words.here.en)).toBeVisible();
  await playHinted(visitor);
  const played = await visitor.page.locator('.moves ol li button').count();
  expect(played).toBeGreaterThanOrEqual(2);
  await visitor.page.reload();
  await visitor.sees(played);
  await visitor.mayPlay();
  // Taken back: the engine's turn and the player's.
  await visitor.choose(tableWords.takeback);
  await expect(visitor.page.locator('.moves ol li button')).toHaveCount(played - 2);
  await visitor.mayPlay();
  expect(asked, 'the server was not asked about positions').toEqual([]);

  await visitor.visit('games');
  const section = visitor.page.getByRole('region', { name: words.games.en });
  await visitor.press(section.getByRole('link', { name: lobby.goOn.en }));
  await visitor.page.waitForURL(/\/device\//);
  // A game without turns is not archived.
  await visitor.mayPlay();
  await playHinted(visitor);
  await visitor.choose(tableWords.resign, { grave: true });
  await visitor.press(visitor.page.getByRole('dialog').getByRole('button', { name: tableWords.resign.en }));
  await expect(visitor.result()).toBeVisible();
  await visitor.pressButton(words.send);
  await visitor.press(visitor.page.getByRole('link', { name: tableWords.lookBack.en }));
  await visitor.page.waitForURL(/\/game\//);
  await expect(visitor.page.getByText('Taijitu level 1').first()).toBeVisible();
  await visitor.visit('games');
  await expect(section.getByRole('link', { name: words.sent.en })).toBeVisible();
  await section.getByRole('button', { name: words.delete.en }).first().click();
  await section.getByRole('button', { name: words.delete.en, exact: true }).click();
  await expect(section).toHaveCount(0);
});

test('lessons, diagrams, puzzles, analysis and hints ask the server nothing', async ({ arrive }) => {
  const reader = await arrive({ language: 'fr' });
  const asked = watchQuestions(reader.page);
  await reader.visit('rules/tetra');
  await expect(reader.page.locator('figure img[src^="data:image/svg+xml"]').first()).toBeVisible();
  await reader.visit('learn/tetra');
  await reader.page.locator('[data-point]').first().waitFor();
  await reader.visit('puzzle/tetra-1');
  await reader.mayPlay();
  await reader.visit('analysis/yinsh');
  await reader.page.locator('[data-point]').first().waitFor();
  await reader.page.getByRole('switch', { name: reader.say(analysis.think) }).check();
  await expect(
    reader.page
      .getByRole('list', { name: reader.say(analysis.lines) })
      .locator('li')
      .first(),
  ).toBeVisible();
  expect(asked).toEqual([]);
});

test('yin yang at one screen on the device: behind the curtain there is nothing', async ({ arrive }) => {
  const players = await arrive({ device: 'phone' });
  await players.visit('new/yinyang?with=here');
  await players.pressButton(lobby.play);
  await players.page.waitForURL(/\/device\//);
  for (const side of ['black', 'white'] as const) {
    await expect(players.page.getByRole('heading', { name: lawWords.handOver(side).en })).toBeVisible();
    await expect(players.page.locator('[data-point]')).toHaveCount(0);
    await players.pressButton(lawWords.iAm(side));
    await players.pressButton(lawWords.suggest);
    await players.pressButton(lawWords.review);
    await players.pressButton(lawWords.keep);
  }
  await expect(players.page.getByRole('heading', { name: lawWords.handOver('black').en })).toBeVisible();
  await players.page.reload();
  await expect(players.page.getByRole('heading', { name: lawWords.handOver('black').en })).toBeVisible();
  await players.pressButton(lawWords.iAm('black'));
  await players.laws().first().waitFor();
});

test('two tabs of one game: the slower one sees what was played', async ({ arrive }) => {
  const player = await arrive();
  await player.visit('new/tetra?with=here');
  await player.pressButton(lobby.play);
  await player.page.waitForURL(/\/device\//);
  await player.mayPlay();
  const other = await player.anotherTab();
  await other.page.goto(player.page.url());
  await other.mayPlay();
  const turn = await hinted(player);
  await player.type(turn);
  await player.sees(1);
  await other.type(turn);
  await other.sees(1);
  // The game continues in both tabs.
  await other.type(await hinted(other));
  await other.sees(2);
});

test('the server counts no question about a position while the workers run', async ({ browser }) => {
  const site = await startSite();
  const visitor = await Person.arrive(browser, site.origin);
  await visitor.visit('learn/tetra');
  await visitor.page.locator('[data-point]').first().waitFor();
  await visitor.visit('puzzle/tetra-1');
  await visitor.mayPlay();
  await visitor.visit('analysis/tetra');
  await visitor.page.getByRole('switch', { name: analysis.think.en }).check();
  await expect(visitor.page.getByRole('list', { name: analysis.lines.en }).locator('li').first()).toBeVisible();
  await visitor.visit('new/tetra');
  await visitor.pressButton(lobby.play);
  await visitor.page.waitForURL(/\/device\//);
  await visitor.mayPlay();
  await playHinted(visitor);
  // Numbers are made once a second: one question of the test itself shows that these are the newest.
  await visitor.ask('/api/study', { game: 'tetra' });
  const counted = async () => {
    const numbers = await (await fetch(`${site.origin}/metrics`)).text();
    return numbers.split('\n').filter((line) => line.startsWith('taijitu_position_requests_total'));
  };
  await expect.poll(counted).toEqual(['taijitu_position_requests_total{kind="study"} 1']);
  await visitor.context.close();
  await site.stop();
});

/** Sets the visibility that the page reads: hidden, or visible again. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('nothing thinks while nobody looks', async ({ arrive }) => {
  const reader = await arrive();
  const { page } = reader;
  await reader.visit('analysis/yinsh');
  await page.getByRole('switch', { name: analysis.think.en }).check();
  await expect(page.getByRole('list', { name: analysis.lines.en }).locator('li').first()).toBeVisible();
  // One worker answers questions, one searches.
  await expect.poll(() => page.workers().length).toBe(2);
  await setHidden(page, true);
  await expect.poll(() => page.workers().length).toBe(1);
  await setHidden(page, false);
  await expect.poll(() => page.workers().length).toBe(2);

  // A game against the strongest engine: it stops in the middle of its turn, and plays it when it is seen again.
  await reader.visit('new/yinsh');
  await page.getByRole('group', { name: lobby.level.en }).locator('input[value="8"]').check();
  await reader.pressButton(lobby.play);
  await page.waitForURL(/\/device\//);
  await reader.mayPlay();
  await reader.type(await hinted(reader));
  await reader.sees(1);
  await setHidden(page, true);
  await expect.poll(() => page.workers().length).toBe(1);
  await setHidden(page, false);
  await reader.sees(2);
});

test('no timer runs at a table on the device while nothing happens', async ({ arrive }) => {
  const player = await arrive();
  await watchTimers(player.context);
  await player.visit('new/tetra');
  await player.pressButton(lobby.play);
  await player.page.waitForURL(/\/device\//);
  await player.mayPlay();
  await playHinted(player);
  await expect.poll(() => pendingTimers(player.page)).toEqual([]);
});
