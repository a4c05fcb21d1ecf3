/** Reloads, lost connections and second tabs in the middle of a turn: nothing is lost, nothing is played twice. */
import type { Page, WebSocketRoute } from '@playwright/test';
import { colour, table as words } from '../src/lib/messages/table';
import { script } from './support/script';
import type { Person } from './support/person';
import { expect, test } from './support/test';

const yinsh = script('yinsh');
const OPENED = yinsh.turns.slice(0, 10);
const [WHITE_TURN, BLACK_TURN] = yinsh.turns.slice(10, 12) as [string, string];

/** The wire between a page and the server: it can be cut and restored, and can drop what the server sends. */
class Wire {
  private cutNow = false;
  private deaf = false;
  private dumb = false;
  private readonly open = new Set<WebSocketRoute>();
  sockets = 0;

  static async of(page: Page): Promise<Wire> {
    const wire = new Wire();
    await page.routeWebSocket(/\/api\/socket$/, (page) => wire.connect(page));
    return wire;
  }

  private connect(page: WebSocketRoute): void {
    this.sockets++;
    if (this.cutNow) return void page.close({ code: 1001 });
    const server = page.connectToServer();
    this.open.add(page);
    page.onMessage((message) => {
      if (!this.dumb) server.send(message);
    });
    server.onMessage((message) => {
      if (!this.deaf) page.send(message);
    });
  }

  /** What the server answers from now on does not arrive. */
  loseAnswers(): void {
    this.deaf = true;
  }

  /** Nothing arrives any more in either direction, and neither end notices: a tunnel. */
  loseEverything(): void {
    [this.deaf, this.dumb] = [true, true];
  }

  async cut(): Promise<void> {
    this.cutNow = true;
    for (const socket of this.open) await socket.close({ code: 1001 });
    this.open.clear();
  }

  mend(): void {
    [this.cutNow, this.deaf, this.dumb] = [false, false, false];
  }
}

/** Two people at a YINSH board with all rings placed: White is to move. */
async function sitDown(white: Person, black: Person): Promise<void> {
  const time = { kind: 'total', seconds: 3600, increment: 0 } as const;
  const table = await white.open({ game: 'yinsh', seat: 1, time });
  await black.join(table);
  await white.act({ do: 'start' });
  for (const [i, text] of OPENED.entries()) await (i % 2 ? black : white).act({ do: 'play', game: 1, turn: i + 1, text });
  await Promise.all([white.sees(OPENED.length), black.sees(OPENED.length)]);
}

const halfBuilt = async (player: Person) => {
  const [ring] = WHITE_TURN.split('-') as [string];
  await player.mayPlay();
  await player.point(ring).click();
  await expect(player.point(ring)).toHaveAttribute('aria-pressed', 'true');
};

test('a reload forgets the half-built turn and nothing else', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive({ device: 'phone' })];
  await sitDown(white, black);
  await halfBuilt(white);
  await white.page.reload();
  await white.mayPlay();
  await white.sees(OPENED.length);
  await expect(white.page.locator('[aria-pressed="true"]')).toHaveCount(0);
  await white.play(WHITE_TURN);
  await black.sees(11);
  await black.page.reload();
  await black.mayPlay();
  await black.play(BLACK_TURN);
  await Promise.all([white.sees(12), black.sees(12)]);
  expect((await white.view()).game?.turns).toEqual(yinsh.turns.slice(0, 12));
});

