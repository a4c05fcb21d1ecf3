/**
 * The laws of Yin Yang as the page handles them: read to be drawn, looked up in the server's book to be written. The book
 * lists the laws and the squares of each block; nothing of that is defined here.
 */
import { get } from './api/http';
import type { Block, LawBook, LawKind, PlacedPiece } from './api/types';
import { serverFirst } from './device/deviceOrServer';

export type LawCell = '.' | 'w' | 'b';

/** Four cells: upper left, upper right, lower left, lower right. */
export type PatternCells = readonly [LawCell, LawCell, LawCell, LawCell];
/** A law read from its text; the effect of an adaptation is the red mark, `null`. */
export interface LawCells {
  cause: PatternCells;
  effect: PatternCells | null;
}

/** A law being written: its cause, its text once an effect is chosen, and whether anybody has begun it. */
export interface LawDraft {
  cause: PatternCells;
  text: string | null;
  begun: boolean;
}

const EMPTY: PatternCells = ['.', '.', '.', '.'];
export const NUMBERS = [1, 2, 3, 4] as const;
const CYCLE: Record<LawCell, LawCell> = { '.': 'w', w: 'b', b: '.' };

let book: Promise<LawBook> | undefined;

/** The server's book of laws, requested once. */
export function lawBook(): Promise<LawBook> {
  book ??= serverFirst(() => get<LawBook>('/api/laws'), 'laws').catch((error: unknown) => {
    book = undefined;
    throw error;
  });
  return book;
}

/** Reads `wb..>w...` or `bb.w>*`; `null` if it is no law's text, such as the `?` of a secret one. */
export function readLaw(text: string): LawCells | null {
  const [before, after, ...rest] = text.split('>');
  const cause = pattern(before ?? '');
  if (!cause || after === undefined || rest.length > 0) return null;
  if (after === '*') return { cause, effect: null };
  const effect = pattern(after);
  return effect && { cause, effect };
}

function pattern(text: string): PatternCells | null {
  return /^[.wb]{4}$/.test(text) ? (Array.from(text) as unknown as PatternCells) : null;
}

/** What a law does: the red mark rewrites, fewer pieces destroy, more people. */
export function kindOf({ cause, effect }: LawCells): LawKind {
  if (!effect) return 'adaptation';
  return count(effect) < count(cause) ? 'destruction' : 'peopling';
}

const count = (cells: PatternCells) => cells.filter((cell) => cell !== '.').length;

/** The cells that a law changes. */
export function changedCells({ cause, effect }: LawCells): number[] {
  return effect ? NUMBERS.map((n) => n - 1).filter((at) => cause[at] !== effect[at]) : [];
}

/** The law as seen from the opposite seat: upside down, its cells in reverse order. */
export function rotateLaw({ cause, effect }: LawCells): LawCells {
  return { cause: reversed(cause), effect: effect && reversed(effect) };
}

const reversed = (cells: PatternCells) => [...cells].reverse() as unknown as PatternCells;

/** A pattern with one cell changed to what follows: empty, white, black, empty … */
export function cycled(cells: PatternCells, at: number): PatternCells {
  return withCell(cells, at, CYCLE[cells[at] ?? '.']);
}

export function withCell(cells: PatternCells, at: number, cell: LawCell): PatternCells {
  return cells.map((old, i) => (i === at ? cell : old)) as unknown as PatternCells;
}

/** Every law the book has for a cause: texts, by what they do. */
export function lawsOf(book: LawBook, cause: PatternCells): Record<LawKind, string[]> {
  const begins = `${cause.join('')}>`;
  const found: Record<LawKind, string[]> = { destruction: [], peopling: [], adaptation: [] };
  for (const { text, kind } of book.laws) if (text.startsWith(begins)) found[kind].push(text);
  return found;
}

/** The piece on a point, as a letter of a law. */
export function cellAt(pieces: readonly PlacedPiece[], point: number): LawCell {
  const side = pieces.find(({ at }) => at === point)?.side;
  return side === 'white' ? 'w' : side === 'black' ? 'b' : '.';
}

/** The blocks of the board that show a cause now, read from a side's seat. */
export function matching(blocks: readonly Block[], pieces: readonly PlacedPiece[], cause: PatternCells): Block[] {
  return blocks.filter(({ points }) => points.every((point, i) => cellAt(pieces, point) === cause[i]));
}

/**
 * The block that a touched square stands for while a law is applied: blocks are named by one square, but any of the
 * four will do as long as it can mean only one of the blocks that are offered.
 */
export function blockMeant(blocks: readonly Block[], offered: readonly number[], square: number): number | null {
  if (offered.includes(square)) return square;
  const around = blocks.filter(({ at, points }) => offered.includes(at) && points.includes(square));
  return around.length === 1 ? (around[0]?.at ?? null) : null;
}

/** All squares that stand for one of the offered blocks. */
export function squaresOf(blocks: readonly Block[], offered: readonly number[]): number[] {
  const squares = new Set([...offered, ...blocks.filter(({ at }) => offered.includes(at)).flatMap(({ points }) => points)]);
  return [...squares].filter((square) => blockMeant(blocks, offered, square) !== null);
}

/** The initial draft: a law that is to be changed, or an empty one. */
export function draftOf(text: string | null): LawDraft {
  const law = text === null ? null : readLaw(text);
  return law ? { cause: law.cause, text, begun: true } : { cause: EMPTY, text: null, begun: false };
}

/** The set-up turn. */
export function lawsTurn(texts: readonly string[]): string {
  return `laws ${texts.join(' ')}`;
}
