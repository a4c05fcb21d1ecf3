/**
 * The one live connection of the page. It comes back by itself, sends again what was not answered (the ids make that
 * harmless), and answers the server's pings, from which the server measures the lag.
 */
import { Refused } from './http';
import type { Branch, Command, FromClient, FromServer, Problem, Profile, Said, Touch } from './types';

/** How the connection is doing, for the screen. */
export interface Line {
  state: 'connecting' | 'open' | 'lost';
  /** The last round trip in milliseconds, as the server measured it. */
  lag: number | null;
  /** The server's clock minus ours. */
  ahead: number;
}

export const line: Line = $state({ state: 'connecting', lag: null, ahead: 0 });

/** The server's time, as far as we know it. */
export const serverNow = () => Date.now() + line.ahead;

type Asking = Extract<FromClient, { id: string }>;
type Answer = Extract<FromServer, { type: 'done' | 'said' | 'branches' }>;
interface Waiting {
  message: Asking;
  resolve: (answer: Answer) => void;
  reject: (why: Refused) => void;
}

/** Somebody who listens to a table. */
export interface Listener {
  /** What to say to watch from where we are. */
  watch(): Extract<FromClient, { type: 'watch' }>;
  hear(message: FromServer): void;
}

const FIRST_RETRY = 300;
const LONGEST_RETRY = 10_000;
/** The server pings at least every fifteen seconds: after longer silence the connection is dead. */
const SILENCE = 35_000;

class Connection {
  /** Told who the server takes us for. */
  onhello: (you: Profile | null) => void = () => undefined;
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners = new Map<string, Listener>();
  private retry = FIRST_RETRY;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // A phone that wakes up, or comes out of the tunnel, need not wait for the next attempt.
    addEventListener('online', () => this.wake());
    addEventListener('pageshow', () => this.wake());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.wake());
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
    const answer = await this.ask({ type: 'do', table, id: newId(), command });
    return answer.type === 'done' ? answer.n : 0;
  }

  async talk(table: string, text: string): Promise<Said | null> {
    const answer = await this.ask({ type: 'say', table, id: newId(), text });
    return answer.type === 'said' ? answer.what : null;
  }

  async branch(table: string, touches: Touch[]): Promise<Branch[]> {
    const answer = await this.ask({ type: 'branch', table, id: newId(), touches });
    return answer.type === 'branches' ? answer.next : [];
  }

  /** Begins anew, as somebody else perhaps. */
  reconnect(): void {
    this.socket?.close();
    this.socket = null;
    this.open();
  }

  private ask(message: Asking): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { message, resolve, reject });
      if (this.isOpen()) this.send(message);
      else this.open();
    });
  }

  private isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private send(message: FromClient): void {
    this.socket?.send(JSON.stringify(message));
  }

  private wake(): void {
    if (this.isOpen() || this.listeners.size + this.waiting.size === 0) return;
    this.retry = FIRST_RETRY;
    this.open();
  }

  private open(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.retryTimer);
    if (line.state !== 'lost') line.state = 'connecting';
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event: MessageEvent<string>) => this.hear(JSON.parse(event.data) as FromServer);
    socket.onclose = () => socket === this.socket && this.lost();
    this.expectWord();
  }

  private opened(): void {
    line.state = 'open';
    for (const listener of this.listeners.values()) this.send(listener.watch());
    for (const { message } of this.waiting.values()) this.send(message);
  }

  private lost(): void {
    clearTimeout(this.silenceTimer);
    this.socket = null;
    line.lag = null;
    if (this.listeners.size + this.waiting.size === 0) return;
    line.state = 'lost';
    // A little chance, so that a whole club does not knock at the same moment after a restart.
    this.retryTimer = setTimeout(() => this.open(), this.retry * (0.5 + Math.random()));
    this.retry = Math.min(this.retry * 2, LONGEST_RETRY);
  }

  /** A half-open connection says nothing and does not close: give it up. */
  private expectWord(): void {
    clearTimeout(this.silenceTimer);
    const socket = this.socket;
    this.silenceTimer = setTimeout(() => {
      if (socket !== this.socket) return;
      socket?.close();
      this.lost();
    }, SILENCE);
  }

  private hear(message: FromServer): void {
    this.expectWord();
    switch (message.type) {
      case 'hello':
        this.retry = FIRST_RETRY;
        line.ahead = message.now - Date.now();
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
        this.refused(message.id, message.problem);
        break;
      case 'goodbye':
        this.retry = Math.max(message.retry, FIRST_RETRY);
        break;
      case 'snapshot':
        this.listeners.get(message.table.id)?.hear(message);
        break;
      case 'event':
      case 'chat':
      case 'presence':
        this.listeners.get(message.table)?.hear(message);
        break;
    }
  }

  private pong(ping: Extract<FromServer, { type: 'ping' }>): void {
    this.send({ type: 'pong', ping: ping.ping });
    line.lag = ping.lag;
    line.ahead = ping.now + (ping.lag ?? 0) / 2 - Date.now();
    for (const { table } of ping.heads) this.listeners.get(table)?.hear(ping);
  }

  private refused(id: string | null, problem: Problem): void {
    const asked = id === null ? undefined : this.waiting.get(id);
    if (!asked) {
      for (const listener of this.listeners.values()) listener.hear({ type: 'refused', id, problem });
      return;
    }
    this.waiting.delete(asked.message.id);
    asked.reject(new Refused(problem));
  }
}

/** An id no other request has. */
function newId(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16)).join('');
}

export const connection = new Connection();
