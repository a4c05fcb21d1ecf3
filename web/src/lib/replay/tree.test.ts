import { beforeEach, expect, it, vi } from 'vitest';
import type { Frame, Law, Replay, Scene, Study, StudyView } from '../api/types';
import type { StudyApi } from '../api/study';
import { Tree, type ReplayNode } from './tree.svelte';

const scene = (turn: number, more: Partial<Scene> = {}): Scene => ({
  board: 'y',
  turn,
  pieces: [],
  trays: [],
  laws: [],
  notes: [],
  threats: [],
  last: [],
  sides: ['white', 'black'],
  acts: [(turn % 2) + 1],
  prompt: { en: '', fr: '' },
  points: null,
  clocks: null,
  ...more,
});

const frame = (turn: number, text: string | null): Frame => ({
  scene: scene(turn),
  turn: text,
  by: text === null ? null : turn % 2 ? 'white' : 'black',
  seat: null,
  used: null,
  events: [],
  round: 1,
  setup: `setup ${turn}`,
});

const replay: Replay = {
  line: {
    id: 'g',
    game: 'y',
    variant: {},
    players: [],
    outcome: { winner: 'white', reason: 'resigned', words: { en: '', fr: '' } },
    turns: 3,
    ended: 0,
  },
  options: { board: 'kadon' },
  time: null,
  source: null,
  eyes: null,
  frames: [frame(0, null), frame(1, 'a1'), frame(2, 'b2'), frame(3, 'c3')],
};

const asked: Study[] = [];
let laws: Law[] = [];
const api: StudyApi = {
  look: vi.fn(async (study: Study): Promise<StudyView> => {
    asked.push(study);
    const turns = study.turns.map((turn) => turn.toLowerCase());
    const ply = Number(study.setup?.replace('setup ', '') ?? 0) || 0;
    const eyes = study.side ?? ((ply + turns.length) % 2 ? 'black' : 'white');
    const own = laws.map((law) => ({ ...law, text: law.owner === eyes ? law.text : null }));
    return { scene: scene(ply + turns.length, { next: [], laws: own }), turns, outcome: null, setup: `after ${turns.join(' ')}` };
  }),
  branch: async () => [],
  why: async () => ({ en: '', fr: '' }),
  reply: async () => '',
};

let tree: Tree;
beforeEach(() => {
  asked.length = 0;
  laws = [];
  tree = Tree.fromReplay(replay, api);
});

const line = (node: ReplayNode) => tree.path(node).map(({ turn }) => turn);

it('walks through a game', () => {
  expect(tree.current).toBe(tree.root);
  tree.back();
  expect(tree.current.ply).toBe(0);
  tree.forward();
  tree.forward();
  expect(line(tree.current)).toEqual([null, 'a1', 'b2']);
  tree.last();
  expect([tree.current.turn, tree.current.ply, tree.current.outcome?.reason]).toEqual(['c3', 3, 'resigned']);
  tree.forward();
  expect(tree.current.turn).toBe('c3');
  tree.first();
  expect(tree.current).toBe(tree.root);
  expect([tree.played(2).turn, tree.played(99).turn, tree.played(-1).turn]).toEqual(['b2', 'c3', null]);
});

it('marks the present position, and no other', () => {
  const marked = () => [0, 1, 2, 3].filter((ply) => tree.played(ply).isCurrent);
  expect(marked()).toEqual([0]);
  tree.last();
  expect(marked()).toEqual([3]);
  tree.back();
  expect(marked()).toEqual([2]);
  tree.go(tree.current);
  expect(marked()).toEqual([2]);
});

it('follows the game where its own turn is played, without asking', async () => {
  const node = await tree.play('a1');
  expect(node.main).toBe(true);
  expect(tree.current).toBe(node);
  expect(asked).toEqual([]);
});

it('tries turns out beside the game, from the set-up of the position where it was left', async () => {
  tree.go(tree.played(1));
  const other = await tree.play('D4');
  const deeper = await tree.play('e5');
  expect(line(deeper)).toEqual([null, 'a1', 'd4', 'e5']);
  expect([other.main, other.by, other.number, deeper.by]).toEqual([false, 'black', 2, 'white']);
  expect(asked).toEqual([
    { game: 'y', options: { board: 'kadon' }, setup: 'setup 1', turns: ['D4'] },
    { game: 'y', options: { board: 'kadon' }, setup: 'setup 1', turns: ['d4', 'e5'] },
  ]);
  expect(tree.study(deeper)).toEqual({ game: 'y', options: { board: 'kadon' }, setup: 'setup 1', turns: ['d4', 'e5'] });
  expect(tree.played(1).children.map(({ turn }) => turn)).toEqual(['b2', 'd4']);
  tree.toGame();
  expect(tree.current.turn).toBe('a1');
  tree.last();
  expect(tree.current.turn).toBe('c3');
});

