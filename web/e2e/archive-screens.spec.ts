/** The screens of the archive, for everybody. */
import type { Puzzles } from '../src/lib/api/types';
import { archive } from '../src/lib/messages/archive';
import { numbers } from '../src/lib/messages/numbers';
import { puzzles } from '../src/lib/messages/puzzles';
import { forEverybody, type Way } from './support/everybody';
import { someGame } from './support/finished';
import type { Person } from './support/person';

const heading = (person: Person) => person.page.getByRole('heading', { level: 1 }).waitFor();
const at =
  (address: string, there: (person: Person) => Promise<unknown> = heading): Way =>
  async (person) => {
    await person.visit(address);
    await there(person);
  };
const board = (person: Person) => person.page.locator('[data-point]').first().waitFor();

forEverybody({
  archive: async (person) => {
    await someGame(person);
    await person.visit('archive');
    await person.page.locator('main a[href*="/game/"]').first().waitFor();
  },
  opening: async (person) => {
    await someGame(person);
    await person.visit('archive?game=y&opening=a1&least=5');
    await person.page.getByRole('heading', { name: person.say(archive.nextTurns) }).waitFor();
    await person.page.locator('main a[href*="/game/"]').first().waitFor();
  },
  replay: async (person) => person.visit(`game/${(await someGame(person)).id}/5`).then(() => board(person)),
  embed: async (person) => person.visit(`embed/${(await someGame(person)).id}`).then(() => board(person)),
  analysis: at('analysis'),
  'analysis-board': at('analysis/yinsh?turns=f6;e5', board),
  import: at('import'),
  numbers: at('numbers', (person) => person.page.locator('main li').nth(9).waitFor()),
  'numbers-y': async (person) => {
    await someGame(person);
    await person.visit('numbers/y');
    await person.page.getByRole('heading', { name: person.say(numbers.openings) }).waitFor();
  },
  player: async (person) => {
    const { player } = await someGame(person);
    await person.visit(`player/${encodeURIComponent(player)}`);
    await person.page
      .getByRole('heading', { name: person.say(numbers.accuracy) })
      .first()
      .waitFor();
  },
  puzzles: at('puzzles', (person) => person.page.getByRole('link', { name: person.say(puzzles.solveIt) }).waitFor()),
  puzzle: async (person) => {
    const {
      puzzles: [first],
    } = await person.ask<Puzzles>('/api/puzzles');
    await person.visit(`puzzle/${first!.id}`);
    await board(person);
  },
});
