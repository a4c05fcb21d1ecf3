/**
 * A person at a browser, with a language and a mouse or a touch screen, who plays turns by touching the
 * board. The touches of a turn are requested from the server, with the person's cookie: the tests contain no rules either.
 */
import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { Command, OpenTable, TableView, Touch, Words } from '../../src/lib/api/types';
import { laws as lawWords } from '../../src/lib/messages/laws';
import { table as words } from '../../src/lib/messages/table';
import { turn as turnWords } from '../../src/lib/messages/turn';
import { touchesOf } from './touches';

/** The word that ends a chain. */
const DONE = 'done';

/** Whether browsers run rules and engines, unless a test says otherwise: `TAIJITU_WASM=none` runs any test on the server's routes. */
const HAS_MODULE = process.env['TAIJITU_WASM'] !== 'none';

export type Device = 'desktop' | 'phone';
export type Language = 'en' | 'fr';

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** Errors on the console of a page, and its requests to other sites. */
export class Troubles {
  readonly list: string[] = [];

  watch(page: Page, origin: string): void {
    page.on('pageerror', (error) => this.list.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.list.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin) this.list.push(`third party: ${request.url()}`);
    });
  }
}

/** French punctuation follows a no-break space; the messages have a plain one. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

export interface Manner {
  device?: Device;
  language?: Language;
  dark?: boolean;
  /** Animations on; tests that do not look at them are faster without. */
  moving?: boolean;
  /** Whether the browser can run rules and engines itself; without that the page asks the server. */
  module?: boolean;
  /** Whether the page may keep itself for times without a network. */
  serviceWorker?: boolean;
  /** What the person has chosen in the settings, by name. */
  settings?: Record<string, unknown>;
}