it('finds a turn again that was spelled otherwise', async () => {
  const one = await tree.play('D4');
  tree.back();
  expect(await tree.play('d4')).toBe(one);
  tree.back();
  expect(await tree.play('D4')).toBe(one);
  expect(tree.root.children).toHaveLength(2);
});

it('goes from a turn to the others instead of it', async () => {
  await tree.play('d4');
  tree.sideways(1);
  expect(tree.current.turn).toBe('d4');
  tree.sideways(-1);
  expect(tree.current.turn).toBe('a1');
  tree.sideways(1);
  expect(tree.current.turn).toBe('d4');
});

it('puts no variation before the game, and takes none of the game away', async () => {
  await tree.insert(tree.root, ['d4', 'd5']);
  const second = await tree.insert(tree.root, ['e5']);
  expect(tree.current).toBe(tree.root);
  tree.promote(second);
  expect(tree.root.children.map(({ turn }) => turn)).toEqual(['a1', 'e5', 'd4']);
  tree.remove(tree.played(1));
  tree.promote(tree.played(1));
  expect(tree.root.children[0]?.turn).toBe('a1');
  const fourth = tree.root.children[2]!;
  tree.go(fourth.children[0]!);
  tree.remove(fourth);
  expect(tree.current).toBe(tree.root);
  expect(tree.root.children.map(({ turn }) => turn)).toEqual(['a1', 'e5']);
});

it('begins anywhere, and there a variation may become the first', async () => {
  const study: Study = { game: 'y', options: {}, setup: 'w=a1', turns: ['b1'], side: 'white' };
  tree = Tree.fromStudy(await api.look(study), study, api);
  await tree.play('c1');
  tree.first();
  const other = await tree.play('d1');
  tree.promote(other);
  expect(tree.root.children.map(({ turn }) => turn)).toEqual(['d1', 'c1']);
  expect(asked.at(-1)).toEqual({ game: 'y', options: {}, setup: 'w=a1', turns: ['b1', 'd1'] });
  tree.remove(other);
  expect(tree.current).toBe(tree.root);
});

it('starts from a set-up again before a study gets too long', async () => {
  tree.last();
  for (let i = 1; i <= 401; i += 1) await tree.play(`t${i}`);
  const turns = tree.study(tree.current).turns;
  expect(turns).toEqual(['t401']);
  expect(tree.current.number).toBe(404);
});

it('shows the game as other eyes saw it, and keeps what is known of it', async () => {
  await tree.insert(tree.played(1), ['d4']);
  const seen = {
    ...replay,
    eyes: 'white' as const,
    frames: replay.frames.map((f) => ({ ...f, turn: f.by === 'black' ? '?' : f.turn, setup: '?' })),
  };
  tree.see(seen);
  expect(line(tree.played(3))).toEqual([null, 'a1', '?', 'c3']);
  expect(tree.study(tree.played(2)).setup).toBe('setup 2');
  expect(tree.played(1).children[1]?.turn).toBe('d4');
});

it('shows all laws in variations', async () => {
  laws = [
    { owner: 'white', number: 1, text: 'wb..>w...', face_up: false },
    { owner: 'black', number: 1, text: 'bb.w>*', face_up: false },
  ];
  const node = await tree.play('d4');
  expect(node.scene.laws.map(({ text }) => text)).toEqual(['wb..>w...', 'bb.w>*']);
});

it('asks once what may be touched', async () => {
  const first = await tree.touchable(tree.played(2));
  expect(await tree.touchable(tree.played(2))).toBe(first);
  expect(asked).toEqual([{ game: 'y', options: { board: 'kadon' }, setup: 'setup 2', turns: [] }]);
});

it('leaves the reader who went elsewhere where they are', async () => {
  const playing = tree.play('d4');
  tree.go(tree.played(2));
  await playing;
  expect(tree.current.turn).toBe('b2');
});
