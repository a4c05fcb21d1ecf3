/**
 * Positions without a table: each request contains everything, and the module on the device answers it, or where that cannot,
 * the server.
 */
import { ask, deviceIfReady } from '../device/deviceOrServer';
import { reply } from '../device/thinking';
import { post } from './http';
import type { Branch, Study, StudyView, Touch, TouchExplanation, Words } from './types';
import type { Language } from '../messages/index.svelte';
import type { Diagram } from '../learn/lesson';

export { played, studyOf, toAct } from './positions';

/** Requests about a position. */
export interface StudyApi {
  look: (study: Study) => Promise<StudyView>;
  branch: (study: Study, touches: Touch[]) => Promise<Branch[]>;
  /** Why something cannot be touched. */
  why: (study: Study, touches: Touch[], touch: Touch) => Promise<Words>;
  /** What an engine would play. */
  reply: (study: Study) => Promise<string>;
}

export const studyApi: StudyApi = {
  look: (study) => ask<StudyView>(study.game, { look: study }, () => post('/api/study', study)),
  branch: (study, touches) => {
    const about = { ...study, touches };
    return ask<Branch[]>(study.game, { branch: about }, () => post('/api/study/branch', about));
  },
  why: async (study, touches, touch) => {
    const about = { ...study, touches, touch };
    return (await ask<TouchExplanation>(study.game, { why: about }, () => post('/api/study/why', about))).message;
  },
  reply,
};

/** A position that is only looked at in passing: the module is not loaded for it, unless the server is away. */
export const glance = (study: Study): Promise<StudyView> =>
  deviceIfReady<StudyView>(study.game, { look: study }, () => post('/api/study', study));

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
