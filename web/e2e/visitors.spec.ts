/** Ways into a game: the engine in two clicks, one screen for two, the curtain over Yin Yang's secrets, quick pairing. */
import { laws as lawWords } from '../src/lib/messages/laws';
import { lobby } from '../src/lib/messages/lobby';
import { table as words } from '../src/lib/messages/table';
import { expect, test } from './support/test';

for (const game of ['y', 'zen'] as const) {
  test(`a visitor plays the engine on level 1 within two clicks: ${game}`, async ({ arrive }) => {
    const visitor = await arrive({ device: game === 'y' ? 'phone' : 'desktop', module: false });
    await visitor.visit();
    const card = visitor.page.locator('.games li').filter({ has: visitor.page.locator(`a[href$="/new/${game}"]`) });
    await visitor.press(card.getByRole('button'));
    await visitor.page.waitForURL(/\/table\//);
    await visitor.mayPlay();
    const view = await visitor.view();
    expect(view.state).toBe('running');
    expect(view.seats.map(({ sitter }) => sitter)).toContainEqual({ engine: 1 });
    const before = view.game!.turns.length;
    const [turn] = await visitor.ask<string[]>(`/api/tables/${visitor.table}/turns`);
    await visitor.play(turn!);
    await visitor.sees(before + 2);
  });
}

test('two people at one screen', async ({ arrive }) => {
  const players = await arrive({ device: 'phone', language: 'fr', module: false });
  await players.visit('new/y?with=here');
  await players.pressButton(lobby.play);
  await players.mayPlay();
  for (const [i, turn] of ['a1', 'b1', 'a2'].entries()) {
    await players.mayPlay();
    await players.play(turn);
    await players.sees(i + 1);
  }
});

test('yin yang at one screen: behind the curtain there is nothing', async ({ arrive }) => {
  const players = await arrive({ module: false });
  await players.visit('new/yinyang?with=here');
  await players.pressButton(lobby.play);
  const written: string[] = [];
  for (const side of ['black', 'white'] as const) {
    await expect(players.page.getByRole('heading', { name: lawWords.handOver(side).en })).toBeVisible();
    await nothingSecret();
    await players.pressButton(lawWords.iAm(side));
    await players.pressButton(lawWords.suggest);
    await players.pressButton(lawWords.review);
    await players.pressButton(lawWords.keep);
  }
  await players.page.getByRole('heading', { name: lawWords.handOver('black').en }).waitFor();
  const view = await players.view();
  written.push(...view.game!.scene.laws.flatMap(({ text }) => text ?? []));
  expect(written.length).toBeGreaterThan(0);
  await nothingSecret();
  await players.pressButton(lawWords.iAm('black'));
  await players.laws().first().waitFor();
  const [turn] = (await players.ask<string[]>(`/api/tables/${players.table}/turns`)).filter((text) => !text.includes('='));
  await players.play(turn!);
  await expect(players.page.getByRole('heading', { name: lawWords.handOver('white').en })).toBeVisible();
  await nothingSecret();

  async function nothingSecret(): Promise<void> {
    await expect(players.page.locator('.domino, [data-point], .writer')).toHaveCount(0);
    const content = await players.page.content();
    for (const text of written) expect(content).not.toContain(text.replaceAll('>', '&gt;'));
  }
});

test('yin yang: what one writes the other’s page never gets', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive()];
  const heard: string[] = [];
  white.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void heard.push(String(payload))));
  white.page.on(
    'response',
    (answer) =>
      void answer.text().then(
        (text) => heard.push(text),
        () => undefined,
      ),
  );
  const table = await white.open({ game: 'yinyang', seat: 1 });
  await black.join(table);
  await white.act({ do: 'start' });
  await black.play('laws wwww>w.ww w.ww>..ww b..w>bbww bbbb>*');
  await white.play('laws bbbb>* wwww>www. b...>bwb. bb.w>*');
  await Promise.all([white.sees(2), black.sees(2)]);
  await expect(white.page.getByRole('region', { name: lawWords.of('black').en }).getByText(/destruction|peopling/)).toHaveCount(
    0,
  );
  for (const secret of ['w.ww>..ww', 'b..w>bbww'])
    expect(heard.filter((text) => text.includes(secret) && !text.includes('"kind"'))).toEqual([]);
});

test('anyone who wants the same becomes the opponent', async ({ arrive }) => {
  const [first, second] = [await arrive(), await arrive({ device: 'phone', language: 'fr' })];
  for (const person of [first, second]) {
    await person.visit();
    // On a phone the form is behind a button.
    if (person.device === 'phone') await person.pressButton(lobby.quick);
    await person.page.locator('form select').selectOption('tetra');
    await person.pressButton(lobby.find);
    await person.page.waitForURL(/\/table\//);
  }
  expect(first.table).toBe(second.table);
  await expect(first.page.locator('[data-point]')).toHaveCount(93);
  await expect(second.page.locator('[data-point]')).toHaveCount(93);
  await expect(first.page.getByRole('timer')).toHaveCount(2);
  await first.pressButton(words.actions);
  await expect(first.button(words.give)).toBeVisible();
});
