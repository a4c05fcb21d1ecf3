/** A worker as the page holds it: started when it is first needed, ended when its work is not wanted any more. */
import { ProblemError } from '../api/http';
import type { Problem } from '../api/types';
import type { FromWorker, Job, ToWorker } from './messages';

/** The module failed, or could not be started: the server has to answer. */
export class DeviceLost extends Error {}

/** The work was ended before it was done. */
export class JobStopped extends Error {}

/** The part of `Worker` that is used. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage: (message: ToWorker) => void;
  terminate: () => void;
}

interface Pending {
  done: (text: string) => void;
  fail: (error: Error) => void;
  news: ((text: string) => void) | undefined;
}

export class WorkerHandle {
  private worker: WorkerLike | null = null;
  private readonly pending = new Map<number, Pending>();
  private count = 0;
  /** How often work was stopped: a job that was stopped before its worker was there does not start one. */
  private stops = 0;

  constructor(
    private readonly spawn: () => WorkerLike,
    private readonly module: () => Promise<WebAssembly.Module>,
  ) {}

  /** Runs a job in the worker; throws the refusal of the module, `JobStopped`, or `DeviceLost`. */
  async run<Answer>(job: Job, news?: (text: string) => void): Promise<Answer> {
    const { stops } = this;
    const module = await this.module();
    if (stops !== this.stops) throw new JobStopped('it was stopped before it began');
    const worker = this.worker ?? this.start(module);
    const id = this.count++;
    const text = await new Promise<string>((done, fail) => {
      this.pending.set(id, { done, fail, news });
      worker.postMessage({ id, job });
    });
    const answer = JSON.parse(text) as { ok: Answer } | { problem: Problem };
    if ('problem' in answer) throw new ProblemError(answer.problem);
    return answer.ok;
  }

  /** Whether a job is running. */
  get busy(): boolean {
    return this.pending.size > 0;
  }

  /** Ends the running job, or the one that waits for the module. The next one starts a new worker. */
  stop(): void {
    this.stops += 1;
    this.end(new JobStopped('it is not wanted any more'));
  }

  /** Ends the worker if it has nothing to do, which gives its memory back. */
  rest(): void {
    if (!this.busy) this.end(new JobStopped('it rests'));
  }

  private start(module: WebAssembly.Module): WorkerLike {
    const worker = this.spawn();
    this.worker = worker;
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.end(new DeviceLost(event.message));
    worker.postMessage({ module });
    return worker;
  }

  private receive(message: FromWorker): void {
    if ('failed' in message) this.end(new DeviceLost(message.failed));
    else if ('news' in message) this.pending.get(message.id)?.news?.(message.news);
    else if ('text' in message) {
      const waiting = this.pending.get(message.id);
      this.pending.delete(message.id);
      waiting?.done(message.text);
    }
  }

  private end(why: Error): void {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.pending.values()];
    this.pending.clear();
    waiting.forEach(({ fail }) => fail(why));
  }
}
