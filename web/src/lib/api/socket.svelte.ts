/**
 * The live connection of the page. It reconnects, resends what was not answered (the ids make that
 * harmless), and answers the server's pings, from which the server measures the lag.
 */
import { ProblemError } from './http';
import type { Branch, Command, FromClient, FromServer, Problem, Profile, ChatReply, Touch, TournamentView } from './types';

/** The state of the connection, for the screen. */
export interface Status {
  state: 'connecting' | 'open' | 'lost';
  /** The last round trip in milliseconds, as the server measured it. */
  lag: number | null;
  /** The server's clock minus ours, in milliseconds. */
  clockOffset: number;
}

/** What the connection uses of a WebSocket. */
export interface Wire {
  readonly readyState: number;
  send: (text: string) => void;
  close: () => void;
}

/** What happens to a wire; never before `connect` has returned. */
export interface WireEvents {
  opened: () => void;
  received: (text: string) => void;
  closed: () => void;
}

/** Runs `work` after a delay; returns a function that cancels it. */
export type StartTimer = (milliseconds: number, work: () => void) => () => void;

/** What the connection takes from its environment. */
export interface ConnectionEnv {
  connect: (events: WireEvents) => Wire;
  after: StartTimer;
  /** The own clock, in milliseconds. */
  now: () => number;
  /** A number from 0 up to 1. */
  random: () => number;
  /** An id no other request has. */
  newId: () => string;
}

type IdentifiedRequest = Extract<FromClient, { id: string }>;
type SocketReply = Extract<FromServer, { type: 'done' | 'said' | 'branches' }>;
interface UnansweredRequest {
  message: IdentifiedRequest;
  resolve: (answer: SocketReply) => void;
  reject: (why: ProblemError) => void;
}

/** A subscriber of a table. */
export interface TableSubscriber {
  /** The message that watches the table from where the listener is. */
  watch: () => Extract<FromClient, { type: 'watch' }>;
  receive: (message: FromServer) => void;
  /** Whether a game is played at the table that we sit at: then the server pings every two seconds. */
  plays?: () => boolean;
}

/** `WebSocket.OPEN`, which is no part of the interface. */
const OPEN = 1;
const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 10_000;
/** The server pings at least every fourteen seconds: after longer silence the connection is dead. */
const SILENCE_MS = 35_000;
/** A player gets a message every two seconds. After this time without one the page shows that the connection is lost. */
const QUIET_MS = 2900;
/** After this long the player's connection is given up and another one made. */
const DEAD_MS = 8000;

const NOTHING = () => undefined;

export class Connection {
  readonly status: Status = $state({ state: 'connecting', lag: null, clockOffset: 0 });
  /** Called with the player the server takes us for. */
  onhello: (you: Profile | null) => void = NOTHING;
  /** Called when something has changed about our notices. */
  onnotices: (message: Extract<FromServer, { type: 'notices' }>) => void = NOTHING;
  /** Called when we are banned; the connection is not made again by itself. */
  onbanned: (problem: Problem | null) => void = NOTHING;
  private wire: Wire | null = null;
  private readonly waiting = new Map<string, UnansweredRequest>();
  private readonly listeners = new Map<string, TableSubscriber>();
  private readonly tournaments = new Map<string, (view: TournamentView) => void>();
  private retry = FIRST_RETRY_MS;
  private stopRetry: () => void = NOTHING;
  private banned = false;
  /** Whether the connection is kept open without a subscriber of a table. */
  private wanted = false;
  private stopSilence: () => void = NOTHING;
  private stopQuiet: () => void = NOTHING;

  constructor(private readonly env: ConnectionEnv) {}

  /** The server's time, as far as it is known. */
  now(): number {
    return this.env.now() + this.status.clockOffset;
  }

