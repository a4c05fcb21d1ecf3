/** Stones of two colours on a plain board: what a game is played with unless it has a skin of its own. */
import Stone from './pieces/Stone.svelte';
import { bothSides, type Skin } from './skin';

export const stones: Skin = { Shape: Stone, box: bothSides('stone'), reach: { stone: 0.46 }, flips: [], drops: {}, places: {} };
