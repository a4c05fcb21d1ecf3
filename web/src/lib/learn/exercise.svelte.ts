/**
 * One step of a lesson at work: its position, the turn being built on it, the server's verdict. A new attempt starts
 * from the position again; nothing is kept anywhere.
 */
import type { Scene, Side, Study, StudyView, Words } from '../api/types';
import { studyInput, type TurnInput } from '../board/turn.svelte';
import { Submission } from '../submission.svelte';
import type { LessonStep } from './lesson';
import { isRight, isTask, knownSolution } from './player';
import { played, studyOf, toAct, type StudyApi } from '../api/study';

export type Verdict =
  /** A correct turn. */
  | 'done'
  /** Legal, but not what the step requires. */
  | 'other'
  /** The solution was shown. */
  | 'shown';

/** After this many failures the solution may be shown. */
const PATIENCE = 2;

export class Exercise {
  before: StudyView | null = $state.raw(null);
  /** The position after the turn. */
  after: StudyView | null = $state.raw(null);
  verdict: Verdict | null = $state(null);
  failures = $state(0);
  hinted = $state(false);
  input: TurnInput;
  private readonly submission = new Submission();
  private readonly study: Study;

  constructor(
    game: string,
    readonly step: LessonStep,
    private readonly api: StudyApi,
  ) {
    this.study = studyOf(game, step);
    this.input = $state.raw(this.newInput());
  }

  /** Why the server could not be reached, or refused. */
  get problem(): Words | null {
    return this.submission.problem?.message ?? null;
  }

  /** Requests the position. */
  async load(): Promise<void> {
    await this.submission.run(async () => {
      this.before = await this.api.look(this.study);
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

  /** Whether something can be touched now. */
  get open(): boolean {
    return isTask(this.step) && this.verdict === null && this.input.canAct;
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
    this.submission.problem = null;
    this.input = this.newInput();
    if (isTask(this.step)) this.input.renew(this.before?.scene ?? null);
  }

  async showSolution(): Promise<void> {
    await this.submission.run(async () => {
      const { step } = this;
      if (!isTask(step)) return;
      const turn = knownSolution(step, this.before?.scene.next) ?? (await this.api.reply(this.study));
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
    return this.api.look(this.side ? played(this.study, turn, this.side) : this.study);
  }

  private newInput(): TurnInput {
    // A beginner confirms nothing: a finished turn is judged at once, and can be tried again.
    return studyInput({ api: this.api, study: () => this.study, play: (turn) => this.play(turn), confirm: false });
  }
}
