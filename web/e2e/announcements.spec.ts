/** Zen with check announced by hand, and games that nobody wins: what is asked and said is read whole on a small phone. */
import { table as words } from '../src/lib/messages/table';
import { turn as turnWords } from '../src/lib/messages/turn';
import type { Person } from './support/person';
import { expect, test } from './support/test';

const MANUAL = { variant: '1', announce: 'manual', first: 'white' };

/** Two phones at a table of Zen that begins from a position; seat 1 is White. */
async function sitDown(white: Person, black: Person, options: Record<string, string>, from: string): Promise<void> {
  const table = await white.open({ game: 'zen', options, from, seat: 1 });
  await black.join(table);
  await white.act({ do: 'start' });
  await Promise.all([white, black].map((person) => person.page.locator('[data-point]').first().waitFor()));
}

/** How many pixels of a text have to be scrolled to, and what does not fit on a button. */
function hidden(person: Person): Promise<(number | string)[]> {
  return person.page.evaluate(() => [
    ...[...document.querySelectorAll('.prompt .texts, .result')]
      .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
      .filter((pixels) => pixels > 1),
    ...[...document.querySelectorAll('.prompt button, .ways > *')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  ]);
}

test('after a check that was not announced, the loser reads the question and concedes or takes back', async ({ arrive }) => {
  const white = await arrive({ device: 'phone' });
  const black = await arrive({ device: 'phone', language: 'fr' });
  await sitDown(white, black, MANUAL, 'w=d4,f3,f4,f5,g8 b=b4,c7,g11,h8 zen=g5 act=white');
  await white.play('g8xg5');
  await black.play('b4-a3');
  await white.play('d4-e3');
  const answers = black.page.locator('.prompt > button');
  await expect(answers).toHaveCount(2);
  for (const [width, height] of [
    [360, 640],
    [740, 360],
    [820, 1180],
  ] as const) {
    await black.resize(width, height);
    expect.soft(await hidden(black), `${width} × ${height}`).toEqual([]);
    for (const answer of await answers.all()) await expect.soft(answer).toBeInViewport({ ratio: 1 });
    await expect.soft(black.page.locator('svg.live')).toBeInViewport({ ratio: 1 });
  }
  await answers.last().tap();
  // What cannot be undone is confirmed.
  const confirm = black.button(turnWords.play('takeback'));
  if (await confirm.isVisible()) await confirm.tap();
  await expect(answers).toHaveCount(0);
  expect((await black.view()).game?.outcome).toBeNull();
  await black.act({ do: 'resign' });
});

test('a drawn game says why to both, and another one is one touch away', async ({ arrive }) => {
  const white = await arrive({ device: 'phone', language: 'fr' });
  const black = await arrive({ device: 'phone' });
  await sitDown(white, black, {}, 'w=f4,e7,f7,g7 b=c10,d9,e9,h6 act=white');
  await white.play('f4xh6');
  for (const person of [white, black]) {
    await expect(person.result().getByRole('heading')).toHaveText(person.say(words.drawn));
    await expect(person.result()).toContainText(
      person.say({ en: 'both sides are connected', fr: 'les deux camps sont reliés' }),
      {
        ignoreCase: true,
      },
    );
    expect(await hidden(person)).toEqual([]);
    await expect(person.button(words.rematch)).toBeInViewport({ ratio: 1 });
    await expect(person.page.getByRole('link', { name: person.say(words.lookBack) })).toBeInViewport({ ratio: 1 });
  }
  await black.pressButton(words.rematch);
  await white.pressButton(words.accept);
  await expect(white.result()).toHaveCount(0);
  expect((await white.view()).game).toMatchObject({ number: 2, outcome: null });
  await white.act({ do: 'resign' });
});
