/**
 * A rated game on a phone: chosen when the table is opened, shown while it is played, counted at its end; the graph on
 * both players' pages, and the leaderboard.
 */
import { lobby } from '../src/lib/messages/lobby';
import { numbers } from '../src/lib/messages/numbers';
import { puzzles as puzzleWords } from '../src/lib/messages/puzzles';
import { ratings } from '../src/lib/messages/ratings';
import type { Puzzle, Puzzles, PuzzleSolution, Study, StudyView } from '../src/lib/api/types';
import { noComplaints } from './support/account';
import { plain, type Language, type Person } from './support/person';
import { expect, test } from './support/test';
import { touchesOf } from './support/touches';

/** An account, signed in from the first page load. */
async function signIn(person: Person, name: string): Promise<void> {
  await person.ask('/api/register', { name, password: `the password of ${name}` });
  await person.page.addInitScript(() => localStorage.setItem('taijitu.somebody', 'yes'));
}

async function picture(person: Person, name: string): Promise<void> {
  await person.page.screenshot({ path: `test-results/screens/${name}-phone-${person.language}.png`, fullPage: true });
}

/** A stone each, then the loser resigns. */
async function playAndResign(players: Record<number, Person>, table: string, game: number, loser: Person): Promise<void> {
  for (const [turn, text] of [
    [1, 'a1'],
    [2, 'a3'],
  ] as const) {
    const view = await loser.ask<{ game: { scene: { acts: number[] } } }>(`/api/tables/${table}`);
    const acting = players[view.game.scene.acts[0] ?? 0];
    await acting?.ask(`/api/tables/${table}/do`, { do: 'play', game, turn, text });
  }
  await loser.ask(`/api/tables/${table}/do`, { do: 'resign' });
}

for (const language of ['en', 'fr'] as const satisfies readonly Language[]) {
  test(`a rated game changes two ratings: ${language}`, async ({ arrive }) => {
    const manner = { device: 'phone', language } as const;
    const [ada, bob] = [await arrive(manner), await arrive(manner)];
    const [adaName, bobName] = [`Ada ${language} graph`, `Bob ${language} graph`];
    await signIn(ada, adaName);
    await signIn(bob, bobName);

    // Ada opens a rated table for anybody.
    await ada.visit('new/y?with=anyone');
    await ada.page.getByRole('radio', { name: plain(ada.say(ratings.rated)) }).check();
    await picture(ada, 'new-rated');
    await noComplaints(ada);
    await ada.pressButton(lobby.openTable);
    await ada.page.waitForURL(/\/table\//);
    const table = /table\/(\w+)/.exec(ada.page.url())?.[1] ?? '';
    await expect(ada.page.getByText(plain(ada.say(ratings.ratedTerm))).first()).toBeVisible();
    await picture(ada, 'waiting-rated');
    await noComplaints(ada);

    // Bob finds it in the lobby, with the word that it is rated, and sits down.
    await bob.visit();
    const line = bob.page.getByRole('listitem').filter({ hasText: adaName });
    await expect(line).toContainText(plain(bob.say(ratings.ratedTerm)));
    await picture(bob, 'lobby-rated');
    await noComplaints(bob);
    await bob.press(line.getByRole('button', { name: bob.say(lobby.join), exact: true }));
    await bob.page.waitForURL(new RegExp(table));
    await bob.page.locator('[data-point]').first().waitFor();
    await playAndResign({ 1: ada, 2: bob }, table, 1, bob);
    const changes = ada.page.getByRole('list', { name: ada.say(ratings.changed) });
    await expect(changes).toContainText('1662?');
    await expect(changes).toContainText('+162');
    await expect(changes).toContainText('−162');
    await picture(ada, 'result-rated');
    await noComplaints(ada);

    // Both have a graph.
    for (const [person, name, rating] of [
      [ada, adaName, '1662?'],
      [bob, bobName, '1338?'],
    ] as const) {
      await person.visit(`player/${encodeURIComponent(name)}`);
      const section = person.page.getByRole('region', { name: person.say(ratings.heading) });
      await expect(section).toContainText(rating);
      const graph = section.getByRole('img');
      await expect(graph).toHaveAccessibleName(new RegExp(rating.slice(0, 4)));
      await person.press(section.getByText(person.say(numbers.values)));
      await expect(section.getByRole('row')).toHaveCount(2);
      await noComplaints(person);
    }
    await picture(ada, 'profile-rated');

    // All ratings are provisional after one game.
    await ada.press(ada.page.getByRole('link', { name: ada.say(ratings.leaderboard), exact: true }).first());
    await expect(ada.page.getByText(plain(ada.say(ratings.leaderboardEmpty)))).toBeVisible();
    await noComplaints(ada);
  });
}

test('players of different ratings are paired after a wait', async ({ arrive }) => {
  const [ada, bob] = [await arrive({ device: 'phone', language: 'fr' }), await arrive({ device: 'phone', language: 'en' })];
  await signIn(ada, 'Ada the strong');
  await signIn(bob, 'Bob the weak');
  const { table } = await ada.ask<{ table: string }>('/api/tables', { game: 'y', rated: true, autostart: true, seat: 1 });
  await bob.ask(`/api/tables/${table}/do`, { do: 'join' });
  await playAndResign({ 1: ada, 2: bob }, table, 1, bob);

  for (const person of [ada, bob]) {
    await person.visit();
    await person.pressButton(lobby.quick);
    await person.page.locator('form select').selectOption('y');
    await person.press(person.page.getByRole('checkbox', { name: person.say(ratings.rated) }));
    await person.pressButton(lobby.find);
    await person.page.waitForURL(/\/table\//);
  }
  // They are 324 points apart. The page says which ratings are accepted so far.
  expect(ada.table).not.toBe(bob.table);
  await expect(ada.page.locator('.window')).toContainText(/\d{4}/);
  await picture(ada, 'searching-rated');
  await noComplaints(ada);
  await picture(bob, 'searching-rated');
  // Then both are at one table, wherever each of them waited.
  await Promise.all([ada, bob].map((person) => person.page.locator('[data-point]').first().waitFor({ timeout: 30_000 })));
  expect(ada.table).toBe(bob.table);
  await ada.act({ do: 'abort' });
});

test('a leaderboard lists those whose rating is settled', async ({ arrive }) => {
  const manner = { device: 'phone', language: 'fr' } as const;
  const [ada, bob] = [await arrive(manner), await arrive(manner)];
  await signIn(ada, 'Ada the settled');
  await signIn(bob, 'Bob the settled');
  let settled = false;
  for (let n = 0; n < 40 && !settled; n++) {
    const { table } = await ada.ask<{ table: string }>('/api/tables', {
      game: 'tetra',
      rated: true,
      autostart: true,
      options: {},
    });
    await bob.ask(`/api/tables/${table}/do`, { do: 'join' });
    const turns = await Promise.all(
      [ada, bob].map((person) => person.ask<string[]>(`/api/tables/${table}/turns`).catch(() => [])),
    );
    const first = turns[0]?.length ? ada : bob;
    const second = first === ada ? bob : ada;
    await first.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn: 1, text: turns.find((all) => all.length)?.[0] });
    const answers = await second.ask<string[]>(`/api/tables/${table}/turns`);
    await second.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn: 2, text: answers[0] });
    await (n % 3 === 2 ? ada : bob).ask(`/api/tables/${table}/do`, { do: 'resign' });
    const own = await bob.ask<{ ratings: { rating: { provisional?: boolean } }[] }>('/api/players/Bob the settled/ratings');
    settled = !own.ratings[0]?.rating.provisional;
  }
  expect(settled).toBe(true);
  await ada.visit('leaderboards/tetra');
  const rows = ada.page.getByRole('row');
  await expect(rows.nth(1)).toContainText('Ada the settled');
  await expect(rows.nth(2)).toContainText('Bob the settled');
  await picture(ada, 'leaderboard');
  await noComplaints(ada);
});

