/**
 * Tables on this device. The module decides what happens at them, as the server does at its own; the log is written before
 * anything is shown; engines run in a worker of their own.
 */
import { ProblemError } from '../api/http';
import type {
  Branch,
  Command,
  DeviceMoment,
  DeviceStep,
  DeviceTableRequest,
  DeviceThought,
  FromServer,
  OpenTable,
  Reply,
  Touch,
  TouchExplanation,
  Words,
} from '../api/types';
import type { TableEnv } from '../table/live.svelte';
import { device as home } from '../messages/device';
import { say } from '../messages/index.svelte';
import { session } from '../session.svelte';
import type { Order } from '../tables';
import { device } from './device';
import { JobStopped } from './handle';
import * as store from './store';
import { findTurn } from './thinking';

/** News of a table for its listeners. */
type MessageListener = (message: FromServer) => void;

const moment = (): DeviceMoment => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { now: Date.now(), random: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
};

/** The name of the player at a table on the device. */
const ownName = () => session.me?.name ?? say(home.you);

const NONE: ProblemError['problem'] = { code: 'no_such_table', message: home.noSuchTable };

/** Opens a table on the device; returns its id. */
export async function openHere(order: Order): Promise<string> {
  // Missing fields have their defaults.
  const open = order as OpenTable;
  const step = await device.table<DeviceStep>({ open: { open, name: ownName(), moment: moment() } });
  await store.append(step.line, step.entries);
  return step.table;
}

/** A table of the device in use: one at a time. */
export class DeviceHost implements TableEnv {
  private receive: MessageListener | null = null;
  private thought: DeviceThought | null = null;
  /** Requests are done one after the other: each builds on the log the one before has written. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly id: string) {}

  readonly connection: TableEnv['connection'] = {
    follow: (_table, listener) => {
      this.receive = (message) => listener.receive(message);
      void this.load();
      document.addEventListener('visibilitychange', this.look);
      return () => {
        this.receive = null;
        document.removeEventListener('visibilitychange', this.look);
        this.forgetThought();
      };
    },
    watchAgain: () => void this.inTurn(() => this.request({ look: { table: this.id, moment: moment() } })),
    act: (_table, command) => this.act(command),
    talk: () => Promise.resolve(null),
    branch: (_table, touches) => device.table<Branch[]>({ branch: { table: this.id, touches } }),
  };

  readonly after = (ms: number, work: () => void) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  };

  async why(_table: string, touches: Touch[], touch: Touch): Promise<Words> {
    return (await device.table<TouchExplanation>({ why: { table: this.id, touches, touch } })).message;
  }

  /** A hint: the turn the engine would play for the player. */
  async hint(): Promise<Reply> {
    const request = await device.table<string>({ hint: { table: this.id, moment: moment() } });
    const { turn } = await findTurn(request);
    if (turn === null) throw new ProblemError({ code: 'not_now', message: home.noHint });
    return device.table<Reply>({ hinted: { table: this.id, turn } });
  }

  /** The last game as a record. */
  record(): Promise<string> {
    const date = new Date().toISOString().slice(0, 19).replace('T', ' ');
    return device.table<string>({ record: { table: this.id, date } });
  }

  /** While the page is hidden the engine is stopped and takes no memory; it starts again when the page is visible. */
  private readonly look = () => {
    if (document.hidden) {
      this.forgetThought();
      device.thinker.rest();
    } else this.connection.watchAgain(this.id);
  };

  private load(): Promise<void> {
    return this.inTurn(async () => {
      try {
        const entries = await store.read(this.id);
        if (entries.length === 0) throw new ProblemError(NONE);
        await this.request({ load: { table: this.id, entries, name: ownName(), moment: moment() } });
      } catch (error) {
        const problem =
          error instanceof ProblemError ? error.problem : { code: 'unavailable' as const, message: home.unavailable };
        this.receive?.({ type: 'refused', id: null, problem });
      }
    });
  }

  private async act(command: Command): Promise<number> {
    let head = 0;
    await this.inTurn(async () => {
      const step = await this.request({ act: { table: this.id, command, moment: moment() } });
      head = step.entries.at(-1)?.n ?? 0;
      if (step.refused) throw new ProblemError(step.refused);
    });
    return head;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** Makes a request, writes what follows from it, and shows that. */
  private async request(request: DeviceTableRequest): Promise<DeviceStep> {
    const step = await device.table<DeviceStep>(request);
    try {
      if (step.entries.length > 0) await store.append(step.line, step.entries);
    } catch (error) {
      // Another tab was faster, or the disk is full: what counts is what was written.
      void this.load();
      throw error instanceof store.Conflict ? new ProblemError({ code: 'wrong_turn_number', message: home.otherTab }) : error;
    }
    step.news.forEach((message) => this.receive?.(message));
    this.think(step.think ?? null);
    return step;
  }

  private think(wanted: DeviceThought | null): void {
    if (wanted?.request === this.thought?.request) return;
    this.forgetThought();
    if (!wanted || document.hidden || !this.receive) return;
    this.thought = wanted;
    findTurn(wanted.request).then(
      (found) => {
        if (this.thought !== wanted) return;
        this.thought = null;
        void this.inTurn(() => this.request({ found: { table: this.id, thought: wanted, found, moment: moment() } })).catch(() =>
          this.connection.watchAgain(this.id),
        );
      },
      (error: unknown) => {
        if (this.thought === wanted) this.thought = null;
        if (!(error instanceof JobStopped))
          this.receive?.({ type: 'refused', id: null, problem: { code: 'unavailable', message: home.unavailable } });
      },
    );
  }

  private forgetThought(): void {
    if (!this.thought) return;
    this.thought = null;
    device.thinker.stop();
  }
}
