/** Tournaments on phones: made, joined by link, played, corrected by the host, and shown on the wall. */
import { mkdirSync } from 'node:fs';
import type { GameResult, TournamentDoor, TournamentSettings, TournamentView } from '../src/lib/api/types';
import { lobby, suggested } from '../src/lib/messages/lobby';
import { notices } from '../src/lib/messages/notices';
import { tournaments as words } from '../src/lib/messages/tournaments';
import { noComplaints, signUp } from './support/account';
import { plain, type Person } from './support/person';
import { expect, test } from './support/test';

const PICTURES = 'test-results/screens';
mkdirSync(PICTURES, { recursive: true });

let made = 0;
/** A name nobody else has in this run. */
const newName = (word: string) => `${word}${Date.now() % 100_000}${made++}`;

async function look(person: Person, name: string): Promise<void> {
  await noComplaints(person);
  await person.page.screenshot({ path: `${PICTURES}/tournament-${name}-${person.language}.png`, fullPage: true });
}

/** Presses a button of the dialog, once it takes a pointer. */
async function answer(person: Person, text: { en: string; fr: string }): Promise<void> {
  const dialog = person.page.getByRole('dialog');
  await dialog.waitFor();
  await person.page.waitForTimeout(700);
  await person.press(dialog.getByRole('button', { name: person.say(text), exact: true }));
  await dialog.waitFor({ state: 'detached' });
}

const choice = (person: Person, text: { en: string; fr: string }) =>
  person.page.locator('label').filter({ has: person.page.getByRole('radio', { name: new RegExp(`^${person.say(text)}`) }) });
const tab = (person: Person, text: { en: string; fr: string }) =>
  person.page
    .getByRole('navigation', { name: person.say(words.views) })
    .getByRole('link', { name: person.say(text), exact: true });
const idOf = (person: Person) => /\/tournament\/([a-z0-9]{26})/.exec(person.page.url())?.[1] ?? '';

/** A casual Swiss of a small game without the swap rule. */
const SWISS: Pick<TournamentSettings, 'kind' | 'game'> & Partial<TournamentSettings> = {
  kind: { kind: 'swiss', rounds: 2 },
  game: 'y',
  options: { board: 'triangle-7', pie: 'off' },
  time: { kind: 'total', seconds: 600, increment: 5 },
  next_round: { after: 0 },
};

async function open(host: Person, settings: Partial<TournamentSettings>): Promise<string> {
  const { tournament } = await host.ask<TournamentDoor>('/api/tournaments', { ...SWISS, name: newName('Club '), ...settings });
  await host.visit(`tournament/${tournament}`);
  return tournament;
}

/** Opens the link, and enters; who has no name yet may say one. */
async function join(person: Person, tournament: string, called?: string): Promise<void> {
  await person.visit(`tournament/${tournament}`);
  if (called) await person.page.getByLabel(person.say(words.called), { exact: true }).fill(called);
  await person.pressButton(words.enter);
  await expect(person.page.getByRole('status').filter({ hasText: person.say(words.entered) })).toBeVisible();
}

async function start(host: Person): Promise<void> {
  await host.pressButton(words.startNow);
  await answer(host, words.startNow);
}

/** Plays a turn, and the other one resigns. */
async function playQuickly(people: readonly Person[], without: string): Promise<string> {
  for (const person of people)
    await person.page.waitForURL((url) => url.pathname.includes('/table/') && !url.pathname.includes(without));
  for (const person of people) await person.page.locator('[data-point]').first().waitFor();
  const views = await Promise.all(people.map((person) => person.view()));
  const acts = views[0]!.game!.scene.acts[0]!;
  const first = people[views.findIndex(({ yours }) => yours.includes(acts))]!;
  const second = people.find((person) => person !== first)!;
  const { table } = first;
  await first.act({ do: 'play', game: 1, turn: 1, text: 'b2' });
  await second.act({ do: 'resign' });
  return table;
}

