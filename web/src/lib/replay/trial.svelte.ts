/**
 * Hands for a board on which anything may be tried out: both sides' turns, from any position of a tree. What may be
 * touched in a position of a finished game is asked for when somebody means to touch it.
 */
import { Refused } from '../api/http';
import type { Side } from '../api/types';
import { server, toAct, type Examiner } from '../api/study';
import { Hands } from '../table/turn.svelte';
import type { Tree } from './tree.svelte';

export class Trial {
  readonly hands: Hands;

  constructor(
    readonly tree: Tree,
    examiner: Examiner = server,
  ) {
    const study = () => tree.study(tree.current);
    this.hands = new Hands({
      scene: () => tree.current.open,
      play: (turn) => tree.play(turn),
      branch: (touches) => examiner.branch(study(), touches),
      why: (touches, touch) => examiner.why(study(), touches, touch),
      // Nothing is at stake: no turn waits for a confirmation.
      timeLeft: () => 0,
      mayPremove: () => false,
    });
  }

  /** Who would play now, as far as that is known. */
  get side(): Side | null {
    const { open, scene } = this.tree.current;
    return toAct(open ?? scene);
  }

  /** Asks what may be touched, unless that is known. */
  async prepare(): Promise<void> {
    const node = this.tree.current;
    try {
      await this.tree.touchable(node);
      if (this.tree.current === node) this.hands.renew(node.open);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.tree.current === node) this.hands.message = error.problem.message;
    }
  }

  async point(at: number, pointer: string): Promise<void> {
    const node = this.tree.current;
    if (!node.open) await this.prepare();
    if (node.open && this.tree.current === node) this.hands.point(at, pointer);
  }
}
