/** Words of the ways back into an account: recovery codes, mail, two-factor authentication. */
import type { Words } from '../api/types';

export const recovery = {
  forgot: { en: 'Forgot your password?', fr: 'Mot de passe oublié ?' },
  makeHint: {
    en: 'You will get recovery codes in case you lose it.',
    fr: 'Vous recevrez des codes de secours en cas d’oubli.',
  },

  codes: { en: 'Recovery codes', fr: 'Codes de secours' },
  codesOnce: {
    en: 'Keep these codes somewhere safe: they are not shown again. Each one lets you in once if you lose your password.',
    fr: 'Gardez ces codes en lieu sûr : ils ne seront plus montrés. Chacun permet de vous connecter une fois si vous perdez votre mot de passe.',
  },
  codesKept: { en: 'I have saved them', fr: 'Je les ai notés' },
  codesDownload: { en: 'Download as a file', fr: 'Télécharger en fichier' },
  codesFile: (name: string, site: string): Words => ({
    en: `Recovery codes of ${name} on ${site}\nEach one works once: ${site}/en/recover`,
    fr: `Codes de secours de ${name} sur ${site}\nChacun sert une fois : ${site}/fr/recover`,
  }),
  codesLeft: (left: number): Words => ({
    en:
      left === 0
        ? 'You have no recovery code left.'
        : left === 1
          ? 'You have one recovery code left.'
          : `You have ${left} recovery codes left.`,
    fr:
      left === 0
        ? 'Il ne vous reste aucun code de secours.'
        : left === 1
          ? 'Il vous reste un code de secours.'
          : `Il vous reste ${left} codes de secours.`,
  }),
  codesAbout: {
    en: 'With a code you set a new password if you lose yours. New codes replace the old ones.',
    fr: 'Avec un code, on choisit un nouveau mot de passe si l’on a perdu le sien. De nouveaux codes annulent les anciens.',
  },
  codesNew: { en: 'Create new codes', fr: 'Créer de nouveaux codes' },

  recover: { en: 'Forgotten password', fr: 'Mot de passe oublié' },
  recoverAbout: {
    en: 'Choose a new password. All browsers are signed out, and the tokens of your programs are deleted.',
    fr: 'Choisissez un nouveau mot de passe. Tous les navigateurs seront déconnectés, et les jetons de vos programmes supprimés.',
  },
  withCode: { en: 'With a recovery code', fr: 'Avec un code de secours' },
  code: { en: 'Recovery code', fr: 'Code de secours' },
  setPassword: { en: 'Set the new password', fr: 'Changer le mot de passe' },
  withMail: { en: 'By mail', fr: 'Par courriel' },
  withMailAbout: {
    en: 'If you have confirmed a mail address in your account, a link is sent to it.',
    fr: 'Si vous avez confirmé une adresse dans votre compte, un lien y sera envoyé.',
  },
  sendLink: { en: 'Send me a link', fr: 'Envoyez-moi un lien' },
  linkSent: {
    en: 'If an account has this address, a link is on its way. It works for an hour.',
    fr: 'Si un compte a cette adresse, un lien est en route. Il est valable une heure.',
  },
  noMail: {
    en: 'This site sends no mail. Without a recovery code, contact the people who run it.',
    fr: 'Ce site n’envoie pas de courriel. Sans code de secours, adressez-vous à ses responsables.',
  },
  back: { en: 'You are signed in with your new password.', fr: 'Vous êtes connecté avec votre nouveau mot de passe.' },
  toAccount: { en: 'Go to your account', fr: 'Voir votre compte' },

  mail: { en: 'Mail address', fr: 'Adresse électronique' },
  mailAbout: {
    en: 'Only for a link if you lose your password. Nobody else sees it.',
    fr: 'Seulement pour un lien si vous perdez votre mot de passe. Personne d’autre ne la voit.',
  },
  mailIs: (address: string): Words => ({ en: `Confirmed: ${address}`, fr: `Confirmée : ${address}` }),
  mailWaits: (address: string): Words => ({
    en: `A link was sent to ${address}. Open it within 24 hours.`,
    fr: `Un lien a été envoyé à ${address}. Ouvrez-le dans les 24 heures.`,
  }),
  mailSet: { en: 'Use this address', fr: 'Utiliser cette adresse' },
  mailDelete: { en: 'Delete the address', fr: 'Supprimer l’adresse' },
  mailConfirming: { en: 'Confirm a mail address', fr: 'Confirmer une adresse' },
  mailConfirmed: { en: 'Your mail address is confirmed.', fr: 'Votre adresse est confirmée.' },
  noToken: { en: 'This link is not complete.', fr: 'Ce lien n’est pas complet.' },

  twoFactor: { en: 'Two-factor authentication', fr: 'Authentification à deux facteurs' },
  twoFactorAbout: {
    en: 'An app on your phone shows six digits, which are asked for after the password.',
    fr: 'Une application sur votre téléphone montre six chiffres, demandés après le mot de passe.',
  },
  twoFactorSince: (when: string): Words => ({ en: `On since ${when}.`, fr: `Activée depuis le ${when}.` }),
  twoFactorOn: { en: 'Turn on', fr: 'Activer' },
  twoFactorOff: { en: 'Turn off', fr: 'Désactiver' },
  twoFactorScan: {
    en: 'Scan this code with an authenticator app, then type the six digits it shows.',
    fr: 'Scannez ce code avec une application d’authentification, puis tapez les six chiffres qu’elle montre.',
  },
  twoFactorQr: { en: 'QR code for the authenticator app', fr: 'Code QR pour l’application d’authentification' },
  twoFactorByHand: { en: 'Or type this key into it:', fr: 'Ou saisissez-y cette clé :' },
  twoFactorOpen: { en: 'Open the app on this device', fr: 'Ouvrir l’application sur cet appareil' },
  twoFactorDone: {
    en: 'Two-factor authentication is on. All other browsers have been signed out.',
    fr: 'L’authentification à deux facteurs est activée. Tous les autres navigateurs sont déconnectés.',
  },
  digits: { en: 'Six digits of the app', fr: 'Six chiffres de l’application' },
  digitsOrCode: { en: 'Six digits of the app, or a recovery code', fr: 'Six chiffres de l’application, ou un code de secours' },
  confirm: { en: 'Confirm', fr: 'Confirmer' },
};
