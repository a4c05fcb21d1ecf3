/**
 * The input of a turn: touches become a turn, the turn is previewed, confirmed and sent. The board shows each step at
 * once; the server is asked only for branches that did not fit, and to play.
 */
import { attempt } from '../api/http';
import type { StudyApi } from '../api/study';
import type { Branch, PlacedPiece, Scene, Study, Touch, Words } from '../api/types';
import { settings } from '../settings.svelte';
import { Builder } from './builder';

/** What the input needs from the table, lesson, puzzle or tree its turns are played on. */
export interface TurnHost {
  play: (text: string) => Promise<unknown>;
  branch: (touches: Touch[]) => Promise<Branch[]>;
  /** Why something cannot be touched. */
  why: (touches: Touch[], touch: Touch) => Promise<Words>;
  /** Time left on the own clock in milliseconds; `null` without clocks. */
  timeLeft: () => number | null;
  /** Whether a turn may be prepared during the opponent's turn: only where a turn is a single placement. */
  mayPremove: () => boolean;
}

/** With less than this on the clock a turn is not confirmed, in milliseconds. */
const HURRY_MS = 20_000;
/** The word that ends a chain. */
export const DONE = 'done';
/** Words that give the game up. */
const GRAVE: ReadonlySet<string> = new Set(['concede']);

export class TurnInput {
  builder: Builder = $state.raw(Builder.begin(undefined));
  /** Why something was not possible. */
  message: Words | null = $state.raw(null);
  /** The turn that is on its way, shown as if it had been played. */
  sent: { turn: number; builder: Builder } | null = $state.raw(null);
  premove: number | null = $state.raw(null);
  /** Whether the complete turn waits for a confirmation. */
  asking = $state(false);
  private scene: Scene | null = $state.raw(null);
  /** The far end of a row that was taken with the near one: touching it as well changes nothing. */
  private followed: number | null = null;
  /** Counts what the player did: why something was not possible is not shown after the next thing. */
  private acts = 0;

  constructor(private readonly host: TurnHost) {}

