import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnalysisNews, Insight } from '../api/types';
import { Watcher } from './engine.svelte';
import { PAUSE_MS } from './stream';

const STUDY = { game: 'y', options: {}, turns: [] };
const INSIGHT: Insight = { depth: 3, nodes: 99, ms: 5, lines: [{ turns: ['a1'], points: [0], score: { is: 'draw' } }] };

/** A server that sends all of this at once. */
const saying = (...news: AnalysisNews[]) =>
  vi.fn(() => Promise.resolve(new Response(news.map((one) => JSON.stringify(one)).join('\n'))));
const refusing = (code: string, more = {}) =>
  vi.fn(() => Promise.resolve(Response.json({ code, message: { en: 'no', fr: 'non' }, ...more }, { status: 429 })));

describe('the engine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function looking(fetch: ReturnType<typeof saying>): Promise<Watcher> {
    vi.stubGlobal('fetch', fetch);
    const watcher = new Watcher();
    watcher.look(STUDY);
    expect(watcher.state).toBe('asking');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    return watcher;
  }

  it('keeps what it thought last, and forgets it when it is left', async () => {
    const watcher = await looking(saying({ is: 'waiting', ahead: 1 }, { is: 'insight', ...INSIGHT }, { is: 'over' }));
    expect(watcher.state).toBe('over');
    expect(watcher.insight).toMatchObject(INSIGHT);
    watcher.leave();
    expect([watcher.state, watcher.insight]).toEqual(['idle', null]);
  });

  it('says why it stopped, why it is refused, and when the answer breaks off', async () => {
    expect((await looking(saying({ is: 'stopped', message: { en: 'enough', fr: 'assez' } }))).problem?.en).toBe('enough');
    expect((await looking(refusing('not_now'))).problem?.en).toBe('no');
    expect((await looking(saying({ is: 'insight', ...INSIGHT }))).problem).not.toBeNull();
  });

  it('asks again when it was asked too fast', async () => {
    const fetch = refusing('too_fast', { retry: 2 });
    const watcher = await looking(fetch);
    expect([watcher.problem, watcher.state]).toEqual([null, 'asking']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(fetch).toHaveBeenCalledTimes(2);
    watcher.leave();
    await vi.advanceTimersByTimeAsync(9000);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
