/** Words of the table screen. */
import type { Side, Words } from '../api/types';
import { common } from './common';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const colour = (side: Side): Words => (side === 'white' ? common.white : common.black);

export const table = {
  yourTurn: { en: 'Your turn', fr: 'À vous de jouer' },
  theirTurn: (name: Words): Words => ({ en: `${name.en} to play`, fr: `Au tour de ${name.fr}` }),
  thinking: { en: 'thinking…', fr: 'réfléchit…' },
  sending: { en: 'sending…', fr: 'envoi…' },
  premoved: { en: 'Will be played after your opponent’s move', fr: 'Sera joué après le coup adverse' },
  whatNow: { en: 'What to do now', fr: 'Que faire maintenant' },
  typeTurn: { en: 'Type a move, or / for commands', fr: 'Écrivez un coup, ou / pour les commandes' },
  send: { en: 'Send', fr: 'Envoyer' },
  noCommandHere: { en: 'There is no such command on this device.', fr: 'Cette commande n’existe pas sur cet appareil.' },

  seat: (n: number): Words => ({ en: `Seat ${n}`, fr: `Place ${n}` }),
  free: { en: 'free', fr: 'libre' },
  you: { en: 'you', fr: 'vous' },
  sit: { en: 'Take this seat', fr: 'Prendre place' },
  closeTable: { en: 'Close this table', fr: 'Fermer cette table' },
  leave: { en: 'Leave your seat', fr: 'Quitter votre place' },
  start: { en: 'Start the game', fr: 'Commencer la partie' },
  putEngine: { en: 'Add computer', fr: 'Ajouter l’ordinateur' },
  level: (n: number): Words => ({ en: `level ${n}`, fr: `niveau ${n}` }),
  freeSeat: { en: 'Remove player', fr: 'Retirer le joueur' },
  exchange: { en: 'Swap seats', fr: 'Échanger les places' },
  link: { en: 'Link to this table', fr: 'Lien de cette table' },
  share: { en: 'Share', fr: 'Partager' },
  host: (name: string): Words => ({ en: `${name}’s table`, fr: `Table de ${name}` }),
  hotseat: { en: 'two players, one screen', fr: 'à deux sur un écran' },
  noClock: { en: 'no clock', fr: 'sans pendule' },
  total: (seconds: number, increment: number): Words => {
    const time = seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
    const more = increment > 0 ? ` + ${increment} s` : '';
    return { en: time + more, fr: time + more };
  },
  /** What a slow clock shows. */
  daysAndHours: (days: number, hours: number): Words => ({ en: `${days} d ${hours} h`, fr: `${days} j ${hours} h` }),
  days: (n: number): Words => ({ en: `${plural(n, 'day', 'days')} per move`, fr: `${plural(n, 'jour', 'jours')} par coup` }),

  moves: { en: 'Moves', fr: 'Coups' },
  noMoves: { en: 'No moves yet.', fr: 'Aucun coup pour l’instant.' },
  round: (n: number): Words => ({ en: `Round ${n}`, fr: `Manche ${n}` }),
  looking: (n: number): Words => ({ en: `Position after move ${n}`, fr: `Position après le coup ${n}` }),
  backToGame: { en: 'Back to the game', fr: 'Revenir à la partie' },
  first: { en: 'First', fr: 'Début' },
  previous: { en: 'Previous', fr: 'Précédent' },
  next: { en: 'Next', fr: 'Suivant' },
  last: { en: 'Last', fr: 'Fin' },

  chat: { en: 'Chat', fr: 'Discussion' },
  players: { en: 'Players', fr: 'Joueurs' },
  spectators: { en: 'Spectators', fr: 'Spectateurs' },
  quietNow: {
    en: 'Partners cannot talk during the game: only your opponents read what you write.',
    fr: 'Les partenaires ne peuvent pas se parler pendant la partie : seuls vos adversaires lisent vos messages.',
  },
  silence: { en: 'Hide the spectators’ chat', fr: 'Masquer la discussion des spectateurs' },
  write: { en: 'Write, or / for commands', fr: 'Écrivez, ou / pour les commandes' },
  nothingSaid: { en: 'No messages yet.', fr: 'Aucun message pour l’instant.' },
  watching: (n: number): Words => ({
    en: `${n} watching`,
    fr: plural(n, 'spectateur', 'spectateurs'),
  }),
  here: { en: 'connected', fr: 'connecté' },
  reconnecting: { en: 'reconnecting…', fr: 'se reconnecte…' },
  away: { en: 'away', fr: 'absent' },

  actions: { en: 'Menu', fr: 'Menu' },
  turnBar: { en: 'Your turn', fr: 'Votre coup' },
  more: { en: 'Moves and chat', fr: 'Coups et discussion' },
  unread: (n: number): Words => ({
    en: plural(n, 'new message', 'new messages'),
    fr: plural(n, 'nouveau message', 'nouveaux messages'),
  }),
  resign: { en: 'Resign', fr: 'Abandonner' },
  resignSure: { en: 'Resign this game?', fr: 'Abandonner cette partie ?' },
  draw: { en: 'Offer a draw', fr: 'Proposer la nulle' },
  takeback: { en: 'Take back', fr: 'Reprendre le coup' },
  pause: { en: 'Pause', fr: 'Pause' },
  resume: { en: 'Resume', fr: 'Reprendre' },
  abort: { en: 'Abort the game', fr: 'Annuler la partie' },
  abortSure: { en: 'Abort this game?', fr: 'Annuler cette partie ?' },
  leaveSure: { en: 'Leave your seat?', fr: 'Quitter votre place ?' },
  give: { en: 'Give 15 s', fr: 'Donner 15 s' },
  rematch: { en: 'Rematch', fr: 'Revanche' },
  hint: { en: 'Hint', fr: 'Conseil' },
  turnBoard: { en: 'Turn the board', fr: 'Tourner le plateau' },
  flipBoard: { en: 'Flip the board', fr: 'Retourner le plateau' },
  lookBack: { en: 'Review game', fr: 'Revoir la partie' },
  rules: { en: 'Rules', fr: 'Règles' },
  newTable: { en: 'New game', fr: 'Nouvelle partie' },
  toTournament: { en: 'Back to the tournament', fr: 'Retour au tournoi' },
  askReplace: { en: 'Ask for this seat', fr: 'Demander cette place' },

  accept: { en: 'Accept', fr: 'Accepter' },
  refuse: { en: 'Refuse', fr: 'Refuser' },
  withdraw: { en: 'Withdraw', fr: 'Retirer' },
  seen: { en: 'OK', fr: 'OK' },
  waitsAnswer: { en: 'waiting for the answer', fr: 'en attente de la réponse' },
  offers: {
    draw: (name: string): Words => ({ en: `${name} offers a draw`, fr: `${name} propose la nulle` }),
    takeback: (name: string): Words => ({
      en: `${name} asks to take back a move`,
      fr: `${name} demande à reprendre un coup`,
    }),
    pause: (name: string): Words => ({ en: `${name} offers a pause`, fr: `${name} propose une pause` }),
    resume: (name: string): Words => ({ en: `${name} offers to resume`, fr: `${name} propose de reprendre` }),
    rematch: (name: string): Words => ({ en: `${name} offers a rematch`, fr: `${name} propose une revanche` }),
  },
  youOffer: {
    draw: { en: 'You offer a draw', fr: 'Vous proposez la nulle' },
    takeback: { en: 'You ask to take back a move', fr: 'Vous demandez à reprendre un coup' },
    pause: { en: 'You offer a pause', fr: 'Vous proposez une pause' },
    resume: { en: 'You offer to resume', fr: 'Vous proposez de reprendre' },
    rematch: { en: 'You offer a rematch', fr: 'Vous proposez une revanche' },
  },
  offerRefused: {
    draw: { en: 'Your draw offer was declined.', fr: 'Votre proposition de nulle a été refusée.' },
    takeback: { en: 'Your takeback request was declined.', fr: 'Votre demande de reprise a été refusée.' },
    pause: { en: 'Your offer of a pause was declined.', fr: 'Votre proposition de pause a été refusée.' },
    resume: { en: 'Your offer to resume was declined.', fr: 'Votre proposition de reprendre a été refusée.' },
    rematch: { en: 'Your rematch offer was declined.', fr: 'Votre proposition de revanche a été refusée.' },
  },
  asksPlace: (name: string, seat: number): Words => ({
    en: `${name} asks to take seat ${seat}`,
    fr: `${name} demande la place ${seat}`,
  }),
  resigning: (name: string): Words => ({
    en: `${name} wants to resign; both partners must agree.`,
    fr: `${name} veut abandonner ; les deux partenaires doivent être d’accord.`,
  }),
  paused: { en: 'Clocks paused.', fr: 'Pendules arrêtées.' },
  absent: (name: string, seconds: number): Words => ({
    en: `${name} is away. You can claim the win in ${plural(seconds, 'second', 'seconds')}.`,
    fr: `${name} est absent. Vous pourrez réclamer la victoire dans ${plural(seconds, 'seconde', 'secondes')}.`,
  }),
  absentYou: {
    en: 'You were away: your opponent can soon claim the win.',
    fr: 'Vous étiez absent : votre adversaire pourra bientôt réclamer la victoire.',
  },
  mayClaim: (name: string): Words => ({
    en: `${name} left. Claim the win, call a draw, or wait.`,
    fr: `${name} est parti. Réclamez la victoire, la nulle, ou attendez.`,
  }),
  claimWin: { en: 'Claim win', fr: 'Victoire' },
  claimDraw: { en: 'Call a draw', fr: 'Nulle' },

  wins: (side: Side): Words => ({ en: `${colour(side).en} wins`, fr: `Les ${colour(side).fr} gagnent` }),
  drawn: { en: 'Draw', fr: 'Partie nulle' },
  aborted: { en: 'Game aborted', fr: 'Partie annulée' },
  youWin: { en: 'You win', fr: 'Vous gagnez' },
  youLose: { en: 'You lose', fr: 'Vous perdez' },
  points: (white: number, black: number): Words => ({
    en: `White ${white} – Black ${black}`,
    fr: `Blancs ${white} – Noirs ${black}`,
  }),

  lag: (ms: number): Words => ({ en: `${ms} ms to the server`, fr: `${ms} ms jusqu’au serveur` }),
  lost: { en: 'Reconnecting…', fr: 'Reconnexion…' },
  connected: { en: 'Connected', fr: 'Connecté' },

  left: (side: Words, time: string): Words => ({ en: `${side.en}: ${time}`, fr: `${side.fr} : ${time}` }),
  played: (side: Words, turn: string): Words => ({ en: `${side.en}: ${turn}.`, fr: `${side.fr} : ${turn}.` }),
  yourTurnNow: (what: Words): Words => ({ en: `Your turn: ${what.en}`, fr: `À vous de jouer : ${what.fr}` }),
  lastTurn: (turn: string): Words => ({ en: `Last move: ${turn}`, fr: `Dernier coup : ${turn}` }),
  emptyBoard: { en: 'The board is empty.', fr: 'Le plateau est vide.' },
  helpCommand: { en: '/help', fr: '/aide' },
  localHelp: {
    en: 'Here also: /board (the pieces on it), /last (the last move), /clock (the clocks).',
    fr: 'Ici aussi : /plateau (les pièces sur le plateau), /dernier (le dernier coup), /pendule (les pendules).',
  },
  abortsYou: (seconds: number): Words => ({
    en: `Play within ${seconds} s, or the game is aborted.`,
    fr: `Jouez dans les ${seconds} s, sinon la partie sera annulée.`,
  }),
  aborts: (seconds: number): Words => ({
    en: `Aborted in ${seconds} s if nobody plays.`,
    fr: `Annulée dans ${seconds} s si personne ne joue.`,
  }),
  noSuchTable: {
    en: 'This table does not exist. Check the link.',
    fr: 'Cette table n’existe pas. Vérifiez le lien.',
  },
  watchOnly: { en: 'You are watching this game.', fr: 'Vous regardez cette partie.' },
  over: { en: 'The game is over.', fr: 'La partie est terminée.' },
  impossible: { en: 'Not possible.', fr: 'Impossible.' },
};
