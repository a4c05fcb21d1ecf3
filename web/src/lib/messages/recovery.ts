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
    en: 'Keep these codes somewhere safe: they are shown only once. Each one lets you in once if you lose your password.',
    fr: 'Gardez ces codes en lieu sûr : ils ne seront plus affichés. Chacun permet de vous connecter une fois si vous perdez votre mot de passe.',
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
    en: 'A code lets you set a new password if you lose yours. New codes replace the old ones.',
    fr: 'Un code permet de choisir un nouveau mot de passe si vous perdez le vôtre. De nouveaux codes annulent les anciens.',
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
  withMail: { en: 'By email', fr: 'Par e-mail' },
  withMailAbout: {
    en: 'If you have confirmed an email address in your account, we send a link to it.',
    fr: 'Si vous avez confirmé une adresse dans votre compte, un lien y sera envoyé.',
  },
  sendLink: { en: 'Send me a link', fr: 'Envoyez-moi un lien' },
  linkSent: {
    en: 'If an account has this address, a link is on its way. It works for an hour.',
    fr: 'Si un compte a cette adresse, un lien est en route. Il est valable une heure.',
  },
  noMail: {
    en: 'This site does not send email. Without a recovery code, contact the people who run it.',
    fr: 'Ce site n’envoie pas d’e-mails. Sans code de secours, adressez-vous à ses responsables.',
  },
  back: { en: 'You are signed in with your new password.', fr: 'Vous êtes connecté avec votre nouveau mot de passe.' },
  toAccount: { en: 'Go to your account', fr: 'Voir votre compte' },

  mail: { en: 'Email address', fr: 'Adresse e-mail' },
  mailAbout: {
    en: 'Used only to send a link if you lose your password. Nobody else sees it.',
    fr: 'Sert uniquement à vous envoyer un lien si vous perdez votre mot de passe. Personne d’autre ne la voit.',
  },
  mailIs: (address: string): Words => ({ en: `Confirmed: ${address}`, fr: `Confirmée : ${address}` }),
  mailWaits: (address: string): Words => ({
    en: `A link was sent to ${address}. Open it within 24 hours.`,
    fr: `Un lien a été envoyé à ${address}. Ouvrez-le dans les 24 heures.`,
  }),
  mailSet: { en: 'Use this address', fr: 'Utiliser cette adresse' },
  mailDelete: { en: 'Delete the address', fr: 'Supprimer l’adresse' },
  mailConfirming: { en: 'Confirm your email address', fr: 'Confirmer votre adresse' },
  mailConfirmed: { en: 'Your email address is confirmed.', fr: 'Votre adresse est confirmée.' },
  noToken: { en: 'This link is incomplete.', fr: 'Ce lien est incomplet.' },

  twoFactor: { en: 'Two-factor authentication', fr: 'Authentification à deux facteurs' },
  twoFactorAbout: {
    en: 'After the password you are asked for a six-digit code from an app on your phone.',
    fr: 'Après le mot de passe, on vous demande un code à six chiffres donné par une application de votre téléphone.',
  },
  twoFactorSince: (when: string): Words => ({ en: `On since ${when}.`, fr: `Activée depuis le ${when}.` }),
  twoFactorOn: { en: 'Turn on', fr: 'Activer' },
  twoFactorOff: { en: 'Turn off', fr: 'Désactiver' },
  twoFactorScan: {
    en: 'Scan this code with an authenticator app, then type the six-digit code it shows.',
    fr: 'Scannez ce code avec une application d’authentification, puis saisissez le code à six chiffres qu’elle affiche.',
  },
  twoFactorQr: { en: 'QR code for the authenticator app', fr: 'Code QR pour l’application d’authentification' },
  twoFactorByHand: { en: 'Or type this key into it:', fr: 'Ou saisissez-y cette clé :' },
  twoFactorOpen: { en: 'Open the app on this device', fr: 'Ouvrir l’application sur cet appareil' },
  twoFactorDone: {
    en: 'Two-factor authentication is on. All other browsers have been signed out.',
    fr: 'L’authentification à deux facteurs est activée. Tous les autres navigateurs sont déconnectés.',
  },
  digits: { en: 'Code from the app', fr: 'Code de l’application' },
  digitsOrCode: { en: 'Code from the app, or a recovery code', fr: 'Code de l’application ou code de secours' },
  confirm: { en: 'Confirm', fr: 'Confirmer' },
};
