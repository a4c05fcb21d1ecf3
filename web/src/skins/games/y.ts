import Print from '../prints/Sides.svelte';
import type { Skin } from '../skin';
import { stones } from '../stones';

export const skin: Skin = { ...stones, Print };
