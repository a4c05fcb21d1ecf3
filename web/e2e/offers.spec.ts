/** What players agree on besides playing: take back, draw, resign, rematch. */
import { board } from '../src/lib/messages/board';
import { common } from '../src/lib/messages/common';
import { table as words } from '../src/lib/messages/table';
import type { Person } from './support/person';
import { expect, test } from './support/test';

async function twoAtY(white: Person, black: Person): Promise<void> {
  const table = await white.open({ game: 'y', options: { board: 'triangle-5', pie: 'off' }, seat: 1 });
  await black.join(table);
  await white.act({ do: 'start' });
  await black.mayPlay();
  await black.play('c3');
  await white.mayPlay();
  await white.play('a1');
  await black.sees(2);
}

test('a turn is taken back if the opponent agrees', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive({ device: 'phone', language: 'fr' })];
  await twoAtY(white, black);
  await white.choose(words.takeback);
  await black.pressButton(words.refuse);
  await expect(white.page.locator('.offer')).toContainText(words.offerRefused.takeback.en);
  await expect(black.page.locator('.offer')).toHaveCount(0);
  await white.sees(2);
  // Something refused is offered again after the next turn.
  await black.play('b3');
  await white.sees(3);
  await white.choose(words.takeback);
  await expect(white.page.locator('.offer')).toContainText(words.youOffer.takeback.en);
  await black.pressButton(words.accept);
  await white.mayPlay();
  await expect(white.point('a1')).toHaveAccessibleName(/empty/);
  await expect(black.page.locator('.moves ol li button')).toHaveCount(1);
  await white.play('b2');
  await black.sees(2);
});

test('a draw is offered, refused, offered again and accepted; then another game, seats swapped', async ({ arrive }) => {
  const [white, black] = [await arrive({ language: 'fr' }), await arrive({ device: 'phone' })];
  await twoAtY(white, black);
  await black.choose(words.draw);
  await expect(white.page.locator('.offer')).toContainText(words.offers.draw('').fr.trim());
  await expect(black.page.locator('.offer')).toContainText(words.youOffer.draw.en);
  await white.pressButton(words.refuse);
  await expect(black.page.locator('.offer')).toContainText(words.offerRefused.draw.en);
  await black.play('b2');
  await white.sees(3);
  await black.choose(words.draw);
  await white.pressButton(words.accept);
  for (const person of [white, black]) await expect(person.result().getByRole('heading')).toHaveText(person.say(words.drawn));
  await white.pressButton(words.rematch);
  await black.pressButton(words.accept);
  // The player who had White has Black now, and begins.
  await white.mayPlay();
  expect((await white.view()).game).toMatchObject({ number: 2, turns: [] });
  await white.play('c3');
  await black.mayPlay();
  await black.sees(1);
});

test('resigning takes two clicks in different places', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive()];
  await twoAtY(white, black);
  await black.choose(words.resign, { grave: true });
  const sure = black.page.getByRole('dialog', { name: words.resignSure.en });
  await expect(sure).toBeVisible();
  await black.pressButton(common.no);
  await expect(sure).toBeHidden();
  expect((await black.view()).state).toBe('running');
  await black.choose(words.resign, { grave: true });
  await black.pressButton(words.resign);
  await expect(white.result().getByRole('heading')).toHaveText(words.youWin.en);
  await expect(black.result().getByRole('heading')).toHaveText(words.youLose.en);
});

test('against the engine everything may be taken back, and hints are given', async ({ arrive }) => {
  const player = await arrive();
  await player.open({ game: 'y', options: { board: 'triangle-5', pie: 'off' }, seat: 2, engines: [1], start: true });
  await player.mayPlay();
  await player.pressButton(words.hint);
  await expect(player.message()).not.toHaveText('');
  await expect(player.page.locator(`[data-point][aria-label*="${board.shown.en}"]`)).not.toHaveCount(0);
  await player.play('c3');
  await player.sees(2);
  await player.choose(words.takeback);
  await expect(player.page.locator('.moves ol li button')).toHaveCount(0);
  await player.mayPlay();
});

