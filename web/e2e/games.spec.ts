/**
 * Complete games by touch: one player at a desk with a mouse, the other with a finger on a small phone, from the link of a
 * new table to the result on both screens.
 */
import { lobby } from '../src/lib/messages/lobby';
import { common } from '../src/lib/messages/common';
import { table as words } from '../src/lib/messages/table';
import type { TableView } from '../src/lib/api/types';
import { GAMES } from './support/games';
import type { Person } from './support/person';
import { script, type Script } from './support/script';
import { expect, test } from './support/test';

/** Opens a table for friends as White, on the screen for new tables. */
async function openTable(host: Person, { game, options }: Script): Promise<string> {
  await host.visit(`new/${game}?with=friend`);
  await host.page
    .getByRole('radio', { name: new RegExp(`^${host.say(common.white)}`) })
    .first()
    .check({ force: true });
  for (const [name, value] of Object.entries(options)) await choose(host, name, value);
  await host.pressButton(lobby.openTable);
  return host.page.getByRole('textbox', { name: host.say(words.link) }).inputValue();
}

/** Sets an option of the game to one of its values, if it is not set already. */
async function choose(host: Person, name: string, value: string): Promise<void> {
  if (name === 'players') {
    await host.page.getByRole('radio', { name: host.say(lobby.playersN(Number(value))), exact: true }).check({ force: true });
    return;
  }
  await host.page.locator(`input[type=radio][value="${value}"]`).last().check({ force: true });
}

async function sitDown(guest: Person, link: string): Promise<void> {
  await guest.page.goto(link);
  await guest.press(guest.button(words.sit).first());
}

/** Plays all turns, each by the player to act. */
async function playAll(people: Person[], turns: string[]): Promise<void> {
  let turn = 0;
  // Laws are written at the same time; the scripts have Black's first.
  for (const side of (['black', 'white'] as const).filter((_, i) => turns[i]?.startsWith('laws '))) {
    for (const person of people) if (await playsSide(person, side)) await person.play(turns[turn++]!);
  }
  for (; turn < turns.length; turn++) {
    await Promise.all(people.map((person) => person.sees(turn)));
    const [person, view] = await whoActs(people, turn);
    await person.play(turns[turn]!, view);
  }
  await Promise.all(people.map((person) => person.result().waitFor()));
}

async function playsSide(person: Person, side: string): Promise<boolean> {
  const { game, yours } = await person.view();
  return yours.some((seat) => game?.scene.sides[seat - 1] === side);
}

/** The player to act, and the scene they see. The player after the last one to act is tried first. */
async function whoActs(people: Person[], turn: number): Promise<[Person, TableView]> {
  for (let i = 0; i < people.length; i++) {
    const person = people[(turn + i) % people.length]!;
    const view = await person.view();
    if (view.yours.some((seat) => view.game?.scene.acts.includes(seat))) return [person, view];
  }
  throw new Error('nobody acts');
}

async function sameResult(people: Person[], { winner }: Script): Promise<void> {
  for (const person of people) {
    const view = await person.view();
    const own = view.game!.scene.sides[view.yours[0]! - 1];
    await expect(person.result().getByRole('heading')).toHaveText(person.say(own === winner ? words.youWin : words.youLose));
  }
}

for (const game of GAMES) {
  test(`${game}: a complete game on a desktop and a phone`, async ({ arrive }) => {
    const played = script(game);
    const [desk, phone] = [await arrive(), await arrive({ device: 'phone', language: 'fr' })];
    await sitDown(phone, await openTable(desk, played));
    // The game starts by itself.
    await Promise.all([desk, phone].map((person) => person.page.locator('[data-point]').first().waitFor()));
    await playAll([desk, phone], played.turns);
    await sameResult([desk, phone], played);
    const { game: over } = await desk.view();
    expect(over?.turns).toEqual(played.turns);
    expect(over?.outcome).toMatchObject({ winner: played.winner, reason: played.reason });
  });
}

test('zen: four players in two teams, in four browsers', async ({ arrive }) => {
  const played = script('zen-4');
  const people = [
    await arrive(),
    await arrive({ language: 'fr' }),
    await arrive({ device: 'phone' }),
    await arrive({ device: 'phone', language: 'fr' }),
  ];
  const [host, ...guests] = people as [Person, ...Person[]];
  const link = await openTable(host, played);
  for (const guest of guests) await sitDown(guest, link);
  await Promise.all(people.map((person) => person.page.locator('[data-point]').first().waitFor()));
  await playAll(people, played.turns);
  await sameResult(people, played);
});
