/**
 * A table as we see it, kept up to date. Turns are applied as they arrive; after any other event the server is asked
 * for the whole table again: it is small, and no event has to be interpreted twice.
 */
import { post } from '../api/http';
import { after, connection, type StartTimer, type Connection } from '../api/socket.svelte';
import type {
  Branch,
  ChatLine,
  Command,
  EventView,
  FromServer,
  GameView,
  Problem,
  ChatReply,
  Scene,
  TableView,
  Touch,
  TurnFacts,
  TouchExplanation,
  Words,
} from '../api/types';

type TableEventListener = (event: EventView, table: TableView, before: TableView) => void;

/** What a live table takes from its environment. */
export interface TableEnv {
  connection: Pick<Connection, 'follow' | 'watchAgain' | 'act' | 'talk' | 'branch'>;
  /** Asks why something cannot be touched. */
  why: (table: string, touches: Touch[], touch: Touch) => Promise<Words>;
  after: StartTimer;
}

const PAGE: TableEnv = {
  connection,
  why: async (table, touches, touch) => (await post<TouchExplanation>(`/api/tables/${table}/why`, { touches, touch })).message,
  after,
};

/** After this long without a snapshot, in milliseconds, it may be asked for again. */
const PATIENCE_MS = 2000;

export class LiveTable {
  view: TableView | null = $state.raw(null);
  chat: ChatLine[] = $state.raw([]);
  /** The refusal, if the table cannot be shown. */
  problem: Problem | null = $state.raw(null);
  /** Called with each event that arrives live, the table after it and before it. */
  onevent: TableEventListener = () => undefined;
  onchat: (line: ChatLine) => void = () => undefined;
  private readonly stop: () => void;
  private isSnapshotPending = false;

  constructor(
    readonly id: string,
    private readonly env: TableEnv = PAGE,
  ) {
    this.stop = env.connection.follow(id, {
      watch: () => this.watch(),
      plays: () => this.view?.state === 'running' && this.view.yours.length > 0 && !this.view.game?.outcome,
      receive: (message) => {
        this.receive(message);
      },
    });
  }

  close(): void {
    this.stop();
  }

  do(command: Command): Promise<number> {
    return this.env.connection.act(this.id, command);
  }

  say(text: string): Promise<ChatReply | null> {
    return this.env.connection.talk(this.id, text);
  }

  branch(touches: Touch[]): Promise<Branch[]> {
    return this.env.connection.branch(this.id, touches);
  }

  /** Why something cannot be touched, in the server's words. */
  why(touches: Touch[], touch: Touch): Promise<Words> {
    return this.env.why(this.id, touches, touch);
  }

  /** Plays a turn of the running game; the numbers make a second click or tab harmless. */
  play(text: string): Promise<number> {
    const game = this.view?.game;
    if (!game) return Promise.resolve(0);
    return this.do({ do: 'play', game: game.number, turn: game.scene.turn + 1, text });
  }

  private watch() {
    const last = this.chat.at(-1)?.id;
    return { type: 'watch' as const, table: this.id, scenes: true, ...(last ? { chat: last } : {}) };
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case 'snapshot':
        this.isSnapshotPending = false;
        this.problem = null;
        this.view = message.table;
        this.hearChat(message.chat);
        break;
      case 'event':
        this.happen(message.event, message.scene);
        break;
      case 'chat':
        this.hearChat([message.line], true);
        break;
      case 'retracted':
        this.retract(message.id);
        break;
      case 'withdrawn':
        this.chat.filter(({ from }) => from.id === message.author).forEach(({ id }) => this.retract(id));
        break;
      case 'presence':
        this.present(message.seats, message.watching);
        break;
      case 'ping':
        if (message.heads.some(({ table, n }) => table === this.id && n > (this.view?.head ?? 0))) this.refresh();
        break;
      case 'refused':
        if (!this.view) this.problem = message.problem;
        break;
    }
  }

  private happen(event: EventView, scene: Scene | undefined): void {
    const view = this.view;
    // At a table for four a room is hidden without a new number.
    if (event.type === 'silenced' && event.n === view?.head) return this.refresh();
    if (!view || event.n <= view.head) return;
    if (event.n > view.head + 1) return this.refresh();
    const next: TableView = { ...view, head: event.n, now: event.at };
    if (view.game && scene) next.game = { ...view.game, scene };
    if (event.type === 'played' && next.game) {
      next.game = { ...next.game, ...listedAfter(view, event, scene), offer: null };
    } else {
      this.refresh();
    }
    this.view = next;
    this.onevent(event, next, view);
  }

  private present(seats: number[], watching: number): void {
    if (!this.view) return;
    const here = this.view.seats.map((seat) => ({ ...seat, present: seats.includes(seat.seat) }));
    this.view = { ...this.view, seats: here, watching };
  }

  /** Messages of a first snapshot are not news. Each message links to the one before it that we may see: a missing link means that we missed something. */
  private hearChat(lines: ChatLine[], live = false): void {
    const known = new Set(this.chat.map((line) => line.id));
    const fresh = lines.filter((line) => !known.has(line.id));
    if (fresh.length === 0) return;
    const hadSome = this.chat.length > 0;
    this.chat = [...this.chat, ...fresh].sort((a, b) => a.at - b.at);
    if (live || hadSome) fresh.forEach((line) => this.onchat(line));
  }

  /** When a message is deleted, the message after it is linked to the one before it. */
  private retract(id: string): void {
    const gone = this.chat.find((line) => line.id === id);
    if (!gone) return;
    const relinked = this.chat.map((line) => (line.previous === id ? { ...line, previous: gone.previous } : line));
    this.chat = relinked.filter((line) => line.id !== id);
  }

  private refresh(): void {
    if (this.isSnapshotPending) return;
    this.isSnapshotPending = true;
    this.env.connection.watchAgain(this.id);
    // If the answer is lost with the connection, the next connection asks by itself.
    this.env.after(PATIENCE_MS, () => {
      this.isSnapshotPending = false;
    });
  }
}

/** The turns with one more. The colours are those before it: a player who swaps had the other one. */
function listedAfter(
  { game }: TableView,
  { seat, text }: { seat: number; text: string },
  scene: Scene | undefined,
): Pick<GameView, 'turns' | 'facts'> {
  const facts: TurnFacts = { by: game?.scene.sides[seat - 1] ?? null };
  if (scene?.captured) facts.captured = scene.captured;
  return { turns: [...(game?.turns ?? []), text], facts: [...(game?.facts ?? []), facts] };
}

/** What a seat has left on its clock now, in milliseconds; `null` without clocks. */
export function timeLeft(scene: Scene, seat: number, now = connection.now()): number | null {
  const clocks = scene.clocks;
  const left = clocks?.left[seat - 1];
  if (!clocks || left === undefined) return null;
  return clocks.running.includes(seat) ? Math.max(0, left - Math.max(0, now - clocks.at)) : left;
}
