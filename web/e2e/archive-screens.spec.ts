/** The screens of the archive, for everybody. */
import type { GamesPage, Puzzles } from '../src/lib/api/types';
import { archive } from '../src/lib/words/archive';
import { numbers } from '../src/lib/words/numbers';
import { puzzles } from '../src/lib/words/puzzles';
import { forEverybody, type Way } from './support/everybody';
import type { Person } from './support/person';
import { script } from './support/script';

const heading = (person: Person) => person.page.getByRole('heading', { level: 1 }).waitFor();
const at = (address: string, there: (person: Person) => Promise<unknown> = heading): Way => async (person) => {
  await person.visit(address);
  await there(person);
};
const board = (person: Person) => person.page.locator('[data-point]').first().waitFor();

/** A game that is over, by its id; played at once. */
async function finished(person: Person): Promise<string> {
  await person.open({ game: 'y', public: true, hotseat: true, start: true }, script('y').turns);
  const { games } = await person.ask<GamesPage>('/api/me/games');
  return games[0]!.id;
}

forEverybody({
  archive: async (person) => {
    await finished(person);
    await person.visit('archive');
    await person.page.locator('main a[href*="/game/"]').first().waitFor();
  },
  opening: async (person) => {
    await finished(person);
    await person.visit('archive?game=y&opening=a1&least=5');
    await person.page.getByRole('heading', { name: person.say(archive.nextTurns) }).waitFor();
    await person.page.locator('main a[href*="/game/"]').first().waitFor();
  },
  replay: async (person) => person.visit(`game/${await finished(person)}/5`).then(() => board(person)),
  embed: async (person) => person.visit(`embed/${await finished(person)}`).then(() => board(person)),
  analysis: at('analysis'),
  'analysis-board': at('analysis/yinsh?turns=f6;e5', board),
  import: at('import'),
  numbers: at('numbers', (person) => person.page.locator('main li').nth(9).waitFor()),
  'numbers-y': async (person) => {
    await finished(person);
    await person.visit('numbers/y');
    await person.page.getByRole('heading', { name: person.say(numbers.openings) }).waitFor();
  },
  player: async (person) => {
    await finished(person);
    const { name } = await person.ask<{ name: string }>('/api/me');
    await person.visit(`player/${encodeURIComponent(name)}`);
    await person.page.getByRole('heading', { name: person.say(numbers.accuracy) }).waitFor();
  },
  puzzles: at('puzzles', (person) => person.page.getByRole('link', { name: person.say(puzzles.solveIt) }).waitFor()),
  puzzle: async (person) => {
    const { puzzles: [first] } = await person.ask<Puzzles>('/api/puzzles');
    await person.visit(`puzzle/${first!.id}`);
    await board(person);
  },
});