for (const language of ['fr', 'en'] as const) {
  test(`a tournament is made, joined by link and played on phones, in ${language}`, async ({ arrive }) => {
    const [host, guest] = [await arrive({ device: 'phone', language }), await arrive({ device: 'phone', language })];
    await signUp(host, newName('Host'));

    await host.visit('tournaments');
    await host.page.getByRole('heading', { level: 1 }).waitFor();
    await look(host, 'list');
    await host.press(host.page.getByRole('link', { name: host.say(words.make), exact: true }));
    await host.page.getByLabel(host.say(words.name), { exact: true }).fill(newName('Soirée '));
    await host.press(choice(host, words.kinds.swiss));
    await host.page.getByLabel(host.say(words.rounds), { exact: true }).fill('2');
    await host.page.getByLabel(host.say(lobby.game), { exact: true }).selectOption('y');
    await host.page
      .locator('select')
      .filter({ hasText: suggested['board']!['triangle-7']![language] })
      .selectOption('triangle-7');
    // At the end of the form the button that stays in sight covers nothing.
    await host.button(words.create).evaluate((button) => button.closest('form')?.scrollIntoView({ block: 'end' }));
    await look(host, 'new');
    await host.pressButton(words.create);
    await host.button(words.enter).waitFor();
    const tournament = idOf(host);
    await look(host, 'open');
    await host.pressButton(words.enter);
    await host.button(words.withdraw).waitFor();

    await host.press(tab(host, words.info));
    await expect(host.page.locator('.code svg')).toBeVisible();
    await look(host, 'about');
    await join(guest, tournament, 'Zoé');
    await expect(guest.page.getByText(/^Zoé-\d+$/).first()).toBeVisible();
    await look(guest, 'entered');

    // Both are taken to their table as soon as it is open, and after each game to the next one.
    await start(host);
    const first = await playQuickly([host, guest], 'none');
    const second = await playQuickly([host, guest], first);
    expect(second).not.toBe(first);

    await guest.press(guest.page.getByRole('link', { name: guest.say(words.toTournament), exact: true }));
    await expect(guest.page.getByRole('status').filter({ hasText: plain(guest.say(words.isOver)) })).toBeVisible();
    await look(guest, 'over');
    await guest.press(tab(guest, words.pairings));
    await guest.page
      .getByRole('link', { name: new RegExp(`^${guest.say(words.replay)}`) })
      .first()
      .waitFor();
    await look(guest, 'pairings');
    await guest.press(
      guest.page.getByRole('button', { name: new RegExp(`^${guest.say(words.why).replace('?', '\\?')}`) }).first(),
    );
    await guest.page.getByRole('dialog').locator('li').first().waitFor();
    await guest.page.waitForTimeout(700);
    await look(guest, 'why');
    await guest.page.keyboard.press('Escape');
    await guest.press(tab(guest, words.crossTable));
    await guest.page.locator('td.white').first().waitFor();
    await look(guest, 'cross');
    await guest.press(guest.page.getByRole('link', { name: new RegExp(`^${guest.say(words.info)}`) }).first());
    await guest.page.getByRole('link', { name: guest.say(words.csv), exact: true }).waitFor();
    await look(guest, 'exports');
  });
}

