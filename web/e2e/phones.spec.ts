/**
 * On a small phone, upright and held sideways: beside tables and lessons, replays, puzzles and the analysis board have
 * board, pieces beside it and buttons in sight together, and what follows a puzzle is under the thumb.
 */
import type { Puzzles } from '../src/lib/api/types';
import { laws } from '../src/lib/messages/laws';
import { puzzles as words } from '../src/lib/messages/puzzles';
import { table } from '../src/lib/messages/table';
import { finish } from './support/finished';
import { GAMES } from './support/games';
import type { Person } from './support/person';
import { expect, test } from './support/test';

const PHONES = [
  [360, 640],
  [740, 360],
] as const;

/** What is cut off by the window, lies under the bar, or is over something else, of the parts named. */
function cutOff(person: Person, parts: readonly string[], bar: string): Promise<string[]> {
  return person.page.evaluate(
    ([parts, bar]) => {
      window.scrollTo(0, 0);
      const box = (element: Element) => element.getBoundingClientRect();
      const under = box(document.querySelector(bar)!);
      const meets = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const found = parts.flatMap((part) =>
        [...document.querySelectorAll(part)].map((element) => ({ part, box: box(element) })).filter(({ box }) => box.width > 0),
      );
      const cut = found.filter(
        ({ part, box }) =>
          box.left < -0.5 ||
          box.right > innerWidth + 0.5 ||
          box.top < -0.5 ||
          box.bottom > innerHeight + 0.5 ||
          (part !== bar && meets(box, under)),
      );
      return cut.map(({ part }) => part);
    },
    [parts, bar] as const,
  );
}

async function inSight(person: Person, parts: readonly string[], bar: string, where: string): Promise<void> {
  for (const [width, height] of PHONES) {
    await person.resize(width, height);
    const size = `${where} at ${width} × ${height}`;
    await expect.poll(() => cutOff(person, [...parts, bar], bar), size).toEqual([]);
    const { board, sideways } = await person.page.evaluate(() => ({
      board: document.querySelector('svg.live')!.getBoundingClientRect().width,
      sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    }));
    expect.soft(board, `the board of ${size}`).toBeGreaterThan(145);
    expect.soft(sideways, `${size} scrolls sideways`).toBe(false);
  }
}

for (const game of GAMES)
  test(`a replay of ${game} is in sight with both players and its steps`, async ({ arrive }) => {
    const reader = await arrive({ device: 'phone', language: 'fr' });
    const { id } = await finish(reader, game);
    await reader.visit(`game/${id}/8`);
    await reader.page.locator('svg.live').waitFor();
    await inSight(reader, ['svg.live', '.stage > .side', '.stage .four', '.stage > .tray'], '.controls .bar', game);
  });

test('puzzles are in sight with what lies beside the board and what to do', async ({ arrive }) => {
  const reader = await arrive({ device: 'phone', language: 'fr' });
  const { puzzles } = await reader.ask<Puzzles>('/api/puzzles');
  for (const game of new Set(puzzles.map((puzzle) => puzzle.game))) {
    await reader.visit(`puzzle/${puzzles.find((puzzle) => puzzle.game === game)!.id}`);
    await reader.mayPlay();
    const upright = ['svg.live', '.task', '.position .four'];
    await inSight(reader, upright, '.puzzle > .bar', game);
    await reader.resize(360, 640);
    expect.soft(await cutOff(reader, ['.position .tray', '.verdict'], '.puzzle > .bar'), game).toEqual([]);
  }
});

test('the way on after a puzzle takes the place of the turn, and no double tap follows it', async ({ arrive }) => {
  const reader = await arrive({ device: 'phone', language: 'fr' });
  const { puzzles } = await reader.ask<Puzzles>('/api/puzzles');
  const { id } =
    puzzles.find(({ game, wins_in }) => game === 'tetra' && wins_in === 1) ?? puzzles.find(({ game }) => game === 'tetra')!;
  await reader.visit(`puzzle/${id}`);
  await reader.mayPlay();
  const { turns } = await reader.ask<{ turns: string[] }>(`/api/puzzles/${id}/solution`);
  const names = await reader.points('kadon');
  const target = reader.page.locator('[data-point].target');
  const wrong = await target.evaluateAll((spots) => spots.map((spot) => Number((spot as SVGElement).dataset['point'])));
  await reader.press(reader.spot(wrong.find((point) => names[point] !== turns[0])!));
  const confirm = reader.page.locator('.puzzle .confirm');
  const { x, y, width, height } = (await confirm.boundingBox())!;
  await confirm.tap();
  await reader.page.touchscreen.tap(x + width / 2, y + height / 2);
  const again = reader.button(words.tryAgain);
  await expect(again).toBeInViewport();
  await again.tap();
  await expect(again).toHaveCount(0);
  await reader.mayPlay();
});