  /** Has to be called with every new position; a half-built turn survives if the choices are the same. */
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
    if (before?.turn !== scene?.turn) this.clearMessage();
    this.playPremove();
  }

  get canAct(): boolean {
    return !this.sent && (this.scene?.next?.length ?? 0) > 0;
  }

  /** Whether a turn has been begun and not sent. */
  get building(): boolean {
    return !this.builder.isEmpty;
  }

  /** The law that the turn applies or rewrites. */
  get currentLaw(): number | null {
    return this.builder.touches.findLast((touch) => 'law' in touch)?.law ?? null;
  }

  /** Whether a law was picked and its place comes next: any square of a block stands for the block. */
  get placesLaw(): boolean {
    const last = this.builder.touches.at(-1);
    return this.canAct && last !== undefined && 'law' in last && this.builder.points.length > 0;
  }

  /** Whether the text of a law comes next, or of all four in a set-up. */
  get writesLaw(): boolean {
    return this.canAct && this.builder.wantsText;
  }

  /** The board as it would be after what has been touched. */
  pieces(before: readonly PlacedPiece[]): readonly PlacedPiece[] {
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
    if (this.rowThrough(at)) return this.takeRow(at, pointer);
    if (this.unknownPairs(at).length > 0) return void this.foresee(at, pointer);
    if (this.startsAnew(at)) this.builder = this.builder.cancel();
    this.take(touch, pointer);
  }

  /** What may be touched now: the next points of the tree, and other points of rows that are in one row only. */
  readonly touchable: readonly number[] = $derived.by(() => {
    if (!this.canAct || this.builder.turn !== null) return [];
    const ends = this.builder.choices.flatMap((branch) => {
      if (!('point' in branch.touch)) return [];
      const content = this.content(branch.touch.point);
      const far = (branch.next ?? []).flatMap(({ touch }) => ('point' in touch ? [touch.point] : []));
      return content === '' ? [] : far.filter((at) => this.content(at) === content);
    });
    return [...new Set([...this.builder.points, ...ends, ...this.pointsOfOneRow])];
  });

  /** A button of the game: pass, swap, done. What cannot be undone waits for a confirmation, by mouse, finger and key alike. */
  word(word: string, pointer = 'key'): void {
    if (this.canAct) this.take({ word }, GRAVE.has(word) ? 'grave' : pointer);
  }

  law(number: number): void {
    if (this.canAct) this.take({ law: number }, 'key');
  }

  text(text: string): void {
    if (this.canAct) this.take({ text }, 'key');
  }

  back(): void {
    this.asking = false;
    this.clearMessage();
    this.builder = this.builder.back();
  }

  cancel(): void {
    this.asking = false;
    this.clearMessage();
    this.premove = null;
    this.builder = this.builder.cancel();
  }

  /** The whole turn, if it may be played as it is: complete, or a chain that may end here. */
  get playable(): string | null {
    if (this.sent) return null;
    return this.asking ? this.builder.turn : this.canAct && this.building ? this.ended.turn : null;
  }

  confirm(): void {
    const builder = this.builder.turn === null ? this.ended : this.builder;
    if (builder.turn !== null && !this.sent) void this.send(builder.turn, builder);
  }

  /** The turn with the word that ends it, where that is possible now. */
  private get ended(): Builder {
    return this.builder.touch({ word: DONE })[0];
  }

  /** The other spellings of a turn that waits for its confirmation: with check or mate announced, true or not. */
  get announcements(): readonly string[] {
    return this.asking ? this.builder.spellings.slice(1) : [];
  }

  /** Plays the turn that waits in one of these spellings. If the announcement is refused, the turn goes on waiting. */
  announce(spelling: string): void {
    if (this.announcements.includes(spelling) && !this.sent) void this.send(spelling, this.builder, true);
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
    this.clearMessage();
    this.builder = next;
    if (how === 'complete') this.completed(pointer);
    else if (how === 'ask') void this.ask(next, pointer);
    else this.followOnlyWay(pointer);
  }

  /** Where only the other end of a row can follow its first marker, it is chosen automatically. */
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

  /** The rows that may be taken now, each by its two ends, with everything that is taken away with it. */
  private get rows(): { first: number; last: number; points: number[] }[] {
    return this.builder.choices.flatMap(({ touch, next = [] }) => {
      if (!('point' in touch)) return [];
      const content = this.content(touch.point);
      return next.flatMap((end) => {
        if (content === '' || !('point' in end.touch) || this.content(end.touch.point) !== content) return [];
        const emptied = (end.changes ?? []).filter(({ pieces }) => pieces.length === 0).map((change) => change.at);
        const points = emptied.filter((point) => this.content(point) === content);
        return [{ first: touch.point, last: end.touch.point, points }];
      });
    });
  }

  private get pointsOfOneRow(): number[] {
    const all = this.rows.flatMap(({ points }) => points);
    return all.filter((point) => all.indexOf(point) === all.lastIndexOf(point));
  }

  /** Whether there is one row to take, which one touch takes. */
  get takesOnlyRow(): boolean {
    return this.canAct && this.builder.turn === null && this.rows.length === 1 && this.pointsOfOneRow.length > 2;
  }

  /** The only row that a point is part of. */
  private rowThrough(at: number): { first: number; last: number } | null {
    const through = this.rows.filter(({ points }) => points.includes(at));
    return through.length === 1 ? (through[0] ?? null) : null;
  }

  /** One touch anywhere on a row takes it, if no other row passes there. */
  private takeRow(at: number, pointer: string): void {
    const row = this.rowThrough(at);
    if (!row) return void this.explain({ point: at });
    this.take({ point: row.first }, pointer);
    // Where only one row begins there, its end has been taken with it.
    if (this.followed !== row.last) this.take({ point: row.last }, pointer);
    this.followed = row.last;
  }

  private takePair(at: number, pointer: string): void {
    const pair = this.pairWith(at);
    if (pair === null) return void this.explain({ point: at });
    this.take({ point: pair }, pointer);
    // Where only one row begins there, its end has been taken with it.
    if (this.builder.points.includes(at)) this.take({ point: at }, pointer);
  }

  /** Choices that match the touched point and whose next branches are not known yet. */
  private unknownPairs(at: number): Touch[] {
    const content = this.content(at);
    const alike = this.builder.choices.filter(({ touch }) => 'point' in touch && this.content(touch.point) === content);
    return content === '' ? [] : alike.filter((branch) => branch.more).map((branch) => branch.touch);
  }

  /** The tree was cut before the far ends of rows: requests them, then touches the end again. */
  private async foresee(at: number, pointer: string): Promise<void> {
    const builder = this.builder;
    await this.request(async () => {
      const unknown = this.unknownPairs(at);
      const answers = await Promise.all(unknown.map((touch) => this.host.branch([...builder.touches, touch])));
      if (this.builder !== builder) return;
      this.builder = unknown.reduce((next, touch, i) => next.foreseen(touch, answers[i] ?? []), builder);
      if (this.pairWith(at) === null) this.takeRow(at, pointer);
      else this.takePair(at, pointer);
    });
  }

  /** The pieces on each point as strings that can be compared. */
  private readonly contents = $derived.by(() => {
    const contents = new Map<number, string>();
    for (const { at, piece, side } of this.pieces(this.scene?.pieces ?? [])) {
      const below = contents.get(at);
      contents.set(at, `${below === undefined ? '' : `${below}+`}${piece} ${side ?? ''}`);
    }
    return contents;
  });

  private content(at: number): string {
    return this.contents.get(at) ?? '';
  }

  /** Another piece of ours instead of the picked one. */
  private startsAnew(at: number): boolean {
    return this.builder.touches.length === 1 && this.builder.cancel().points.includes(at);
  }

  /** The picked piece once more: a chain of jumps that may end here ends, a picked piece is put back. */
  private touchedAgain(pointer: string): void {
    if (this.builder.words.includes(DONE)) this.take({ word: DONE }, pointer);
    else this.back();
  }

  /** A turn waits for its confirmation: touching its end again confirms it, anything else begins another turn. */
  private afterComplete(at: number, pointer: string): void {
    const again = this.builder.picked.at(-1) === at || (this.currentLaw !== null && this.builder.changed.includes(at));
    if (again && pointer !== 'mouse') return this.confirm();
    const anew = this.builder.cancel();
    if (!anew.points.includes(at)) return void this.explain({ point: at });
    this.builder = anew;
    this.asking = false;
    this.take({ point: at }, pointer);
  }

  private completed(pointer: string): void {
    const wanted = settings.confirm === 'always' || (settings.confirm === 'touch' && (pointer === 'touch' || pointer === 'pen'));
    const left = this.host.timeLeft();
    // Where check is announced by hand there is always something to choose.
    const announced = this.builder.spellings.length > 1;
    this.asking = pointer === 'grave' || announced || (wanted && (left === null || left > HURRY_MS));
    if (!this.asking) this.confirm();
  }

  private async ask(builder: Builder, pointer: string): Promise<void> {
    await this.request(async () => {
      const next = await this.host.branch([...builder.touches]);
      if (this.builder !== builder) return;
      this.builder = builder.answered(next);
      this.followOnlyWay(pointer);
    });
  }

  private async send(turn: string, builder: Builder, announced = false): Promise<void> {
    this.asking = false;
    this.clearMessage();
    this.sent = { turn: (this.scene?.turn ?? 0) + 1, builder };
    if (await this.request(() => this.host.play(turn))) return;
    this.sent = null;
    if (announced && this.builder === builder) this.asking = true;
    else this.builder = this.builder.cancel();
  }

  private async explain(touch: Touch): Promise<void> {
    const touches = this.builder.turn === null ? [...this.builder.touches] : [];
    const act = ++this.acts;
    let why: Words | null = null;
    const problem = await attempt(async () => {
      why = await this.host.why(touches, touch);
    });
    if (act === this.acts) this.message = problem?.message ?? why;
  }

  private clearMessage(): void {
    this.acts += 1;
    this.message = null;
  }

  /** Sends a request to the host; a refusal becomes the message. `false` if it refused. */
  private async request(work: () => Promise<unknown>): Promise<boolean> {
    const problem = await attempt(work);
    if (problem) this.message = problem.message;
    return problem === null;
  }

  private notOurTurn(at: number): void {
    if (this.sent) return;
    if (this.host.mayPremove()) {
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
}

/** A position that came again, with another clock perhaps, must not throw away a half-built turn. */
function sameChoices(a: Scene | null, b: Scene | null): boolean {
  return JSON.stringify(a?.next) === JSON.stringify(b?.next) && JSON.stringify(a?.pieces) === JSON.stringify(b?.pieces);
}

/** Requests and turns for a position without a table. */
export interface StudyTurns {
  api: Pick<StudyApi, 'branch' | 'why'>;
  study: () => Study;
  play: (turn: string) => Promise<unknown>;
  /** Whether turns are confirmed before they are played. */
  confirm?: boolean;
}

/** The input of turns in a position without a table. */
export function studyInput({ api, study, play, confirm = true }: StudyTurns): TurnInput {
  return new TurnInput({
    play,
    branch: (touches) => api.branch(study(), touches),
    why: (touches, touch) => api.why(study(), touches, touch),
    timeLeft: () => (confirm ? null : 0),
    mayPremove: () => false,
  });
}
