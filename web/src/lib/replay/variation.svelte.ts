/**
 * The input of turns on a board where anything may be tried out: both sides' turns, from any position of a tree. What may
 * be touched in a position of a finished game is asked for when somebody means to touch it.
 */
import { attempt } from '../api/http';
import { studyApi, toAct, type StudyApi } from '../api/study';
import type { Side } from '../api/types';
import { studyInput, type TurnInput } from '../board/turn.svelte';
import type { Tree } from './tree.svelte';

export class VariationInput {
  readonly input: TurnInput;

  constructor(
    readonly tree: Tree,
    api: StudyApi = studyApi,
  ) {
    this.input = studyInput({ api, study: () => tree.study(tree.current), play: (turn) => tree.play(turn), confirm: false });
  }

  /** Who would play now, as far as that is known. */
  get side(): Side | null {
    const { open, scene } = this.tree.current;
    return toAct(open ?? scene);
  }

  /** Asks what may be touched, unless that is known. */
  async prepare(): Promise<void> {
    const node = this.tree.current;
    const problem = await attempt(() => this.tree.touchable(node));
    if (this.tree.current !== node) return;
    if (problem) this.input.message = problem.message;
    else this.input.renew(node.open);
  }

  async point(at: number, pointer: string): Promise<void> {
    const node = this.tree.current;
    if (!node.open) await this.prepare();
    if (node.open && this.tree.current === node) this.input.point(at, pointer);
  }

  async law(number: number): Promise<void> {
    if (!this.tree.current.open) await this.prepare();
    this.input.law(number);
  }
}
