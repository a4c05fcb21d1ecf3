import type {
  BoardData,
  Branch,
  DeviceQuestion,
  DeviceRecord,
  DeviceSearch,
  GameKind,
  Insight,
  LawBook,
  Problem,
  Puzzle,
  PuzzleAnswer,
  PuzzleLine,
  Study,
  StudyView,
  Touch,
  TouchExplanation,
} from './types.js';

export type * from './types.js';

/** What the rules do not allow, or a question that cannot be answered. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem);
}

/** Asks any question of the protocol. */
export function ask(question: DeviceQuestion): unknown;

export function games(): GameKind[];
export function board(id: string): BoardData;
export function laws(): LawBook;
/** A position: its pieces, what may be touched, its set-up, how it ended. */
export function look(study: Study): StudyView;
export function branch(study: Study, touches: Touch[]): Branch[];
export function why(study: Study, touches: Touch[], touch: Touch): TouchExplanation;
/** The legal turns. */
export function turns(study: Study): string[];
/** A key that a position and its mirror images share. */
export function key(study: Study): string;
/** An SVG. */
export function picture(study: Study, how?: { lang?: 'en' | 'fr'; names?: 'edges' | 'none' | 'all' }): string;
export function puzzles(game?: string): PuzzleLine[];
export function puzzle(id: string): Puzzle;
/** Whether the last of these turns keeps the win, and what the opponent replies. */
export function attempt(id: string, tried: string[]): PuzzleAnswer;
export function solution(id: string): string[];
export function readRecord(text: string): DeviceRecord;
export function writeRecord(record: DeviceRecord): string;

/** An engine for all games. It thinks in the thread that calls it: use a worker to do something else meanwhile. */
export class Engine {
  /** Searches a position; `news` is called with each insight and ends the search by returning `false`. */
  search(search: Partial<DeviceSearch> & Pick<DeviceSearch, 'study'>, news?: (insight: Insight) => unknown): Insight;
  /** The same with a table of this many mebibytes, without news: with a limit of nodes every machine finds the same. */
  searchWithMemory(search: Partial<DeviceSearch> & Pick<DeviceSearch, 'study'>, mebibytes: number): Insight;
}
