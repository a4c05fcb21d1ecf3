/**
 * One step of a lesson at work: its position, the turn being built on it, the server's verdict. A new attempt starts
 * from the position again; nothing is kept anywhere.
 */
import { Refused } from '../api/http';
import type { Placed, Scene, Side, Study, StudyView, Words } from '../api/types';
import { Hands, type Field } from '../table/turn.svelte';
import type { LessonStep } from './lesson';
import { isRight, isTask, knownSolution } from './player';
import { played, studyOf, toAct, type Examiner } from '../api/study';

export type Verdict =
  /** A turn that was asked for. */
  | 'done'
  /** Legal, but something else was asked. */
  | 'other'
  /** The solution was shown. */
  | 'shown';

/** After so many failures the solution may be seen. */
const PATIENCE = 2;

export class Exercise {
  before: StudyView | null = $state.raw(null);
  /** The position after the turn. */
  after: StudyView | null = $state.raw(null);
  verdict: Verdict | null = $state(null);
  failures = $state(0);
  hinted = $state(false);
  /** Why the server cannot be asked, or would not answer. */
  problem: Words | null = $state.raw(null);
  hands: Hands;
  private readonly study: Study;

  constructor(
    game: string,
    readonly step: LessonStep,
    private readonly examiner: Examiner,
  ) {
    this.study = studyOf(game, step);
    this.hands = $state.raw(new Hands(this.field()));
  }

  /** Asks for the position. */
  async load(): Promise<void> {
    await this.attempt(async () => {
      this.before = await this.examiner.look(this.study);
      this.again();
    });
  }

  /** The side that plays: the reader's. */
  get side(): Side | null {
    return this.before && toAct(this.before.scene);
  }

  get scene(): Scene | null {
    return (this.after ?? this.before)?.scene ?? null;
  }

  /** The board with what has been touched so far. */
  get pieces(): readonly Placed[] {
    if (this.after) return this.after.scene.pieces;
    return this.before ? this.hands.pieces(this.before.scene.pieces) : [];
  }

  /** Whether something can be touched now. */
  get open(): boolean {
    return isTask(this.step) && this.verdict === null && this.hands.canAct;
  }

  get maySeeSolution(): boolean {
    return isTask(this.step) && this.verdict !== 'done' && this.failures >= PATIENCE && this.hasSolution;
  }

  /** Where any legal turn will do there is nothing to give away. */
  private get hasSolution(): boolean {
    return this.step.kind === 'find' || (this.step.kind === 'try' && this.step.accept !== undefined);
  }

  again(): void {
    this.after = null;
    this.verdict = null;
    this.problem = null;
    this.hands = new Hands(this.field());
    if (isTask(this.step)) this.hands.renew(this.before?.scene ?? null);
  }

  async showSolution(): Promise<void> {
    await this.attempt(async () => {
      const { step } = this;
      if (!isTask(step)) return;
      const turn = knownSolution(step, this.before?.scene.next) ?? (await this.examiner.reply(this.study));
      this.after = await this.lookAfter(turn);
      this.verdict = 'shown';
    });
  }

  private async play(turn: string): Promise<void> {
    const { step, side } = this;
    if (!isTask(step) || !side) return;
    const after = await this.lookAfter(turn);
    const right = isRight(step, after.turns.at(-1) ?? turn, after.outcome, side);
    if (!right) this.failures += 1;
    this.after = after;
    this.verdict = right ? 'done' : 'other';
  }

  private lookAfter(turn: string): Promise<StudyView> {
    return this.examiner.look(this.side ? played(this.study, turn, this.side) : this.study);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.problem.message;
    }
  }

  private field(): Field {
    return {
      scene: () => this.before?.scene ?? null,
      play: (turn) => this.play(turn),
      branch: (touches) => this.examiner.branch(this.study, touches),
      why: (touches, touch) => this.examiner.why(this.study, touches, touch),
      timeLeft: () => null,
      mayPremove: () => false,
    };
  }
}
