/**
 * A set-up string being edited: the editor changes the points of pieces and who is to act, and leaves every other word
 * as it was written. The server says which key lists which piece, and validates the result.
 */
import type { BoardData, PaletteEntry, PlacedPiece, Side } from '../api/types';

/** `key=value`, in the order written. A word without `=` is kept, for the server to refuse. */
type SetupWord = [key: string, value: string | null];

function read(setup: string): SetupWord[] {
  return setup
    .split(/\s+/)
    .filter(Boolean)
    .map((word): SetupWord => {
      const at = word.indexOf('=');
      return at < 0 ? [word, null] : [word.slice(0, at), word.slice(at + 1)];
    });
}

function write(words: readonly SetupWord[]): string {
  return words.map(([key, value]) => (value === null ? key : `${key}=${value}`)).join(' ');
}

const split = (names: string | null): string[] => (names ?? '').split(',').filter(Boolean);

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const keysOf = (setup: string): string[] => read(setup).map(([key]) => key);

/** The value of a key; empty where it is missing. */
export function valueOf(setup: string, key: string): string {
  return read(setup).find(([known]) => same(known, key))?.[1] ?? '';
}

/** The same with another value; an empty one takes the key away, a new key is put before those of `later`, or at the end. */
export function withValue(setup: string, key: string, value: string, later: readonly string[] = []): string {
  const words = read(setup);
  const at = words.findIndex(([known]) => same(known, key));
  const before = words.findIndex(([known]) => later.some((other) => same(known, other)));
  if (at >= 0) words.splice(at, 1, ...(value === '' ? [] : ([[words[at]![0], value]] satisfies SetupWord[])));
  else if (value !== '') words.splice(before < 0 ? words.length : before, 0, [key, value]);
  return write(words);
}

/** The pieces that stand on the board. Names the board does not have are passed over. */
export function piecesOf(setup: string, palette: readonly PaletteEntry[], board: BoardData): PlacedPiece[] {
  const places = new Map(board.points.map(({ name }, at) => [name.toLowerCase(), at]));
  return palette.flatMap(({ key, piece, side }) =>
    split(valueOf(setup, key)).flatMap((name): PlacedPiece[] => {
      const at = places.get(name.toLowerCase());
      if (at === undefined) return [];
      return [side ? { at, piece, side } : { at, piece }];
    }),
  );
}

/** The same with this piece alone on a point, or with the point empty. */
export function withPiece(setup: string, palette: readonly PaletteEntry[], name: string, piece: PaletteEntry | null): string {
  const known = new Set(palette.map(({ key }) => key));
  return palette.reduce((text, { key }, i) => {
    const others = split(valueOf(text, key)).filter((other) => !same(other, name));
    const names = key === piece?.key ? [...others, name] : others;
    // Pieces come first, in the order of the palette.
    const later = [...palette.slice(i + 1).map((next) => next.key), ...keysOf(text).filter((word) => !known.has(word))];
    return withValue(text, key, names.join(','), later);
  }, setup);
}

/** What a touch with a piece in hand does: puts it down, or takes the same piece away. */
export function touched(setup: string, palette: readonly PaletteEntry[], name: string, piece: PaletteEntry | null): string {
  const there = piece && split(valueOf(setup, piece.key)).some((other) => same(other, name));
  return withPiece(setup, palette, name, there ? null : piece);
}

/** The same without any piece. */
export function cleared(setup: string, palette: readonly PaletteEntry[]): string {
  return palette.reduce((text, { key }) => withValue(text, key, ''), setup);
}

/** The side to act, as far as the text contains it. */
export function actOf(setup: string): Side | null {
  const act = valueOf(setup, 'act').toLowerCase();
  return act === 'white' || act === 'black' ? act : null;
}

/** Words with hidden parts, such as secret laws, taken from the other side's position. */
export function completed(setup: string, other: string): string {
  const words = read(setup).map(([key, value]): SetupWord => [key, value?.includes('?') ? valueOf(other, key) : value]);
  return write(words);
}
