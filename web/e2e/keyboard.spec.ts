/** A complete game without mouse and without seeing the board: keys, spoken names, answers in the field. */
import type { Person } from './support/person';
import { expect, test } from './support/test';

/** Black joins the three sides of the smallest board; White answers in between. */
const TURNS = ['b2', 'a1', 'a2', 'c3', 'b3'];

/** Presses Tab until something is focused that matches. */
async function tabTo(player: Person, selector: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await player.page.keyboard.press('Tab');
    if (await player.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Goes to a point with the arrow keys, one step towards it at a time. */
async function walkTo(player: Person, name: string): Promise<void> {
  for (let i = 0; i < 20; i++) {
    const key = await player.page.evaluate((name) => {
      const here = document.activeElement as SVGElement | null;
      const goal = document.querySelector(`[data-point][aria-label^="${name},"]`);
      if (!here || !goal || here === goal) return here === goal ? 'here' : null;
      const [x, y] = ['cx', 'cy'].map((at) => Number(goal.getAttribute(at)) - Number(here.getAttribute(at))) as [number, number];
      if (Math.abs(x) > Math.abs(y)) return x > 0 ? 'ArrowRight' : 'ArrowLeft';
      return y > 0 ? 'ArrowDown' : 'ArrowUp';
    }, name);
    if (key === 'here') return;
    if (key === null) throw new Error('the focus is not on the board');
    await player.page.keyboard.press(key);
  }
  throw new Error(`the arrows do not lead to ${name}`);
}

test('a game of Y by keyboard alone, told as it goes', async ({ arrive }) => {
  const player = await arrive();
  await player.open({
    game: 'y',
    options: { board: 'triangle-3', pie: 'off' },
    hotseat: true,
    start: true,
    time: { kind: 'total', seconds: 600, increment: 0 },
  });
  await player.mayPlay();
  const told = player.page.locator('[aria-live="assertive"]');
  for (const [i, turn] of TURNS.entries()) {
    await tabTo(player, '[data-point]');
    await walkTo(player, turn);
    await expect(player.page.locator('circle.focus').last()).toBeVisible();
    await player.page.keyboard.press('Enter');
    await player.sees(i + 1);
    if (i < TURNS.length - 1) await expect(told).toContainText(`${i % 2 ? 'White' : 'Black'}: ${turn}`);
    if (i === 1) await questions(player);
    // Start the next walk from the top of the page, as after a reload.
    await player.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  }
  await expect(told).toContainText('Black wins');
  await expect(player.result().getByRole('heading')).toHaveText('Black wins');
});

async function questions(player: Person): Promise<void> {
  await tabTo(player, '.type input');
  const ask = async (text: string) => {
    await player.page.keyboard.type(text);
    await player.page.keyboard.press('Enter');
  };
  await ask('/board');
  await expect(player.message()).toContainText('Black stone: b2.');
  await expect(player.message()).toContainText('White stone: a1.');
  await ask('/last');
  await expect(player.message()).toContainText('a1');
  await ask('/clock');
  await expect(player.message()).toContainText(/White: (10:00|9:\d\d)/);
}

test('every point says its name, what stands there and whether it may be touched', async ({ arrive }) => {
  const player = await arrive({ language: 'fr' });
  await player.open({ game: 'yinsh', hotseat: true, start: true }, ['e5']);
  await player.mayPlay();
  await expect(player.point('e5')).toHaveAccessibleName(/^e5, anneau blanc/);
  await expect(player.point('e6')).toHaveAccessibleName(/^e6, vide/);
  await expect(player.point('e6')).toHaveAttribute('aria-disabled', 'false');
  await expect(player.point('e5')).toHaveAttribute('aria-disabled', 'true');
  await expect(player.page.locator('[data-point][tabindex="0"]')).toHaveCount(1);
});
