/** First turns of a game, tried out on a board: each turn that is played there is one more to look for. */
import { Refused } from '../api/http';
import type { Placed, Scene, Side, Study, Words } from '../api/types';
import { server, toAct, type Examiner } from '../api/study';
import { Hands, type Field } from '../table/turn.svelte';

export class Opening {
  scene: Scene | null = $state.raw(null);
  /** What is wrong with the turns. */
  problem: Words | null = $state.raw(null);
  hands: Hands;
  private turns: readonly string[] = [];

  constructor(
    private readonly start: Pick<Study, 'game' | 'options'>,
    /** Told when a turn was played: all turns, as the server spells them. */
    private readonly onturns: (turns: string[]) => void,
    private readonly examiner: Pick<Examiner, 'look' | 'branch' | 'why'> = server,
  ) {
    this.hands = $state.raw(new Hands(this.field()));
  }

  /** Who plays next. */
  get side(): Side {
    return (this.scene && toAct(this.scene)) ?? 'white';
  }

  get pieces(): readonly Placed[] {
    return this.hands.pieces(this.scene?.pieces ?? []);
  }

  /** Puts the position after these turns on the board; what cannot be played leaves it as it is. */
  async show(turns: readonly string[]): Promise<void> {
    this.turns = turns;
    try {
      const { scene } = await this.examiner.look(this.study(turns));
      if (this.turns !== turns) return;
      this.scene = scene;
      this.problem = null;
      this.hands = new Hands(this.field());
      this.hands.renew(scene);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.turns === turns) this.problem = error.problem.message;
    }
  }

  private study(turns: readonly string[]): Study {
    return { ...this.start, turns: [...turns] };
  }

  private async play(turn: string): Promise<void> {
    const { turns } = await this.examiner.look(this.study([...this.turns, turn]));
    this.onturns(turns);
  }

  private field(): Field {
    return {
      scene: () => this.scene,
      play: (turn) => this.play(turn),
      branch: (touches) => this.examiner.branch(this.study(this.turns), touches),
      why: (touches, touch) => this.examiner.why(this.study(this.turns), touches, touch),
      // Nothing is at stake: no turn waits for a confirmation.
      timeLeft: () => 0,
      mayPremove: () => false,
    };
  }
}
