/**
 * The hands of a player at a table: touches become a turn, the turn is previewed, confirmed and sent. The board shows
 * each step at once; the server is asked only for branches that did not fit, and to play.
 */
import { Refused, post } from '../api/http';
import type { Branch, Placed, Scene, Touch, Words } from '../api/types';
import { Builder } from '../board/builder';
import { settings } from '../settings.svelte';

/** What the hands need from the table they play at, or from a lesson. */
export interface Field {
  /** The present position with what may be touched, if it is our turn. */
  scene(): Scene | null;
  play(text: string): Promise<unknown>;
  branch(touches: Touch[]): Promise<Branch[]>;
  /** Why something cannot be touched. */
  why(touches: Touch[], touch: Touch): Promise<Words>;
  /** What we have left on the clock, in milliseconds. */
  timeLeft(): number | null;
  /** Whether a turn may be prepared while the opponent thinks: only where a turn is a single placement. */
  mayPremove(): boolean;
}

/** With less than this on the clock nobody is asked to confirm. */
const HURRY = 20_000;

export class Hands {
  builder: Builder = $state.raw(Builder.begin(undefined));
  /** A word to the player: why something was not possible. */
  message: Words | null = $state.raw(null);
  /** The turn that is on its way, shown as if it had been played. */
  sent: { turn: number; builder: Builder } | null = $state.raw(null);
  premove: number | null = $state.raw(null);
  /** Whether the complete turn waits for a confirmation. */
  asking = $state(false);
  private scene: Scene | null = $state.raw(null);
  /** The far end of a row that was taken with the near one: whoever touches it too has not changed their mind. */
  private followed: number | null = null;

  constructor(private readonly field: Field) {}

  /** Told whenever the position changes. */
  renew(scene: Scene | null): void {
    const before = this.scene;
    this.scene = scene;
    const samePosition = before?.turn === scene?.turn && sameChoices(before, scene);
    if (samePosition && !this.sent) return;
    if (this.sent && scene && scene.turn < this.sent.turn && sameChoices(before, scene)) return;
    this.sent = null;
    this.followed = null;
    this.builder = Builder.begin(scene?.next);
    this.asking = false;
    if (before?.turn !== scene?.turn) this.message = null;
    this.playPremove();
  }

  get canAct(): boolean {
    return !this.sent && (this.scene?.next?.length ?? 0) > 0;
  }

  /** The board as it would be after what has been touched. */
  pieces(before: readonly Placed[]): readonly Placed[] {
    return (this.sent?.builder ?? this.builder).pieces(before);
  }

  point(at: number, pointer: string): void {
    if (!this.canAct) return this.notOurTurn(at);
    const touch: Touch = { point: at };
    const followed = this.followed;
    this.followed = null;
    if (followed === at && !this.builder.points.includes(at)) return;
    if (this.builder.turn !== null) return this.afterComplete(at, pointer);
    const last = this.builder.picked.at(-1);
    if (last === at && !this.builder.points.includes(at)) return this.touchedAgain(pointer);
    if (this.builder.points.includes(at)) return this.take(touch, pointer);
    if (this.pairWith(at) !== null) return this.takePair(at, pointer);
    if (this.unknownPairs(at).length > 0) return void this.foresee(at, pointer);
    if (this.startsAnew(at)) this.builder = this.builder.cancel();
    this.take(touch, pointer);
  }

  /** What may be touched now: the next points of the tree, and the far ends of rows, which may be touched first. */
  get touchable(): number[] {
    if (!this.canAct || this.builder.turn !== null) return [];
    const ends = this.builder.choices.flatMap((branch) => {
      if (!('point' in branch.touch)) return [];
      const content = this.content(branch.touch.point);
      const far = (branch.next ?? []).flatMap(({ touch }) => ('point' in touch ? [touch.point] : []));
      return content === '' ? [] : far.filter((at) => this.content(at) === content);
    });
    return [...new Set([...this.builder.points, ...ends])];
  }

  word(word: string): void {
    if (this.canAct) this.take({ word }, 'key');
  }

  law(number: number): void {
    if (this.canAct) this.take({ law: number }, 'key');
  }

  text(text: string): void {
    if (this.canAct) this.take({ text }, 'key');
  }

  back(): void {
    this.asking = false;
    this.message = null;
    this.builder = this.builder.back();
  }

  cancel(): void {
    this.asking = false;
    this.message = null;
    this.premove = null;
    this.builder = this.builder.cancel();
  }

  confirm(): void {
    const turn = this.builder.turn;
    if (turn !== null && !this.sent) void this.send(turn, this.builder);
  }

  /** A turn typed in notation. */
  typed(text: string): Promise<void> {
    return this.send(text, this.builder.cancel());
  }

  private take(touch: Touch, pointer: string): void {
    const [next, how] = this.builder.touch(touch);
    if (how === 'no') {
      void this.explain(touch);
      return;
    }
    this.message = null;
    this.builder = next;
    if (how === 'complete') this.completed(pointer);
    else if (how === 'ask') void this.ask(next, pointer);
    else this.followOnlyWay(pointer);
  }

  /** Where only the other end of a row can follow its first marker, nobody has to say so. */
  private followOnlyWay(pointer: string): void {
    const [only, ...others] = this.builder.choices;
    const last = this.builder.touches.at(-1);
    if (!only || others.length > 0 || !('point' in only.touch) || !last || !('point' in last)) return;
    const content = this.content(last.point);
    if (content === '' || content !== this.content(only.touch.point)) return;
    this.take(only.touch, pointer);
    this.followed = only.touch.point;
  }

