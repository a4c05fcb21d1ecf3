/** Offline: the page is visited once, closed, and opened again without a network; everything that needs no other player works. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import type { Puzzles, PuzzleSolution } from '../src/lib/api/types';
import { analysis } from '../src/lib/messages/analysis';
import { device as words } from '../src/lib/messages/device';
import { laws as lawWords } from '../src/lib/messages/laws';
import { learn } from '../src/lib/messages/learn';
import { lobby } from '../src/lib/messages/lobby';
import { table as tableWords } from '../src/lib/messages/table';
import { turnIn } from './support/device';
import { GAMES } from './support/games';

/** More own turns than any of these games takes against the lowest level; then it is resigned. */
const MOST_TURNS = 60;

test.describe.configure({ mode: 'serial' });

let profile = '';
/** A puzzle that is won in one turn, and that turn: the server sends it before the network is cut. */
let puzzle = { id: '', turn: '' };

test.beforeAll(() => {
  profile = mkdtempSync(join(tmpdir(), 'taijitu-airplane-'));
});

test.afterAll(() => rmSync(profile, { recursive: true, force: true }));

/** Opens the browser with what it has kept. */
async function open(offline: boolean): Promise<[BrowserContext, Page]> {
  const { launchOptions, baseURL } = test.info().project.use;
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    baseURL: baseURL!,
    locale: 'en',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  if (offline) await context.setOffline(true);
  return [context, await context.newPage()];
}

test('one visit is enough', async () => {
  const [context, page] = await open(false);
  await page.goto('/en');
  await page.locator('.games li').nth(9).waitFor();
  // The worker is ready when it has loaded all there is.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const { puzzles } = (await (await page.request.get('/api/puzzles?game=singularity')).json()) as Puzzles;
  const id = puzzles.find(({ wins_in }) => wins_in === 1)?.id ?? '';
  const { turns } = (await (await page.request.get(`/api/puzzles/${id}/solution`)).json()) as PuzzleSolution;
  puzzle = { id, turn: turns[0] ?? '' };
  await context.close();
});

async function hint(page: Page): Promise<string> {
  await page.getByRole('button', { name: tableWords.hint.en, exact: true }).click();
  const answer = page.locator('.prompt .answer');
  await answer.waitFor();
  return turnIn((await answer.textContent()) ?? '');
}

/** Plays what the engine advises until the game is over. */
async function playOut(page: Page): Promise<void> {
  // At the start of Yin Yang nothing but a law may be touched: those that may are buttons.
  const laws = page.getByRole('region', { name: lawWords.mine.en }).getByRole('button');
  const ready = page.locator('[data-point].target, .result').or(laws).first();
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await ready.waitFor({ state: 'attached' });
    if ((await page.locator('.result').count()) > 0) return;
    const before = await page.locator('.moves ol li button').count();
    const field = page.getByRole('textbox', { name: tableWords.typeTurn.en });
    await field.fill(await hint(page));
    await field.press('Enter');
    await page.locator('.moves ol li button').nth(before).waitFor({ state: 'attached' });
  }
  await page.getByRole('button', { name: tableWords.actions.en }).click();
  await page.getByRole('button', { name: `${tableWords.resign.en}…` }).click();
  await page.getByRole('button', { name: tableWords.resign.en, exact: true }).click();
  await page.locator('.result').waitFor();
}

for (const game of GAMES) {
  test(`a whole game of ${game} in airplane mode`, async () => {
    const [context, page] = await open(true);
    await page.goto(`/en/new/${game}`);
    await page.getByRole('button', { name: lobby.play.en, exact: true }).click();
    await page.waitForURL(/\/device\//);
    if (game === 'yinyang') {
      for (const step of [lawWords.suggest, lawWords.review, lawWords.keep]) {
        await page.getByRole('button', { name: step.en, exact: true }).click();
      }
      await page.locator('.moves ol li button').first().waitFor({ state: 'attached' });
    }
    await playOut(page);
    await expect(page.locator('.result')).toBeVisible();
    await context.close();
  });
}

test('after a restart the games are there, and lessons, puzzles and analysis work', async () => {
  const [context, page] = await open(true);
  await page.goto('/en/games');
  const list = page.getByRole('region', { name: words.games.en });
  await expect(list.getByRole('link')).toHaveCount(GAMES.length);
  await list.getByRole('link').first().click();
  await expect(page.locator('.result')).toBeVisible();
  await page.goto('/en');
  await expect(page.locator('.games li')).toHaveCount(10);
  await expect(page.getByText(words.needsPeople.en)).toBeVisible();
  await page.goto('/en/learn/tetra');
  await page.locator('[data-point]').first().waitFor();
  await page.goto('/en/rules/tetra');
  await expect(page.locator('figure img').first()).toBeVisible();
  expect(
    await page
      .locator('figure img')
      .first()
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0);
  await page.goto('/en/puzzles');
  await page.locator('a[href*="/puzzle/tetra-"]').first().click();
  await page.locator('[data-point].target').first().waitFor({ state: 'attached' });
  await page.goto('/en/analysis/yinsh');
  await page.getByRole('switch', { name: analysis.think.en }).check();
  await expect(page.getByRole('list', { name: analysis.lines.en }).locator('li').first()).toBeVisible();
  await expect(page.locator('.arrow').first()).toBeAttached();
  await context.close();
});

test('in airplane mode two people share a screen: behind the curtain of yin yang there is nothing', async () => {
  const [context, page] = await open(true);
  await page.goto('/en/new/yinyang?with=here');
  await page.getByRole('button', { name: lobby.play.en, exact: true }).click();
  await page.waitForURL(/\/device\//);
  for (const side of ['black', 'white'] as const) {
    await expect(page.getByRole('heading', { name: lawWords.handOver(side).en })).toBeVisible();
    await expect(page.locator('[data-point]')).toHaveCount(0);
    for (const step of [lawWords.iAm(side), lawWords.suggest, lawWords.review, lawWords.keep]) {
      await page.getByRole('button', { name: step.en, exact: true }).click();
    }
  }
  const handOver = page.getByRole('heading', { name: lawWords.handOver('black').en });
  await expect(handOver).toBeVisible();
  await page.reload();
  await expect(handOver).toBeVisible();
  await context.close();
});

test('in airplane mode a puzzle is solved and an exercise of a lesson done', async () => {
  const [context, page] = await open(true);
  await page.goto(`/en/puzzle/${puzzle.id}`);
  const field = page.getByRole('textbox').first();
  await field.fill(puzzle.turn);
  await field.press('Enter');
  await expect(page.locator('.verdict.right')).toBeVisible();
  await page.goto('/en/learn/singularity?step=2');
  const next = page.getByRole('button', { name: learn.next.en, exact: true });
  // A stone, and where it slides.
  for (let touch = 0; touch < 2; touch++) {
    await page.locator('[data-point].target').first().click();
  }
  await next.click();
  await expect(page.getByRole('heading', { level: 2, name: 'Fusion' })).toBeVisible();
  await context.close();
});
