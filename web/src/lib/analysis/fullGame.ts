/** Positions with everything in them: a study is seen by one side, and each side is asked for what only it knows. */
import { studyApi, type StudyApi } from '../api/study';
import type { Node, Tree } from '../replay/tree.svelte';
import { completed } from './setup';

/** The set-up of a position, with the secrets of both sides. */
export async function fullSetup(tree: Tree, node: Node, api: StudyApi = studyApi): Promise<string> {
  if (!node.setup.includes('?')) return node.setup;
  const study = tree.study(node);
  const [white, black] = await Promise.all([api.look({ ...study, side: 'white' }), api.look({ ...study, side: 'black' })]);
  return completed(white.setup, black.setup);
}
