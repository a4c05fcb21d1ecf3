/** Stones of two colours on a plain board: the default skin. */
import Stone from './pieces/Stone.svelte';
import { bothSides, type Skin } from './skin';

export const stones: Skin = { Shape: Stone, box: bothSides('stone'), reach: { stone: 0.46 }, flips: [], drops: {}, places: {} };