  /** The end of a row touched first: the other end, if only one row ends there. */
  private pairWith(at: number): number | null {
    const content = this.content(at);
    if (content === '') return null;
    const partners = this.builder.choices.flatMap((branch) => {
      const follows = (branch.next ?? []).some(({ touch }) => 'point' in touch && touch.point === at);
      return follows && 'point' in branch.touch && this.content(branch.touch.point) === content ? [branch.touch.point] : [];
    });
    return partners.length === 1 ? (partners[0] ?? null) : null;
  }

  private takePair(at: number, pointer: string): void {
    const pair = this.pairWith(at);
    if (pair === null) return void this.explain({ point: at });
    this.take({ point: pair }, pointer);
    // Where only one row begins there, its end has been taken with it.
    if (this.builder.points.includes(at)) this.take({ point: at }, pointer);
  }

  /** Choices that look like the touched point and of which we do not know yet what follows. */
  private unknownPairs(at: number): Touch[] {
    const content = this.content(at);
    const alike = this.builder.choices.filter(({ touch }) => 'point' in touch && this.content(touch.point) === content);
    return content === '' ? [] : alike.filter((branch) => branch.more).map((branch) => branch.touch);
  }

  /** The tree was cut before the far ends of rows: asks for them, then touches the end again. */
  private async foresee(at: number, pointer: string): Promise<void> {
    const asked = this.builder;
    try {
      const unknown = this.unknownPairs(at);
      const answers = await Promise.all(unknown.map((touch) => this.field.branch([...asked.touches, touch])));
      if (this.builder !== asked) return;
      this.builder = unknown.reduce((builder, touch, i) => builder.foreseen(touch, answers[i] ?? []), asked);
      this.takePair(at, pointer);
    } catch (error) {
      this.say(error);
    }
  }

  private content(at: number): string {
    const here = this.pieces(this.scene?.pieces ?? []).filter((placed) => placed.at === at);
    return here.map((placed) => `${placed.piece} ${placed.side ?? ''}`).join('+');
  }

  /** Another piece of ours instead of the picked one. */
  private startsAnew(at: number): boolean {
    return this.builder.touches.length === 1 && this.builder.cancel().points.includes(at);
  }

  /** The picked piece once more: a chain of jumps that may end here ends, a picked piece is put back. */
  private touchedAgain(pointer: string): void {
    if (this.builder.words.includes('done')) this.take({ word: 'done' }, pointer);
    else this.back();
  }

  /** A turn waits for its confirmation: touching its end again confirms it, anything else begins another turn. */
  private afterComplete(at: number, pointer: string): void {
    if (this.builder.picked.at(-1) === at && pointer !== 'mouse') return this.confirm();
    const anew = this.builder.cancel();
    if (!anew.points.includes(at)) return void this.explain({ point: at });
    this.builder = anew;
    this.asking = false;
    this.take({ point: at }, pointer);
  }

  private completed(pointer: string): void {
    const wanted = settings.confirm === 'always' || (settings.confirm === 'touch' && (pointer === 'touch' || pointer === 'pen'));
    const left = this.field.timeLeft();
    this.asking = wanted && (left === null || left > HURRY);
    if (!this.asking) this.confirm();
  }

  private async ask(asked: Builder, pointer: string): Promise<void> {
    try {
      const next = await this.field.branch([...asked.touches]);
      if (this.builder !== asked) return;
      this.builder = asked.answered(next);
      this.followOnlyWay(pointer);
    } catch (error) {
      this.say(error);
    }
  }

  private async send(turn: string, builder: Builder): Promise<void> {
    this.asking = false;
    this.message = null;
    this.sent = { turn: (this.scene?.turn ?? 0) + 1, builder };
    try {
      await this.field.play(turn);
    } catch (error) {
      this.sent = null;
      this.builder = this.builder.cancel();
      this.say(error);
    }
  }

  private async explain(touch: Touch): Promise<void> {
    const touches = this.builder.turn === null ? [...this.builder.touches] : [];
    try {
      this.message = await this.field.why(touches, touch);
    } catch (error) {
      this.say(error);
    }
  }

  private notOurTurn(at: number): void {
    if (this.sent) return;
    if (this.field.mayPremove()) {
      this.premove = this.premove === at ? null : at;
      return;
    }
    void this.explain({ point: at });
  }

  private playPremove(): void {
    const at = this.premove;
    if (at === null || !this.canAct) return;
    this.premove = null;
    if (this.builder.points.includes(at)) this.take({ point: at }, 'premove');
  }

  private say(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.message = error.problem.message;
  }
}

/** A position that came again, with another clock perhaps, must not throw away a half-built turn. */
function sameChoices(a: Scene | null, b: Scene | null): boolean {
  return JSON.stringify(a?.next) === JSON.stringify(b?.next) && JSON.stringify(a?.pieces) === JSON.stringify(b?.pieces);
}

/** Why a touch at a table is not possible, in the server's words. */
export async function whyAtTable(id: string, touches: Touch[], touch: Touch): Promise<Words> {
  const answer = await post<{ message: Words }>(`/api/tables/${id}/why`, { touches, touch });
  return answer.message;
}
