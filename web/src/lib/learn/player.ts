/** Which turns are correct in a lesson, and the progress of the reader. */
import type { Branch, Outcome, Side } from '../api/types';
import type { PuzzleStep, LessonStep, TurnStep } from './lesson';

export type TaskStep = TurnStep | PuzzleStep;

export const isTask = (step: LessonStep): step is TaskStep => step.kind !== 'tell';

/** Whether a legal turn is what the step requires. `turn` is in the server's notation. */
export function isRight(step: TaskStep, turn: string, outcome: Outcome | null, by: Side): boolean {
  if (step.kind === 'try') return step.accept === undefined || step.accept.some((form) => new RegExp(form).test(turn));
  const wins = step.wins === true && outcome?.winner === by;
  return wins || (step.solutions ?? []).some((solution) => plain(solution) === plain(turn));
}

/** Capitals and spaces make no other turn. */
const plain = (turn: string) => turn.trim().replace(/\s+/g, ' ').toLowerCase();

/** A turn that is correct without a request; `null` if there is none. */
export function knownSolution(step: TaskStep, next: readonly Branch[] | undefined): string | null {
  if (step.kind === 'find') return step.solutions?.[0] ?? null;
  return step.accept === undefined ? null : firstTurn(next ?? [], (turn) => isRight(step, turn, null, 'white'));
}

function firstTurn(branches: readonly Branch[], fits: (turn: string) => boolean): string | null {
  for (const branch of branches) {
    // A turn that ends with the text of a law is not complete here.
    if (branch.turn !== undefined && !('text' in branch.touch) && fits(branch.turn)) return branch.turn;
    const found = firstTurn(branch.next ?? [], fits);
    if (found !== null) return found;
  }
  return null;
}

/** The progress in one lesson. */
export interface LessonProgress {
  /** The steps that are behind them, from 0. */
  passed: number[];
  total: number;
}

const KEY = 'taijitu.learn';

function readAll(): Record<string, LessonProgress> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, LessonProgress>) : {};
  } catch {
    return {};
  }
}

function isProgress(stored: unknown): stored is LessonProgress {
  const { passed, total } = (stored ?? {}) as Partial<LessonProgress>;
  return Array.isArray(passed) && passed.every(Number.isInteger) && typeof total === 'number';
}

/** What this browser remembers of a lesson. */
export function progressIn(game: string): LessonProgress {
  const stored = readAll()[game];
  return isProgress(stored) ? stored : { passed: [], total: 0 };
}

/** One more step is behind the reader. The lesson may have been rewritten since: only what it still has counts. */
export function pass(game: string, step: number, total: number): LessonProgress {
  const before = progressIn(game).passed;
  const passed = [...new Set([...before, step])].filter((n) => n >= 0 && n < total).sort((a, b) => a - b);
  const now = { passed, total };
  localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [game]: now }));
  return now;
}

/** Where to go on: the first step that is not behind the reader; from the beginning once all are. */
export function resume({ passed }: LessonProgress, total: number): number {
  for (let step = 0; step < total; step += 1) if (!passed.includes(step)) return step;
  return 0;
}

export const isFinished = ({ passed, total }: LessonProgress) => total > 0 && passed.length >= total;