export class Person {
  private readonly boards = new Map<string, string[]>();

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly device: Device,
    readonly language: Language,
    readonly troubles: Troubles,
    private readonly origin: string,
  ) {}

  static async arrive(browser: Browser, origin: string, manner: Manner = {}): Promise<Person> {
    const { device = 'desktop', language = 'en', dark = false, moving = false, module = HAS_MODULE } = manner;
    const { serviceWorker = false, settings } = manner;
    const context = await browser.newContext({
      ...(device === 'phone' ? PHONE : DESKTOP),
      baseURL: origin,
      locale: language,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: moving ? 'no-preference' : 'reduce',
      serviceWorkers: serviceWorker ? 'allow' : 'block',
    });
    if (!module) await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
    if (settings) {
      // An empty page has no storage.
      await context.addInitScript(
        (kept) => location.protocol.startsWith('http') && localStorage.setItem('taijitu.settings', kept),
        JSON.stringify(settings),
      );
    }
    const troubles = new Troubles();
    context.on('page', (page) => troubles.watch(page, origin));
    return new Person(await context.newPage(), context, device, language, troubles, origin);
  }

  /** The same person in another tab. */
  async anotherTab(): Promise<Person> {
    return new Person(await this.context.newPage(), this.context, this.device, this.language, this.troubles, this.origin);
  }

  say(text: Words): string {
    return text[this.language];
  }

  async visit(address = ''): Promise<void> {
    await this.page.goto(`/${this.language}${address && !address.startsWith('/') ? '/' : ''}${address}`);
  }

  /** Touches something as this person does: with a finger or with the mouse. */
  async press(what: Locator): Promise<void> {
    if (this.device === 'phone') await what.tap();
    else await what.click();
  }

  /** Touches a point that the rules forbid, or that it is not the time for: it says so, but can be touched. */
  async pressAnyway(name: string): Promise<void> {
    // Forcing does not wait until the board has come to rest; this does.
    await this.point(name).scrollIntoViewIfNeeded();
    if (this.device === 'phone') await this.point(name).tap({ force: true });
    else await this.point(name).click({ force: true });
  }

  button(text: Words | string): Locator {
    return this.page.getByRole('button', { name: typeof text === 'string' ? text : this.say(text), exact: true });
  }

  async pressButton(text: Words | string): Promise<void> {
    await this.press(this.button(text));
  }

  /** Does something that is behind the menu of a table; what cannot be undone has dots behind its name. */
  async choose(text: Words, { grave = false } = {}): Promise<void> {
    await this.pressButton(words.actions);
    await this.pressButton(`${this.say(text)}${grave ? '…' : ''}`);
  }

  /** Changes the size of the window, and waits until the page has come to rest in it. */
  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
    await this.page.waitForFunction(([width, height]) => innerWidth === width && innerHeight === height, [
      width,
      height,
    ] as const);
    await this.page.evaluate(async () => {
      const places = () =>
        [...document.querySelectorAll('main, main :is(button, a, svg, section)')]
          .map((element) => Object.values(element.getBoundingClientRect().toJSON() as object).join(' '))
          .join();
      // Type, containers and what they hold follow one after the other.
      for (let [rest, before] = [0, '']; rest < 5;) {
        await new Promise((done) => requestAnimationFrame(done));
        const now = places();
        rest = now === before ? rest + 1 : 0;
        before = now;
      }
    });
  }

  /** The table's id, from the address. */
  get table(): string {
    const found = /\/table\/([a-z0-9]{26})/.exec(this.page.url())?.[1];
    if (!found) throw new Error(`${this.page.url()} is not a table`);
    return found;
  }

  /** Sends a request to the server beside the page, with the page's cookie. */
  async ask<T>(path: string, body?: unknown): Promise<T> {
    const headers = { origin: this.origin };
    const asking = this.context.request;
    const answer = await (body === undefined ? asking.get(path) : asking.post(path, { headers, data: body }));
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Opens a table and plays some turns at once, where getting there is not what is tested; then looks at it. */
  async open(order: Partial<OpenTable> & Pick<OpenTable, 'game'>, turns: string[] = []): Promise<string> {
    await this.ask('/api/guest', {});
    const { table } = await this.ask<{ table: string }>('/api/tables', order);
    for (const [i, text] of turns.entries())
      await this.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn: i + 1, text });
    await this.visit(`table/${table}`);
    return table;
  }

  /** Sits down at a table at once, and looks at it. */
  async join(table: string, seat = 2): Promise<void> {
    await this.ask('/api/guest', {});
    await this.ask(`/api/tables/${table}/do`, { do: 'join', seat });
    await this.visit(`table/${table}`);
  }

  view(): Promise<TableView> {
    return this.ask(`/api/tables/${this.table}?scenes=true`);
  }

  /** Does something without the buttons, where the buttons are not what is tested. */
  act(command: Command): Promise<unknown> {
    return this.ask(`/api/tables/${this.table}/do`, command);
  }

  /** The names of a board's points, in the order of their numbers. */
  async points(board: string): Promise<string[]> {
    const known = this.boards.get(board);
    if (known) return known;
    const { points } = await this.ask<{ points: { name: string }[] }>(`/api/boards/${board}`);
    const names = points.map(({ name }) => name);
    this.boards.set(board, names);
    return names;
  }

  /** What the button says that plays a word, such as `swap`. */
  private async nameOf(word: string): Promise<Words> {
    const setup = this.page.url().includes('/learn/')
      ? { game: /learn\/([a-z]+)/.exec(this.page.url())?.[1] }
      : (await this.view()).setup;
    const games = await this.ask<{ id: string; words: Record<string, Words> }[]>('/api/games');
    const name = games.find(({ id }) => id === setup.game)?.words[word];
    if (!name) throw new Error(`${setup.game} has no word ${word}`);
    return name;
  }

  spot(point: number): Locator {
    return this.page.locator(`[data-point="${point}"]`);
  }

  /** The field for typed turns and questions. */
  field(): Locator {
    return this.page.getByRole('textbox', { name: this.say(words.typeTurn) });
  }

  async type(text: string): Promise<void> {
    await this.field().fill(text);
    await this.field().press('Enter');
  }

  /** What the page says to the player about the last touch or question. */
  message(): Locator {
    return this.page.locator('.prompt .message');
  }

  /** A point by its name. */
  point(name: string): Locator {
    return this.page.locator(`[data-point][aria-label^="${name},"]`);
  }

  /** Waits until the page shows this number of turns. */
  async sees(turns: number): Promise<void> {
    if (turns > 0)
      await this.page
        .locator('.moves ol li button')
        .nth(turns - 1)
        .waitFor({ state: 'attached' });
  }

  /** Waits until the board may be touched. */
  async mayPlay(): Promise<void> {
    await this.page.locator('[data-point].target').first().waitFor({ state: 'attached' });
  }

  /** The touches that make a turn. */
  async way(turn: string, seen?: TableView): Promise<Touch[]> {
    const scene = (seen ?? (await this.view())).game?.scene;
    if (!scene) throw new Error('no game runs');
    const names = await this.points(scene.board);
    return touchesOf(turn, names, scene.next ?? [], (touches) => this.ask(`/api/tables/${this.table}/branch`, touches));
  }

  /** Plays a turn by touching the board, the buttons and the laws; confirms it where the page asks. */
  async play(turn: string, seen?: TableView): Promise<void> {
    if (turn.startsWith('laws ')) return this.writeLaws(turn.slice(5).split(' '));
    await this.touchAll(await this.way(turn, seen), turn);
  }

  async touchAll(way: Touch[], turn: string): Promise<void> {
    for (const touch of way) await this.touch(touch, turn);
    const last = way.at(-1);
    if (this.confirms(last)) await this.pressButton(turnWords.play(turn));
  }

  /** Whether a turn that ends with this touch has to be confirmed: a finger confirms, and no lesson asks for it. */
  confirms(last: Touch | undefined): boolean {
    if (this.device !== 'phone' || !last || this.page.url().includes('/learn/')) return false;
    return 'point' in last || ('word' in last && last.word !== DONE);
  }

  /** A chain is ended with the button that plays, where there is one. */
  async touch(touch: Touch, turn = ''): Promise<void> {
    if ('point' in touch) await this.touchPoint(touch.point);
    else if ('word' in touch) {
      const button = this.button(await this.nameOf(touch.word));
      await this.press(touch.word === DONE ? button.or(this.button(turnWords.play(turn))).first() : button);
    } else if ('law' in touch) await this.press(this.laws().nth(touch.law - 1));
    else await this.rewriteLaw(touch.text);
  }

  /** A point that may be touched; where the page went on by itself, there is nothing left to do. */
  private async touchPoint(point: number): Promise<void> {
    const spot = `[data-point="${point}"]`;
    const ready = this.page.locator(`${spot}.target, ${spot}[aria-pressed="true"], .verdict:is(.done, .other)`).first();
    if (await ready.evaluate((spot) => spot.classList.contains('target'))) await this.press(this.spot(point));
  }

  /** Our own laws beside the board. */
  laws(): Locator {
    return this.page.getByRole('region', { name: this.say(lawWords.mine) }).getByRole('button');
  }

  async writeLaws(texts: string[]): Promise<void> {
    for (const [i, text] of texts.entries()) {
      await this.writeLaw(text);
      await this.pressButton(i < texts.length - 1 ? lawWords.next : lawWords.review);
    }
    await this.pressButton(lawWords.keep);
  }

  private async rewriteLaw(text: string): Promise<void> {
    await this.writeLaw(text);
    await this.pressButton(lawWords.keepOne);
  }

  /** Cell by cell, then the effect. */
  private async writeLaw(text: string): Promise<void> {
    const cells = this.page.locator('.editor .cells button');
    for (const [i, cell] of Array.from(text.slice(0, 4)).entries()) {
      const wanted = this.say(lawWords.cell(i, cell as '.' | 'w' | 'b'));
      const isRight = async () => plain((await cells.nth(i).getAttribute('aria-label')) ?? '') === wanted;
      for (let tries = 0; tries < 3 && !(await isRight()); tries++) await this.press(cells.nth(i));
      expect(await isRight(), wanted).toBe(true);
    }
    await this.press(this.page.locator('.editor label').filter({ has: this.page.locator(`input[value="${text}"]`) }));
  }

  /** How the game ended, as the page shows it. */
  result(): Locator {
    return this.page.locator('.result');
  }
}
