/**
 * The headless state of a playable board: what it shows of a position and of the turn that is being entered, and which
 * point a touched square stands for.
 */
import type { Block, PlacedPiece, Scene, Tray, Words } from '../api/types';
import { blockMeant, squaresOf } from '../laws';
import { turn as words } from '../messages/turn';
import type { TurnInput } from './turn.svelte';
import { NO_MARKS, type Marks } from './types';

export interface Playable {
  scene: Scene;
  /** The turn that is entered in this position; `null` if the position is only looked at. */
  input: TurnInput | null;
  /** Whether the board may be touched now. */
  open: boolean;
  /** The blocks of Yin Yang as the side that enters the turn sees them. */
  blocks: readonly Block[];
  /** Points that something points at, besides those of the notes. */
  pointed: readonly number[];
}

/** The pieces with everything that has been touched so far. */
export function shownPieces({ scene, input }: Pick<Playable, 'scene' | 'input'>): readonly PlacedPiece[] {
  return input ? input.pieces(scene.pieces) : scene.pieces;
}

/** The marks of a position and of the turn that is being entered in it. */
export function shownMarks({ scene, input, open, blocks, pointed }: Playable): Marks {
  const notes = scene.notes.flatMap((note) => note.at ?? []);
  const marks = { ...NO_MARKS, last: scene.last, decisive: scene.decisive ?? [], shown: [...pointed, ...notes] };
  if (!input) return marks;
  return {
    ...marks,
    last: input.building || input.sent ? [] : scene.last,
    targets: open ? squaresOf(input.placesLaw ? blocks : [], input.touchable) : [],
    picked: open ? pickedPoints(input) : [],
    premove: input.premove === null ? [] : [input.premove],
    blocks: open && input.placesLaw ? offeredBlocks(blocks, input.touchable) : [],
  };
}

/** The points that were touched. A law that has been placed shows what it changes: the corner of its block does not show it. */
function pickedPoints({ builder, currentLaw, placesLaw, writesLaw }: TurnInput): number[] {
  const placed = currentLaw !== null && !placesLaw && !writesLaw && builder.changed.length > 0;
  return placed ? builder.changed : builder.picked;
}

const offeredBlocks = (blocks: readonly Block[], offered: readonly number[]): number[][] =>
  blocks.filter(({ at }) => offered.includes(at)).map(({ points }) => points);

/** What lies beside the board with everything that has been touched so far: what was put on the board is gone from there. */
export function shownTrays({ scene, input }: Pick<Playable, 'scene' | 'input'>): Tray[] {
  if (!input) return scene.trays;
  const now = shownPieces({ scene, input });
  return scene.trays.map((tray) => {
    const count = (pieces: readonly PlacedPiece[]) =>
      pieces.filter(({ piece, side }) => piece === tray.piece && (tray.side === null || side === tray.side)).length;
    const put = count(now) - count(scene.pieces);
    // Pieces that leave the board go to the shared tray; any other place follows from the next position.
    if (put < 0 && tray.side !== null) return tray;
    return { ...tray, count: Math.max(0, tray.count - put) };
  });
}

/** The point a touched square stands for: while a law is placed, any square of a block stands for the block. */
export function pointMeant({ input, blocks }: Pick<Playable, 'input' | 'blocks'>, square: number): number {
  if (!input?.placesLaw) return square;
  return blockMeant(blocks, input.builder.points, square) ?? square;
}

/** What has to be done next in the turn that is entered. */
export function nextPrompt(scene: Scene, input: TurnInput): Words {
  if (input.asking) return words.ready;
  if (input.takesOnlyRow) return words.row;
  return input.builder.prompt ?? (input.building ? words.where : scene.prompt);
}
