/** How a turn is built at the board: clicks, drags, rows by their ends, fingers that have to confirm, words for what is impossible. */
import { board } from '../src/lib/messages/board';
import { turn } from '../src/lib/messages/turn';
import { script } from './support/script';
import { expect, test } from './support/test';

const yinsh = script('yinsh');
const planned = new RegExp(board.premove.en);
const hotseat = { hotseat: true, start: true } as const;
/** The turn of the script before which the row of six is open: its five are chosen. */
const SIX = yinsh.turns.findIndex((turn) => turn.includes('xe1-e5'));

test('yinsh: a click into a ring drops the marker, a second one moves the ring', async ({ arrive }) => {
  const player = await arrive();
  await player.open({ game: 'yinsh', ...hotseat }, yinsh.turns.slice(0, 10));
  await player.mayPlay();
  const markers = player.page.locator('svg.live g use[href$="marker-white"]:not(.down)');
  await expect(markers).toHaveCount(0);
  await player.point('e1').click();
  await expect(player.point('e1')).toHaveAttribute('aria-pressed', 'true');
  await expect(markers).toHaveCount(1);
  await player.point('e2').click();
  await player.sees(11);
  expect((await player.view()).game?.turns.at(-1)).toBe('e1-e2');
  await expect(player.point('e1')).toHaveAccessibleName(/white marker/);
  await expect(player.point('e2')).toHaveAccessibleName(/white ring/);
});

test('yinsh: a ring is dragged to its target', async ({ arrive }) => {
  const player = await arrive({ moving: true });
  await player.open({ game: 'yinsh', ...hotseat }, yinsh.turns.slice(0, 10));
  await player.mayPlay();
  const [from, to] = [(await player.point('e1').boundingBox())!, (await player.point('e3').boundingBox())!];
  await player.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await player.page.mouse.down();
  await player.page.mouse.move(to.x + to.width / 2 + 3, to.y + to.height / 2 + 2, { steps: 5 });
  await expect(player.page.locator('.ghost')).toHaveCount(1);
  await player.page.mouse.up();
  await player.sees(11);
  expect((await player.view()).game?.turns.at(-1)).toBe('e1-e3');
  await expect(player.page.locator('.ghost')).toHaveCount(0);
});

test('yinsh: of a row of six the five are chosen by their first and last', async ({ arrive }) => {
  const player = await arrive();
  await player.open({ game: 'yinsh', ...hotseat }, yinsh.turns.slice(0, SIX));
  await player.mayPlay();
  for (const point of ['e4', 'f5']) await player.point(point).click();
  for (const touch of (await player.way('e4-f5 xe2-e6:e7')).slice(2)) await player.touch(touch);
  await player.sees(SIX + 1);
  expect((await player.view()).game?.turns.at(-1)).toBe('e4-f5 xe2-e6:e7');
});

test('yinsh: the last marker of five may be touched first', async ({ arrive }) => {
  const player = await arrive();
  await player.open({ game: 'yinsh', ...hotseat }, yinsh.turns.slice(0, SIX));
  await player.mayPlay();
  for (const point of ['e4', 'f5']) await player.point(point).click();
  await player.pressAnyway('e6');
  await player.point('e7').click();
  await player.sees(SIX + 1);
  expect((await player.view()).game?.turns.at(-1)).toBe('e4-f5 xe2-e6:e7');
});

test('yinsh: where two rows cross, either may be taken', async ({ arrive }) => {
  const player = await arrive();
  const crossing = yinsh.turns.findIndex((turn) => turn.includes('xg4-g8'));
  await player.open({ game: 'yinsh', ...hotseat }, yinsh.turns.slice(0, crossing));
  await player.mayPlay();
  for (const touch of await player.way('g6-h7 xe6-i6:j6')) await player.touch(touch);
  await player.sees(crossing + 1);
  expect((await player.view()).game?.turns.at(-1)).toBe('g6-h7 xe6-i6:j6');
  await expect(player.point('g8')).toHaveAccessibleName(/white marker/);
});

test('a finger confirms; one step back; the whole turn cancelled', async ({ arrive }) => {
  const player = await arrive({ device: 'phone' });
  await player.open({ game: 'yinsh', ...hotseat }, yinsh.turns.slice(0, 10));
  await player.mayPlay();
  const confirm = player.button(turn.play('e1-e2'));
  await player.point('e1').tap();
  await player.point('e2').tap();
  await expect(confirm).toBeVisible();
  await player.pressButton(turn.back);
  await expect(confirm).toBeHidden();
  await expect(player.point('e1')).toHaveAttribute('aria-pressed', 'true');
  await player.pressButton(turn.cancelTurn);
  await expect(player.point('e1')).not.toHaveAttribute('aria-pressed', 'true');
  expect((await player.view()).game?.turns).toHaveLength(10);
  await player.point('e1').tap();
  await player.point('e2').tap();
  await confirm.tap();
  await player.sees(11);
});

