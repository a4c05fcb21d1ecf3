/** The front page: what can be done now first, a game that plays itself, and a footer. */
import { about, credits, privacy } from '../src/lib/messages/about';
import { common } from '../src/lib/messages/common';
import { footer, home } from '../src/lib/messages/home';
import { lobby } from '../src/lib/messages/lobby';
import { finish } from './support/finished';
import { expect, test } from './support/test';

test('on a phone five things can be done without scrolling, then come the games', async ({ arrive }) => {
  const visitor = await arrive({ device: 'phone', language: 'fr' });
  await visitor.visit();
  await visitor.page.locator('.games li').nth(9).waitFor();
  const tiles = visitor.page.getByRole('navigation', { name: visitor.say(home.now) });
  await expect(tiles.locator('a, button')).toHaveText([
    visitor.say(home.play),
    visitor.say(lobby.quick),
    visitor.say(home.learn),
    visitor.say(home.puzzle),
    visitor.say(common.tournaments),
  ]);
  const { height } = visitor.page.viewportSize()!;
  const box = (await tiles.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(height);
  const games = (await visitor.page.locator('.games').boundingBox())!;
  expect(games.y).toBeGreaterThan(box.y + box.height);

  // The form for an opponent opens in place; the game that was played last is chosen.
  await expect(visitor.page.locator('#pairing')).toBeHidden();
  await visitor.press(tiles.getByRole('button'));
  await expect(visitor.page.locator('#pairing select')).toHaveValue('yinsh');
});

test('somebody who plays finds the games again, and the last game is offered first', async ({ arrive }) => {
  const player = await arrive({ device: 'phone', module: false });
  await player.visit('new/tetra');
  await player.pressButton(lobby.play);
  await player.page.waitForURL(/\/table\//);
  await player.visit();
  const tiles = player.page.getByRole('navigation', { name: player.say(home.now) });
  await expect(tiles.getByRole('link', { name: `${home.myGames.en} (1)` })).toBeVisible();
  await expect(tiles.getByRole('link', { name: home.play.en })).toHaveAttribute('href', '/en/new/tetra');
});

test('a game plays itself, can be stopped, and stands still for those who want that', async ({ arrive }) => {
  const visitor = await arrive({ moving: true });
  await finish(visitor, 'y');
  // Others may be playing now: their games would be shown instead.
  await visitor.page.route('**/api/lobby/running', (route) => route.fulfill({ json: { tables: [], next: null } }));
  await visitor.visit();
  const card = visitor.page.getByRole('region', { name: visitor.say(home.recent) });
  const turn = card.getByText(/^move \d+ of \d+$/);
  await expect(turn).toHaveText(/^move [1-9]/);
  await visitor.press(card.getByRole('button', { name: visitor.say(home.pause) }));
  const stopped = await turn.textContent();
  await expect(card.getByRole('button', { name: visitor.say(home.resume) })).toBeVisible();
  expect(await turn.textContent()).toBe(stopped);

  const still = await arrive();
  await still.page.route('**/api/lobby/running', (route) => route.fulfill({ json: { tables: [], next: null } }));
  await still.visit();
  const shown = still.page.getByRole('region', { name: still.say(home.recent) });
  await expect(shown.getByText(/^move (\d+) of \1$/)).toBeVisible();
  await expect(shown.getByRole('button', { name: still.say(home.resume) })).toBeVisible();
});

test('where nothing was played yet, a sample game plays itself and can be analysed', async ({ arrive }) => {
  const visitor = await arrive({ moving: true, device: 'phone', language: 'fr' });
  await visitor.page.route('**/api/lobby/running', (route) => route.fulfill({ json: { tables: [], next: null } }));
  await visitor.page.route('**/api/finished', (route) => route.fulfill({ json: { games: [], next: null } }));
  await visitor.visit();
  const card = visitor.page.getByRole('region', { name: visitor.say(home.sample) });
  await card.scrollIntoViewIfNeeded();
  const turn = card.getByText(/^coup \d+ sur \d+$/);
  await expect(turn).toHaveText(/^coup 1[1-9]/);
  await visitor.press(card.getByRole('link', { name: visitor.say(home.analyseIt) }));
  await visitor.page.waitForURL(/\/fr\/analysis\/yinsh\?turns=f10/);
  await expect(visitor.page.getByText('xd5-h9:c4').first()).toBeVisible();
});

test('the footer leads to what the site is, who made the games, and what it stores', async ({ arrive }) => {
  const visitor = await arrive({ device: 'phone', language: 'fr' });
  await visitor.visit('watch');
  const links = visitor.page.getByRole('navigation', { name: visitor.say(footer.label) });
  await visitor.press(links.getByRole('link', { name: visitor.say(footer.credits) }));
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(visitor.say(credits.title));
  await expect(visitor.page.locator('main li')).toHaveCount(10);
  for (const name of ['Kris Burm', 'Gauthier Fourcade', 'Kate Jones', 'Christopher Clark', 'DJ Games'])
    await expect(visitor.page.getByText(name).first()).toBeVisible();
  await visitor.press(links.getByRole('link', { name: visitor.say(footer.privacy) }));
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(visitor.say(privacy.title));
  await visitor.press(links.getByRole('link', { name: visitor.say(footer.source) }));
  await expect(visitor.page.getByRole('heading', { name: visitor.say(about.source.title) })).toBeInViewport();
  await expect(links.getByRole('link', { name: visitor.say(footer.api) })).toHaveAttribute('href', '/api/docs');
});
