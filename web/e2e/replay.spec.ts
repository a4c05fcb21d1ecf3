/** Replays of finished games: steps, links to turns, variations, perspectives, and downloads. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Replay } from '../src/lib/api/types';
import { analysis } from '../src/lib/messages/analysis';
import { replay as words } from '../src/lib/messages/replay';
import { table } from '../src/lib/messages/table';
import { finish, someGame } from './support/finished';
import type { Person } from './support/person';
import { script } from './support/script';
import { expect, test } from './support/test';

const LENGTH = script('y').turns.length;

const current = (person: Person) => person.page.locator('.turns [aria-current="step"]');
const turn = (number: number) => new RegExp(`^\\s*${number}\\.`);

test('a game is stepped through by buttons, keys and links to its turns', async ({ arrive }) => {
  const person = await arrive();
  await person.open({ game: 'y', hotseat: true, start: true }, script('y').turns);
  await person.page.getByRole('link', { name: person.say(table.lookBack) }).click();
  await expect(person.page).toHaveURL(/\/game\/\w{26}$/);
  const id = new URL(person.page.url()).pathname.split('/').at(-1) ?? '';
  await expect(current(person)).toHaveText(person.say(words.start));

  await person.pressButton(table.next);
  await expect(current(person)).toHaveText(turn(1));
  await person.page.keyboard.press('ArrowRight');
  await expect(current(person)).toHaveText(turn(2));
  await expect(person.page).toHaveURL(/#2$/);
  await person.page.keyboard.press('End');
  await expect(current(person)).toHaveText(turn(LENGTH));
  await person.page.keyboard.press('Home');
  await expect(current(person)).toHaveText(person.say(words.start));
  await person.page.getByLabel(person.say(words.speed)).selectOption('0.5');
  await person.pressButton(words.play);
  // Autoplay continues by itself, so no single turn is waited for: a slow poll would miss it.
  await expect(current(person)).not.toHaveText(person.say(words.start));
  await person.pressButton(words.pause);

  await person.visit(`game/${id}/5`);
  await expect(current(person)).toHaveText(turn(5));
  await person.page.goto(`/game/${id}#7`);
  await expect(current(person)).toHaveText(turn(7));
});

test('another turn is tried out beside the game, which stays, and may be played on', async ({ arrive }) => {
  const person = await arrive({ module: false });
  const { id } = await someGame(person);
  const { frames } = await person.ask<Replay>(`/api/finished/${id}/replay`);
  const scene = frames[5]!.scene;
  const taken = new Set(frames[LENGTH]!.scene.pieces.map(({ at }) => at));
  const names = await person.points(scene.board);
  const free = names.findIndex((_, at) => !taken.has(at));

  await person.visit(`game/${id}/5`);
  await person.press(person.spot(free));
  const variation = person.page.locator('.turns .variation [aria-current="step"]');
  await expect(variation).toHaveText(new RegExp(`^\\s*6\\.\\s*${names[free]}`));
  await expect(person.page).toHaveURL(/#5$/);
  await person.page.keyboard.press('ArrowUp');
  await expect(current(person)).toHaveText(new RegExp(`^\\s*6\\.\\s*${frames[6]!.turn}`));
  await person.page.keyboard.press('ArrowDown');
  await expect(variation).toBeVisible();
  await person.pressButton(words.toGame);
  await person.page.keyboard.press('End');
  await expect(current(person)).toHaveText(turn(LENGTH));
  await expect(person.page.locator('.turns .variation')).toHaveCount(1);

  await person.visit(`game/${id}/5`);
  await person.pressButton(analysis.playHere);
  await expect(person.page).toHaveURL(/\/table\//);
  await expect.poll(async () => (await person.view()).game?.scene.pieces.length).toBe(scene.pieces.length);
});

test('a game with secrets is seen as each side saw it, or with everything', async ({ arrive }) => {
  const person = await arrive({ language: 'fr', device: 'phone' });
  const { id } = await finish(person, 'yinyang');
  await person.visit(`game/${id}/3`);
  const hidden = person.page.getByRole('region', { name: /lois/i }).getByLabel(/face cachée/i);
  await expect(current(person)).toHaveText(turn(3));
  await expect(hidden).toHaveCount(0);
  await person.page.getByRole('radio', { name: new RegExp(person.say(words.asSeenBy('white')), 'i') }).check({ force: true });
  await expect(hidden).not.toHaveCount(0);
  await person.page.getByRole('radio', { name: new RegExp(person.say(words.everything), 'i') }).check({ force: true });
  await expect(hidden).toHaveCount(0);
});

test('a game is taken along: as a film, a record, a picture, and in another page', async ({ arrive, baseURL, expected }) => {
  const person = await arrive();
  const { id } = await someGame(person);
  await person.visit(`game/${id}/3`);
  await person.page.getByText(person.say(words.share)).click();
  for (const [name, kind] of [
    ['GIF', /^image\/gif/],
    ['PNG', /^image\/png/],
    ['JSON', /^application\/json/],
  ] as const) {
    const address = await person.page.getByRole('link', { name: new RegExp(name) }).getAttribute('href');
    const answer = await person.context.request.get(address ?? '');
    expect(answer.headers()['content-type'], name).toMatch(kind);
  }
  const code = await person.page.getByLabel(person.say(words.embedCode), { exact: true }).inputValue();
  expect(code).toContain(`${new URL(baseURL ?? '').origin}/embed/${id}#3`);
  const elsewhere = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end(`<!doctype html><title>x</title>${code}`),
  );
  await new Promise<void>((listens) => elsewhere.listen(0, '127.0.0.1', listens));
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  expected.push(new RegExp(`third party: ${address}`));
  await person.page.goto(address);
  const frame = person.page.frameLocator('iframe');
  await expect(frame.locator('[data-point]').first()).toBeVisible();
  await frame.getByRole('button', { name: person.say(table.next) }).click();
  await expect(frame.getByRole('link', { name: person.say(words.openHere) })).toHaveAttribute(
    'href',
    new RegExp(`/game/${id}/4$`),
  );
  await new Promise((closed) => elsewhere.close(closed).closeAllConnections());
});
