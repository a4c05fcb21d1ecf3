/** A finished game on the screen: loaded, as a tree, at the turn its address names. */
import { attempt, get } from '../api/http';
import type { Problem, Replay, Side } from '../api/types';
import { loadGames } from '../games.svelte';
import type { Route } from '../router.svelte';
import { Autoplay } from './autoplay.svelte';
import { Tree } from './tree.svelte';
import { VariationInput } from './variation.svelte';

/** The turn an address names: `/game/ID/17` or `/game/ID#17`. */
export function turnIn({ parts, hash }: Pick<Route, 'parts' | 'hash'>): number | null {
  const named = [hash, parts[2] ?? ''].find((text) => /^\d{1,6}$/.test(text));
  return named === undefined ? null : Number(named);
}

/** A game with the data that its screen shows. */
export interface ShownReplay {
  /** With everything in it. */
  replay: Replay;
  tree: Tree;
  auto: Autoplay;
  variation: VariationInput;
}

export class ReplayState {
  shown: ShownReplay | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  /** The perspective: a side, or none for everything. */
  eyes: Side | null = $state(null);
  /** Why the perspective could not be changed. */
  blind: Problem | null = $state.raw(null);
  private readonly seen = new Map<Side, Replay>();

  constructor(private readonly id: string) {}

  async load(turn: number | null): Promise<void> {
    this.problem = await attempt(async () => {
      // The names of points come with the games; until then the board is shown without them.
      const [replay] = await Promise.all([this.ask(null), loadGames().catch(() => undefined)]);
      const tree = Tree.fromReplay(replay);
      if (turn !== null) tree.go(tree.played(turn));
      this.shown = { replay, tree, auto: new Autoplay(tree, replay.frames), variation: new VariationInput(tree) };
    });
  }

  /** Changes the perspective and stays at the same turn. */
  async see(eyes: Side | null): Promise<void> {
    const shown = this.shown;
    if (!shown) return;
    this.blind = null;
    this.blind = await attempt(async () => {
      const replay = eyes === null ? shown.replay : (this.seen.get(eyes) ?? (await this.ask(eyes)));
      if (eyes !== null) this.seen.set(eyes, replay);
      shown.tree.see(replay);
      this.eyes = eyes;
    });
  }

  private ask(eyes: Side | null): Promise<Replay> {
    return get<Replay>(`/api/finished/${encodeURIComponent(this.id)}/replay${eyes === null ? '' : `?eyes=${eyes}`}`);
  }
}
