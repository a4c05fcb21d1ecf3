/** Words of correspondence: vacations, conditional turns, what is to be played next. */
import type { Words } from '../api/types';

export const correspondence = {
  vacation: { en: 'Vacation', fr: 'Congé' },
  vacationAbout: {
    en: 'Your clocks in correspondence games are paused. You have 30 days a year.',
    fr: 'Vos pendules sont arrêtées dans les parties par correspondance. Vous avez 30 jours par an.',
  },
  daysLeft: (n: number): Words => ({
    en: n === 1 ? '1 day left this year' : `${n} days left this year`,
    fr: n < 2 ? `${n} jour restant cette année` : `${n} jours restants cette année`,
  }),
  days: { en: 'Days', fr: 'Jours' },
  take: { en: 'Take days off', fr: 'Prendre congé' },
  awayUntil: (when: string): Words => ({ en: `On vacation until ${when}`, fr: `En congé jusqu’au ${when}` }),
  end: { en: 'End the vacation', fr: 'Terminer le congé' },
  timeLeft: (text: string): Words => ({ en: `${text} left`, fr: `encore ${text}` }),

  nextGame: { en: 'Next game', fr: 'Partie suivante' },

  conditional: { en: 'Conditional moves', fr: 'Coups conditionnels' },
  about: {
    en: 'On the board, play a move your opponent may choose, then your answer. If they play it, your answer follows at once. Only you see this; any other move cancels it.',
    fr: 'Sur le plateau, jouez un coup que votre adversaire pourrait choisir, puis votre réponse. S’il le joue, la réponse part aussitôt. Vous seul le voyez ; tout autre coup l’annule.',
  },
  ifThey: { en: 'If your opponent plays…', fr: 'Si votre adversaire joue…' },
  iAnswer: { en: '…you answer', fr: '…vous répondez' },
  save: { en: 'Save', fr: 'Enregistrer' },
  saved: (n: number): Words => ({
    en: n === 1 ? 'Saved: 1 answer.' : `Saved: ${n} answers.`,
    fr: n < 2 ? `Enregistré : ${n} réponse.` : `Enregistré : ${n} réponses.`,
  }),
  clear: { en: 'Delete all', fr: 'Tout effacer' },
  cleared: { en: 'Deleted.', fr: 'Effacé.' },
  removeTurn: { en: 'Remove this move', fr: 'Retirer ce coup' },
  toTable: { en: 'Back to the table', fr: 'Retour à la table' },
  notNow: {
    en: 'Conditional moves are for correspondence games between two players, during your opponent’s turn.',
    fr: 'Les coups conditionnels concernent les parties par correspondance à deux, quand c’est à l’adversaire de jouer.',
  },
};
