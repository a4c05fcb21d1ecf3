/** The computer opponents: a name for each level, from the weakest to the strongest. `Face.svelte` draws them. */
import type { Words } from '../api/types';

const NAMES: readonly Words[] = [
  { en: 'Snail', fr: 'Escargot' },
  { en: 'Frog', fr: 'Grenouille' },
  { en: 'Sparrow', fr: 'Moineau' },
  { en: 'Cat', fr: 'Chat' },
  { en: 'Fox', fr: 'Renard' },
  { en: 'Owl', fr: 'Hibou' },
  { en: 'Tiger', fr: 'Tigre' },
  { en: 'Dragon', fr: 'Dragon' },
];

/** The name of the computer that plays at a level, from 1. */
export function computerName(level: number): Words {
  return NAMES[level - 1] ?? { en: 'Computer', fr: 'Ordinateur' };
}
