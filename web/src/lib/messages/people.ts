/** Words about people: following, blocking, challenges, what a profile shows. */
import type { Circle, DeclineReason, Words } from '../api/types';

export const people = {
  heading: { en: 'Players', fr: 'Joueurs' },
  hereNow: (n: number): Words => ({
    en: n === 1 ? '1 player online' : `${n} players online`,
    fr: n < 2 ? `${n} joueur en ligne` : `${n} joueurs en ligne`,
  }),
  gamesNow: (n: number): Words => ({
    en: n === 1 ? '1 game in progress' : `${n} games in progress`,
    fr: n < 2 ? `${n} partie en cours` : `${n} parties en cours`,
  }),
  find: { en: 'Find a player', fr: 'Chercher un joueur' },
  name: { en: 'Name', fr: 'Nom' },
  look: { en: 'Search', fr: 'Chercher' },

  following: { en: 'You follow', fr: 'Vous suivez' },
  followsNobody: {
    en: 'You follow nobody yet. Open a player’s profile and press “Follow”: you’ll see here when they are online.',
    fr: 'Vous ne suivez encore personne. Sur le profil d’un joueur, touchez « Suivre » : vous verrez ici quand il est en ligne.',
  },
  needsAccount: {
    en: 'With an account you can follow players and see who is online.',
    fr: 'Avec un compte, vous pouvez suivre des joueurs et voir qui est en ligne.',
  },
  makeAccount: { en: 'Create an account', fr: 'Créer un compte' },
  here: { en: 'online', fr: 'en ligne' },
  away: { en: 'offline', fr: 'hors ligne' },
  hidden: { en: 'status hidden', fr: 'statut masqué' },
  bot: { en: 'bot', fr: 'bot' },
  memberSince: (when: string): Words => ({ en: `Member since ${when}`, fr: `Membre depuis le ${when}` }),
  recent: { en: 'Recent games', fr: 'Parties récentes' },
  hidesGames: { en: 'This player’s games are private.', fr: 'Les parties de ce joueur sont privées.' },

  follow: { en: 'Follow', fr: 'Suivre' },
  unfollow: { en: 'Unfollow', fr: 'Ne plus suivre' },
  block: { en: 'Block', fr: 'Bloquer' },
  unblock: { en: 'Unblock', fr: 'Débloquer' },
  blockSure: (name: string): Words => ({
    en: `Block ${name}? No challenges, no chat, and you won’t be paired.`,
    fr: `Bloquer ${name} ? Ni défis, ni messages, et vous ne jouerez plus ensemble.`,
  }),
  blocked: { en: 'Blocked', fr: 'Bloqués' },
  youBlocked: { en: 'You have blocked this player.', fr: 'Vous avez bloqué ce joueur.' },

  challenge: { en: 'Challenge', fr: 'Défier' },
  challengeTo: (name: string, game: Words): Words => ({
    en: `Challenge ${name} to ${game.en}`,
    fr: `Défier ${name} à ${game.fr}`,
  }),
  sendChallenge: { en: 'Send the challenge', fr: 'Envoyer le défi' },
  challenges: { en: 'Challenges', fr: 'Défis' },
  challengesWaiting: (n: number): Words => ({
    en: n === 1 ? '1 challenge' : `${n} challenges`,
    fr: n < 2 ? `${n} défi` : `${n} défis`,
  }),
  noChallenges: { en: 'No open challenge.', fr: 'Aucun défi en attente.' },
  challengesYou: (name: string): Words => ({ en: `${name} challenges you`, fr: `${name} vous défie` }),
  youChallenged: (name: string): Words => ({ en: `You challenged ${name}`, fr: `Vous avez défié ${name}` }),
  yourColour: (colour: Words): Words => ({ en: `you play ${colour.en}`, fr: `vous avez les ${colour.fr}` }),
  accept: { en: 'Accept', fr: 'Accepter' },
  decline: { en: 'Decline', fr: 'Refuser' },
  withdraw: { en: 'Withdraw', fr: 'Annuler' },
  goToGame: { en: 'Open', fr: 'Ouvrir' },
  why: { en: 'Why not?', fr: 'Pourquoi ?' },
  status: {
    open: { en: 'waiting for an answer', fr: 'en attente de réponse' },
    accepted: { en: 'accepted', fr: 'accepté' },
    declined: { en: 'declined', fr: 'refusé' },
    withdrawn: { en: 'withdrawn', fr: 'annulé' },
    expired: { en: 'expired', fr: 'expiré' },
  },
  declinedFor: (reason: Words): Words => ({ en: `declined: “${reason.en}”`, fr: `refusé : « ${reason.fr} »` }),
  reasons: {
    generic: { en: 'Not now, thank you', fr: 'Pas maintenant, merci' },
    later: { en: 'Ask me later', fr: 'Redemandez-moi plus tard' },
    'too-fast': { en: 'The clock is too fast', fr: 'Cadence trop rapide' },
    'too-slow': { en: 'The clock is too slow', fr: 'Cadence trop lente' },
    'other-game': { en: 'I’d prefer another game', fr: 'Plutôt un autre jeu' },
    rated: { en: 'I’d prefer a rated game', fr: 'Plutôt une partie classée' },
    casual: { en: 'I’d prefer a casual game', fr: 'Plutôt une partie amicale' },
    'no-bots': { en: 'I don’t play bots', fr: 'Pas contre un bot' },
  } satisfies Record<DeclineReason, Words>,

  privacy: { en: 'What others see', fr: 'Ce que voient les autres' },
  privacyAbout: {
    en: 'Games at public tables stay in the archive, whatever your profile shows.',
    fr: 'Les parties des tables publiques restent dans les archives, quoi que montre votre profil.',
  },
  presence: { en: 'Who can see when you are online', fr: 'Qui peut voir que vous êtes en ligne' },
  whoChallenges: { en: 'Who can challenge you', fr: 'Qui peut vous défier' },
  whoSeesGames: { en: 'Who can see your games and statistics', fr: 'Qui peut voir vos parties et vos statistiques' },
  whoSeesSince: { en: 'Who can see when you joined', fr: 'Qui peut voir votre date d’inscription' },
  circles: {
    everybody: { en: 'Everybody', fr: 'Tout le monde' },
    accounts: { en: 'Players with an account', fr: 'Les joueurs avec un compte' },
    followed: { en: 'Those you follow', fr: 'Ceux que vous suivez' },
    nobody: { en: 'Nobody', fr: 'Personne' },
  } satisfies Record<Circle, Words>,
  isBot: { en: 'This account is a bot', fr: 'Ce compte est un bot' },
  isBotAbout: {
    en: 'A program plays for you. Everybody sees “bot” beside the name.',
    fr: 'Un programme joue pour vous. Tout le monde voit « bot » à côté du nom.',
  },
  saved: { en: 'Saved.', fr: 'Enregistré.' },
};
