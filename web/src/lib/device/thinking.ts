/** Engines on this device: turns for tables, advice, analyses. Where another person is involved the server decides. */
import { post } from '../api/http';
import type { AnalysisNews, DeviceFound, Reply, Study } from '../api/types';
import { streamNews } from '../analysis/stream';
import { playsSomebody } from '../myTables.svelte';
import { deviceFirst } from './deviceOrServer';
import { device } from './device';
import { DeviceLost, JobStopped } from './handle';

/** The level that advises in lessons. */
const LEVEL = 3;

/** Finds a turn for a table on the device. Throws `JobStopped` if it is not wanted any more. */
export const findTurn = (request: string) => device.thinker.run<DeviceFound>({ kind: 'find', text: request });

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** What an engine would play in a position. */
export async function reply(study: Study): Promise<string> {
  const query = { ...study, level: LEVEL };
  const server = () => post<Reply>('/api/study/reply', query);
  // In a game against another person the server refuses help. The page asks it, and does not bypass that rule.
  if (playsSomebody(study.game)) return (await server()).turn;
  const here = () => device.thinker.run<Reply>({ kind: 'reply', text: JSON.stringify(query), seed: seed() });
  return (await deviceFirst(study.game, here, server)).turn;
}

/** The news of an analysis, from the device or from the server. */
export async function* analysisNews<News>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<News, void> {
  const { game } = body as Study;
  const here = !playsSomebody(game) && (await device.soon()) && (await device.knowsRules(game).catch(() => false));
  if (signal.aborted) return;
  if (!here) {
    yield* streamNews<News>(path, body, signal);
    return;
  }
  let isAnswered = false;
  try {
    for await (const piece of thoughts(body, signal)) {
      isAnswered = true;
      yield piece as News;
    }
  } catch (error) {
    // If the module failed before its first message, the server answers instead.
    if (!(error instanceof DeviceLost) || isAnswered) throw error;
    yield* streamNews<News>(path, body, signal);
  }
}

/** The analysis of a position by the device, until its limits are reached or the signal ends it. */
async function* thoughts(body: unknown, signal: AbortSignal): AsyncGenerator<AnalysisNews, void> {
  const waiting: AnalysisNews[] = [];
  let wake: () => void = () => undefined;
  const stop = () => device.thinker.stop();
  // An earlier search is not needed any more.
  if (device.thinker.busy) stop();
  signal.addEventListener('abort', stop, { once: true });
  const work = device.thinker.run({ kind: 'analyse', text: JSON.stringify(body) }, (text) => {
    waiting.push(JSON.parse(text) as AnalysisNews);
    wake();
  });
  const end = work.then(
    () => 'over' as const,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  let over: 'over' | Error | null = null;
  try {
    while (over === null || waiting.length > 0) {
      const next = waiting.shift();
      if (next) yield next;
      else over = await Promise.race([end, new Promise<null>((resume) => (wake = () => resume(null)))]);
    }
    if (over instanceof Error && !(over instanceof JobStopped)) throw over;
  } finally {
    signal.removeEventListener('abort', stop);
    if (over === null) stop();
  }
}
