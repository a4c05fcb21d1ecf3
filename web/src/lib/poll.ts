/** Polling: not while the page is hidden, and never before the last answer has arrived. */
import { attempt } from './api/http';

/** Calls `ask` at once and then every `every` milliseconds; returns a function that stops it. */
export function poll(ask: () => Promise<unknown>, every: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  const stop = new AbortController();
  const stopped = () => stop.signal.aborted;

  async function round(): Promise<void> {
    clearTimeout(timer);
    if (stopped() || busy || document.hidden) return;
    busy = true;
    try {
      // A failure is ignored: the next request may succeed.
      await attempt(ask);
    } finally {
      busy = false;
      if (!stopped()) timer = setTimeout(() => void round(), every);
    }
  }

  const shown = () => void round();
  document.addEventListener('visibilitychange', shown, { signal: stop.signal });
  shown();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
