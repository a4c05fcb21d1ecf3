/**
 * Streamed answers: one line of JSON for each update. Aborting the request ends the search on the server.
 */
import { Refused, SILENCE, problemIn, send } from '../api/http';
import type { Problem } from '../api/types';

/** Gathers lines from chunks that end anywhere, in the middle of a letter too. */
export class Lines {
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
 * Asks, and yields the news as they come.
 * @throws Refused if the server will not, or falls silent in the middle; what `signal` says if it was broken off.
 */
export async function* news<News>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<News, void> {
  const response = await send('POST', path, body, signal);
  const reader = response.body?.getReader();
  if (!reader) return;
  const lines = new Lines();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw signal.aborted ? error : new Refused(SILENCE);
      });
      for (const line of done ? lines.end() : lines.add(value)) yield JSON.parse(line) as News;
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** What a listener does. */
export interface Listener<News> {
  hear(news: News): void;
  /** The server would not, or fell silent. */
  refused(problem: Problem): void;
  /** There is no more to come. */
  ended(): void;
}

/** How long a question waits for the reader to stay where they are. */
export const PAUSE = 150;

/** One question at a time: the next one breaks the one before off. */
export class Question {
  private under: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  ask<News>(path: string, body: unknown, listener: Listener<News>, pause = PAUSE): void {
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

  private async listen<News>(path: string, body: unknown, listener: Listener<News>, signal: AbortSignal): Promise<void> {
    try {
      for await (const piece of news<News>(path, body, signal)) {
        if (signal.aborted) return;
        listener.hear(piece);
      }
      if (!signal.aborted) listener.ended();
    } catch (error) {
      if (signal.aborted) return;
      listener.refused(problemIn(error) ?? SILENCE);
    }
  }
}
