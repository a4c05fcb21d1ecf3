/** Words of the account screen. */
import type { Words } from '../api/types';

export const account = {
  heading: { en: 'Account', fr: 'Compte' },
  nobody: {
    en: 'You are not signed in. You can play without an account: you get a guest name with your first game.',
    fr: 'Vous n’êtes pas connecté. Vous pouvez jouer sans compte : un nom d’invité vous est donné à la première partie.',
  },
  guest: (name: string): Words => ({
    en: `You play as ${name}, a guest. Only this browser remembers you.`,
    fr: `Vous jouez sous le nom de ${name}, en invité. Seul ce navigateur se souvient de vous.`,
  }),
  member: (name: string, since: string): Words => ({
    en: `Signed in as ${name}, member since ${since}.`,
    fr: `Connecté sous le nom de ${name}, membre depuis le ${since}.`,
  }),

  make: { en: 'Create an account', fr: 'Créer un compte' },
  makeAbout: {
    en: 'A name and a password, nothing else: no email.',
    fr: 'Un nom et un mot de passe, rien d’autre : pas d’adresse e-mail.',
  },
  makeKeeps: { en: 'You keep your games.', fr: 'Vos parties vous suivent.' },
  signIn: { en: 'Sign in', fr: 'Se connecter' },
  signInLoses: {
    en: 'This guest’s games stay with the guest. To keep them, create an account instead.',
    fr: 'Les parties de cet invité resteront les siennes. Pour les garder, créez plutôt un compte.',
  },
  name: { en: 'Name', fr: 'Nom' },
  password: { en: 'Password', fr: 'Mot de passe' },
  oldPassword: { en: 'Current password', fr: 'Mot de passe actuel' },
  newPassword: { en: 'New password', fr: 'Nouveau mot de passe' },
  show: { en: 'Show', fr: 'Afficher' },
  hide: { en: 'Hide', fr: 'Masquer' },

  changePassword: { en: 'Change the password', fr: 'Changer le mot de passe' },
  change: { en: 'Change', fr: 'Changer' },
  changed: {
    en: 'Changed. All other browsers have been signed out.',
    fr: 'Changé. Tous les autres navigateurs sont déconnectés.',
  },

  signOut: { en: 'Sign out', fr: 'Se déconnecter' },
  signOutEverywhere: { en: 'Sign out everywhere', fr: 'Se déconnecter partout' },
  signOutAbout: {
    en: 'Here, or in all browsers. Programs keep their tokens.',
    fr: 'Ici, ou dans tous les navigateurs. Les programmes gardent leurs jetons.',
  },

  tokens: { en: 'Tokens for programs', fr: 'Jetons pour programmes' },
  tokensAbout: {
    en: 'With a token, a program plays on your behalf; it cannot change your account.',
    fr: 'Avec un jeton, un programme joue à votre place ; il ne peut pas modifier votre compte.',
  },
  noTokens: { en: 'No tokens.', fr: 'Aucun jeton.' },
  tokenFor: { en: 'What is it for?', fr: 'Pour quoi faire ?' },
  makeToken: { en: 'Create a token', fr: 'Créer un jeton' },
  tokenOnce: { en: 'Copy it now: it is not shown again.', fr: 'Copiez-le maintenant : il ne sera plus affiché.' },
  made: (when: string): Words => ({ en: `created ${when}`, fr: `créé le ${when}` }),
  used: (when: string): Words => ({ en: `last used ${when}`, fr: `utilisé le ${when}` }),
  neverUsed: { en: 'never used', fr: 'jamais utilisé' },
  deleteToken: { en: 'Delete', fr: 'Supprimer' },
  deleteTokenOf: (label: string): Words => ({ en: `Delete ${label}`, fr: `Supprimer ${label}` }),
  apiDocs: { en: 'API documentation', fr: 'Documentation de l’API' },

  data: { en: 'Your data', fr: 'Vos données' },
  dataAbout: {
    en: 'Everything that is stored about you, as a file.',
    fr: 'Tout ce qui est conservé à votre sujet, dans un fichier.',
  },
  download: { en: 'Download', fr: 'Télécharger' },

  remove: { en: 'Delete account', fr: 'Supprimer mon compte' },
  removeAbout: {
    en: 'Your name, password and tokens are deleted. Games stay, and so do your messages unless you ask, under “somebody who left the site”. Nobody can take the name for 90 days. This cannot be undone.',
    fr: 'Votre nom, votre mot de passe et vos jetons disparaissent. Les parties et, sauf demande contraire, les messages échangés restent, au nom de « quelqu’un qui a quitté le site ». Personne ne peut prendre le nom d’un compte pendant 90 jours. C’est définitif.',
  },
  removeWords: {
    en: 'Delete everything I wrote in chats, too',
    fr: 'Supprimer aussi tout ce que j’ai écrit dans les discussions',
  },
  removeMember: { en: 'Delete this account', fr: 'Supprimer ce compte' },
  removeGuest: { en: 'Delete this guest', fr: 'Supprimer cet invité' },
  removeSure: { en: 'Delete for good', fr: 'Supprimer définitivement' },
  removed: { en: 'Your account was deleted.', fr: 'Votre compte est supprimé.' },
};
