/** Automatic navigation to the player's next game: in live tournaments, as soon as its table is open. */
import { go, path } from '../router.svelte';
import type { LiveTournament } from './live.svelte';
import { freshTable, myGames } from './now';

/**
 * Watches a tournament from within a component. Tables that are there at the beginning are not gone to, so that one can come
 * back from a game; with `left`, only that one is known.
 */
export function followGames(live: () => LiveTournament | null, left: string | null = null): void {
  let seen: Set<string> | null = left === null ? null : new Set([left]);
  $effect(() => {
    const { view, mine } = live() ?? {};
    if (!view || !mine) return;
    const games = myGames(mine);
    const fresh = seen && freshTable(games, seen);
    seen = new Set([...(seen ?? []), ...games.flatMap(({ table }) => (table === null ? [] : [table]))]);
    if (fresh && view.settings.time.kind !== 'days') go(path('table', fresh));
  });
}
