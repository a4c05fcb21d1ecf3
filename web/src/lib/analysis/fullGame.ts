/** Complete positions: a study is seen by one side, so both sides are requested and merged. */
import { studyApi, type StudyApi } from '../api/study';
import type { ReplayNode, Tree } from '../replay/tree.svelte';
import { completed } from './setup';

/** The set-up of a position, with the secrets of both sides. */
export async function fullSetup(tree: Tree, node: ReplayNode, api: StudyApi = studyApi): Promise<string> {
  if (!node.setup.includes('?')) return node.setup;
  const study = tree.study(node);
  const [white, black] = await Promise.all([api.look({ ...study, side: 'white' }), api.look({ ...study, side: 'black' })]);
  return completed(white.setup, black.setup);
}
