/** Words of the bell and of what is sent outside the page. */
import type { NoticeKinds, Words } from '../api/types';

export const notices = {
  heading: { en: 'Notifications', fr: 'Notifications' },
  unread: (n: number): Words => ({ en: n === 1 ? '1 new' : `${n} new`, fr: n < 2 ? `${n} nouvelle` : `${n} nouvelles` }),
  none: {
    en: 'Nothing new. Challenges, moves and answers will appear here.',
    fr: 'Rien de nouveau. Défis, coups et réponses apparaîtront ici.',
  },
  open: { en: 'Open', fr: 'Ouvrir' },
  isNew: { en: 'new', fr: 'nouveau' },
  people: { en: 'Players and challenges', fr: 'Joueurs et défis' },
  outside: { en: 'When this page is closed', fr: 'Quand cette page est fermée' },
  push: { en: 'Notify me on this device', fr: 'Me prévenir sur cet appareil' },
  pushAbout: {
    en: 'A notification from your browser, even when this page is closed.',
    fr: 'Une notification de votre navigateur, même quand cette page est fermée.',
  },
  pushBlocked: {
    en: 'Your browser blocks notifications from this site.',
    fr: 'Votre navigateur bloque les notifications de ce site.',
  },
  pushMissing: {
    en: 'Not available in this browser. On an iPhone, add this page to the home screen first.',
    fr: 'Indisponible dans ce navigateur. Sur iPhone, ajoutez d’abord cette page à l’écran d’accueil.',
  },
  what: { en: 'Notify me about', fr: 'Me prévenir pour' },
  onDevice: { en: 'Devices', fr: 'Appareils' },
  byMail: { en: 'By email', fr: 'E-mail' },
  noMail: {
    en: 'To get emails, confirm your address in your account.',
    fr: 'Pour recevoir des e-mails, confirmez votre adresse dans votre compte.',
  },
  mailAbout: {
    en: 'At most one email an hour, only about what you have not read.',
    fr: 'Un e-mail par heure au plus, seulement pour ce que vous n’avez pas lu.',
  },
  kinds: {
    challenge: { en: 'Challenges and answers', fr: 'Défis et réponses' },
    turn: { en: 'My turn (correspondence)', fr: 'À moi de jouer (correspondance)' },
    offer: { en: 'Offers and answers', fr: 'Propositions et réponses' },
    time: { en: 'My time is running out', fr: 'Bientôt à court de temps' },
    tournament: { en: 'Tournaments: rounds and results', fr: 'Tournois : rondes et résultats' },
  } satisfies Record<keyof NoticeKinds, Words>,
  quiet: { en: 'Quiet hours', fr: 'Heures calmes' },
  quietFrom: { en: 'from', fr: 'de' },
  quietTo: { en: 'to', fr: 'à' },
  hour: (n: number): Words => ({ en: `${n}:00`, fr: `${n} h` }),
  unsubscribe: { en: 'Unsubscribe', fr: 'Se désabonner' },
  unsubscribeAbout: {
    en: 'You will get no more emails about moves, challenges and clocks. You can turn them back on under Notifications.',
    fr: 'Vous ne recevrez plus d’e-mails sur les coups, les défis et les pendules. Vous pourrez les réactiver dans les notifications.',
  },
  unsubscribed: { en: 'You are unsubscribed.', fr: 'Vous êtes désabonné.' },
  noToken: {
    en: 'This link is incomplete. Copy all of it from the email.',
    fr: 'Ce lien est incomplet. Copiez-le en entier depuis l’e-mail.',
  },
};
