import Print from '../prints/Centre.svelte';
import type { Skin } from '../skin';
import { stones } from '../stones';

export const skin: Skin = { ...stones, Print };
