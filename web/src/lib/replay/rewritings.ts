/** Which laws of a game were rewritten, and when: read from its positions. */
import type { Law, Side } from '../api/types';
import type { ReplayNode, Tree } from './tree.svelte';

export interface LawRewriting {
  /** The position after the turn that did it. */
  node: ReplayNode;
  owner: Side;
  number: number;
  before: string;
  after: string;
}

/** In order; rewritings that are hidden from this perspective are missing. */
export function rewritings(tree: Tree): LawRewriting[] {
  const found: LawRewriting[] = [];
  for (let node = tree.root.children[0]; node?.main; node = node.children[0]) {
    for (const law of node.scene.laws) {
      const before = textOf(node.parent?.scene.laws ?? [], law);
      if (before === null || law.text === null || before === law.text) continue;
      found.push({ node, owner: law.owner, number: law.number, before, after: law.text });
    }
  }
  return found;
}

function textOf(laws: readonly Law[], { owner, number }: Law): string | null {
  return laws.find((law) => law.owner === owner && law.number === number)?.text ?? null;
}
