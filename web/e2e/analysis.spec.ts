/** Analysis: the engine's lines, the review of a game, statistics of the archive, the editor. */
import type { NewTableLink, TableView } from '../src/lib/api/types';
import { analysis } from '../src/lib/messages/analysis';
import { common } from '../src/lib/messages/common';
import { replay as words } from '../src/lib/messages/replay';
import type { Person } from './support/person';
import { expect, test } from './support/test';

/**
 * On a triangle of six points the first player wins from the middle of a side; Black begins in a corner, and White takes the
 * middle of the side across. Proved by trying everything, with a pencil.
 */
const LOST = { options: { board: 'triangle-3', pie: 'off' }, turns: ['a1', 'b3', 'a2', 'a3', 'b2', 'c3'] };

/** Plays that game, where everybody may see it. */
async function lost(person: Person): Promise<string> {
  await person.ask('/api/guest', {});
  const { table } = await person.ask<NewTableLink>('/api/tables', {
    game: 'y',
    options: LOST.options,
    public: true,
    hotseat: true,
    start: true,
  });
  for (const [i, text] of LOST.turns.entries())
    await person.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn: i + 1, text });
  return (await person.ask<TableView>(`/api/tables/${table}`)).game!.id;
}

const turnList = (reader: Person) => reader.page.getByRole('list', { name: reader.say(words.turns), exact: true });
const lines = (reader: Person) => reader.page.getByRole('list', { name: reader.say(analysis.lines) });

test('the engine thinks while one looks, its lines can be tried out, and it stops when one leaves', async ({ arrive }) => {
  const reader = await arrive({ module: false });
  await reader.visit('analysis/quinta');
  await reader.page.getByRole('switch', { name: reader.say(analysis.think) }).check();
  await expect(lines(reader).getByRole('listitem')).toHaveCount(3);
  await expect(reader.page.getByText(/White’s win chance: \d+%|wins in \d+ move/).first()).toBeVisible();
  await expect(reader.page.locator('.board .arrow')).toHaveCount(3);
  const second = lines(reader).getByRole('listitem').first().getByRole('button').nth(1);
  // The lines change while they are looked at: what counts is the turn that the button showed when it was clicked.
  const clicked = second.evaluate(
    (button) =>
      new Promise<string>((done) => button.addEventListener('click', () => done(button.textContent), { capture: true })),
  );
  const [left, turn] = await Promise.all([
    reader.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/analysis')),
    clicked,
    second.click(),
  ]);
  expect(left.method()).toBe('POST');
  await expect(turnList(reader).locator('[aria-current="step"]')).toContainText(turn);
  await expect(reader.page).toHaveURL(/turns=/);
  // The engine has followed to the new position; now the page is left.
  await expect(lines(reader).getByRole('listitem').first()).toBeVisible();
  await Promise.all([
    reader.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/analysis')),
    reader.page.getByRole('link', { name: reader.say(common.learn), exact: true }).click(),
  ]);
});

test('the review points at the turn that lost, and the archive counts the game', async ({ arrive }) => {
  const reader = await arrive({ language: 'fr' });
  const id = await lost(reader);
  await reader.visit(`game/${id}`);
  await reader.press(reader.page.getByRole('tab', { name: reader.say(analysis.review) }));
  await reader.pressButton(analysis.makeReview);
  const graph = reader.page.getByRole('slider', { name: reader.say(analysis.graph) });
  const blunder = reader.page.getByRole('button', { name: /1\. a1\s*\?\?/ });
  await expect(blunder.last()).toBeVisible();
  await expect(turnList(reader).getByRole('button', { name: /a1/ })).toContainText('??');
  await graph.focus();
  await graph.press('End');
  await graph.press('PageUp');
  await expect(graph).toHaveAttribute('aria-valuenow', '1');
  // The better turn is tried out beside the game.
  await blunder.last().locator('xpath=following-sibling::p').getByRole('button').first().click();
  await expect(turnList(reader).locator('.variation [aria-current]')).toHaveText(/^\s*1\.\s*(a2|b2|b3)\s*$/);
  // What was played is known to the archive.
  await reader.visit('analysis/y?options=board=triangle-3,pie=off');
  await reader.press(reader.page.getByRole('tab', { name: reader.say(analysis.statistics) }));
  await expect(reader.page.getByText(/^Atteinte par \d+ partie/)).toBeVisible();
  // The three corners are one: the board is turned onto itself.
  const corner = reader.page.getByRole('row', { name: /^(a1|a3|c3)\b/ }).getByRole('button');
  const turn = (await corner.textContent()) ?? '';
  await reader.press(corner);
  await expect(turnList(reader).getByRole('button', { name: turn })).toHaveAttribute('aria-current', 'step');
});

test('a position is set up by touch and by text, and judged by the server', async ({ arrive, expected }) => {
  // An empty board cannot be in Zen, and the server says so.
  expected.push(/\/api\/study/);
  const reader = await arrive({ device: 'phone', module: false });
  await reader.visit('analysis/zen');
  await reader.pressButton(analysis.openEditor);
  const text = reader.page.getByRole('textbox', { name: reader.say(analysis.setup) });
  await expect(text).toHaveValue(/^w=a1,/);
  await reader.pressButton(analysis.clear);
  await expect(text).toHaveValue('act=white');
  const hold = (name: string) => reader.page.getByRole('radio', { name, exact: true }).check();
  await hold('Zen');
  await reader.press(reader.point('f6'));
  await hold('White pawn');
  for (const name of ['b2', 'c3', 'k11', 'c3']) await reader.press(reader.point(name));
  await hold('Black pawn');
  await reader.press(reader.point('k11'));
  await expect(text).toHaveValue('w=b2 b=k11 zen=f6 act=white');
  await expect(reader.page.getByText(reader.say(analysis.valid))).toBeVisible();
  await text.fill('w=b2 b=b2 zen=f6 act=white');
  await expect(reader.page.getByText('Two pieces on b2')).toBeVisible();
  await expect(reader.button(analysis.startHere)).toBeDisabled();
  await text.fill('w=b2 b=k11 zen=f6 act=black');
  await reader.pressButton(analysis.startHere);
  await expect(reader.page).toHaveURL(/setup=w%3Db2/);
  await reader.page.reload();
  await expect(reader.point('k11')).toHaveAccessibleName(/black pawn/);
  // Played on from here against the engine: it is Black's turn, and the reader plays Black.
  await reader.pressButton(analysis.playEngine);
  await expect(reader.page).toHaveURL(/\/table\//);
  await expect(reader.point('k11')).toHaveAccessibleName(/black pawn/);
});
