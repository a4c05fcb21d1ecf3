/**
 * Looking back in a running game. Positions seen so far are kept; earlier ones are requested from the turns, which
 * is not possible where turns have secret parts: there only positions seen so far are shown.
 */
import { studyApi } from '../api/study';
import type { Scene, TableView } from '../api/types';

export class HistoryView {
  /** The earlier position that is shown, and after which turn. */
  shown: { turn: number; scene: Scene } | null = $state.raw(null);
  private readonly seen = new Map<number, Scene>();

  keep(scene: Scene): void {
    this.seen.set(scene.turn, scene);
  }

  async look(table: TableView, turn: number | null): Promise<void> {
    if (turn === null || !table.game) {
      this.shown = null;
      return;
    }
    const scene = this.seen.get(turn) ?? (await ask(table, turn));
    if (!scene) return;
    this.seen.set(turn, scene);
    this.shown = { turn, scene };
  }

  /** After a take back, the positions after it are dropped. */
  forgetAfter(turn: number): void {
    for (const known of this.seen.keys()) if (known > turn) this.seen.delete(known);
    if (this.shown && this.shown.turn > turn) this.shown = null;
  }
}

async function ask(table: TableView, turn: number): Promise<Scene | null> {
  const game = table.game;
  if (!game || game.scene.laws.length > 0) return null;
  const turns = game.turns.slice(0, turn);
  // Rounds of a match are separate games; their earlier positions are in the record.
  if (turns.some((text) => text.startsWith('round '))) return null;
  const study = { game: table.setup.game, options: table.setup.options, turns };
  return studyApi.look(study).then(
    (answer) => answer.scene,
    () => null,
  );
}