test('a mouse asks for no confirmation, unless that is wanted', async ({ arrive }) => {
  const player = await arrive({ settings: { confirm: 'always' } });
  await player.open({ game: 'y', options: { board: 'triangle-5' }, ...hotseat });
  await player.mayPlay();
  await player.point('c3').click();
  await player.pressButton(turn.play('c3'));
  await player.sees(1);
});

test('typed turns, and words for what is impossible', async ({ arrive }) => {
  const player = await arrive({ language: 'fr' });
  await player.open({ game: 'y', options: { board: 'triangle-5', pie: 'off' }, ...hotseat });
  await player.mayPlay();
  await player.type('C3');
  await player.sees(1);
  await player.type('c3');
  await expect(player.message()).toContainText('occupé');
  await player.pressAnyway('c3');
  await expect(player.message()).toContainText('occupé');
  await player.type('z9');
  await expect(player.message()).toContainText('z9');
  await player.point('a1').click();
  await player.sees(2);
  await expect(player.message()).toHaveText('');
  expect((await player.view()).game?.turns).toEqual(['c3', 'a1']);
});

test('escape cancels, backspace takes one touch back', async ({ arrive }) => {
  const player = await arrive();
  await player.open({ game: 'zen', options: { first: 'white' }, ...hotseat });
  await player.mayPlay();
  await player.point('a1').click();
  await expect(player.point('a1')).toHaveAttribute('aria-pressed', 'true');
  await player.page.keyboard.press('Backspace');
  await expect(player.page.locator('[aria-pressed="true"]')).toHaveCount(0);
  await player.point('a1').click();
  await player.page.keyboard.press('Escape');
  await expect(player.page.locator('[aria-pressed="true"]')).toHaveCount(0);
  await player.point('a1').click();
  await player.pressAnyway('b7');
  await expect(player.message()).not.toHaveText('');
  expect((await player.view()).game?.turns).toEqual([]);
});

test('y: a stone laid in advance is played after the opponent’s', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive()];
  const table = await white.open({ game: 'y', options: { board: 'triangle-5', pie: 'off' }, seat: 1 });
  await black.join(table);
  await white.act({ do: 'start' });
  await black.mayPlay();
  await white.pressAnyway('a1');
  await expect(white.point('a1')).toHaveAccessibleName(planned);
  await black.point('c3').click();
  await Promise.all([white.sees(2), black.sees(2)]);
  expect((await white.view()).game?.turns).toEqual(['c3', 'a1']);
  // Taken back by touching it again; one that has become impossible is forgotten.
  await white.pressAnyway('b2');
  await white.pressAnyway('b2');
  await expect(white.point('b2')).not.toHaveAccessibleName(planned);
  await white.pressAnyway('b3');
  await black.point('b3').click();
  await white.sees(3);
  await white.mayPlay();
  await expect(white.point('b3')).not.toHaveAccessibleName(planned);
  expect((await white.view()).game?.turns).toEqual(['c3', 'a1', 'b3']);
});

test('the board does not scroll the page under a finger', async ({ arrive }) => {
  const player = await arrive({ device: 'phone' });
  await player.open({ game: 'y', options: { board: 'triangle-5' }, ...hotseat });
  await player.mayPlay();
  const box = (await player.point('c3').boundingBox())!;
  const session = await player.context.newCDPSession(player.page);
  const at = (y: number) => [{ x: box.x + 5, y }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(box.y + 5) });
  for (let i = 1; i <= 8; i++)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(box.y + 5 - 15 * i) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await player.page.evaluate(() => scrollY)).toBe(0);
  expect((await player.view()).game?.turns).toEqual([]);
});

test('picking a ring drops its marker at once, moves nothing, and a mouse sees what it may touch', async ({ arrive }) => {
  const { turns } = script('yinsh');
  const player = await arrive({ moving: true });
  await player.open({ game: 'yinsh', hotseat: true, start: true }, turns.slice(0, 12));
  await player.mayPlay();
  const [one, other] = await player.page
    .locator('[data-point].target')
    .evaluateAll((spots) => spots.slice(0, 2).map((spot) => Number((spot as SVGElement).dataset['point'])));
  const pieces = player.page.locator('svg.live g[data-key]');
  const before = await pieces.count();
  await player.spot(one!).hover();
  await expect(player.page.locator('svg.live.pointing')).toHaveCount(1);
  for (const ring of [one!, other!]) {
    // Another piece of ours may be picked although it is not where the first one can go.
    await player.spot(ring).click({ force: true });
    await expect(player.spot(ring)).toHaveAttribute('aria-pressed', 'true');
    const moving = await player.page.locator('svg.live').evaluate((board) => board.getAnimations({ subtree: true }).length);
    expect(moving, 'animations').toBe(0);
    // The marker lies between the flat pieces and the rings, and is none of the pieces that have moved.
    await expect(player.page.locator('svg.live g > use[href*="marker"]:not(.up, .down)')).toHaveCount(1);
    expect(await pieces.count()).toBe(before);
  }
  await player.page.mouse.move(0, 0);
  await expect(player.page.locator('svg.live.pointing')).toHaveCount(0);
});
