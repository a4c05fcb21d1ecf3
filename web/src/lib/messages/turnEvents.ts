/** What a turn did that is easily missed on the board. */
import type { Words } from '../api/types';

const many = (n: number, one: Words): Words => {
  if (n === 1) return { en: `${/^[aeiou]/.test(one.en) ? 'an' : 'a'} ${one.en}`, fr: `1 ${one.fr}` };
  return { en: `${n} ${one.en}s`, fr: `${n} ${one.fr}${one.fr.endsWith('au') ? 'x' : 's'}` };
};

export const turnEvents = {
  passes: (who: Words): Words => ({
    en: `${who.en} has no move and passes`,
    fr: `${who.fr} n’a aucun coup possible et passe`,
  }),
  swaps: (who: Words): Words => ({ en: `${who.en} swaps colours`, fr: `${who.fr} échange les couleurs` }),
  merges: (who: Words, gone: string): Words => ({
    en: `${who.en} fuses two stones: ${gone} is gone`,
    fr: `${who.fr} fusionne deux pierres : ${gone} disparaît`,
  }),
  takesRows: (who: Words, rows: number): Words => ({
    en: rows === 1 ? `${who.en} removes a row and a ring` : `${who.en} removes ${rows} rows and ${rows} rings`,
    fr: rows === 1 ? `${who.fr} retire un alignement et un anneau` : `${who.fr} retire ${rows} alignements et ${rows} anneaux`,
  }),
  appliesLaw: (who: Words, law: string): Words => ({
    en: `${who.en} applies law ${law}`,
    fr: `${who.fr} applique sa loi ${law}`,
  }),
  rewritesLaw: (who: Words, law: string): Words => ({
    en: `${who.en} rewrites law ${law}`,
    fr: `${who.fr} réécrit sa loi ${law}`,
  }),
  /** Pieces the opponent loses; the Zen is nobody's, and there is one. */
  captures: (who: Words, piece: Words, n: number): Words => {
    const lost = piece.en === 'Zen' ? { en: 'the Zen', fr: 'le Zen' } : many(n, piece);
    return { en: `${who.en} captures ${lost.en}`, fr: `${who.fr} prend ${lost.fr}` };
  },
};
