import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LineSplitter, PAUSE_MS, Question, type StreamListener } from './stream';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('lines', () => {
  it('are put together from any pieces, half letters too', () => {
    const whole = bytes('{"a":"é"}\n\n{"b":2}\nrest');
    for (let size = 1; size <= whole.length; size++) {
      const lines = new LineSplitter();
      const received: string[] = [];
      for (let at = 0; at < whole.length; at += size) received.push(...lines.add(whole.slice(at, at + size)));
      expect([...received, ...lines.end()]).toEqual(['{"a":"é"}', '{"b":2}', 'rest']);
    }
  });
});

describe('a question', () => {
  const received: unknown[] = [];
  const listener: StreamListener<unknown> = {
    receive: (news) => received.push(news),
    refused: ({ code }) => received.push(`refused ${code}`),
    ended: () => received.push('ended'),
  };
  let chunks: ReadableStreamDefaultController<Uint8Array>;
  let cancelled: boolean;
  const asked: { path: string; body: unknown; signal: AbortSignal }[] = [];

  /** A server that sends what the test puts into `chunks`. */
  function answering(path: string, { body, signal }: { body: string; signal: AbortSignal }): Promise<Response> {
    asked.push({ path, body: JSON.parse(body), signal });
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        chunks = controller;
        signal.addEventListener('abort', () => controller.error(new DOMException('left', 'AbortError')));
      },
      cancel: () => void (cancelled = true),
    });
    return Promise.resolve(new Response(stream));
  }

  const soon = () => vi.advanceTimersByTimeAsync(PAUSE_MS);

  beforeEach(() => {
    vi.useFakeTimers();
    [received.length, asked.length, cancelled] = [0, 0, false];
    vi.stubGlobal('fetch', vi.fn(answering));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is received line by line, as they come', async () => {
    new Question().ask('/api/analysis', { game: 'y' }, listener);
    await soon();
    expect(asked).toMatchObject([{ path: '/api/analysis', body: { game: 'y' } }]);
    chunks.enqueue(bytes('{"is":"waiting","ahead":2}\n{"is":'));
    await soon();
    expect(received).toEqual([{ is: 'waiting', ahead: 2 }]);
    chunks.enqueue(bytes('"over"}'));
    chunks.close();
    await soon();
    expect(received).toEqual([{ is: 'waiting', ahead: 2 }, { is: 'over' }, 'ended']);
  });

  it('waits until the reader stays, and asks for the last position only', async () => {
    const question = new Question();
    for (const turn of ['a1', 'a2', 'a3']) {
      question.ask('/api/analysis', { turn }, listener);
      await vi.advanceTimersByTimeAsync(PAUSE_MS / 2);
    }
    await soon();
    expect(asked.map(({ body }) => body)).toEqual([{ turn: 'a3' }]);
  });

  it('is broken off by the next one, and says nothing any more', async () => {
    const question = new Question();
    question.ask('/api/analysis', { turn: 1 }, listener);
    await soon();
    chunks.enqueue(bytes('{"n":1}\n'));
    await soon();
    question.ask('/api/analysis', { turn: 2 }, listener);
    expect(asked[0]?.signal.aborted).toBe(true);
    await soon();
    chunks.enqueue(bytes('{"n":2}\n'));
    await soon();
    question.stop();
    await soon();
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(received).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('tells a refusal in the words of the server', async () => {
    const problem = { code: 'not_now', message: { en: 'you are playing', fr: 'vous jouez' } };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 409 })));
    new Question().ask('/api/analysis', {}, listener);
    await soon();
    expect(received).toEqual(['refused not_now']);
  });

  it('tells when the server falls silent in the middle, or says what nobody understands', async () => {
    new Question().ask('/api/analysis', {}, listener);
    await soon();
    chunks.error(new TypeError('network'));
    await soon();
    new Question().ask('/api/analysis', {}, listener);
    await soon();
    chunks.enqueue(bytes('nonsense\n'));
    await soon();
    expect(received).toEqual(['refused unavailable', 'refused unavailable']);
    expect(cancelled).toBe(true);
  });
});
