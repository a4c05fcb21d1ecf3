/** The number of unfinished games on this device. */
import { list } from './store';

export const kept: { running: number } = $state({ running: 0 });

export async function refreshKept(): Promise<void> {
  // A browser that keeps nothing has no games.
  const tables = await list().catch(() => []);
  kept.running = tables.filter(({ state }) => state === 'running').length;
}
