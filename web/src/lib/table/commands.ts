/**
 * Typed commands, which begin with `/`. Most are sent to the server; three questions about the position are answered
 * here, for players who do not see the board.
 */
import type { BoardData, PlacedPiece, TableView, Words } from '../api/types';
import { colour, table as words } from '../messages/table';
import { clockText, sideOf } from './people';
import { timeLeft } from './live.svelte';

const LOCAL: Record<'en' | 'fr', string[]> = { en: ['/board', '/last', '/clock'], fr: ['/plateau', '/dernier', '/pendule'] };

/** The answer to a question of our own; none if it is the server's command. */
export function answerHere(
  text: string,
  table: TableView,
  board: BoardData | null,
  names: Record<string, Words>,
): Words[] | null {
  switch (text.trim().toLowerCase()) {
    case '/board':
    case '/plateau':
      return board && table.game ? describeBoard(table.game.scene.pieces, board, names) : [words.emptyBoard];
    case '/last':
    case '/dernier':
      return [lastTurn(table)];
    case '/clock':
    case '/pendule':
      return clocks(table);
    default:
      return null;
  }
}

/** `White ring: c3, e5.` for each kind of piece. */
export function describeBoard(pieces: readonly PlacedPiece[], board: BoardData, names: Record<string, Words>): Words[] {
  const kinds = new Map<string, { words: Words; points: string[] }>();
  for (const placed of pieces) {
    const key = `${placed.side ?? ''} ${placed.piece}`;
    const entry = kinds.get(key) ?? { words: pieceWords(placed, names), points: [] };
    entry.points.push(board.points[placed.at]?.name ?? '?');
    kinds.set(key, entry);
  }
  if (kinds.size === 0) return [words.emptyBoard];
  return [...kinds.values()].map(({ words: what, points }) => {
    const list = points.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).join(', ');
    return { en: `${what.en}: ${list}.`, fr: `${what.fr} : ${list}.` };
  });
}

function pieceWords(placed: PlacedPiece, names: Record<string, Words>): Words {
  const name = names[placed.piece] ?? { en: placed.piece, fr: placed.piece };
  if (!placed.side) return name;
  const side = colour(placed.side);
  return { en: `${side.en} ${name.en}`, fr: `${side.fr}, ${name.fr}` };
}

function lastTurn(table: TableView): Words {
  const turn = table.game?.turns.at(-1);
  return turn === undefined ? words.noMoves : words.lastTurn(turn);
}

function clocks(table: TableView): Words[] {
  const scene = table.game?.scene;
  if (!scene?.clocks) return [words.noClock];
  return table.seats.map((seat) => {
    const side = sideOf(table, seat.seat);
    return words.left(side ? colour(side) : words.seat(seat.seat), clockText(timeLeft(scene, seat.seat) ?? 0));
  });
}

/** The commands named in the server's help, for completion. */
export function commandsIn(help: string, lang: 'en' | 'fr' = 'en'): string[] {
  const found = help.match(/(?<=^|\s)\/[a-zà-ÿ]+/gm) ?? [];
  return [...new Set([...found, ...LOCAL[lang]])].sort((a, b) => a.localeCompare(b, lang));
}
