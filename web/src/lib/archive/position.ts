/** The picture of a position that is only looked at: what stands where, on which board. */
import type { BoardData, Placed, Study, StudyView } from '../api/types';
import { loadBoard } from '../games.svelte';
import { post } from '../api/http';

export interface Picture {
  board: BoardData;
  pieces: Placed[];
}

export async function pictureOf(study: Study): Promise<Picture> {
  const { scene } = await post<StudyView>('/api/study', study);
  return { board: await loadBoard(scene.board), pieces: scene.pieces };
}
