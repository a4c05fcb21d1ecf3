/** Spoken texts for the points of a board. */
import type { Side, Words } from '../api/types';

export const board = {
  empty: { en: 'empty', fr: 'vide' },
  targets: { en: 'playable', fr: 'jouable' },
  picked: { en: 'selected', fr: 'sélectionné' },
  last: { en: 'last move', fr: 'dernier coup' },
  decisive: { en: 'decides the game', fr: 'décide la partie' },
  shown: { en: 'highlighted', fr: 'indiqué' },
  premove: { en: 'planned', fr: 'prévu' },
};

/** French colours agree with the piece; these pieces are feminine. */
const FEMININE = new Set(['stone', 'amazon']);
/** These come in one colour only, which nobody says. */
const OF_ONE_COLOUR = new Set(['alien', 'amazon', 'zen']);

const COLOURS: Record<Side, Words & { feminine: string }> = {
  white: { en: 'white', fr: 'blanc', feminine: 'blanche' },
  black: { en: 'black', fr: 'noir', feminine: 'noire' },
};

/** "white ring", « anneau blanc ». */
export function coloured(piece: string, name: Words, side: Side | undefined): Words {
  if (!side || OF_ONE_COLOUR.has(piece)) return name;
  const colour = COLOURS[side];
  return { en: `${colour.en} ${name.en}`, fr: `${name.fr} ${FEMININE.has(piece) ? colour.feminine : colour.fr}` };
}
