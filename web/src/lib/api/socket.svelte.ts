/**
 * The live connection of the page. It comes back by itself, sends again what was not answered (the ids make that
 * harmless), and answers the server's pings, from which the server measures the lag.
 */
import { Refused } from './http';
import type { Branch, Command, FromClient, FromServer, Problem, Profile, Said, Touch } from './types';

/** How the connection is doing, for the screen. */
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
  heard: (text: string) => void;
  closed: () => void;
}

/** Starts something later; returns how to call it off. */
export type After = (milliseconds: number, work: () => void) => () => void;

/** What the connection takes from its environment. */
export interface ConnectionEnv {
  connect: (events: WireEvents) => Wire;
  after: After;
  /** The own clock, in milliseconds. */
  now: () => number;
  /** A number from 0 up to 1. */
  random: () => number;
  /** An id no other request has. */
  newId: () => string;
}

type Asking = Extract<FromClient, { id: string }>;
type Answer = Extract<FromServer, { type: 'done' | 'said' | 'branches' }>;
interface Waiting {
  message: Asking;
  resolve: (answer: Answer) => void;
  reject: (why: Refused) => void;
}

/** Somebody who listens to a table. */
export interface Listener {
  /** The message that watches the table from where the listener is. */
  watch: () => Extract<FromClient, { type: 'watch' }>;
  hear: (message: FromServer) => void;
  /** Whether a game is played at the table that we sit at: then the server pings every two seconds. */
  plays?: () => boolean;
}

/** `WebSocket.OPEN`, which is no part of the interface. */
const OPEN = 1;
const FIRST_RETRY = 300;
const LONGEST_RETRY = 10_000;
/** The server pings at least every fourteen seconds: after longer silence the connection is dead. */
const SILENCE = 35_000;
/** A player hears from the server every two seconds. After this long without a message the page shows that the connection is lost. */
const QUIET = 2900;
/** After this long the player's connection is given up and another one made. */
const DEAD = 8000;

const NOTHING = () => undefined;

export class Connection {
  readonly status: Status = $state({ state: 'connecting', lag: null, clockOffset: 0 });
  /** Called with the player the server takes us for. */
  onhello: (you: Profile | null) => void = NOTHING;
  /** Called when we are banned; the connection is not made again by itself. */
  onbanned: (problem: Problem | null) => void = NOTHING;
  private wire: Wire | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners = new Map<string, Listener>();
  private retry = FIRST_RETRY;
  private stopRetry: () => void = NOTHING;
  private banned = false;
  private stopSilence: () => void = NOTHING;
  private stopQuiet: () => void = NOTHING;

  constructor(private readonly env: ConnectionEnv) {}

  /** The server's time, as far as it is known. */
  now(): number {
    return this.env.now() + this.status.clockOffset;
  }

  /** Follows a table; one listener each. Returns how to stop. */
  follow(table: string, listener: Listener): () => void {
    this.listeners.set(table, listener);
    if (this.isOpen()) this.send(listener.watch());
    else this.open();
    return () => {
      if (this.listeners.get(table) !== listener) return;
      this.listeners.delete(table);
      if (this.isOpen()) this.send({ type: 'unwatch', table });
    };
  }

  /** Asks for a fresh snapshot, or for what is missing. */
  watchAgain(table: string): void {
    const listener = this.listeners.get(table);
    if (listener && this.isOpen()) this.send(listener.watch());
  }

  async act(table: string, command: Command): Promise<number> {
    const answer = await this.ask({ type: 'do', table, id: this.env.newId(), command });
    return answer.type === 'done' ? answer.n : 0;
  }

  async talk(table: string, text: string): Promise<Said | null> {
    const answer = await this.ask({ type: 'say', table, id: this.env.newId(), text });
    return answer.type === 'said' ? answer.what : null;
  }

  async branch(table: string, touches: Touch[]): Promise<Branch[]> {
    const answer = await this.ask({ type: 'branch', table, id: this.env.newId(), touches });
    return answer.type === 'branches' ? answer.next : [];
  }