test('the analysis board is in sight with its steps', async ({ arrive }) => {
  const reader = await arrive({ device: 'phone', language: 'fr' });
  for (const game of GAMES.filter((game) => game !== 'yinyang')) {
    await reader.visit(`analysis/${game}`);
    await reader.page.locator('svg.live').waitFor();
    await inSight(reader, ['svg.live'], '.controls .bar', game);
  }
});

test('a tray that is empty still says of what', async ({ arrive }) => {
  const player = await arrive({ device: 'phone' });
  await player.open({ game: 'aliens', hotseat: true, start: true }, ['a1', 'c7', 'a2', 'c8', 'a3']);
  const empty = player.page.locator('.bottom .tray').filter({ hasText: /^\D*0$/ });
  await expect(empty.locator('use.none')).toBeVisible();
});

test('a hint takes the place of a turn that was begun, and of why something was not possible', async ({ arrive }) => {
  const player = await arrive({ device: 'phone' });
  await player.open({ game: 'quinta', engines: [1], seat: 1, start: true });
  await player.mayPlay();
  await player.press(player.page.locator('[data-point].target').first());
  await player.pressAnyway('f1');
  await expect(player.message()).toContainText('f1');
  await player.page.getByRole('button', { name: table.hint.en, exact: true }).tap();
  await expect(player.message()).toContainText('The computer would play');
  await expect(player.page.locator('[data-point][aria-pressed="true"]')).toHaveCount(0);
});

test('beside the board of a replay names, clocks and pieces lie side by side', async ({ arrive }) => {
  const reader = await arrive({ device: 'phone', language: 'fr' });
  const { id } = await finish(reader, 'yinsh');
  await reader.visit(`game/${id}`);
  await reader.page.locator('.stage > .side .tray').first().waitFor();
  const over = await reader.page.evaluate(() =>
    [...document.querySelectorAll('.stage > .side')].flatMap((side) => {
      const parts = [...side.querySelectorAll('.stone, .name, .right, .tray svg, .tray b')];
      const boxes = parts.map((part) => ({ part, box: part.getBoundingClientRect() })).sort((a, b) => a.box.left - b.box.left);
      return boxes
        .slice(1)
        .filter(({ box }, i) => box.left < boxes[i]!.box.right - 0.5)
        .map(({ part }) => part.getAttribute('class') ?? part.tagName);
    }),
  );
  expect(over).toEqual([]);
});

test('what may be done after a game fits on its buttons', async ({ arrive }) => {
  const player = await arrive({ device: 'phone', language: 'fr' });
  await player.open({ game: 'y', hotseat: true, start: true, options: { board: 'triangle-5', pie: 'off' } }, ['c3']);
  await player.act({ do: 'resign' });
  const ways = player.page.locator('.bar .ways > *');
  await expect(ways).toHaveCount(3);
  const cut = await ways.evaluateAll((buttons) =>
    buttons.filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.textContent),
  );
  expect(cut).toEqual([]);
});

test('the laws of yin yang are written without scrolling', async ({ arrive }) => {
  const player = await arrive({ device: 'phone', language: 'fr' });
  await player.open({ game: 'yinyang', engines: [1], seat: 2, start: true });
  const writer = player.page.locator('.table .writer').first();
  const hidden = () => writer.evaluate((place) => place.scrollHeight - place.clientHeight);
  await player.page.locator('.editor .cells button').first().waitFor();
  expect.soft(await hidden(), 'at first').toBeLessThanOrEqual(0);
  // Four black stones, of which one is taken away.
  for (const cell of await player.page.locator('.editor .cells button').all()) {
    await cell.tap();
    await cell.tap();
  }
  const effect = player.page.locator('.editor label').filter({ has: player.page.locator('input[value="bbbb>bbb."]') });
  expect.soft(await hidden(), 'with a cause').toBeLessThanOrEqual(0);
  await expect.soft(effect).toBeInViewport({ ratio: 1, timeout: 2000 });
  await effect.tap();
  expect.soft(await hidden(), 'with an effect').toBeLessThanOrEqual(0);
  await player.pressButton(laws.suggest);
  await expect(player.button(laws.review)).toBeInViewport({ ratio: 1 });
  await player.pressButton(laws.review);
  expect.soft(await hidden(), 'looking them over').toBeLessThanOrEqual(0);
  await player.pressButton(laws.keep);
  // The laws are written, and the game continues: there is nothing to write any more.
  await expect(writer).toHaveCount(0);
});
