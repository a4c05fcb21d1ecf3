/**
 * On every screen, from a small phone to 4K: the whole board, both players, the prompt and the bar are in sight before,
 * during and after a turn, nothing moves under a finger, and no tap that comes twice gives a game up.
 */
import type { Locator } from '@playwright/test';
import { FINGER, isNear } from '../src/lib/tapDistance';
import { table as words } from '../src/lib/messages/table';
import { turn as turnWords } from '../src/lib/messages/turn';
import { GAMES } from './support/games';
import type { Person } from './support/person';
import { script } from './support/script';
import { expect, test } from './support/test';

const SIZES = [
  [360, 640],
  [390, 844],
  [740, 360],
  [820, 1180],
  [1440, 900],
  [3840, 2160],
  // 1440 × 900 at 200 %.
  [720, 450],
] as const;

interface Look {
  /** What is not wholly inside the window. */
  outside: string[];
  /** Whether the page can be scrolled in either direction. */
  scrolls: boolean;
  /** Buttons with nothing but a drawing on them, by their names. */
  icons: string[];
  /** Where the buttons of the bar are. */
  places: string;
  /** What cannot be undone and is nearer to these buttons than a finger is wide. */
  graveNear: string[];
  /** How much of the larger side of the room for it the board takes, and its size. */
  board: number;
}

const PARTS = ['svg.live', '.bar > .bar', '.prompt', '.top .side', '.bottom .side', 'h1'];

function look(person: Person): Promise<Look> {
  return person.page.evaluate(
    ([parts, finger]) => {
      const box = (element: Element) => element.getBoundingClientRect();
      const inside = ({ left, top, right, bottom }: DOMRect) =>
        left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      const apart = (a: DOMRect, b: DOMRect) =>
        Math.hypot(Math.max(a.left - b.right, 0, b.left - a.right), Math.max(a.top - b.bottom, 0, b.top - a.bottom));
      const found = parts.map((part) => ({ part, element: document.querySelector(part) }));
      const clocks = [...document.querySelectorAll('[role=timer]')].map((element) => ({ part: 'clock', element }));
      const page = document.documentElement;
      const shown = [...document.querySelectorAll('button, a')].filter((button) => box(button).width > 0);
      const bare = shown.filter((button) => button.querySelector('svg') && !(button as HTMLElement).innerText.trim());
      const bar = [...document.querySelectorAll('.bar > .bar button')].map(box).filter(({ width }) => width > 0);
      return {
        outside: [...found, ...clocks].filter(({ element }) => !element || !inside(box(element))).map(({ part }) => part),
        scrolls: page.scrollWidth > page.clientWidth || page.scrollHeight > page.clientHeight,
        icons: bare.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()),
        places: bar.map(({ left, top, width }) => [left, top, width].map(Math.round).join(' ')).join(', '),
        graveNear: [...document.querySelectorAll('[data-destructive]')]
          .filter((grave) => box(grave).width > 0 && bar.some((button) => apart(box(grave), button) < finger))
          .map((grave) => grave.textContent.trim()),
        board: box(document.querySelector('svg.live')!).width,
      };
    },
    [PARTS, FINGER] as const,
  );
}

/** Everything is in sight; where the bar's buttons are. */
async function allInSight(person: Person, when: string): Promise<string> {
  const seen = await look(person);
  expect.soft(seen.outside, `outside of the window ${when}`).toEqual([]);
  expect.soft(seen.scrolls, `scrolls ${when}`).toBe(false);
  expect.soft(seen.icons.length, `icons ${when}: ${seen.icons.join(', ')}`).toBeLessThanOrEqual(5);
  expect.soft(seen.icons.filter((name) => name === '')).toEqual([]);
  expect.soft(seen.graveNear, `within ${FINGER} px of the bar ${when}`).toEqual([]);
  return seen.places;
}

/** What would be pressed by one more tap in the middle of a place. */
function under(person: Person, { x, y }: { x: number; y: number }): Promise<boolean> {
  return person.page.evaluate(([x, y]) => !!document.elementFromPoint(x, y)?.closest('[data-destructive]'), [x, y] as const);
}

