/**
 * A puzzle being solved: own turn, the verdict, its reply, and so on until it is solved. A wrong turn is shown with
 * what refutes it and taken back; the solution can be stepped through. The page knows no rule and no solution.
 */
import { get, post, problemIn } from '../api/http';
import type {
  DeviceQuestion,
  Puzzle,
  PuzzleAnswer,
  PuzzleSolution,
  PuzzleTry,
  Scene,
  Study,
  StudyView,
  Words,
} from '../api/types';
import { studyApi, type StudyApi } from '../api/study';
import { studyInput, type TurnInput } from '../board/turn.svelte';
import { ask, serverFirst } from '../device/deviceOrServer';
import { mayHaveAccount } from '../session.svelte';
import { Submission } from '../submission.svelte';

/** The requests of a puzzle. */
export interface PuzzleApi extends Pick<StudyApi, 'look' | 'branch' | 'why'> {
  judge: (id: string, turns: string[]) => Promise<PuzzleAnswer>;
  solution: (id: string) => Promise<string[]>;
}

const address = (id: string, what: string) => `/api/puzzles/${encodeURIComponent(id)}/${what}`;

const puzzleApi: PuzzleApi = {
  ...studyApi,
  judge: (id, turns) =>
    serverFirstForAccounts({ attempt: { id, turns } }, () =>
      post<PuzzleAnswer>(address(id, 'try'), { turns } satisfies PuzzleTry),
    ),
  solution: async (id) =>
    (await serverFirstForAccounts({ solution: id }, () => get<PuzzleSolution>(address(id, 'solution')))).turns,
};

/**
 * First tries of accounts are rated by the server; while it is away the device answers, and nothing is rated. Until it is known who
 * this is, it may be an account.
 */
function serverFirstForAccounts<Answer>(question: DeviceQuestion, server: () => Promise<Answer>): Promise<Answer> {
  return mayHaveAccount() ? serverFirst(server, question) : deviceOrOwnPuzzle(question, server);
}

/** The device knows the puzzles that come with the program; a site's own are the server's. */
async function deviceOrOwnPuzzle<Answer>(question: DeviceQuestion, server: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask(null, question, server);
  } catch (error) {
    if (problemIn(error)?.code !== 'no_such_thing') throw error;
    return server();
  }
}

export type PuzzlePhase =
  /** The board waits for a turn. */
  | 'think'
  /** A turn that does not win is shown, with its refutation. */
  | 'wrong'
  | 'solved'
  /** The solution is being stepped through. */
  | 'shown';

/** How long an own turn is shown before the answer is played, in milliseconds. */
const BREATH_MS = 700;

export class PuzzleSession {
  phase: PuzzlePhase = $state('think');
  /** Own and answering turns since the position of the puzzle. */
  turns: string[] = $state.raw([]);
  /** The position on the board. */
  view: StudyView | null = $state.raw(null);
  /** The last verdict, and the turn it is about. */
  answer: PuzzleAnswer | null = $state.raw(null);
  tried = $state('');
  /** The turns of the solution, and how many of them are played. */
  solution: string[] = $state.raw([]);
  step = $state(0);
  /** Whether the reply is on its way. */
  waiting = $state(false);
  /** Whether the solution was looked at: then it was not found. */
  peeked = $state(false);
  input: TurnInput;
  private readonly submission = new Submission();

  constructor(
    readonly puzzle: Puzzle,
    private readonly api: PuzzleApi = puzzleApi,
    private readonly breath = BREATH_MS,
  ) {
    this.input = $state.raw(this.newInput());
  }

  get problem(): Words | null {
    return this.submission.problem?.message ?? null;
  }

  async load(): Promise<void> {
    await this.submission.run(() => this.put(this.turns));
  }

  get scene(): Scene | null {
    return this.view?.scene ?? null;
  }

  /** The turns on the board, a wrong one left out. */
  get played(): string[] {
    return this.phase === 'shown' ? this.solution.slice(0, this.step) : this.turns;
  }

  /** Whether something can be touched now. */
  get open(): boolean {
    return this.phase === 'think' && !this.waiting && this.input.canAct;
  }

  /** The wrong turn is taken back; what was right stays. */
  async retry(): Promise<void> {
    await this.submission.run(async () => {
      await this.put(this.turns);
      this.phase = 'think';
      this.answer = null;
    });
  }

  /** Starts again from the position of the puzzle. */
  async restart(): Promise<void> {
    this.turns = [];
    await this.retry();
  }

  async showSolution(): Promise<void> {
    await this.submission.run(async () => {
      if (this.solution.length === 0) this.solution = await this.api.solution(this.puzzle.id);
      this.peeked ||= this.phase !== 'solved';
      this.phase = 'shown';
      this.answer = null;
      await this.stepTo(Math.min(1, this.solution.length));
    });
  }

  async stepTo(step: number): Promise<void> {
    const wanted = Math.min(Math.max(step, 0), this.solution.length);
    await this.submission.run(async () => {
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
    this.view = await this.api.look(this.study(turns));
    this.input = this.newInput();
    this.input.renew(this.view.scene);
  }

  private async play(turn: string): Promise<void> {
    const after = await this.api.look(this.study([...this.turns, turn]));
    // In the server's notation.
    const spelled = after.turns.at(-1) ?? turn;
    const turns = [...this.turns, spelled];
    const answer = await this.api.judge(this.puzzle.id, turns);
    this.tried = spelled;
    this.answer = answer;
    if (answer.right) this.turns = turns;
    if (answer.solved) this.phase = 'solved';
    else if (!answer.right) this.phase = 'wrong';
    this.view = after;
    this.input = this.newInput();
    if (answer.reply) await this.reply([...turns, answer.reply.turn], answer.right);
    // The opponent has no reply: it is our turn again.
    else if (this.phase === 'think') this.input.renew(after.scene);
  }

  private async reply(turns: string[], right: boolean): Promise<void> {
    this.waiting = true;
    try {
      const breath = new Promise((resume) => setTimeout(resume, this.breath));
      const [view] = await Promise.all([this.api.look(this.study(turns)), breath]);
      this.view = view;
      if (!right) return;
      this.turns = turns;
      if (this.phase === 'think') this.input.renew(view.scene);
    } finally {
      this.waiting = false;
    }
  }

  private newInput(): TurnInput {
    return studyInput({ api: this.api, study: () => this.study(this.turns), play: (turn) => this.play(turn) });
  }
}