test('a finished or running game can be looked through while it stays where it is', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive()];
  await twoAtY(white, black);
  await black.press(black.page.getByRole('button', { name: words.first.en, exact: true }));
  await expect(black.point('c3')).toHaveAccessibleName(/empty/);
  await black.press(black.page.getByRole('button', { name: words.next.en, exact: true }));
  await expect(black.point('c3')).toHaveAccessibleName(/black stone/);
  await expect(black.point('a1')).toHaveAccessibleName(/empty/);
  await black.pressButton(words.backToGame);
  await expect(black.point('a1')).toHaveAccessibleName(/white stone/);
});

test('what is said is heard, and a spectator only watches', async ({ arrive }) => {
  const [white, black, spectator] = [await arrive(), await arrive(), await arrive({ device: 'phone' })];
  await twoAtY(white, black);
  await spectator.visit(`table/${white.table}`);
  await spectator.sees(2);
  await spectator.pressAnyway('b2');
  await expect(spectator.page.getByText(words.watchOnly.en)).toBeVisible();
  const field = white.page.getByRole('textbox', { name: words.write.en });
  await field.fill('<b>good luck</b>');
  await field.press('Enter');
  await expect(black.page.getByRole('log')).toContainText('<b>good luck</b>');
  await field.fill('/who');
  await field.press('Enter');
  await expect(white.page.getByRole('log')).toContainText('1:');
  await black.play('b2');
  await spectator.sees(3);
});

test('on a phone a message is shown for a moment, and a mark says that it was not read', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive({ device: 'phone', language: 'fr' })];
  await twoAtY(white, black);
  const field = white.page.getByRole('textbox', { name: words.write.en });
  await field.fill('good luck');
  await field.press('Enter');
  const toast = black.page.locator('.toast');
  await expect(toast).toContainText('good luck');
  await expect(toast).toBeInViewport({ ratio: 1 });
  const more = black.page.getByRole('button', { name: words.more.fr });
  await expect(more).toContainText(words.unread(1).fr);
  // It covers nothing that is touched in a game, and goes by itself.
  const [shown, bar] = [(await toast.boundingBox())!, (await black.page.locator('.table .bar .bar').boundingBox())!];
  expect(shown.y + shown.height).toBeLessThan(bar.y - 48);
  // The opponent's clock is at the end of the line below it.
  expect(shown.x + shown.width).toBeLessThan(black.page.viewportSize()!.width - 96);
  await expect(toast).toHaveCount(0);
  await black.press(more);
  await expect(black.page.getByRole('log')).toContainText('good luck');
  await expect(more).not.toContainText(words.unread(1).fr);
  await expect(white.page.locator('.toast')).toHaveCount(0);
});

test('a game that nobody begins says when it will be aborted', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive({ device: 'phone', language: 'fr' })];
  const time = { kind: 'total', seconds: 300, increment: 3 } as const;
  const table = await white.open({ game: 'y', options: { board: 'triangle-5', pie: 'off' }, seat: 1, time });
  await black.join(table);
  await white.act({ do: 'start' });
  await expect(black.page.locator('.prompt .abort')).toHaveText(/^Jouez dans les \d+ s, sinon/);
  await expect(white.page.locator('.prompt .abort')).toHaveText(/^Aborted in \d+ s/);
  await black.play('c3');
  for (const person of [white, black]) await expect(person.page.locator('.prompt .abort')).toHaveCount(0);
});

test('a visitor who types /join becomes a guest by it', async ({ arrive }) => {
  const [white, stranger] = [await arrive(), await arrive({ language: 'fr' })];
  const table = await white.open({ game: 'y', options: { board: 'triangle-5', pie: 'off' }, seat: 1 });
  await stranger.visit(`table/${table}`);
  const field = stranger.page.getByRole('textbox', { name: words.write.fr });
  await field.fill('/rejoindre noir');
  await field.press('Enter');
  await expect.poll(async () => (await white.view()).seats[1]?.sitter).not.toBeNull();
});
