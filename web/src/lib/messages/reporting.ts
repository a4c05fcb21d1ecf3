/** Words of a report to the moderators; apart from those of moderation, since every table has the button. */
import type { ReportReason, Words } from '../api/types';

export const reporting = {
  action: { en: 'Report', fr: 'Signaler' },
  line: (name: string): Words => ({ en: `Report what ${name} wrote`, fr: `Signaler le message de ${name}` }),
  title: { en: 'Report to the moderators', fr: 'Signaler aux modérateurs' },
  about: {
    en: 'Moderators also see the messages just before and after.',
    fr: 'Les modérateurs voient aussi les messages qui précèdent et qui suivent.',
  },
  what: { en: 'What?', fr: 'Quoi ?' },
  why: { en: 'Why?', fr: 'Pourquoi ?' },
  reasons: {
    insult: { en: 'Insult, hate or threat', fr: 'Insulte, haine ou menace' },
    spam: { en: 'Spam', fr: 'Spam' },
    cheating: { en: 'Cheating', fr: 'Triche' },
    unsporting: { en: 'Stalling or pestering', fr: 'Antijeu ou harcèlement' },
    name: { en: 'Offensive name', fr: 'Nom choquant' },
    other: { en: 'Something else', fr: 'Autre chose' },
  } satisfies Record<ReportReason, Words>,
  note: { en: 'Anything to add (optional)', fr: 'Précisions (facultatif)' },
  send: { en: 'Send report', fr: 'Envoyer' },
  thanks: { en: 'Thank you. The moderators will look at it.', fr: 'Merci. Les modérateurs vont l’examiner.' },
  message: { en: 'This message', fr: 'Ce message' },
  thisGame: { en: 'This game', fr: 'Cette partie' },
  thisTournament: { en: 'This tournament', fr: 'Ce tournoi' },
  tournamentAbout: {
    en: 'Moderators see the name, the notes and the teams as they are now.',
    fr: 'Les modérateurs voient le nom, les notes et les équipes tels qu’ils sont maintenant.',
  },
  nameOf: (name: string): Words => ({ en: `The name “${name}”`, fr: `Le nom « ${name} »` }),
};
