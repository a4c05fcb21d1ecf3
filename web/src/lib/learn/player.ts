/** What makes a turn the right one in a lesson, and how far somebody has come. */
import type { Branch, Outcome, Side } from '../api/types';
import type { Find, LessonStep, Try } from './lesson';

export type Task = Try | Find;

export const isTask = (step: LessonStep): step is Task => step.kind !== 'tell';

/** Whether a legal turn is what the step asked for. `turn` is spelled by the server. */
export function isRight(step: Task, turn: string, outcome: Outcome | null, by: Side): boolean {
  if (step.kind === 'try') return step.accept === undefined || step.accept.some((form) => new RegExp(form).test(turn));
  const wins = step.wins === true && outcome?.winner === by;
  return wins || (step.solutions ?? []).some((solution) => plain(solution) === plain(turn));
}

/** Capitals and spaces make no other turn. */
const plain = (turn: string) => turn.trim().replace(/\s+/g, ' ').toLowerCase();

/** A turn that is known to be right without asking anybody; `null` if none is. */
export function knownSolution(step: Task, next: readonly Branch[] | undefined): string | null {
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

/** How far somebody has come in one lesson. */
export interface Progress {
  /** The steps that are behind them, from 0. */
  passed: number[];
  total: number;
}

const KEY = 'taijitu.learn';

function readAll(): Record<string, Progress> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, Progress>) : {};
  } catch {
    return {};
  }
}

function isProgress(stored: unknown): stored is Progress {
  const { passed, total } = (stored ?? {}) as Partial<Progress>;
  return Array.isArray(passed) && passed.every(Number.isInteger) && typeof total === 'number';
}

/** What this browser remembers of a lesson. */
export function progressIn(game: string): Progress {
  const stored = readAll()[game];
  return isProgress(stored) ? stored : { passed: [], total: 0 };
}

/** One more step is behind the reader. The lesson may have been rewritten since: only what it still has counts. */
export function pass(game: string, step: number, total: number): Progress {
  const before = progressIn(game).passed;
  const passed = [...new Set([...before, step])].filter((n) => n >= 0 && n < total).sort((a, b) => a - b);
  const now = { passed, total };
  localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [game]: now }));
  return now;
}

/** Where to go on: the first step that is not behind the reader; from the beginning once all are. */
export function resume({ passed }: Progress, total: number): number {
  for (let step = 0; step < total; step += 1) if (!passed.includes(step)) return step;
  return 0;
}

export const isFinished = ({ passed, total }: Progress) => total > 0 && passed.length >= total;
