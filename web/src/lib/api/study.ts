/** Positions without a table: the server is told all there is to know, and judges. */
import { post } from './http';
import type { Branch, Reply, Scene, Side, Study, StudyView, Touch, Why, Words } from './types';
import type { Language } from '../messages/index.svelte';
import type { Diagram, Position } from '../learn/lesson';

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

/** What is asked of the server about a position. */
export interface StudyApi {
  look: (study: Study) => Promise<StudyView>;
  branch: (study: Study, touches: Touch[]) => Promise<Branch[]>;
  /** Why something cannot be touched. */
  why: (study: Study, touches: Touch[], touch: Touch) => Promise<Words>;
  /** What an engine would play. */
  reply: (study: Study) => Promise<string>;
}

export const studyApi: StudyApi = {
  look: (study) => post('/api/study', study),
  branch: (study, touches) => post('/api/study/branch', { ...study, touches }),
  why: async (study, touches, touch) => (await post<Why>('/api/study/why', { ...study, touches, touch })).message,
  reply: async (study) => (await post<Reply>('/api/study/reply', { ...study, level: 3 })).turn,
};

/** The address of a diagram: the server draws it. */
export function pictureAddress(game: string, diagram: Partial<Diagram>, language: Language): string {
  const query = new URLSearchParams();
  if (diagram.setup !== undefined) query.set('setup', diagram.setup);
  if (diagram.turns?.length) query.set('turns', diagram.turns.join(';'));
  const options = Object.entries(diagram.options ?? {}).map(([key, value]) => `${key}=${value}`);
  if (options.length > 0) query.set('options', options.join(','));
  if (diagram.names) query.set('names', diagram.names);
  query.set('lang', language);
  return `/api/pictures/${encodeURIComponent(game)}.svg?${query.toString()}`;
}
