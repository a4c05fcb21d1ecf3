/** Timers and frames that a page waits for: while nothing happens there should be none. */
import type { BrowserContext, Page } from '@playwright/test';

type Pending = Window & { pending: Map<string, string> };

/** Has every page of a browser note its timers. */
export async function watchTimers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const pending = new Map<string, string>();
    const note = (key: string, what: string) => {
      pending.set(key, `${what}, set at ${new Error().stack?.split('\n').slice(3, 6).join(' ') ?? '?'}`);
    };
    const after = window.setTimeout.bind(window);
    const every = window.setInterval.bind(window);
    const frame = window.requestAnimationFrame.bind(window);
    const clear = window.clearTimeout.bind(window);
    const cancel = window.cancelAnimationFrame.bind(window);
    const stop = (id?: number) => {
      pending.delete(`timer ${id}`);
      clear(id);
    };
    Object.assign(window, {
      pending,
      setTimeout: (work: (...given: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
        const id: number = after(
          (...given: unknown[]) => {
            pending.delete(`timer ${id}`);
            work(...given);
          },
          ms,
          ...rest,
        );
        note(`timer ${id}`, `a timer of ${ms ?? 0} ms`);
        return id;
      },
      setInterval: (work: () => void, ms?: number) => {
        const id = every(work, ms);
        note(`timer ${id}`, `an interval of ${ms ?? 0} ms`);
        return id;
      },
      requestAnimationFrame: (work: FrameRequestCallback) => {
        const id: number = frame((time) => {
          pending.delete(`frame ${id}`);
          work(time);
        });
        note(`frame ${id}`, 'a frame');
        return id;
      },
      clearTimeout: stop,
      clearInterval: stop,
      cancelAnimationFrame: (id: number) => {
        pending.delete(`frame ${id}`);
        cancel(id);
      },
    });
  });
}

/** What a page waits for now. */
export const pendingTimers = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as Pending).pending.values()]);
