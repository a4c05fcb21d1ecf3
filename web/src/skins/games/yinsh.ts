import Shape from '../pieces/Yinsh.svelte';
import { bothSides, type Skin } from '../skin';

export const skin: Skin = {
  Shape,
  open: true,
  box: [...bothSides('ring'), ...bothSides('marker')],
  reach: { ring: 0.475, marker: 0.28 },
  flips: ['marker'],
  drops: { ring: 'marker' },
  places: { ring: 3 },
};
