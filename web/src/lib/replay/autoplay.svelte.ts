/** A game that plays itself: one turn after the other, as fast as the reader wishes or as it was played. */
import type { Frame } from '../api/types';
import { thought } from './clocks';
import type { Tree } from './tree.svelte';

/** Seconds for a turn, or as it was. */
export const SPEEDS = ['real', '0.5', '1', '2', '5'] as const;
export type Speed = (typeof SPEEDS)[number];

/** The shortest time a turn is shown, in milliseconds. */
const LEAST_MS = 250;
/** The time of a turn whose thinking time is unknown, in milliseconds. */
const USUAL_MS = 1000;
const TICK_MS = 100;

export class Autoplay {
  playing = $state(false);
  speed: Speed = $state('1');
  /** How long the present turn has been thought about, in real time. */
  elapsed = $state(0);
  /** Whether it is known how long turns took. */
  readonly knowsTimes: boolean;

  constructor(
    private readonly tree: Tree,
    private readonly frames: readonly Frame[] = [],
  ) {
    this.knowsTimes = frames.some(({ used }) => used !== null);
  }

  toggle(): void {
    if (!this.playing && this.tree.current.children.length === 0) this.tree.first();
    this.playing = !this.playing;
  }

  stop(): void {
    this.playing = false;
  }

  /** Waits, then plays the next turn: to be called in an effect, which does so again for each turn. */
  run(): (() => void) | undefined {
    this.elapsed = 0;
    if (!this.playing) return undefined;
    const next = this.tree.current.children[0];
    if (!next) {
      this.playing = false;
      return undefined;
    }
    const began = performance.now();
    const timer = setTimeout(() => this.tree.forward(), this.wait(next));
    const ticking = this.speed === 'real' ? setInterval(() => (this.elapsed = performance.now() - began), TICK_MS) : undefined;
    return () => {
      clearTimeout(timer);
      clearInterval(ticking);
    };
  }

  private wait(next: Tree['current']): number {
    if (this.speed !== 'real') return Number(this.speed) * 1000;
    return Math.max(LEAST_MS, (next.main ? thought(this.frames, next.ply) : null) ?? USUAL_MS);
  }
}
