/**
 * What the boards consist of, for each game: points, lines, pieces by kind, marks. The descriptions are kept
 * beside the tests, so that a board that loses its lines or its rings is noticed.
 */
import { script } from './support/script';
import { GAMES } from './support/games';
import type { Person } from './support/person';
import { expect, test } from './support/test';

/** What is drawn, without places and measures. */
function describe(person: Person): Promise<unknown> {
  return person.page.evaluate(() => {
    const tally = (names: string[]) => {
      const counts: Record<string, number> = {};
      for (const name of names.sort()) counts[name] = (counts[name] ?? 0) + 1;
      return counts;
    };
    const live = document.querySelector('svg.live')!;
    const ground = document.querySelector('svg.ground')!;
    const spots = [...live.querySelectorAll('[data-point][role=button]')];
    const drawn = [...live.querySelectorAll('*')].filter(
      (element) => !element.closest('defs') && !element.matches('[data-point], .focus'),
    );
    const uses = drawn.filter((element) => element.matches('use:not(.down)'));
    const marks = drawn.filter((element) => element.matches('circle[class], rect[class], polyline[class], path.dot, path.ring'));
    return {
      points: spots.length,
      named: spots.filter((spot) => /^[a-z]+\d+, ./.test(spot.getAttribute('aria-label') ?? '')).length,
      touchable: spots.filter((spot) => spot.getAttribute('aria-disabled') === 'false').length,
      tabStops: spots.filter((spot) => spot.getAttribute('tabindex') === '0').length,
      ground: tally([...ground.querySelectorAll('*')].map((element) => element.tagName)),
      // A shape is called after this page's id, then the piece and its side.
      pieces: tally(uses.map((use) => use.getAttribute('href')!.replace(/^#.*?([a-z]+(?:-(?:white|black))?)$/, '$1'))),
      marks: tally(marks.map((mark) => mark.classList[0] ?? '')),
    };
  });
}

/** A position in which everything there is to draw has appeared: most of a game. */
async function look(player: Person, game: string): Promise<void> {
  const { turns, options } = script(game);
  if (game === 'yinyang') {
    // Laws are written by hand; what they look like is another test's business.
    await player.open({ game, seat: 2, engines: [1], start: true });
    await player.page.locator('[data-point]').first().waitFor();
    return;
  }
  await player.open({ game, options, hotseat: true, start: true }, turns.slice(0, Math.floor(turns.length * 0.8)));
  await player.mayPlay();
}

for (const game of GAMES) {
  test(`the board of ${game} is drawn as it was`, async ({ arrive }) => {
    const player = await arrive();
    await look(player, game);
    // The print on some boards is requested from the server after the pieces are drawn.
    await expect(async () =>
      expect(`${JSON.stringify(await describe(player), null, 2)}\n`).toMatchSnapshot(`${game}.json`),
    ).toPass({ timeout: 10_000 });
  });
}
