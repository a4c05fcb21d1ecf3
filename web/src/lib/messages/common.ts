/** Words of the frame around every screen. */
import type { Words } from '../api/types';
import { computerName } from './computers';

export const common = {
  title: { en: 'Taijitu', fr: 'Taijitu' },
  play: { en: 'Play', fr: 'Jouer' },
  learn: { en: 'Learn', fr: 'Apprendre' },
  watch: { en: 'Watch', fr: 'Regarder' },
  archive: { en: 'Archive', fr: 'Archives' },
  tournaments: { en: 'Tournaments', fr: 'Tournois' },
  puzzles: { en: 'Puzzles', fr: 'Problèmes' },
  myGames: { en: 'My games', fr: 'Mes parties' },
  settings: { en: 'Settings', fr: 'Réglages' },
  account: { en: 'Account', fr: 'Compte' },
  signIn: { en: 'Sign in', fr: 'Se connecter' },
  menu: { en: 'Menu', fr: 'Menu' },
  skip: { en: 'Skip to content', fr: 'Aller au contenu' },
  otherLanguage: { en: 'Français', fr: 'English' },
  loading: { en: 'One moment…', fr: 'Un instant…' },
  nothingHere: { en: 'There is no page at this address.', fr: 'Il n’y a pas de page à cette adresse.' },
  home: { en: 'Home', fr: 'Accueil' },
  close: { en: 'Close', fr: 'Fermer' },
  cancel: { en: 'Cancel', fr: 'Annuler' },
  yes: { en: 'Yes', fr: 'Oui' },
  no: { en: 'No', fr: 'Non' },
  copy: { en: 'Copy', fr: 'Copier' },
  copied: { en: 'Copied', fr: 'Copié' },
  retry: { en: 'Try again', fr: 'Réessayer' },
  offline: { en: 'The server does not answer.', fr: 'Le serveur ne répond pas.' },
  offlineAbout: {
    en: 'It may be restarting, or you may be offline. This page will reload as soon as it is back.',
    fr: 'Il redémarre peut-être, ou vous êtes hors ligne. La page se rechargera dès qu’il répondra.',
  },
  slow: { en: 'This is taking longer than usual.', fr: 'C’est plus long que d’habitude.' },
  white: { en: 'White', fr: 'Blancs' },
  black: { en: 'Black', fr: 'Noirs' },
  engine: (level: number): Words => {
    const name = computerName(level);
    return { en: `${name.en}, level ${level}`, fr: `${name.fr}, niveau ${level}` };
  },
  somebody: { en: 'somebody who left the site', fr: 'quelqu’un qui a quitté le site' },
  guest: { en: 'guest', fr: 'invité' },

  youAreMuted: (when: string): Words => ({
    en: `A moderator has muted you. You may write again on ${when}.`,
    fr: `Un modérateur a bloqué vos messages. Vous pourrez écrire à nouveau le ${when}.`,
  }),
  youAreBanned: (when: string | null): Words =>
    when === null
      ? { en: 'You are banned from this site.', fr: 'Vous êtes exclu de ce site.' }
      : { en: `You are banned from this site until ${when}.`, fr: `Vous êtes exclu de ce site jusqu’au ${when}.` },
};