async function middle(place: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await place.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** At a hot seat the laws of the side that is not to act are covered by a curtain. */
async function liftCurtain(person: Person, game: string): Promise<void> {
  if (game === 'yinyang') await person.press(person.page.locator('.curtain button'));
  await person.page.locator('svg.live').waitFor();
}

/** Plays a turn with a finger, looking around at each step. */
async function playLooking(person: Person, turn: string, size: string): Promise<void> {
  const before = await allInSight(person, `before ${turn} at ${size}`);
  const way = await person.way(turn);
  for (const [i, touch] of way.entries()) {
    await person.touch(touch, turn);
    if (i === 0 && way.length > 1) expect.soft(await allInSight(person, `during ${turn} at ${size}`), size).toBe(before);
  }
  const confirm = person.button(turnWords.play(turn));
  if (!person.confirms(way.at(-1))) return;
  expect.soft(await allInSight(person, `with ${turn} at ${size}`), `the bar at ${size}`).toBe(before);
  const place = await middle(confirm);
  await confirm.tap();
  expect.soft(await under(person, place), 'a second tap').toBe(false);
}

for (const game of GAMES) {
  test(`${game}: everything in sight on every screen`, async ({ arrive }) => {
    const { options, turns } = script(game);
    const player = await arrive({ device: 'phone', language: 'fr' });
    const begun = game === 'yinyang' ? 2 : game === 'yinsh' ? 10 : 0;
    const time = { kind: 'total', seconds: 3600, increment: 0 } as const;
    await player.open({ game, options, hotseat: true, start: true, time }, turns.slice(0, begun));
    await liftCurtain(player, game);
    for (const [i, [width, height]] of SIZES.entries()) {
      const size = `${width} × ${height}`;
      await player.resize(width, height);
      await playLooking(player, turns[begun + i]!, size);
      await liftCurtain(player, game);
      await player.sees(begun + i + 1);
      await allInSight(player, `after at ${size}`);
      const { board } = await look(player);
      expect.soft(board, `the board at ${size}`).toBeGreaterThan(game === 'yinyang' ? 230 : Math.min(width, height) * 0.9 - 60);
    }
  });
}

test('no second tap gives a game up', async ({ arrive }) => {
  const [player, opponent] = [await arrive({ device: 'phone' }), await arrive()];
  const table = await player.open({ game: 'y', options: { board: 'triangle-5', pie: 'off' }, seat: 2 });
  await opponent.join(table, 1);
  await player.act({ do: 'start' });
  await player.mayPlay();
  for (const [width, height] of SIZES) {
    await player.resize(width, height);
    await player.pressButton(words.actions);
    const resign = player.button(`${words.resign.en}…`);
    await expectFarFromTurn(player);
    const place = await middle(resign);
    await resign.tap();
    await player.page.touchscreen.tap(place.x, place.y);
    expect(await under(player, place), `at ${width} × ${height}`).toBe(false);
    // The question takes no pointer at first: what is there afterwards is what counts.
    await expect(player.page.locator('dialog[open]:not(.settling)')).toBeVisible();
    expect(await under(player, place), `at ${width} × ${height}`).toBe(false);
    await expectFarFromTurn(player);
    await player.page.keyboard.press('Escape');
    await expect(player.page.getByRole('dialog')).toHaveCount(0);
  }
  await opponent.act({ do: 'draw' });
  await expect(player.button(words.accept)).toBeVisible();
  for (const [width, height] of SIZES) {
    await player.resize(width, height);
    await expectFarFromTurn(player);
  }
  expect((await player.view()).state).toBe('running');
});

test('check announced by hand has buttons of its own, and the bar stays as it is', async ({ arrive }) => {
  const player = await arrive({ device: 'phone', language: 'fr' });
  await player.open({ game: 'zen', options: { first: 'white', variant: '1', announce: 'manual' }, hotseat: true, start: true });
  await player.mayPlay();
  for (const [width, height] of SIZES) {
    await player.resize(width, height);
    const size = `${width} × ${height}`;
    const before = await allInSight(player, `before at ${size}`);
    for (const touch of await player.way('a1-d4')) await player.touch(touch);
    for (const spelling of ['a1-d4+', 'a1-d4#'])
      await expect.soft(player.button(turnWords.announce(spelling)), size).toBeInViewport({ ratio: 1 });
    expect.soft(await allInSight(player, `with a turn at ${size}`), size).toBe(before);
    await player.pressButton(turnWords.cancelTurn);
  }
  for (const touch of await player.way('a1-d4')) await player.touch(touch);
  // It is no check: that is refused with a reason, and the turn is still there.
  await player.pressButton(turnWords.announce('a1-d4+'));
  await expect(player.message()).not.toHaveText('');
  expect((await player.view()).game?.turns).toEqual([]);
  await player.pressButton(turnWords.play('a1-d4'));
  await player.sees(1);
});

/** What cannot be undone is farther than a finger's width from the buttons a turn is played with. */
async function expectFarFromTurn(person: Person): Promise<void> {
  const boxes = await person.page.evaluate(() => {
    const plain = (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const turn = [...document.querySelectorAll('.bar > .bar > button')].slice(-3);
    return { turn: turn.map(plain), grave: [...document.querySelectorAll('[data-destructive]')].map(plain) };
  });
  expect(boxes.turn).toHaveLength(3);
  expect(boxes.grave.length).toBeGreaterThan(0);
  const corners = boxes.turn.flatMap(({ left, top, right }) => [left, right].map((x) => ({ x, y: top })));
  const near = boxes.grave.filter((box) => corners.some((corner) => isNear(box, corner)));
  expect(near, `nearer than ${FINGER} px`).toEqual([]);
}
