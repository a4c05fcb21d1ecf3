import { describe, expect, it } from 'vitest';
import { ProblemError } from '../api/http';
import { Device } from './device';
import { DeviceLost, JobStopped, WorkerHandle, type WorkerLike } from './handle';
import type { FromWorker, Job, ToWorker } from './messages';

/** A worker that answers as the test configures it. */
class Fake implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  ended = false;
  constructor(private readonly work: (job: Job, tell: (message: Partial<FromWorker>) => void) => void) {}
  postMessage(message: ToWorker): void {
    if ('module' in message) return;
    const { id } = message;
    this.work(message.job, (told) =>
      queueMicrotask(() => this.onmessage?.({ data: { id, ...told } } as MessageEvent<FromWorker>)),
    );
  }
  terminate(): void {
    this.ended = true;
  }
}

const MODULE = Promise.resolve({} as WebAssembly.Module);
const job: Job = { kind: 'answer', text: '{}' };
const problem = { code: 'illegal_turn', message: { en: 'no', fr: 'non' } } as const;

describe('a worker of the page', () => {
  it('is started once, hands over news, and answers or refuses', async () => {
    const started: Fake[] = [];
    const spawn = () => {
      const worker = new Fake((asked, tell) => {
        tell({ news: 'so far' });
        tell({ text: JSON.stringify(asked.kind === 'table' ? { problem } : { ok: asked.kind }) });
      });
      started.push(worker);
      return worker;
    };
    const handle = new WorkerHandle(spawn, () => MODULE);
    const news: string[] = [];
    expect(await handle.run(job, (text) => news.push(text))).toBe('answer');
    expect(news).toEqual(['so far']);
    await expect(handle.run({ kind: 'table', text: '' })).rejects.toBeInstanceOf(ProblemError);
    expect(started).toHaveLength(1);
    expect(handle.busy).toBe(false);
  });

  it('is ended with its work, and the next work starts another', async () => {
    const started: Fake[] = [];
    const handle = new WorkerHandle(
      () => {
        const silent = started.length === 0;
        const worker = new Fake((_job, tell) => !silent && tell({ text: '{"ok":1}' }));
        started.push(worker);
        return worker;
      },
      () => MODULE,
    );
    const work = handle.run(job);
    await Promise.resolve();
    await Promise.resolve();
    expect(handle.busy).toBe(true);
    handle.stop();
    await expect(work).rejects.toBeInstanceOf(JobStopped);
    expect(started[0]?.ended).toBe(true);
    expect(await handle.run(job)).toBe(1);
    expect(started).toHaveLength(2);
  });

  it('starts no worker for a job that was stopped before the module was there', async () => {
    const started: Fake[] = [];
    const handle = new WorkerHandle(
      () => {
        const worker = new Fake((_job, tell) => tell({ text: '{"ok":1}' }));
        started.push(worker);
        return worker;
      },
      () => MODULE,
    );
    const work = handle.run(job);
    handle.stop();
    await expect(work).rejects.toBeInstanceOf(JobStopped);
    expect(started).toHaveLength(0);
    expect(await handle.run(job)).toBe(1);
  });

  it('rests only when nothing runs', async () => {
    const started: Fake[] = [];
    let answer: (() => void) | undefined;
    const handle = new WorkerHandle(
      () => {
        const worker = new Fake((_job, tell) => (answer = () => tell({ text: '{"ok":1}' })));
        started.push(worker);
        return worker;
      },
      () => MODULE,
    );
    const work = handle.run(job);
    await expect.poll(() => handle.busy).toBe(true);
    handle.rest();
    expect(started[0]?.ended).toBe(false);
    answer?.();
    expect(await work).toBe(1);
    handle.rest();
    expect(started[0]?.ended).toBe(true);
  });

  it('says that it is lost when the module fails', async () => {
    const handle = new WorkerHandle(
      () => new Fake((_job, tell) => tell({ failed: 'unreachable' })),
      () => MODULE,
    );
    await expect(handle.run(job)).rejects.toBeInstanceOf(DeviceLost);
  });
});

describe('the device', () => {
  const games = (revision: number) => [{ id: 'y', revision }];
  const answering = (answer: unknown) => () => new Fake((_job, tell) => tell({ text: JSON.stringify({ ok: answer }) }));

  it('is absent without a module, and after failures', async () => {
    const none = new Device({ load: null, spawn: answering(0) });
    expect([none.state, await none.soon()]).toEqual(['absent', false]);
    const broken = new Device({ load: () => Promise.reject(new Error('no')), spawn: answering(0) });
    for (let tries = 0; tries < 3; tries++) expect(await broken.start()).toBe(false);
    expect(broken.state).toBe('absent');
  });

  it('leaves a game to the server that plays by newer rules', async () => {
    const device = new Device({ load: () => MODULE, spawn: answering(games(2)) });
    expect([await device.soon(), device.state]).toEqual([true, 'ready']);
    expect(await device.knowsRules('y')).toBe(true);
    device.noteServer(games(2) as never);
    expect([await device.knowsRules('y'), await device.isOutdated()]).toEqual([true, false]);
    device.noteServer(games(3) as never);
    expect([await device.knowsRules('y'), await device.isOutdated()]).toEqual([false, true]);
  });
});
