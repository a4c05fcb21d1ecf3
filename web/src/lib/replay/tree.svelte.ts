/**
 * A game with its variations, as a tree. The line of a game that was played stays as it is:
 * whatever is tried out hangs beside it. A position is asked for from the nearest place whose set-up is known, so that
 * long games cost no more than short ones.
 */
import type { Frame, Outcome, Replay, Scene, Side, Slip, Study, StudyView } from '../api/types';
import { studyApi, toAct, type StudyApi } from '../api/study';

/** A study holds 500 turns; past this many, a set-up replaces them. */
const STRETCH = 400;

/** A turn shown on the board: its points in the order they are touched, one for a placement. */
export interface Arrow {
  points: readonly number[];
  /** How good it is among the others: 1 is the best. */
  rank: number;
}

/** A position, and the turn that led to it. */
export class ReplayNode {
  /** The turn in the current perspective; none at a start. */
  turn: string | null = $state.raw(null);
  /** The position as it is shown. */
  scene: Scene = $state.raw()!;
  /** The position with what may be touched in it, once it was loaded. */
  open: Scene | null = $state.raw(null);
  /** How the game ends here, once the server has said so. */
  outcome: Outcome | null = $state.raw(null);
  /** What follows: the game's own turn first, if it was played. */
  children: ReplayNode[] = $state.raw([]);
  /** Whether this is the present position of its tree: a state of each node, so that a step concerns two of them. */
  isCurrent = $state(false);
  /** The number of positions before this one; in a game that was played the number of its frame. */
  readonly ply: number;
  /** The number of its turn, which starts of rounds have none of. */
  readonly number: number;

  constructor(
    readonly id: number,
    readonly parent: ReplayNode | null,
    /** The turn in notation, with everything in it. */
    readonly spelled: string | null,
    readonly by: Side | null,
    /** Whether this is part of the game that was played. */
    readonly main: boolean,
    /** The position as a set-up. */
    readonly setup: string,
    scene: Scene,
    /** How to ask for this position without any turn before it. */
    readonly anchor: Study | null,
  ) {
    this.turn = spelled;
    this.scene = scene;
    this.ply = parent ? parent.ply + 1 : 0;
    this.number = (parent?.number ?? 0) + (spelled === null ? 0 : 1);
  }
}

export class Tree {
  readonly root: ReplayNode;
  current: ReplayNode = $state.raw()!;
  /** The turns that an engine suggests in the current position, drawn as arrows: the best first. */
  arrows: readonly Arrow[] = $state.raw([]);
  /** Turns that were not the best, by the id of their node. */
  slips: ReadonlyMap<number, Slip> = $state.raw(new Map());
  private made = 0;

  private constructor(
    readonly game: string,
    readonly options: Study['options'],
    first: Omit<NodeStart, 'parent'>,
    private readonly api: StudyApi,
  ) {
    this.root = this.add({ ...first, parent: null });
    this.current = this.root;
    this.root.isCurrent = true;
  }

  /** A game that was played. It has to be seen with everything: what is tried out starts from its set-ups. */
  static fromReplay(replay: Replay, api: StudyApi = studyApi): Tree {
    const { line, options, frames } = replay;
    const anchored = ({ scene, turn, by, setup }: Frame) => {
      return { scene, spelled: turn, by, setup, main: true, anchor: { game: line.game, options, setup, turns: [] } };
    };
    const [start, ...rest] = frames;
    if (!start) throw new Error('a replay has a start');
    const tree = new Tree(line.game, options, anchored(start), api);
    let parent = tree.root;
    for (const frame of rest) parent = tree.add({ ...anchored(frame), parent });
    parent.outcome = line.outcome;
    return tree;
  }

  /** A position to begin with, and the request that returned it. */
  static fromStudy(view: StudyView, study: Study, api: StudyApi = studyApi): Tree {
    const { scene, setup, outcome } = view;
    const tree = new Tree(study.game, study.options, { scene, setup, spelled: null, by: null, main: false, anchor: study }, api);
    tree.root.open = scene;
    tree.root.outcome = outcome;
    return tree;
  }

  go(node: ReplayNode): void {
    if (node === this.current) return;
    if (this.arrows.length > 0) this.arrows = [];
    this.current.isCurrent = false;
    node.isCurrent = true;
    this.current = node;
  }

  first(): void {
    this.go(this.root);
  }

  /** To the end of the present line. */
  last(): void {
    let node = this.current;
    while (node.children[0]) node = node.children[0];
    this.go(node);
  }

  back(): void {
    if (this.current.parent) this.go(this.current.parent);
  }

  forward(): void {
    const next = this.current.children[0];
    if (next) this.go(next);
  }

  /** To another turn instead of the present one: the one after it, or before. */
  sideways(by: 1 | -1): void {
    const all = this.current.parent?.children ?? [];
    const other = all[all.indexOf(this.current) + by];
    if (other) this.go(other);
  }

