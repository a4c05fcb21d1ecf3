/** Words in lists of turns. */
import type { Words } from '../api/types';

export const turnList = {
  swap: { en: 'swap', fr: 'échange' },
  pass: { en: 'pass', fr: 'passe' },
  secretLaws: { en: 'secret laws', fr: 'lois secrètes' },
  swapSign: { en: 'colours swapped', fr: 'couleurs échangées' },
  passSign: { en: 'passed', fr: 'a passé' },
  captured: (n: number): Words => ({
    en: n === 1 ? '1 piece captured' : `${n} pieces captured`,
    fr: n === 1 ? '1 pièce prise' : `${n} pièces prises`,
  }),
};
