import Shape from '../pieces/Figures.svelte';
import type { Skin } from '../skin';
import { stones } from '../stones';

export const skin: Skin = {
  ...stones,
  Shape,
  box: [
    { piece: 'alien', side: 'white' },
    { piece: 'amazon', side: 'black' },
  ],
  reach: { alien: 0.48, amazon: 0.48 },
};