test.describe('a lost connection', () => {
  test('keeps the half-built turn', async ({ arrive }) => {
    const [white, black] = [await arrive(), await arrive()];
    const wire = await Wire.of(white.page);
    await sitDown(white, black);
    await halfBuilt(white);
    await wire.cut();
    await expect(white.page.getByText(words.lost.en)).toBeVisible();
    wire.mend();
    await expect(white.page.getByText(words.lost.en)).toBeHidden();
    const [ring, target] = WHITE_TURN.split('-') as [string, string];
    await expect(white.point(ring)).toHaveAttribute('aria-pressed', 'true');
    await white.point(target).click();
    await black.sees(11);
    await black.play(BLACK_TURN);
    await Promise.all([white.sees(12), black.sees(12)]);
  });

  test('that says nothing is shown, and the sign goes by itself', async ({ arrive }) => {
    const [white, black] = [await arrive(), await arrive()];
    const wire = await Wire.of(white.page);
    await sitDown(white, black);
    await expect(white.page.getByText(words.lost.en)).toBeHidden();
    // The socket stays open: only that nothing comes tells that something is wrong.
    wire.loseAnswers();
    await expect(white.page.getByText(words.lost.en)).toBeVisible();
    wire.mend();
    await expect(white.page.getByText(words.lost.en)).toBeHidden();
  });

  test('during which a turn is completed plays it once it is back', async ({ arrive }) => {
    const [white, black] = [await arrive(), await arrive()];
    const wire = await Wire.of(white.page);
    await sitDown(white, black);
    await halfBuilt(white);
    await wire.cut();
    await white.point(WHITE_TURN.split('-')[1]!).click();
    await expect(white.page.locator('.prompt .now')).toContainText(words.sending.en);
    expect((await white.view()).game?.turns).toHaveLength(10);
    wire.mend();
    await Promise.all([white.sees(11), black.sees(11)]);
    expect((await black.view()).game?.turns).toEqual(yinsh.turns.slice(0, 11));
  });

  test('before the answer to a turn plays it once', async ({ arrive }) => {
    const [white, black] = [await arrive(), await arrive()];
    const wire = await Wire.of(white.page);
    await sitDown(white, black);
    await halfBuilt(white);
    wire.loseAnswers();
    await white.point(WHITE_TURN.split('-')[1]!).click();
    await black.sees(11);
    const before = wire.sockets;
    await wire.cut();
    wire.mend();
    await white.sees(11);
    expect(wire.sockets).toBeGreaterThan(before);
    await black.play(BLACK_TURN);
    await white.sees(12);
    await white.mayPlay();
    expect((await white.view()).game?.turns).toEqual(yinsh.turns.slice(0, 12));
  });

  test('misses nothing the opponent does meanwhile', async ({ arrive }) => {
    const [white, black] = [await arrive(), await arrive()];
    const wire = await Wire.of(black.page);
    await sitDown(white, black);
    await wire.cut();
    await expect(black.page.getByText(words.lost.en)).toBeVisible();
    await halfBuilt(white);
    await white.point(WHITE_TURN.split('-')[1]!).click();
    await white.sees(11);
    wire.mend();
    await black.sees(11);
    await black.play(BLACK_TURN);
    await white.sees(12);
  });
});

test('an opponent who is gone is said to be, and one who comes back too', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive()];
  await sitDown(white, black);
  const { table } = black;
  const side = (person: Person) => person.page.getByRole('region', { name: colour('black').en });
  await expect(side(white)).toContainText(words.here.en);
  await black.page.goto('about:blank');
  await expect(side(white)).toContainText(words.reconnecting.en);
  await black.visit(`table/${table}`);
  await expect(side(white)).toContainText(words.here.en);
  await black.page.goto('about:blank');
  // Half a minute later.
  await expect(side(white)).toContainText(words.away.en);
  await black.visit(`table/${table}`);
  await expect(side(white)).toContainText(words.here.en);
});

test('an opponent whose connection falls silent is seen to reconnect', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive({ device: 'phone', language: 'fr' })];
  const wire = await Wire.of(white.page);
  await sitDown(white, black);
  const side = black.page.getByRole('region', { name: colour('white').fr });
  await expect(side).toContainText(words.here.fr);
  wire.loseEverything();
  await expect(side).toContainText(words.reconnecting.fr);
  await expect(black.page.locator('.table .bar .bar')).toBeInViewport({ ratio: 1 });
  for (const clock of await black.page.getByRole('timer').all()) await expect(clock).toBeInViewport({ ratio: 1 });
  await expect(side.getByText(words.reconnecting.fr)).toBeInViewport({ ratio: 1 });
  wire.mend();
  await expect(side).toContainText(words.here.fr);
});

test('a second tab sees the same game; a turn is played in one of them', async ({ arrive }) => {
  const [white, black] = [await arrive(), await arrive()];
  await sitDown(white, black);
  const second = await white.anotherTab();
  await second.visit(`table/${white.table}`);
  await second.mayPlay();
  await halfBuilt(white);
  await second.play(WHITE_TURN);
  await Promise.all([white.sees(11), second.sees(11), black.sees(11)]);
  await expect(white.page.locator('[aria-pressed="true"]')).toHaveCount(0);
  await black.play(BLACK_TURN);
  await Promise.all([white, second].map((tab) => tab.mayPlay()));
  // Both tabs complete a turn at the same moment: one of them is too late, and says so or follows.
  const [ring, target] = yinsh.turns[12]!.split('-') as [string, string];
  for (const tab of [white, second]) await tab.point(ring).click();
  await Promise.all([white, second].map((tab) => tab.point(target).click({ force: true })));
  await Promise.all([white.sees(13), second.sees(13), black.sees(13)]);
  expect((await black.view()).game?.turns).toEqual(yinsh.turns.slice(0, 13));
});