test('a real board: both enter the result, the host hears a dispute, decides and corrects', async ({ arrive }) => {
  const [host, ada, bob] = [
    await arrive({ device: 'phone', language: 'fr' }),
    await arrive({ device: 'phone', language: 'fr' }),
    await arrive({ device: 'phone' }),
  ];
  await signUp(host, newName('Host'));
  const tournament = await open(host, { venue: 'room', kind: { kind: 'swiss', rounds: 1 }, time: { kind: 'none' } });
  await join(ada, tournament);
  await join(bob, tournament);
  await host.button(words.startNow).waitFor();
  await start(host);

  // Both say that they have won.
  await ada.pressButton(words.iWon);
  await expect(ada.button(words.changeClaim)).toBeVisible();
  await look(ada, 'claimed');
  await bob.pressButton(words.iWon);
  await expect(bob.page.getByText(bob.say(words.isDisputed))).toBeVisible();
  await look(bob, 'disputed');

  await expect(host.page.getByText(host.say(words.disputes(1)))).toBeVisible();
  await look(host, 'host');
  await host.pressButton(words.decide);
  await host.page.getByRole('dialog').waitFor();
  await host.page.waitForTimeout(700);
  await look(host, 'decide');
  await host.press(choice(host, words.results.draw));
  await answer(host, words.save);

  await host.press(tab(host, words.pairings));
  await expect(host.page.getByText('½–½')).toBeVisible();
  await host.press(host.page.getByRole('button', { name: new RegExp(`^${host.say(words.correctResult)}`) }));
  const wanted: GameResult = 'white';
  await host.page.getByRole('dialog').locator(`input[value="${wanted}"]`).check({ force: true });
  await host.page.getByLabel(host.say(words.reason)).fill('Saisi à l’envers');
  await host.page.waitForTimeout(700);
  await look(host, 'correct');
  await answer(host, words.save);
  await expect(host.page.getByText('1–0')).toBeVisible();
  await expect(host.page.getByText(host.say(words.corrected))).toBeVisible();
  await host.press(tab(host, words.info));
  await expect(host.page.getByText('Saisi à l’envers')).toBeVisible();
  // The players get a notice.
  await ada.page
    .getByRole('link', { name: new RegExp(ada.say(notices.heading)) })
    .first()
    .waitFor();

  // The moves are written down, and are a game like any other.
  await ada.visit(`tournament/${tournament}/pairings`);
  await ada.press(ada.page.getByRole('link', { name: new RegExp(`^${ada.say(words.writeMoves)}`) }));
  await ada.page.locator('[data-point]').first().waitFor();
  await ada.press(ada.page.locator('summary').filter({ hasText: ada.say(words.padNotes) }));
  await ada.page.getByLabel(ada.say(words.padNotes)).fill('1. b2\n2. c3');
  await ada.pressButton(words.padRead);
  await expect(ada.page.getByText(ada.say(words.padTurns(2)))).toBeVisible();
  await look(ada, 'record');
  await ada.pressButton(words.padSave);
  await ada.page.waitForURL(/\/game\//);
});

test('the wall shows tables, clocks, standings and the code', async ({ arrive }) => {
  const [host, guest, wall] = [
    await arrive({ language: 'fr' }),
    await arrive({ device: 'phone', language: 'fr' }),
    await arrive({ language: 'fr' }),
  ];
  await wall.page.setViewportSize({ width: 1920, height: 1080 });
  await signUp(host, newName('Host'));
  const tournament = await open(host, {});
  await host.pressButton(words.enter);
  await host.button(words.withdraw).waitFor();
  await wall.visit(`tournament/${tournament}/wall`);
  await expect(wall.page.getByText(wall.say(words.scan))).toBeVisible();
  await look(wall, 'wall-open');
  await join(guest, tournament);
  // The names come by themselves.
  await expect(wall.page.locator('.names li')).toHaveCount(2);
  await start(host);
  await expect(wall.page.locator('.clock')).toHaveCount(2);
  await expect(wall.page.getByText(wall.say(words.roundN(1)))).toBeVisible();
  await look(wall, 'wall');
  const { head } = await host.ask<TournamentView>(`/api/tournaments/${tournament}`);
  expect(head).toBeGreaterThan(3);
  await host.visit(`tournament/${tournament}/sheet`);
  await expect(host.page.getByRole('heading', { level: 2 })).toHaveCount(2);
  await look(host, 'sheet');
});

test('a tournament that does not exist says so', async ({ arrive, expected }) => {
  expected.push(/404/);
  const person = await arrive();
  for (const id of ['00000000000000000000000000', 'abc']) {
    await person.visit(`tournament/${id}`);
    await expect(person.page.getByText(words.noSuchTournament.en)).toBeVisible();
  }
});