  /** Follows a table; one listener each. Returns how to stop. */
  follow(table: string, listener: TableSubscriber): () => void {
    this.listeners.set(table, listener);
    if (this.isOpen()) this.send(listener.watch());
    else this.open();
    return () => {
      if (this.listeners.get(table) !== listener) return;
      this.listeners.delete(table);
      if (this.isOpen()) this.send({ type: 'unwatch', table });
    };
  }

  /** Follows a tournament; one listener each. Returns how to stop. */
  followTournament(tournament: string, receive: (view: TournamentView) => void): () => void {
    this.tournaments.set(tournament, receive);
    if (this.isOpen()) this.send({ type: 'watch-tournament', tournament });
    else this.open();
    return () => {
      if (this.tournaments.get(tournament) !== receive) return;
      this.tournaments.delete(tournament);
      if (this.isOpen()) this.send({ type: 'unwatch-tournament', tournament });
    };
  }

  /** Requests a snapshot, or the missing events. */
  watchAgain(table: string): void {
    const listener = this.listeners.get(table);
    if (listener && this.isOpen()) this.send(listener.watch());
  }

  async act(table: string, command: Command): Promise<number> {
    const answer = await this.ask({ type: 'do', table, id: this.env.newId(), command });
    return answer.type === 'done' ? answer.n : 0;
  }

  async talk(table: string, text: string): Promise<ChatReply | null> {
    const answer = await this.ask({ type: 'say', table, id: this.env.newId(), text });
    return answer.type === 'said' ? answer.what : null;
  }

  async branch(table: string, touches: Touch[]): Promise<Branch[]> {
    const answer = await this.ask({ type: 'branch', table, id: this.env.newId(), touches });
    return answer.type === 'branches' ? answer.next : [];
  }

  /** Sets whether the connection is kept open without a subscriber of a table. */
  want(wanted: boolean): void {
    this.wanted = wanted;
    if (wanted && !this.banned) this.open();
  }

  /** Reconnects, for example after signing in. */
  reconnect(): void {
    this.banned = false;
    this.wire?.close();
    this.wire = null;
    this.open();
  }

  /** Connects at once if there is something to connect for: a phone that wakes up need not wait for the next attempt. */
  wake(): void {
    if (this.isOpen() || this.isIdle() || this.banned) return;
    this.retry = FIRST_RETRY_MS;
    this.open();
  }

  /** The browser reports that the network is gone: no need to wait for the timeout. */
  offline(): void {
    this.wire?.close();
    this.lost();
  }

