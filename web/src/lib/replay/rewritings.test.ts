import { expect, it } from 'vitest';
import type { Frame, Law, Replay } from '../api/types';
import { rewritings } from './rewritings';
import { Tree } from './tree.svelte';

const law = (owner: 'white' | 'black', text: string | null): Law => ({ owner, number: 1, text, face_up: false });
const frames = [
  [law('black', null), law('white', null)],
  [law('black', 'bbbb>*'), law('white', 'wwww>*')],
  [law('black', 'bb.w>*'), law('white', 'wwww>*')],
  [law('black', 'bb.w>*'), law('white', null)],
].map((laws, i) => ({ scene: { laws }, turn: i ? `t${i}` : null, by: null, setup: '' }) as unknown as Frame);

it('finds the laws that were rewritten, not those that were written or hidden', () => {
  const tree = Tree.fromReplay({ line: { game: 'yinyang' }, options: {}, frames } as unknown as Replay);
  expect(rewritings(tree).map(({ node, owner, before, after }) => [node.turn, owner, before, after])).toEqual([
    ['t2', 'black', 'bbbb>*', 'bb.w>*'],
  ]);
});
