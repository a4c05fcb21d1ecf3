/** The data to draw a position: the board and its pieces. */
import { glance } from '../api/study';
import type { BoardData, PlacedPiece, Study } from '../api/types';
import { loadBoard } from '../games.svelte';

export interface PositionPicture {
  board: BoardData;
  pieces: PlacedPiece[];
}

export async function pictureOf(study: Study): Promise<PositionPicture> {
  const { scene } = await glance(study);
  return { board: await loadBoard(scene.board), pieces: scene.pieces };
}
