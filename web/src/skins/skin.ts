/** What a game looks like: its pieces, and what is printed on its board. A skin knows no rule. */
import type { Component } from 'svelte';
import type { Side } from '../lib/api/types';
import type { Layout } from '../lib/board/geometry';
import type { ReaderSettings } from '../lib/settings.svelte';

/** What shapes are made of: the paints of one drawing, and the reader's taste. */
export interface Look {
  /** Distinguishes the paints of this drawing from those of another on the same page. */
  id: string;
  pieces: ReaderSettings['pieces'];
  patterns: boolean;
}

export interface ShapeProps {
  piece: string;
  side: Side | undefined;
  look: Look;
}

export interface PrintProps {
  layout: Layout;
  game: string;
  /** As in a look. */
  id: string;
}

export interface Skin {
  /** A piece, around the origin, in a square of side 1. */
  Shape: Component<ShapeProps>;
  /** What is printed on the board below its lines. */
  Print?: Component<PrintProps>;
  /** The lines of the rim are not stronger than the others. */
  open?: boolean;
  /** The pieces in the box. */
  box: readonly { piece: string; side?: Side }[];
  /** How far each kind of piece reaches from its middle, for what is drawn around it. */
  reach: Readonly<Record<string, number>>;
  /** Kinds that turn over without moving. */
  flips: readonly string[];
  /** What is put into a kind of piece when it is picked to be moved. */
  drops: Readonly<Record<string, string>>;
  /** Places the box has beside the board for a kind of piece; empty ones are shown. */
  places: Readonly<Record<string, number>>;
}

/** The drawing of a piece, referred to by each piece of its kind. */
export const shapeId = (id: string, piece: string, side: Side | undefined): string => `${id}-${piece}${side ? `-${side}` : ''}`;

const SIDES: readonly Side[] = ['white', 'black'];
export const bothSides = (piece: string): { piece: string; side: Side }[] => SIDES.map((side) => ({ piece, side }));
