/** The module of rules and engines, called in a worker of a page as the page itself calls it. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

/** Hashes of the answers to some jobs, in their order: the first eight bytes of SHA-256. */
export async function inWorker(page: Page, jobs: object[]): Promise<string[]> {
  const answers = await allInWorker(page, jobs);
  return answers.map((text) => createHash('sha256').update(text).digest('hex').slice(0, 16));
}

/** The answers of one worker to some jobs, in their order. */
export async function allInWorker(page: Page, jobs: object[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const list = await (await fetch('/sw.js')).text();
    const file = (ending: RegExp) => ending.exec(list)?.[0] ?? '';
    const module = await WebAssembly.compileStreaming(fetch(file(/\/assets\/[^"]*\.wasm/)));
    const worker = new Worker(file(/\/assets\/worker-[^"]*\.js/), { type: 'module' });
    const answers = new Map<number, string>();
    const done = new Promise<void>((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }: MessageEvent<{ id?: number; text?: string; failed?: string }>) => {
        if (data.failed) reject(new Error(data.failed));
        if (data.id === undefined || data.text === undefined) return;
        answers.set(data.id, data.text);
        if (answers.size === all.length) resolve();
      };
    });
    worker.postMessage({ module });
    all.forEach((job, id) => worker.postMessage({ id, job }));
    await done;
    worker.terminate();
    return all.map((_, id) => answers.get(id) ?? '');
  }, jobs);
}
