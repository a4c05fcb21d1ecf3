/** What a reader sees when there is nothing to see: a sentence, a picture and a way on, each time. */
import { archive } from '../src/lib/messages/archive';
import { common } from '../src/lib/messages/common';
import { lobby } from '../src/lib/messages/lobby';
import type { Person } from './support/person';
import { expect, test } from './support/test';

const main = (person: Person) => person.page.locator('main');

test('a bad link is answered with 404, a sentence, a picture and ways on', async ({ arrive, expected }) => {
  expected.push(/404/);
  const person = await arrive({ device: 'phone', language: 'fr' });
  for (const [address, words] of [
    ['nowhere', common.nothingHere],
    ['new/chess', lobby.noSuchGame],
  ] as const) {
    const answer = await person.page.goto(`/fr/${address}`);
    expect(answer?.status()).toBe(404);
    await expect(person.page.getByRole('heading', { name: person.say(words) })).toBeVisible();
    await expect(main(person).locator('svg').first()).toBeVisible();
    await expect(main(person).getByRole('link', { name: person.say(common.home) })).toBeVisible();
  }
  expect((await person.page.goto('/fr/learn'))?.status()).toBe(200);
});

test('what is not found is said in a sentence, with a way to where such things are listed', async ({ arrive, expected }) => {
  expected.push(/40[04]/);
  const person = await arrive({ device: 'phone', language: 'fr' });
  const unknown = '0'.repeat(26);
  for (const [address, list] of [
    ['player/nobody at all', 'people'],
    ['puzzle/0', 'puzzles'],
    [`game/${unknown}`, 'archive'],
    [`tournament/${unknown}`, 'tournaments'],
    [`table/${unknown}`, 'watch'],
    ['numbers/chess', 'learn'],
  ] as const) {
    await person.visit(address);
    await expect(main(person).getByRole('heading', { level: 1 }), address).toHaveText(/\.$/);
    await expect(main(person).locator(`a[href$="/fr/${list}"]`), address).toBeVisible();
  }
});

test('an empty archive says so and leads on', async ({ arrive }) => {
  const person = await arrive();
  await person.page.route('**/api/archive*', (route) => route.fulfill({ json: { games: [], next: null, searched: null } }));
  await person.visit('archive');
  await expect(person.page.getByText(archive.emptyArchive.en)).toBeVisible();
  await expect(main(person).locator('svg').first()).toBeVisible();
  await expect(main(person).getByRole('link', { name: lobby.choose.en })).toBeVisible();
  await person.visit('archive?game=y');
  await expect(person.page.getByText(archive.nothing.en)).toBeVisible();
  await expect(main(person).getByRole('link', { name: archive.clear.en })).toBeVisible();
});

test('while the server is away the page says so, and comes back by itself', async ({ arrive, expected }) => {
  expected.push(/Failed to load resource|ERR_/);
  const person = await arrive({ device: 'phone' });
  await person.page.route('**/api/**', (route) => route.abort());
  await person.page.route('**/healthz', (route) => route.abort());
  await person.visit('numbers');
  await expect(person.page.getByRole('heading', { name: common.offline.en })).toBeVisible();
  await expect(person.button(common.retry)).toBeVisible();
  await person.page.unroute('**/api/**');
  await person.page.unroute('**/healthz');
  await expect(main(person).locator('li').first()).toBeVisible();
});

test('on a slow network grey shapes stand in, then a sentence and a way on', async ({ arrive }) => {
  const person = await arrive({ language: 'fr' });
  let answer: (() => void) | undefined;
  const waits = new Promise<null>((go) => {
    answer = () => {
      go(null);
    };
  });
  await person.page.route('**/api/archive*', async (route) => {
    await waits;
    await route.fulfill({ json: { games: [], next: null, searched: null } });
  });
  await person.visit('archive');
  await expect(person.page.locator('.skeleton').first()).toBeVisible();
  await expect(person.page.locator('.slow').getByText(person.say(common.slow))).toBeVisible();
  await expect(person.button(common.retry)).toBeVisible();
  answer?.();
  await expect(person.page.getByText(person.say(archive.emptyArchive))).toBeVisible();
});
