/** First turns of a game, tried out on a board: each turn that is played there is one more to look for. */
import { attempt } from '../api/http';
import type { Scene, Side, Study, Words } from '../api/types';
import { studyApi, toAct, type StudyApi } from '../api/study';
import { studyInput, type TurnInput } from '../board/turn.svelte';

export class Opening {
  scene: Scene | null = $state.raw(null);
  /** What is wrong with the turns. */
  problem: Words | null = $state.raw(null);
  input: TurnInput;
  private turns: readonly string[] = [];

  constructor(
    private readonly start: Pick<Study, 'game' | 'options'>,
    /** Called when a turn was played, with all turns in the server's notation. */
    private readonly onturns: (turns: string[]) => void,
    private readonly api: Pick<StudyApi, 'look' | 'branch' | 'why'> = studyApi,
  ) {
    this.input = $state.raw(this.newInput());
  }

  /** Who plays next. */
  get side(): Side {
    return (this.scene && toAct(this.scene)) ?? 'white';
  }

  /** Puts the position after these turns on the board; what cannot be played leaves it as it is. */
  async show(turns: readonly string[]): Promise<void> {
    this.turns = turns;
    const problem = await attempt(async () => {
      const { scene } = await this.api.look(this.study(turns));
      if (this.turns !== turns) return;
      this.scene = scene;
      this.problem = null;
      this.input = this.newInput();
      this.input.renew(scene);
    });
    if (problem && this.turns === turns) this.problem = problem.message;
  }

  private study(turns: readonly string[]): Study {
    return { ...this.start, turns: [...turns] };
  }

  private async play(turn: string): Promise<void> {
    const { turns } = await this.api.look(this.study([...this.turns, turn]));
    this.onturns(turns);
  }

  private newInput(): TurnInput {
    return studyInput({ api: this.api, study: () => this.study(this.turns), play: (turn) => this.play(turn), confirm: false });
  }
}
