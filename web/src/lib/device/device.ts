/**
 * Rules and engines on this device. The module is loaded when it is first needed, and compiled once for both workers: one
 * answers questions, one runs engines. Without it, requests go to the server.
 */
import type { DeviceQuestion, DeviceTableRequest, GameKind } from '../api/types';
import address from './address';
import { DeviceLost, WorkerHandle, type WorkerLike } from './handle';

/** How long a question waits for the module to be loaded before the request goes to the server, in milliseconds. */
const PATIENCE_MS = 1500;
/** After this many failures the module is not used any more. */
const MOST_FAILURES = 3;

export type DeviceState = 'idle' | 'starting' | 'ready' | 'absent';

/** The environment of the device, supplied by the page. */
export interface DeviceEnv {
  /** Loads the module; `null` if the page was built without one. */
  load: (() => Promise<WebAssembly.Module>) | null;
  spawn: () => WorkerLike;
}

/** The revision of the rules of each game. */
type Revisions = ReadonlyMap<string, number>;

const revisions = (games: readonly GameKind[]): Revisions => new Map(games.map(({ id, revision }) => [id, revision]));

export class Device {
  private loading: Promise<WebAssembly.Module> | null = null;
  private loaded = false;
  private failures = 0;
  private known: Promise<Revisions> | null = null;
  private server: Revisions = new Map();
  private readonly answers: WorkerHandle;
  /** The worker that runs engines; its jobs may take long, and can be stopped. */
  readonly thinker: WorkerHandle;

  constructor(private readonly env: DeviceEnv) {
    this.answers = new WorkerHandle(env.spawn, () => this.module());
    this.thinker = new WorkerHandle(env.spawn, () => this.module());
  }

  get state(): DeviceState {
    if (!this.env.load || this.failures >= MOST_FAILURES) return 'absent';
    return this.loaded ? 'ready' : this.loading ? 'starting' : 'idle';
  }

  /** Loads the module; `false` if it cannot be had. */
  async start(): Promise<boolean> {
    return this.module().then(
      () => true,
      () => false,
    );
  }

  /** Whether the module is there, or comes within a moment. */
  async soon(): Promise<boolean> {
    if (this.state === 'absent') return false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), PATIENCE_MS)));
    const there = await Promise.race([this.start(), late]);
    clearTimeout(timer);
    return there;
  }

  ask<Answer>(question: DeviceQuestion): Promise<Answer> {
    return this.counted(this.answers.run<Answer>({ kind: 'answer', text: JSON.stringify(question) }));
  }

  table<Answer>(request: DeviceTableRequest): Promise<Answer> {
    return this.counted(this.answers.run<Answer>({ kind: 'table', text: JSON.stringify(request) }));
  }

  /** Notes by which rules the server plays. */
  noteServer(games: readonly GameKind[]): void {
    this.server = revisions(games);
  }

  /** Whether the module knows the rules of a game as the server does. Without a server its own are good enough. */
  async knowsRules(game: string): Promise<boolean> {
    const wanted = this.server.get(game);
    if (wanted === undefined) return true;
    this.known ??= this.ask<GameKind[]>('games').then(revisions);
    this.known.catch(() => (this.known = null));
    return ((await this.known).get(game) ?? 0) >= wanted;
  }

  /** Whether the server plays a game by newer rules than the module, which then has to be loaded again. */
  async isOutdated(): Promise<boolean> {
    if (this.state !== 'ready') return false;
    const current = await Promise.all([...this.server.keys()].map((game) => this.knowsRules(game)));
    return current.includes(false);
  }

  private module(): Promise<WebAssembly.Module> {
    const { load } = this.env;
    if (!load || this.state === 'absent') return Promise.reject(new DeviceLost('there is no module'));
    if (!this.loading) {
      this.loading = load();
      this.loading.then(
        () => (this.loaded = true),
        () => {
          this.loading = null;
          this.failures += 1;
        },
      );
    }
    return this.loading.catch((error: unknown) => {
      throw new DeviceLost(String(error));
    });
  }

  private async counted<Answer>(work: Promise<Answer>): Promise<Answer> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof DeviceLost) this.failures += 1;
      throw error;
    }
  }
}

const canRun = typeof Worker !== 'undefined' && typeof WebAssembly !== 'undefined';

const load = (from: string) => () => WebAssembly.compileStreaming(fetch(from));

export const device = new Device({
  load: canRun && address !== null ? load(address) : null,
  spawn: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
});
