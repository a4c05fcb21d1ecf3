/** People on a phone: challenge, decline, block, the bell, a vacation, a conditional turn. */
import { mkdirSync } from 'node:fs';
import { correspondence } from '../src/lib/messages/correspondence';
import { notices } from '../src/lib/messages/notices';
import { people } from '../src/lib/messages/people';
import { table as tableWords } from '../src/lib/messages/table';
import { noComplaints, signUp } from './support/account';
import { plain, type Person } from './support/person';
import { expect, test } from './support/test';

const PICTURES = 'test-results/screens';
mkdirSync(PICTURES, { recursive: true });

let made = 0;
/** A name that is unique in this run. */
const newName = (word: string) => `${word}${Date.now() % 100_000}${made++}`;

async function look(person: Person, name: string): Promise<void> {
  await noComplaints(person);
  await person.page.screenshot({ path: `${PICTURES}/${name}-${person.language}.png`, fullPage: true });
}

async function settle(person: Person, text: string): Promise<void> {
  await expect(person.page.getByText(text).first()).toBeVisible();
}

/** A running game of Y by correspondence in which the second person, at seat 2, begins. */
async function slowGame(host: Person, guest: Person): Promise<string> {
  const table = await host.open({
    game: 'y',
    options: { board: 'triangle-5', pie: 'off' },
    time: { kind: 'days', days: 3 },
    seat: 1,
  });
  await guest.join(table);
  await host.ask(`/api/tables/${table}/do`, { do: 'start' });
  return table;
}

for (const language of ['fr', 'en'] as const) {
  test(`a challenge is declined, another one accepted, in ${language}`, async ({ arrive }) => {
    const [ada, bob] = [await arrive({ device: 'phone', language }), await arrive({ device: 'phone', language })];
    const [first, second] = [newName('Ada'), newName('Bob')];
    await signUp(ada, first);
    await signUp(bob, second);

    await ada.visit(`player/${second}`);
    await ada.pressButton(people.follow);
    await ada.button(people.unfollow).waitFor();
    await look(ada, 'people-profile');
    await ada.press(ada.page.getByRole('link', { name: ada.say(people.challenge), exact: true }));
    await expect(ada.page.getByRole('heading', { level: 1 })).toContainText(second);
    await look(ada, 'people-challenge');
    await ada.pressButton(people.sendChallenge);
    await settle(ada, ada.say(people.youChallenged(second)));

    // The bell rings on the other phone, wherever its reader is.
    await bob.page.getByRole('link', { name: new RegExp(bob.say(notices.unread(1))) }).waitFor();
    await bob.press(bob.page.getByRole('link', { name: new RegExp(bob.say(notices.heading)) }).first());
    await settle(bob, bob.say({ en: `${first} challenges you`, fr: `${first} vous défie` }));
    await look(bob, 'people-bell');
    await bob.visit('people');
    await bob.pressButton(people.decline);
    await bob.page.getByRole('dialog').waitFor();
    await bob.page.waitForTimeout(700);
    await look(bob, 'people-decline');
    await bob.page.getByRole('radio', { name: bob.say(people.reasons['too-fast']), exact: true }).check();
    await bob.press(bob.page.getByRole('dialog').getByRole('button', { name: bob.say(people.decline), exact: true }));
    await settle(ada, ada.say(people.reasons['too-fast']));
    await look(ada, 'people-list');

    await ada.visit(`new/y?challenge=${second}`);
    await ada.pressButton(people.sendChallenge);
    await settle(ada, ada.say(people.status.open));
    await bob.visit('people');
    await bob.pressButton(people.accept);
    await bob.page.locator('[data-point]').first().waitFor();
    await ada.page.getByRole('link', { name: /\d n/ }).waitFor();
  });
}

test('somebody who is blocked is out of reach', async ({ arrive, expected }) => {
  expected.push(/status of 403/);
  const [ada, bob] = [await arrive({ device: 'phone', language: 'fr' }), await arrive({ device: 'phone' })];
  const [first, second] = [newName('Ada'), newName('Bob')];
  await signUp(ada, first);
  await signUp(bob, second);
  await ada.visit(`player/${second}`);
  await ada.pressButton(people.block);
  const dialog = ada.page.getByRole('dialog');
  expect(plain(await dialog.innerText())).toContain(plain(people.blockSure(second).fr));
  await ada.page.waitForTimeout(700);
  await ada.press(dialog.getByRole('button', { name: people.block.fr, exact: true }));
  await settle(ada, people.youBlocked.fr);
  await look(ada, 'people-blocked');
  await bob.visit(`player/${first}`);
  await expect(bob.button(people.follow)).toBeVisible();
  await expect(bob.page.getByRole('link', { name: people.challenge.en, exact: true })).toHaveCount(0);
  await bob.visit(`new/y?challenge=${first}`);
  await bob.pressButton(people.sendChallenge);
  await expect(bob.page.getByRole('alert')).toBeVisible();
  await ada.visit('people');
  await ada.pressButton(people.unblock);
  await expect(ada.button(people.unblock)).toHaveCount(0);
});

test('a vacation is taken and ended', async ({ arrive }) => {
  const ada = await arrive({ device: 'phone', language: 'fr' });
  await signUp(ada, newName('Ada'));
  await ada.visit('games');
  await ada.page.getByLabel(correspondence.days.fr).fill('5');
  await ada.pressButton(correspondence.take);
  await ada.button(correspondence.end).waitFor();
  await look(ada, 'people-vacation');
  await ada.pressButton(correspondence.end);
  await ada.button(correspondence.take).waitFor();
});

test('a conditional turn is built on the board and played by itself', async ({ arrive }) => {
  const [ada, bob] = [await arrive({ device: 'phone', language: 'fr' }), await arrive()];
  await signUp(ada, newName('Ada'));
  const table = await slowGame(ada, bob);
  await ada.visit(`table/${table}`);
  await ada.page.locator('[data-point]').first().waitFor();
  await ada.pressButton(tableWords.actions);
  await ada.page.waitForTimeout(700);
  await ada.press(ada.page.getByRole('link', { name: correspondence.conditional.fr }));
  await settle(ada, correspondence.ifThey.fr);
  await ada.press(ada.point('c3'));
  await settle(ada, correspondence.iAnswer.fr);
  await ada.press(ada.point('b2'));
  await settle(ada, correspondence.ifThey.fr);
  await look(ada, 'people-conditional');
  await ada.pressButton(correspondence.save);
  await settle(ada, correspondence.saved(1).fr.replace(' :', '\u00a0:'));
  await bob.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn: 1, text: 'c3' });
  await expect
    .poll(async () => (await bob.ask<{ game: { turns: string[] } }>(`/api/tables/${table}`)).game.turns)
    .toEqual(['c3', 'b2']);
  // The table shows both turns, and nothing is left to be played by itself.
  await ada.visit(`table/${table}`);
  await ada.sees(2);
  await look(ada, 'people-conditional-played');
  expect(await ada.ask<{ tree: unknown[] }>(`/api/tables/${table}/conditional`)).toMatchObject({ tree: [] });
});