  /** Back to the game, where it was left. */
  toGame(): void {
    this.go(this.leftAt(this.current));
  }

  /** The last position of the game that was played before this one. */
  leftAt(node: ReplayNode): ReplayNode {
    let at: ReplayNode = node;
    while (!at.main && at.parent) at = at.parent;
    return at;
  }

  /** A position of the game that was played, by the number of its frame; the nearest one if there is none. */
  played(ply: number): ReplayNode {
    let node = this.root;
    while (node.ply < ply && node.children[0]?.main) node = node.children[0];
    return node;
  }

  /** The positions from the start to this one. */
  path(node: ReplayNode): ReplayNode[] {
    const path: ReplayNode[] = [];
    for (let at: ReplayNode | null = node; at; at = at.parent) path.push(at);
    return path.reverse();
  }

  /** How to ask for a position. */
  study(node: ReplayNode): Study {
    const turns: string[] = [];
    let at = node;
    while (!at.anchor && at.parent) {
      turns.unshift(at.spelled ?? '');
      at = at.parent;
    }
    const study = at.anchor ?? { game: this.game, options: this.options, turns: [] };
    return { ...study, turns: [...study.turns, ...turns] };
  }

  /** Goes where a turn leads from the present position: to a turn that is there already, or to a new one. */
  async play(turn: string): Promise<ReplayNode> {
    const from = this.current;
    const node = find(from, turn) ?? (await this.tryOut(from, turn));
    // If the user has moved to another position since, stay there.
    if (this.current === from) this.go(node);
    return node;
  }

  /** Adds a line of several turns to a position without showing it. Returns the last position of the line. */
  async insert(from: ReplayNode, turns: readonly string[]): Promise<ReplayNode> {
    let node = from;
    for (const turn of turns) node = find(node, turn) ?? (await this.tryOut(node, turn));
    return node;
  }

  /** Takes a variation away; the game that was played stays. */
  remove(node: ReplayNode): void {
    const { parent } = node;
    if (!parent || node.main) return;
    parent.children = parent.children.filter((child) => child !== node);
    if (this.path(this.current).includes(node)) this.go(parent);
  }

  /** Makes a variation the first one; before the game that was played comes none. */
  promote(node: ReplayNode): void {
    const { parent } = node;
    if (!parent || node.main) return;
    const others = parent.children.filter((child) => child !== node);
    const place = others[0]?.main ? 1 : 0;
    parent.children = [...others.slice(0, place), node, ...others.slice(place)];
  }

  /** Shows the game in another perspective, without what was secret to it. Variations stay. */
  see({ frames }: Replay): void {
    let node: ReplayNode | undefined = this.root;
    for (const frame of frames) {
      if (!node?.main) return;
      [node.scene, node.turn] = [frame.scene, frame.turn];
      node = node.children[0];
    }
  }

  /** Requests the possible touches of a position; those of a finished game come without. */
  async touchable(node: ReplayNode): Promise<Scene> {
    if (node.open) return node.open;
    const view = await this.look(this.study(node));
    if (!node.main) node.outcome = view.outcome;
    node.open = view.scene;
    return view.scene;
  }

  private async tryOut(from: ReplayNode, turn: string): Promise<ReplayNode> {
    const study = this.study(from);
    const query = { ...study, turns: [...study.turns, turn] };
    delete query.side;
    const view = await this.look(query);
    const spelled = view.turns.at(-1) ?? turn;
    const known = find(from, spelled);
    if (known) return known;
    const { setup, scene } = view;
    const anchor = query.turns.length < STRETCH ? null : { game: this.game, options: this.options, setup, turns: [] };
    const by = toAct(from.open ?? from.scene);
    const node = this.add({ parent: from, spelled, by, main: false, setup, scene, anchor });
    node.open = scene;
    node.outcome = view.outcome;
    return node;
  }

  /** A position as the side to act sees it; in a variation all laws are known. */
  private async look(study: Study): Promise<StudyView> {
    const view = await this.api.look(study);
    const { laws, sides } = view.scene;
    const side = toAct(view.scene);
    if (!side || laws.every(({ text }) => text !== null)) return view;
    const other = sides.find((one) => one !== side) ?? side;
    const theirs = (await this.api.look({ ...study, side: other })).scene.laws;
    return {
      ...view,
      scene: { ...view.scene, laws: laws.map((law, i) => ({ ...law, text: law.text ?? theirs[i]?.text ?? null })) },
    };
  }

  private add({ parent, spelled, by, main, setup, scene, anchor }: NodeStart): ReplayNode {
    const node = new ReplayNode(this.made++, parent, spelled, by, main, setup, scene, anchor);
    if (parent) parent.children = [...parent.children, node];
    return node;
  }
}

interface NodeStart {
  parent: ReplayNode | null;
  spelled: string | null;
  by: Side | null;
  main: boolean;
  setup: string;
  scene: Scene;
  anchor: Study | null;
}

const find = (from: ReplayNode, turn: string) => from.children.find(({ spelled }) => spelled === turn);
