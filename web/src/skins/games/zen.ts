import Shape from '../pieces/Pawn.svelte';
import Print from '../prints/Enso.svelte';
import { bothSides, type Skin } from '../skin';
import { stones } from '../stones';

export const skin: Skin = {
  ...stones,
  Shape,
  Print,
  box: [...bothSides('pawn'), { piece: 'zen' }],
  reach: { pawn: 0.44, zen: 0.46 },
};
