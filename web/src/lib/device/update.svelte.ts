/**
 * Newer versions of the page. The service worker loads one beside the present one; the reader decides when to change over.
 * Games on this device are in the browser's database, so nothing is lost by that.
 */
import { get } from '../api/http';
import type { GameKind } from '../api/types';
import { device } from './device';

/** The least time between two requests for the revisions of the server's rules, in milliseconds. */
const HOUR = 3_600_000;

class Update {
  /** The worker of a newer page, which waits to take over. */
  waiting: ServiceWorker | null = $state.raw(null);
  /** Whether the server plays by newer rules than this page knows. */
  newerRules = $state(false);

  /** Loads the newer page. */
  take(): void {
    const { waiting } = this;
    if (!waiting) {
      location.reload();
      return;
    }
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take over');
  }
}

export const update = new Update();

/** Keeps the page for times without a network, and looks for newer versions of it. After the first picture: it loads all there is. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const begin = () => void register().catch(() => undefined);
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: 5000 }) : setTimeout(begin, 2000));
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js');
  const noteWaiting = () => {
    // The first worker of all replaces nothing.
    if (registration.waiting && navigator.serviceWorker.controller) update.waiting = registration.waiting;
  };
  noteWaiting();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', noteWaiting);
  });
  let lastAsked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastAsked < HOUR) return;
    lastAsked = Date.now();
    void registration.update().catch(() => undefined);
    void compareRules().catch(() => undefined);
  });
}

/** Requests the revisions of the server's rules. */
export async function compareRules(): Promise<void> {
  device.noteServer(await get<GameKind[]>('/api/games'));
  update.newerRules = await device.isOutdated();
}