  private ask(message: IdentifiedRequest): Promise<SocketReply> {
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { message, resolve, reject });
      if (this.isOpen()) this.send(message);
      else this.open();
    });
  }

  private isOpen(): boolean {
    return this.wire?.readyState === OPEN;
  }

  private isIdle(): boolean {
    return this.listeners.size + this.tournaments.size + this.waiting.size === 0 && !this.wanted;
  }

  private send(message: FromClient): void {
    this.wire?.send(JSON.stringify(message));
  }

  private open(): void {
    if (this.wire && this.wire.readyState <= OPEN) return;
    this.stopRetry();
    if (this.status.state !== 'lost') this.status.state = 'connecting';
    // Messages of an older connection are ignored.
    const wire = this.env.connect({
      opened: () => {
        if (wire === this.wire) this.opened();
      },
      received: (text) => {
        if (wire === this.wire) this.receive(JSON.parse(text) as FromServer);
      },
      closed: () => {
        if (wire === this.wire) this.lost();
      },
    });
    this.wire = wire;
    this.expectWord();
  }

  private opened(): void {
    this.status.state = 'open';
    for (const listener of this.listeners.values()) this.send(listener.watch());
    for (const tournament of this.tournaments.keys()) this.send({ type: 'watch-tournament', tournament });
    for (const { message } of this.waiting.values()) this.send(message);
  }

  private lost(): void {
    this.stopSilence();
    this.stopQuiet();
    this.stopRetry();
    this.wire = null;
    this.status.lag = null;
    if (this.isIdle()) return;
    this.status.state = 'lost';
    if (this.banned) return;
    // Jitter, so that not all clients reconnect at the same moment after a restart.
    this.stopRetry = this.env.after(this.retry * (0.5 + this.env.random()), () => this.open());
    this.retry = Math.min(this.retry * 2, LONGEST_RETRY_MS);
  }

  /** A half-open connection sends nothing and does not close: show it, then close it. */
  private expectWord(): void {
    this.stopSilence();
    this.stopQuiet();
    const { wire } = this;
    const giveUp = () => {
      if (wire !== this.wire) return;
      wire?.close();
      this.lost();
    };
    this.stopSilence = this.env.after(SILENCE_MS, giveUp);
    this.stopQuiet = this.env.after(QUIET_MS, () => {
      if (wire !== this.wire || !this.plays()) return;
      this.status.state = 'lost';
      this.status.lag = null;
      this.stopQuiet = this.env.after(DEAD_MS - QUIET_MS, giveUp);
    });
  }

  private plays(): boolean {
    return [...this.listeners.values()].some((listener) => listener.plays?.() ?? false);
  }

  private receive(message: FromServer): void {
    this.expectWord();
    this.status.state = 'open';
    switch (message.type) {
      case 'hello':
        this.retry = FIRST_RETRY_MS;
        this.status.clockOffset = message.now - this.env.now();
        this.onhello(message.you);
        break;
      case 'ping':
        this.pong(message);
        break;
      case 'done':
      case 'said':
      case 'branches':
        this.waiting.get(message.id)?.resolve(message);
        this.waiting.delete(message.id);
        break;
      case 'refused':
        this.refused(message);
        break;
      case 'goodbye':
        this.retry = Math.max(message.retry, FIRST_RETRY_MS);
        if (message.reason === 'banned') {
          this.banned = true;
          this.onbanned(message.problem ?? null);
        }
        break;
      case 'notices':
        this.onnotices(message);
        break;
      case 'tournament':
        this.tournaments.get(message.tournament.id)?.(message.tournament);
        break;
      case 'snapshot':
        this.listeners.get(message.table.id)?.receive(message);
        break;
      case 'event':
      case 'chat':
      case 'retracted':
      case 'withdrawn':
      case 'presence':
        this.listeners.get(message.table)?.receive(message);
        break;
    }
  }

  private pong(ping: Extract<FromServer, { type: 'ping' }>): void {
    this.send({ type: 'pong', ping: ping.ping });
    this.status.lag = ping.lag;
    this.status.clockOffset = ping.now + (ping.lag ?? 0) / 2 - this.env.now();
    for (const { table } of ping.heads) this.listeners.get(table)?.receive(ping);
  }

  private refused(refusal: Extract<FromServer, { type: 'refused' }>): void {
    const { id, table, problem } = refusal;
    const pending = id === null ? undefined : this.waiting.get(id);
    if (!pending) {
      const about = table === undefined ? [...this.listeners.values()] : [this.listeners.get(table)];
      for (const listener of about) listener?.receive(refusal);
      return;
    }
    this.waiting.delete(pending.message.id);
    pending.reject(new ProblemError(problem));
  }
}

/** Timers of the browser. */
export const after: StartTimer = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  return () => {
    clearTimeout(timer);
  };
};

/** An id of 128 random bits; `crypto.randomUUID` exists in secure contexts only. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function connect({ opened, received, closed }: WireEvents): Wire {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`);
  socket.onopen = opened;
  socket.onmessage = (event: MessageEvent<string>) => {
    received(event.data);
  };
  socket.onclose = closed;
  return socket;
}

/** The connection of this page. It is opened when it is first needed. */
export const connection = new Connection({
  connect,
  after,
  now: () => Date.now(),
  random: () => Math.random(),
  newId,
});

addEventListener('offline', () => connection.offline());
addEventListener('online', () => connection.wake());
addEventListener('pageshow', () => connection.wake());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') connection.wake();
});
