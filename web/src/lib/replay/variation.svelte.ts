/**
 * The input of turns on a board where anything may be tried out: both sides' turns, from any position of a tree. The possible
 * touches in a position of a finished game are requested when the pointer or the focus is on the board.
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

  /** The side to act, if it is known. */
  get side(): Side | null {
    const { open, scene } = this.tree.current;
    return toAct(open ?? scene);
  }

  /** Requests the possible touches, unless they are known. */
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
