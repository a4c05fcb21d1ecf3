/** Entering a turn, wherever it is played. */
import type { Words } from '../api/types';

export const turn = {
  where: { en: 'choose where it goes', fr: 'choisissez la destination' },
  row: { en: 'touch the row that you remove', fr: 'touchez l’alignement que vous retirez' },
  ready: { en: 'play this move?', fr: 'jouer ce coup ?' },
  play: (text: string): Words => ({ en: `Play ${text}`, fr: `Jouer ${text}` }),
  confirm: { en: 'Play', fr: 'Jouer' },
  announce: (text: string): Words =>
    text.endsWith('#')
      ? { en: `Play ${text} and announce mate`, fr: `Jouer ${text} en annonçant mat` }
      : { en: `Play ${text} and announce check`, fr: `Jouer ${text} en annonçant échec` },
  back: { en: 'Step back', fr: 'Revenir d’une étape' },
  cancel: { en: 'Cancel', fr: 'Annuler' },
  cancelTurn: { en: 'Cancel the move', fr: 'Annuler le coup' },
  type: { en: 'Or type a move', fr: 'Ou écrivez un coup' },
};
