/** The archive: finished games are found, counted and carried about; puzzles are solved and failed. */
import type { ArchivedGame, Puzzle, PuzzleSolution, Puzzles, StudyView } from '../src/lib/api/types';
import { archive } from '../src/lib/messages/archive';
import { numbers } from '../src/lib/messages/numbers';
import { puzzles } from '../src/lib/messages/puzzles';
import { turn } from '../src/lib/messages/turn';
import { finish } from './support/finished';
import type { Person } from './support/person';
import { expect, test } from './support/test';
import { completed } from './support/touches';

test('a finished game is found, its position counted, its player’s numbers shown', async ({ arrive, expected }) => {
  expected.push(/\/api\/(archive|positions)/);
  const player = await arrive();
  const { id, player: name } = await finish(player, 'y');
  const { page } = player;

  await player.visit('archive');
  const form = page.getByRole('search');
  await form.getByLabel(archive.game.en).selectOption('y');
  await form.getByLabel(archive.player.en, { exact: true }).fill(name);
  await player.pressButton(archive.search);
  await expect(page).toHaveURL(new RegExp(`/archive\\?game=y&player=`));
  const found = page.getByRole('region', { name: archive.results.en }).getByRole('link');
  await expect(found).toHaveCount(1);
  await expect(found).toHaveAttribute('href', `/en/game/${id}`);

  // The same search with first turns; what was played next leads on.
  await player.visit(`archive?game=y&player=${encodeURIComponent(name)}&opening=a1,swap`);
  const next = page.getByRole('region', { name: archive.nextTurns.en });
  await next.getByRole('link', { name: 'c3', exact: true }).click();
  await expect(page).toHaveURL(/opening=a1%2Cswap%2Cc3/);
  await expect(next.getByText(/\d+ games? reached this position/)).toBeVisible();
  await expect(found).toHaveCount(1);

  // A game alone begins with its first turns; where the swap decides, with those that are fair.
  await player.visit('archive?game=y');
  await expect(next.getByRole('heading', { name: archive.fairest.en })).toBeVisible();

  await player.visit(`archive?game=y&player=${encodeURIComponent(name)}&least=900`);
  await expect(page.getByText(archive.nothing.en)).toBeVisible();
  await player.visit('archive?game=y&opening=a1,zz');
  await expect(page.getByRole('alert')).toContainText('zz');

  await player.visit(`player/${encodeURIComponent(name)}`);
  const card = page.getByRole('region', { name: 'Y', exact: true });
  await expect(card.getByRole('heading', { name: numbers.withWhite.en })).toBeVisible();
  await player.visit('numbers/y');
  await expect(page.getByRole('img', { name: new RegExp(numbers.lengths.en) })).toBeVisible();
  await expect(page.getByRole('list', { name: numbers.reasons.en }).getByRole('link').first()).toBeVisible();
});

test('a game is brought along as text; a wrong one is told where it is wrong', async ({ arrive, expected }) => {
  expected.push(/\/api\/import/);
  const visitor = await arrive();
  const { id } = await finish(visitor, 'sexta');
  const record = (await visitor.ask<ArchivedGame>(`/api/finished/${id}`)).record ?? '';
  const text = visitor.page.getByRole('textbox', { name: archive.importText.en });

  await visitor.visit('import');
  await visitor.pressButton(archive.importGo);
  await expect(visitor.page.getByRole('alert')).toHaveText(archive.importEmpty.en);
  await text.fill(record.replace(/^2\. .*$/m, '2. a1-zz'));
  await visitor.pressButton(archive.importGo);
  await expect(visitor.page.getByRole('alert')).toContainText('a1-zz');
  await text.fill(record.replace(/^white: .*$/m, 'white: Ada'));
  await visitor.pressButton(archive.importGo);
  await expect(visitor.page).toHaveURL(/\/en\/game\/[a-z0-9]{26}/);
  expect(visitor.page.url()).not.toContain(id);
  await expect(visitor.page.getByText('Ada').first()).toBeVisible();
});

test('a puzzle is failed, solved and remembered', async ({ arrive }) => {
  const solver = await arrive();
  const { page } = solver;
  const { puzzles: list } = await solver.ask<Puzzles>('/api/puzzles');
  const { id } = list.filter(({ game }) => game !== 'yinyang').reduce((a, b) => (b.wins_in < a.wins_in ? b : a));
  const puzzle = await solver.ask<Puzzle>(`/api/puzzles/${id}`);
  const { turns } = await solver.ask<PuzzleSolution>(`/api/puzzles/${id}/solution`);

  await solver.visit(`puzzle/${id}`);
  const field = page.getByRole('textbox', { name: turn.type.en });
  await field.fill(await anotherTurn(solver, puzzle, turns[0]!));
  await field.press('Enter');
  await solver.pressButton(puzzles.tryAgain);
  for (let i = 0; i < turns.length; i += 2) {
    await field.fill(turns[i]!);
    await field.press('Enter');
    const reply = turns[i + 1];
    if (reply) await expect(page.getByText(puzzles.answered(reply).en)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: puzzles.again.en })).toBeVisible();
  await expect(page.getByText(`✓ ${puzzles.solvedMark.en}`)).toBeVisible();

  await solver.pressButton(puzzles.showSolution);
  await expect(page.getByRole('button', { name: turns[0]!, exact: true })).toBeVisible();
  await solver.visit(`puzzles/${puzzle.study.game}`);
  await expect(page.locator(`a[href$="/puzzle/${id}"]`)).toHaveAttribute('aria-label', new RegExp(puzzles.solvedMark.en));
});

test('puzzles are chosen by theme, and the way on stays among them', async ({ arrive }) => {
  const solver = await arrive();
  const { page } = solver;
  const { puzzles: all, themes } = await solver.ask<Puzzles>('/api/puzzles?game=yinyang');
  const law = themes.find(({ id }) => id === 'law')!;
  const chosen = all.filter((line) => line.themes.includes(law.id));
  expect(chosen.length).toBeGreaterThan(1);
  expect(chosen.length).toBeLessThan(all.length);

  await solver.visit('puzzles/yinyang');
  await page.getByRole('link', { name: `${law.name.en} ${chosen.length}` }).click();
  await expect(page).toHaveURL(/theme=law/);
  await expect(page.locator('a[href*="/puzzle/yinyang-"]')).toHaveCount(chosen.length);
  await page.locator(`a[href*="/puzzle/${chosen[0]!.id}?"]`).click();
  await expect(page.getByText(law.name.en)).toBeHidden();
  await solver.pressButton(puzzles.showSolution);
  await expect(page.getByText(law.name.en)).toBeVisible();
  await page.getByRole('link', { name: puzzles.next.en }).click();
  await expect(page).toHaveURL(new RegExp(`/puzzle/${chosen[1]!.id}\\?theme=law$`));
});

/** A turn that may be played and is not the one that wins. */
async function anotherTurn(person: Person, { study }: Puzzle, winning: string): Promise<string> {
  const { scene } = await person.ask<StudyView>('/api/study', study);
  for await (const [, turn] of completed(scene.next ?? [], (touches) => person.ask('/api/study/branch', { ...study, touches }))) {
    if (turn !== winning) return turn;
  }
  throw new Error(`only ${winning} can be played`);
}
