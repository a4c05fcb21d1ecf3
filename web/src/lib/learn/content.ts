/** Where lessons and rulebooks are: one file a game, loaded when it is opened. */
import type { Lesson, Rulebook } from './lesson';

const LESSONS = import.meta.glob<Lesson>(['./lessons/*.ts', '!./lessons/*.test.ts'], { import: 'lesson' });
const RULES = import.meta.glob<Rulebook>(['./rules/*.ts', '!./rules/*.test.ts'], { import: 'rulebook' });

/** The lesson of a game; `undefined` if there is none. */
export const lessonOf = (game: string): Promise<Lesson> | undefined => LESSONS[`./lessons/${game}.ts`]?.();

/** The rulebook of a game; `undefined` if there is none. */
export const rulebookOf = (game: string): Promise<Rulebook> | undefined => RULES[`./rules/${game}.ts`]?.();
