import Shape from '../pieces/YinYang.svelte';
import Print from '../prints/Taijitu.svelte';
import type { Skin } from '../skin';
import { stones } from '../stones';

export const skin: Skin = { ...stones, Shape, Print };
