/** Positions as requests contain them. */
import type { Position } from '../learn/lesson';
import type { Scene, Side, Study } from './types';

export function studyOf(game: string, { options = {}, setup, turns = [] }: Position): Study {
  return setup === undefined ? { game, options, turns } : { game, options, setup, turns };
}

/** The same position one turn later, seen by the side that played it. */
export function played(study: Study, turn: string, by: Side): Study {
  return { ...study, turns: [...study.turns, turn], side: by };
}

/** Who has to act; where both do, as when laws are written, Black. */
export function toAct(scene: Scene): Side | null {
  const sides = scene.acts.map((seat) => scene.sides[seat - 1]);
  return sides.includes('black') ? 'black' : (sides[0] ?? null);
}
