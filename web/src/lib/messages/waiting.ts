/** Words of the waiting room: invitations, terms, seats, the search for an opponent. */
import type { Words } from '../api/types';
import { colour } from './table';

const s = (n: number) => (n === 1 ? '' : 's');

export const waiting = {
  /** Shown to the visitor who opened the link. */
  invited: (host: string, game: Words): Words => ({
    en: `${host} invites you to play ${game.en}`,
    fr: `${host} vous invite à jouer à ${game.fr}`,
  }),
  inviteFriend: { en: 'Invite a friend', fr: 'Inviter un ami' },
  inviteAbout: {
    en: 'Send the link, or let them scan the code. No account needed.',
    fr: 'Envoyez le lien ou faites scanner le code. Aucun compte nécessaire.',
  },
  qr: { en: 'QR code of the link', fr: 'Code QR du lien' },

  terms: { en: 'Game settings', fr: 'Conditions de la partie' },
  each: (time: string, increment: number): Words => ({
    en: `${time} each${increment > 0 ? `, plus ${increment} s per move` : ''}`,
    fr: `${time} par joueur${increment > 0 ? `, plus ${increment} s par coup` : ''}`,
  }),
  randomColours: { en: 'colours drawn at random', fr: 'couleurs tirées au sort' },
  chosenColours: { en: 'players choose their colour', fr: 'chacun choisit sa couleur' },
  hostSeats: (host: string): Words => ({ en: `${host} assigns the seats`, fr: `${host} attribue les places` }),
  plays: (host: string, side: 'white' | 'black'): Words => ({
    en: `${host} plays ${colour(side).en}`,
    fr: `${host} a les ${colour(side).fr}`,
  }),
  youPlay: (side: 'white' | 'black'): Words => ({ en: `you play ${colour(side).en}`, fr: `vous avez les ${colour(side).fr}` }),
  anyoneWatches: { en: 'Anyone can watch', fr: 'Tout le monde peut regarder' },
  linkOnly: { en: 'Only people with the link can watch', fr: 'Seules les personnes qui ont le lien peuvent regarder' },
  notKept: { en: 'the moves are not kept', fr: 'les coups ne sont pas conservés' },

  team: (n: number): Words => ({ en: `Team ${n}`, fr: `Équipe ${n}` }),
  partner: (name: Words): Words => ({ en: `partner: ${name.en}`, fr: `partenaire : ${name.fr}` }),

  partnerSeat: (n: number): Words => ({ en: `partner: seat ${n}`, fr: `partenaire : place ${n}` }),

  autostart: { en: 'Start when everyone is seated', fr: 'Commencer dès que tout le monde est assis' },
  startsItself: {
    en: 'The game starts when everyone is seated.',
    fr: 'La partie commencera dès que tout le monde sera assis.',
  },
  hostStarts: (host: string): Words => ({ en: `${host} starts the game.`, fr: `${host} lancera la partie.` }),
  started: { en: 'The game begins', fr: 'La partie commence' },

  searching: { en: 'Looking for an opponent…', fr: 'Recherche d’un adversaire…' },
  searchingFor: (game: Words): Words => ({
    en: `${game.en}: looking for an opponent…`,
    fr: `${game.fr} : recherche d’un adversaire…`,
  }),
  searchWithin: (from: number, to: number): Words => ({
    en: `Looking for ratings from ${from} to ${to}; the range widens as you wait.`,
    fr: `Cotes recherchées : de ${from} à ${to} ; la fourchette s’élargit avec l’attente.`,
  }),
  searchAnybody: { en: 'Any rating is accepted now.', fr: 'Toutes les cotes sont désormais acceptées.' },
  searchAbout: {
    en: 'You can keep browsing: the game opens as soon as someone is found.',
    fr: 'Vous pouvez continuer à naviguer : la partie s’ouvrira dès qu’un joueur sera trouvé.',
  },
  online: (n: number): Words => ({
    en: n <= 1 ? 'Nobody else is connected right now.' : `${n} player${s(n)} connected right now.`,
    fr: n <= 1 ? 'Personne d’autre n’est connecté pour le moment.' : `${n} joueurs connectés en ce moment.`,
  }),
  meanwhile: { en: 'Play the computer meanwhile', fr: 'Jouer contre l’ordinateur en attendant' },
  stopSearch: { en: 'Stop searching', fr: 'Arrêter la recherche' },
};
