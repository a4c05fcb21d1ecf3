/**
 * A puzzle being solved: own turn, the server's verdict, its reply, and so on until it is solved. A wrong turn is shown with
 * what refutes it and taken back; the solution can be stepped through. The page knows no rule and no solution.
 */
import { Refused, get, post } from '../api/http';
import type { Placed, Puzzle, PuzzleAnswer, PuzzleSolution, PuzzleTry, Scene, Study, StudyView, Words } from '../api/types';
import { server, type Examiner } from '../api/study';
import { Hands, type Field } from '../table/turn.svelte';

/** What a puzzle asks of the server. */
export interface Judge extends Pick<Examiner, 'look' | 'branch' | 'why'> {
  judge(id: string, turns: string[]): Promise<PuzzleAnswer>;
  solution(id: string): Promise<string[]>;
}

const address = (id: string, what: string) => `/api/puzzles/${encodeURIComponent(id)}/${what}`;

export const judge: Judge = {
  look: server.look,
  branch: server.branch,
  why: server.why,
  judge: (id, turns) => post<PuzzleAnswer>(address(id, 'try'), { turns } satisfies PuzzleTry),
  solution: async (id) => (await get<PuzzleSolution>(address(id, 'solution'))).turns,
};

export type Phase =
  /** The board waits for a turn. */
  | 'think'
  /** A turn that does not win stands on the board, with what refutes it. */
  | 'wrong'
  | 'solved'
  /** The solution is being stepped through. */
  | 'shown';

/** How long an own turn stands alone before the answer is played, in milliseconds. */
const BREATH = 700;

export class Quest {
  phase: Phase = $state('think');
  /** Own and answering turns since the position of the puzzle. */
  turns: string[] = $state.raw([]);
  /** What stands on the board. */
  view: StudyView | null = $state.raw(null);
  /** The last verdict, and the turn it is about. */
  answer: PuzzleAnswer | null = $state.raw(null);
  tried = $state('');
  /** The turns of the solution, and how many of them are played. */
  solution: string[] = $state.raw([]);
  step = $state(0);
  /** Whether the reply is on its way. */
  waiting = $state(false);
  problem: Words | null = $state.raw(null);
  /** Whether the solution was looked at: then it was not found. */
  peeked = $state(false);
  hands: Hands;

  constructor(
    readonly puzzle: Puzzle,
    private readonly server: Judge = judge,
    private readonly breath = BREATH,
  ) {
    this.hands = $state.raw(new Hands(this.field()));
  }

  async load(): Promise<void> {
    await this.attempt(() => this.put(this.turns));
  }

  get scene(): Scene | null {
    return this.view?.scene ?? null;
  }

  /** The board with what has been touched so far. */
  get pieces(): readonly Placed[] {
    const pieces = this.scene?.pieces ?? [];
    return this.open || this.hands.sent ? this.hands.pieces(pieces) : pieces;
  }

  /** The turns on the board, a wrong one left out. */
  get played(): string[] {
    return this.phase === 'shown' ? this.solution.slice(0, this.step) : this.turns;
  }

  /** Whether something can be touched now. */
  get open(): boolean {
    return this.phase === 'think' && !this.waiting && this.hands.canAct;
  }

  /** The wrong turn is taken back; what was right stays. */
  async retry(): Promise<void> {
    await this.attempt(async () => {
      await this.put(this.turns);
      this.phase = 'think';
      this.answer = null;
    });
  }

  /** Everything once more. */
  async restart(): Promise<void> {
    this.turns = [];
    await this.retry();
  }

  async showSolution(): Promise<void> {
    await this.attempt(async () => {
      if (this.solution.length === 0) this.solution = await this.server.solution(this.puzzle.id);
      this.peeked ||= this.phase !== 'solved';
      this.phase = 'shown';
      this.answer = null;
      await this.stepTo(Math.min(1, this.solution.length));
    });
  }

  async stepTo(step: number): Promise<void> {
    const wanted = Math.min(Math.max(step, 0), this.solution.length);
    await this.attempt(async () => {
      await this.put(this.solution.slice(0, wanted));
      this.step = wanted;
    });
  }

  private study(turns: string[]): Study {
    const { study, side } = this.puzzle;
    return { ...study, turns: [...study.turns, ...turns], side };
  }

  /** Puts the position after these turns on the board. */
  private async put(turns: string[]): Promise<void> {
    this.view = await this.server.look(this.study(turns));
    this.hands = new Hands(this.field());
    this.hands.renew(this.view.scene);
  }

  private async play(turn: string): Promise<void> {
    const after = await this.server.look(this.study([...this.turns, turn]));
    // As the server spells it.
    const spelled = after.turns.at(-1) ?? turn;
    const turns = [...this.turns, spelled];
    const answer = await this.server.judge(this.puzzle.id, turns);
    this.tried = spelled;
    this.answer = answer;
    if (answer.right) this.turns = turns;
    if (answer.solved) this.phase = 'solved';
    else if (!answer.right) this.phase = 'wrong';
    this.view = after;
    this.hands = new Hands(this.field());
    if (answer.reply) await this.reply([...turns, answer.reply.turn], answer.right);
    // The opponent has nothing to say, and it is our turn again.
    else if (this.phase === 'think') this.hands.renew(after.scene);
  }

  private async reply(turns: string[], right: boolean): Promise<void> {
    this.waiting = true;
    try {
      const breath = new Promise((resume) => setTimeout(resume, this.breath));
      const [view] = await Promise.all([this.server.look(this.study(turns)), breath]);
      this.view = view;
      if (!right) return;
      this.turns = turns;
      if (this.phase === 'think') this.hands.renew(view.scene);
    } finally {
      this.waiting = false;
    }
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.problem.message;
    }
  }

  private field(): Field {
    return {
      scene: () => this.scene,
      play: (turn) => this.play(turn),
      branch: (touches) => this.server.branch(this.study(this.turns), touches),
      why: (touches, touch) => this.server.why(this.study(this.turns), touches, touch),
      timeLeft: () => null,
      mayPremove: () => false,
    };
  }
}
