/**
 * The laws of Yin Yang as the page handles them: read to be drawn, looked up in the server's book to be written. Which
 * laws there are and which squares form a block, the book says; nothing of that is known here.
 */
import { get } from './api/http';
import type { Block, LawBook, LawKind, Placed } from './api/types';

export type Cell = '.' | 'w' | 'b';

/** Four cells: upper left, upper right, lower left, lower right. */
export type Pattern = readonly [Cell, Cell, Cell, Cell];
/** A law read from its text; the effect of an adaptation is the red mark, `null`. */
export interface LawCells {
  cause: Pattern;
  effect: Pattern | null;
}

/** A law being written: its cause, its text once an effect is chosen, and whether anybody has begun it. */
export interface LawDraft {
  cause: Pattern;
  text: string | null;
  begun: boolean;
}

const EMPTY: Pattern = ['.', '.', '.', '.'];
export const NUMBERS = [1, 2, 3, 4] as const;
const CYCLE: Record<Cell, Cell> = { '.': 'w', w: 'b', b: '.' };

let book: Promise<LawBook> | undefined;

/** The server's book of laws, asked for once. */
export function lawBook(): Promise<LawBook> {
  book ??= get<LawBook>('/api/laws').catch((error: unknown) => {
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

function pattern(text: string): Pattern | null {
  return /^[.wb]{4}$/.test(text) ? (Array.from(text) as unknown as Pattern) : null;
}

/** What a law does: the red mark rewrites, fewer pieces destroy, more people. */
export function kindOf({ cause, effect }: LawCells): LawKind {
  if (!effect) return 'adaptation';
  return count(effect) < count(cause) ? 'destruction' : 'peopling';
}

const count = (cells: Pattern) => cells.filter((cell) => cell !== '.').length;

/** The cells that a law changes. */
export function changedCells({ cause, effect }: LawCells): number[] {
  return effect ? NUMBERS.map((n) => n - 1).filter((at) => cause[at] !== effect[at]) : [];
}

/** The law as seen from the opposite seat: upside down, its cells in reverse order. */
export function turned({ cause, effect }: LawCells): LawCells {
  return { cause: reversed(cause), effect: effect && reversed(effect) };
}

const reversed = (cells: Pattern) => [...cells].reverse() as unknown as Pattern;

/** A pattern with one cell changed to what follows: empty, white, black, empty … */
export function cycled(cells: Pattern, at: number): Pattern {
  return withCell(cells, at, CYCLE[cells[at] ?? '.']);
}

export function withCell(cells: Pattern, at: number, cell: Cell): Pattern {
  return cells.map((old, i) => (i === at ? cell : old)) as unknown as Pattern;
}

/** Every law the book has for a cause: texts, by what they do. */
export function lawsOf(book: LawBook, cause: Pattern): Record<LawKind, string[]> {
  const begins = `${cause.join('')}>`;
  const found: Record<LawKind, string[]> = { destruction: [], peopling: [], adaptation: [] };
  for (const { text, kind } of book.laws) if (text.startsWith(begins)) found[kind].push(text);
  return found;
}

/** What stands on a point, in the letters of a law. */
export function cellAt(pieces: readonly Placed[], point: number): Cell {
  const side = pieces.find(({ at }) => at === point)?.side;
  return side === 'white' ? 'w' : side === 'black' ? 'b' : '.';
}

/** The blocks of the board that show a cause now, read from a side's seat. */
export function matching(blocks: readonly Block[], pieces: readonly Placed[], cause: Pattern): Block[] {
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

/** What to begin with: a law that is to be changed, or an empty sheet. */
export function draftOf(text: string | null): LawDraft {
  const law = text === null ? null : readLaw(text);
  return law ? { cause: law.cause, text, begun: true } : { cause: EMPTY, text: null, begun: false };
}

/** The set-up turn. */
export function lawsTurn(texts: readonly string[]): string {
  return `laws ${texts.join(' ')}`;
}