  /** Connects again, perhaps as somebody else. */
  reconnect(): void {
    this.banned = false;
    this.wire?.close();
    this.wire = null;
    this.open();
  }

  /** Connects at once if there is something to connect for: a phone that wakes up need not wait for the next attempt. */
  wake(): void {
    if (this.isOpen() || this.isIdle() || this.banned) return;
    this.retry = FIRST_RETRY;
    this.open();
  }

  /** The network is gone, the browser says: nobody has to wait for a silence to see that. */
  offline(): void {
    this.wire?.close();
    this.lost();
  }

  private ask(message: Asking): Promise<Answer> {
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
    return this.listeners.size + this.waiting.size === 0;
  }

  private send(message: FromClient): void {
    this.wire?.send(JSON.stringify(message));
  }

  private open(): void {
    if (this.wire && this.wire.readyState <= OPEN) return;
    this.stopRetry();
    if (this.status.state !== 'lost') this.status.state = 'connecting';
    // What an older wire still says is not heard.
    const wire = this.env.connect({
      opened: () => {
        if (wire === this.wire) this.opened();
      },
      heard: (text) => {
        if (wire === this.wire) this.hear(JSON.parse(text) as FromServer);
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
    // A little chance, so that a whole club does not knock at the same moment after a restart.
    this.stopRetry = this.env.after(this.retry * (0.5 + this.env.random()), () => this.open());
    this.retry = Math.min(this.retry * 2, LONGEST_RETRY);
  }

  /** A half-open connection says nothing and does not close: show it, then give it up. */
  private expectWord(): void {
    this.stopSilence();
    this.stopQuiet();
    const { wire } = this;
    const giveUp = () => {
      if (wire !== this.wire) return;
      wire?.close();
      this.lost();
    };
    this.stopSilence = this.env.after(SILENCE, giveUp);
    this.stopQuiet = this.env.after(QUIET, () => {
      if (wire !== this.wire || !this.plays()) return;
      this.status.state = 'lost';
      this.status.lag = null;
      this.stopQuiet = this.env.after(DEAD - QUIET, giveUp);
    });
  }

  private plays(): boolean {
    return [...this.listeners.values()].some((listener) => listener.plays?.() ?? false);
  }

  private hear(message: FromServer): void {
    this.expectWord();
    this.status.state = 'open';
    switch (message.type) {
      case 'hello':
        this.retry = FIRST_RETRY;
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
        this.retry = Math.max(message.retry, FIRST_RETRY);
        if (message.reason === 'banned') {
          this.banned = true;
          this.onbanned(message.problem ?? null);
        }
        break;
      case 'snapshot':
        this.listeners.get(message.table.id)?.hear(message);
        break;
      case 'event':
      case 'chat':
      case 'retracted':
      case 'withdrawn':
      case 'presence':
        this.listeners.get(message.table)?.hear(message);
        break;
    }
  }

  private pong(ping: Extract<FromServer, { type: 'ping' }>): void {
    this.send({ type: 'pong', ping: ping.ping });
    this.status.lag = ping.lag;
    this.status.clockOffset = ping.now + (ping.lag ?? 0) / 2 - this.env.now();
    for (const { table } of ping.heads) this.listeners.get(table)?.hear(ping);
  }

  private refused(refusal: Extract<FromServer, { type: 'refused' }>): void {
    const { id, table, problem } = refusal;
    const asked = id === null ? undefined : this.waiting.get(id);
    if (!asked) {
      const about = table === undefined ? [...this.listeners.values()] : [this.listeners.get(table)];
      for (const listener of about) listener?.hear(refusal);
      return;
    }
    this.waiting.delete(asked.message.id);
    asked.reject(new Refused(problem));
  }
}

/** Timers of the browser. */
export const after: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  return () => {
    clearTimeout(timer);
  };
};

/** An id of 128 random bits; `crypto.randomUUID` exists in secure contexts only. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function connect({ opened, heard, closed }: WireEvents): Wire {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`);
  socket.onopen = opened;
  socket.onmessage = (event: MessageEvent<string>) => {
    heard(event.data);
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
