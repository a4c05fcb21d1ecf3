/**
 * A turn being built touch by touch, on the tree of touches the server sent: what may follow, what the board looks
 * like meanwhile, one step back. Nothing is played until the whole turn is sent.
 */
import type { Branch, PlacedPiece, Touch, Words } from '../api/types';

export type TouchResult =
  /** The touch is part of the turn; more follows. */
  | 'more'
  /** The turn is complete. */
  | 'complete'
  /** The next branches have to be requested from the server. */
  | 'ask'
  /** Nothing legal begins this way. */
  | 'no';

/** Whether two touches are the same. Compared for every choice at every touch: written out, since text would have to be made first. */
export function same(a: Touch, b: Touch): boolean {
  if ('point' in a) return 'point' in b && a.point === b.point;
  if ('word' in a) return 'word' in b && a.word === b.word;
  if ('law' in a) return 'law' in b && a.law === b.law;
  return 'text' in b && a.text === b.text;
}

export class Builder {
  private constructor(
    private readonly roots: Branch[],
    /** The branches taken so far. */
    readonly path: readonly Branch[],
    /** What was touched: a law's text is not in the tree, only its place. */
    readonly touches: readonly Touch[],
  ) {}

  static begin(next: Branch[] | undefined): Builder {
    return new Builder(next ?? [], [], []);
  }

  /** What may be touched next. */
  get choices(): readonly Branch[] {
    const last = this.path.at(-1);
    return last ? (last.next ?? []) : this.roots;
  }

  /** The points that may be touched next. */
  get points(): number[] {
    return this.choices.flatMap(({ touch }) => ('point' in touch ? [touch.point] : []));
  }

  /** The buttons that may be pressed next. */
  get words(): string[] {
    return this.choices.flatMap(({ touch }) => ('word' in touch ? [touch.word] : []));
  }

  /** The laws that may be chosen next. */
  get laws(): number[] {
    return this.choices.flatMap(({ touch }) => ('law' in touch ? [touch.law] : []));
  }

  /** Whether the text of a law comes next. */
  get wantsText(): boolean {
    return this.choices.some(({ touch }) => 'text' in touch);
  }

  /** The points touched so far. */
  get picked(): number[] {
    return this.touches.flatMap((touch) => ('point' in touch ? [touch.point] : []));
  }

  /** The points that the touches so far have changed. */
  get changed(): number[] {
    return [...new Set(this.path.flatMap(({ changes = [] }) => changes.map(({ at }) => at)))];
  }

  get isEmpty(): boolean {
    return this.path.length === 0;
  }

  /** The spellings a complete turn is offered in, where the players announce check themselves: the plain one first. */
  get spellings(): readonly string[] {
    return this.path.at(-1)?.spellings ?? [];
  }

  /** The whole turn in notation, once it is complete. */
  get turn(): string | null {
    const last = this.path.at(-1);
    if (last?.turn === undefined) return null;
    const touch = this.touches.at(-1);
    return touch && 'text' in touch ? last.turn + touch.text : last.turn;
  }

  /** What has to be done now, if a touch changed that. */
  get prompt(): Words | undefined {
    return this.path.findLast((branch) => branch.prompt)?.prompt;
  }

  /** Touches something. The builder that follows, and how far that brought the turn. */
  touch(touch: Touch): [Builder, TouchResult] {
    const wanted: Touch = 'text' in touch ? { text: '' } : touch;
    const branch = this.choices.find((choice) => same(choice.touch, wanted));
    if (!branch) return [this, 'no'];
    const next = new Builder(this.roots, [...this.path, branch], [...this.touches, touch]);
    if (branch.turn !== undefined) return [next, 'complete'];
    return [next, branch.next?.length ? 'more' : 'ask'];
  }

  /** Adds branches from the server. */
  answered(next: Branch[]): Builder {
    const last = this.path.at(-1);
    if (!last) return new Builder(next, [], []);
    return new Builder(this.roots, [...this.path.slice(0, -1), { ...last, next, more: false }], this.touches);
  }

  /** Adds branches from the server below one of the choices, before it is chosen. */
  foreseen(touch: Touch, next: Branch[]): Builder {
    return this.answered(this.choices.map((choice) => (same(choice.touch, touch) ? { ...choice, next, more: false } : choice)));
  }

  back(): Builder {
    return new Builder(this.roots, this.path.slice(0, -1), this.touches.slice(0, -1));
  }

  cancel(): Builder {
    return Builder.begin(this.roots);
  }

  /** The pieces with everything the touches so far have changed. */
  pieces(before: readonly PlacedPiece[]): readonly PlacedPiece[] {
    const changed = new Map<number, PlacedPiece[]>();
    for (const branch of this.path) {
      for (const change of branch.changes ?? []) changed.set(change.at, change.pieces);
    }
    if (changed.size === 0) return before;
    return [...before.filter((placed) => !changed.has(placed.at)), ...[...changed.values()].flat()];
  }
}
