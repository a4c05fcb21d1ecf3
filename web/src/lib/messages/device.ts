/** Words about games on this device, and about the page without a network. */
import type { Words } from '../api/types';

export const device = {
  you: { en: 'You', fr: 'Vous' },
  here: { en: 'on this device', fr: 'sur cet appareil' },
  where: { en: 'Where', fr: 'Où' },
  onDevice: { en: 'On this device', fr: 'Sur cet appareil' },
  onDeviceAbout: { en: 'instant, works offline', fr: 'immédiat, même sans réseau' },
  onServer: { en: 'On the server', fr: 'Sur le serveur' },
  onServerAbout: { en: 'archived, easier on a slow phone', fr: 'archivée, mieux pour un téléphone lent' },
  needsServer: {
    en: 'A clock and spectators need the server.',
    fr: 'La pendule et les spectateurs demandent le serveur.',
  },
  games: { en: 'On this device', fr: 'Sur cet appareil' },
  gamesAbout: {
    en: 'These games are stored in this browser only.',
    fr: 'Ces parties sont enregistrées dans ce navigateur seulement.',
  },
  noSuchTable: {
    en: 'This game is not on this device. It may have been played in another browser.',
    fr: 'Cette partie n’est pas sur cet appareil. Elle a peut-être été jouée dans un autre navigateur.',
  },
  unavailable: {
    en: 'This game cannot be opened here. Load the page again.',
    fr: 'Cette partie ne peut pas être ouverte ici. Rechargez la page.',
  },
  otherTab: {
    en: 'this game went on in another tab',
    fr: 'cette partie a continué dans un autre onglet',
  },
  noHint: { en: 'the computer has no hint here', fr: 'l’ordinateur n’a pas de conseil ici' },
  send: { en: 'Send to the archive', fr: 'Envoyer aux archives' },
  sending: { en: 'Sending…', fr: 'Envoi…' },
  sendAgain: { en: 'Send again', fr: 'Renvoyer' },
  sent: { en: 'In the archive', fr: 'Dans les archives' },
  analyse: { en: 'Analyse', fr: 'Analyser' },
  delete: { en: 'Delete', fr: 'Supprimer' },
  keep: { en: 'Keep', fr: 'Garder' },
  deleteSure: { en: 'Delete this game from this device?', fr: 'Supprimer cette partie de cet appareil ?' },
  against: (levels: readonly number[]): Words =>
    levels.length === 0
      ? { en: 'two players, one screen', fr: 'à deux sur un écran' }
      : { en: `the computer, level ${levels.join(', ')}`, fr: `l’ordinateur, niveau ${levels.join(', ')}` },
  needsPeople: {
    en: 'You are offline: playing with other people has to wait. Games against the computer or on one screen, lessons, puzzles and analysis still work.',
    fr: 'Vous êtes hors ligne : impossible de jouer avec d’autres pour l’instant. Les parties contre l’ordinateur ou à deux sur un écran, les leçons, les problèmes et l’analyse fonctionnent.',
  },
  newer: { en: 'A new version is ready.', fr: 'Une nouvelle version est prête.' },
  newerAbout: { en: 'Your games on this device are kept.', fr: 'Vos parties sur cet appareil sont conservées.' },
  load: { en: 'Update', fr: 'Mettre à jour' },
  later: { en: 'Later', fr: 'Plus tard' },
} satisfies Record<string, Words | ((...levels: never[]) => Words)>;
