/**
 * Streamed answers: one line of JSON for each update. Aborting the request ends the search on the server.
 */
import { ProblemError, SILENCE, problemIn, send } from '../api/http';
import type { Problem } from '../api/types';

/** Gathers lines from chunks that end anywhere, in the middle of a letter too. */
export class LineSplitter {
  private readonly decoder = new TextDecoder();
  private rest = '';

  /** The lines that are whole now. */
  add(chunk: Uint8Array): string[] {
    const lines = (this.rest + this.decoder.decode(chunk, { stream: true })).split('\n');
    this.rest = lines.pop() ?? '';
    return lines.filter((line) => line.trim() !== '');
  }

  /** What was left without an end of line. */
  end(): string[] {
    const last = this.rest + this.decoder.decode();
    this.rest = '';
    return last.trim() === '' ? [] : [last];
  }
}

/**
 * Sends a request, and yields the updates as they arrive.
 * @throws ProblemError if the server refuses or the stream breaks off; the reason of `signal` if it was aborted.
 */
export async function* streamNews<News>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<News, void> {
  const response = await send('POST', path, body, signal);
  const reader = response.body?.getReader();
  if (!reader) return;
  const lines = new LineSplitter();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw signal.aborted ? error : new ProblemError(SILENCE);
      });
      for (const line of done ? lines.end() : lines.add(value)) yield JSON.parse(line) as News;
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** The listener of a stream. */
export interface StreamListener<News> {
  receive(news: News): void;
  /** The server refused, or the stream broke off. */
  refused(problem: Problem): void;
  /** The stream has ended. */
  ended(): void;
}

/** How long a request is delayed, so that quick changes of the position send one request only, in milliseconds. */
export const PAUSE_MS = 150;

/** The source of news: the server by default, or the module on the device. */
export type NewsSource = <News>(path: string, body: unknown, signal: AbortSignal) => AsyncGenerator<News, void>;

/** One request at a time: a new one aborts the one before. */
export class Question {
  private under: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly source: NewsSource = streamNews) {}

  ask<News>(path: string, body: unknown, listener: StreamListener<News>, pause = PAUSE_MS): void {
    this.stop();
    const control = new AbortController();
    this.under = control;
    this.timer = setTimeout(() => void this.listen(path, body, listener, control.signal), pause);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.under?.abort();
    this.under = null;
  }

  private async listen<News>(path: string, body: unknown, listener: StreamListener<News>, signal: AbortSignal): Promise<void> {
    try {
      for await (const piece of this.source<News>(path, body, signal)) {
        if (signal.aborted) return;
        listener.receive(piece);
      }
      if (!signal.aborted) listener.ended();
    } catch (error) {
      if (signal.aborted) return;
      listener.refused(problemIn(error) ?? SILENCE);
    }
  }
}