/** Plays a turn of a puzzle by touching its board. */
async function touchTurn(person: Person, study: Study, turn: string): Promise<void> {
  const { scene } = await person.ask<StudyView>('/api/study', study);
  const names = await person.points(scene.board);
  const way = await touchesOf(turn, names, scene.next ?? [], (touches) => person.ask('/api/study/branch', { ...study, touches }));
  await person.touchAll(way, turn);
}

test('a streak of puzzles grows and ends', async ({ arrive }) => {
  const [solver, guest] = [await arrive({ device: 'phone', language: 'fr' }), await arrive({ language: 'fr' })];
  await signIn(solver, 'Solver of puzzles');
  const { puzzles: list } = await guest.ask<Puzzles>('/api/puzzles');
  const easy = list
    .filter(({ game }) => game !== 'yinyang')
    .sort((a, b) => a.wins_in - b.wins_in)
    .slice(0, 3);
  for (const [i, { id }] of easy.slice(0, 2).entries()) {
    const { turns } = await guest.ask<PuzzleSolution>(`/api/puzzles/${id}/solution`);
    const { study } = await guest.ask<Puzzle>(`/api/puzzles/${id}`);
    await solver.visit(`puzzle/${id}`);
    for (let own = 0; own < turns.length; own += 2) {
      const played = [...study.turns, ...turns.slice(0, own)];
      await touchTurn(solver, { ...study, turns: played }, turns[own] ?? '');
      const reply = turns[own + 1];
      if (reply) await expect(solver.page.getByText(solver.say(puzzleWords.answered(reply)))).toBeVisible();
    }
    await expect(solver.page.locator('.rated')).toContainText(plain(solver.say(puzzleWords.streak(i + 1))));
    await expect(solver.page.locator('.rated')).toContainText('+');
  }
  await picture(solver, 'puzzle-streak');
  // The bar lies over what is below the fold until one scrolls there.
  await solver.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await noComplaints(solver);
  // Looking at the solution ends it.
  await solver.visit(`puzzle/${easy[2]?.id ?? ''}`);
  await solver.pressButton(puzzleWords.showSolution);
  // The list of its turns, not the button: its words are part of the button's.
  await expect(solver.page.getByRole('list', { name: plain(solver.say(puzzleWords.solution)) })).toBeVisible();
  await solver.visit('puzzles');
  const record = solver.page.getByRole('region', { name: solver.say(puzzleWords.yours) });
  await expect(record).toContainText(plain(solver.say(puzzleWords.streak(0))));
  await expect(record).toContainText(plain(solver.say(puzzleWords.bestStreak(2))));
  await expect(record).toContainText(plain(solver.say(puzzleWords.tried(2, 3))));
  await picture(solver, 'puzzles-record');
  await noComplaints(solver);
});
