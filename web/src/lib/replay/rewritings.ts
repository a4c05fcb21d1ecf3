/** Which laws of a game were rewritten, and when: read from its positions. */
import type { Law, Side } from '../api/types';
import type { Node, Tree } from './tree.svelte';

export interface Rewriting {
  /** The position after the turn that did it. */
  node: Node;
  owner: Side;
  number: number;
  before: string;
  after: string;
}

/** In the order they happened; what these eyes did not see is not among them. */
export function rewritings(tree: Tree): Rewriting[] {
  const found: Rewriting[] = [];
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
