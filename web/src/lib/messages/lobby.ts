/** Words of the front page, of new tables, and of the lists of games. */
import type { Words } from '../api/types';
import type { GameOption } from '../games.svelte';

const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export const lobby = {
  heading: { en: 'Ten games of black and white', fr: 'Dix jeux en noir et blanc' },
  tagline: {
    en: 'Against the computer, a friend or anyone online. No account needed, nothing to install.',
    fr: 'Contre l’ordinateur, un ami ou un joueur en ligne. Sans compte, sans rien installer.',
  },
  games: { en: 'The games', fr: 'Les jeux' },
  playEngine: { en: 'Play the computer', fr: 'Contre l’ordinateur' },
  playFriend: { en: 'Play a friend', fr: 'Avec un ami' },
  learn: { en: 'Learn', fr: 'Apprendre' },
  of: (what: Words, game: Words): Words => ({ en: `${game.en}: ${what.en}`, fr: `${game.fr} : ${what.fr}` }),
  options: { en: 'all options', fr: 'toutes les options' },

  offline: {
    en: 'No network. What you see may be out of date; games continue when it is back.',
    fr: 'Pas de réseau. Ce que vous voyez n’est peut-être plus à jour ; les parties reprendront au retour du réseau.',
  },
  yourTurn: { en: 'Your turn', fr: 'À vous de jouer' },
  turnsWaiting: (n: number): Words => ({
    en: n === 1 ? 'your turn in 1 game' : `your turn in ${n} games`,
    fr: n === 1 ? 'à vous dans 1 partie' : `à vous dans ${n} parties`,
  }),
  running: { en: 'In progress', fr: 'En cours' },
  waitsForYou: { en: 'your turn', fr: 'à vous' },
  waitsForThem: { en: 'their turn', fr: 'à l’adversaire' },
  putAside: { en: 'set aside', fr: 'mise de côté' },
  waitsForPlayers: { en: 'waiting for players', fr: 'en attente de joueurs' },
  goOn: { en: 'Continue', fr: 'Continuer' },
  goToTable: { en: 'Open', fr: 'Ouvrir' },

  quick: { en: 'Play anyone', fr: 'Trouver un adversaire' },
  quickAbout: {
    en: 'We’ll pair you with a player of similar rating who picks the same game and clock.',
    fr: 'Vous jouerez contre un joueur de niveau proche qui choisit le même jeu et la même cadence.',
  },
  game: { en: 'Game', fr: 'Jeu' },
  time: { en: 'Clock', fr: 'Cadence' },
  find: { en: 'Find an opponent', fr: 'Jouer' },
  openTables: { en: 'Open tables', fr: 'Tables ouvertes' },
  noOpenTables: {
    en: 'Nobody is waiting right now. Open a table, or play the computer meanwhile.',
    fr: 'Personne n’attend en ce moment. Ouvrez une table, ou jouez contre l’ordinateur en attendant.',
  },
  runningGames: { en: 'Games to watch', fr: 'À regarder' },
  noRunning: { en: 'No public game is being played right now.', fr: 'Aucune partie publique en cours.' },
  join: { en: 'Join', fr: 'Rejoindre' },
  watch: { en: 'Watch', fr: 'Regarder' },
  all: { en: 'See all', fr: 'Tout voir' },
  freeSeat: { en: 'free seat', fr: 'place libre' },
  /** A number or a yes says nothing without the option's name; other values are clear without it. */
  withOption: (name: Words | undefined, value: Words): Words =>
    name && /^(\w{1,3})$/.test(value.en)
      ? { en: `${small(name.en)}: ${value.en}`, fr: `${small(name.fr)} : ${value.fr}` }
      : value,
  turns: (n: number): Words => ({ en: n === 1 ? '1 move' : `${n} moves`, fr: n < 2 ? `${n} coup` : `${n} coups` }),
  hotseat: { en: 'one screen', fr: 'à deux sur un écran' },

  newGame: { en: 'New game', fr: 'Nouvelle partie' },
  newGameOf: (game: Words): Words => ({ en: `Play ${game.en}`, fr: `Jouer à ${game.fr}` }),
  opponent: { en: 'Against', fr: 'Contre' },
  engine: { en: 'The computer', fr: 'L’ordinateur' },
  engineAbout: { en: 'starts at once', fr: 'sans attendre' },
  friend: { en: 'A friend', fr: 'Un ami' },
  friendAbout: { en: 'send a link', fr: 'envoyez un lien' },
  anyone: { en: 'Anyone online', fr: 'Un joueur en ligne' },
  anyoneAbout: { en: 'a public table', fr: 'une table publique' },
  oneScreen: { en: 'Two players, one screen', fr: 'À deux sur un écran' },
  oneScreenAbout: { en: 'taking turns', fr: 'chacun son tour' },
  level: { en: 'Level', fr: 'Niveau' },
  weakest: { en: '1 lets beginners win', fr: '1 laisse gagner les débutants' },
  strongest: (n: number): Words => ({ en: `${n} plays its best`, fr: `${n} joue de son mieux` }),
  players: { en: 'Players', fr: 'Joueurs' },
  playersN: (n: number): Words => ({
    en: n === 2 ? 'Two' : 'Four, in two teams',
    fr: n === 2 ? 'Deux' : 'Quatre, en deux équipes',
  }),
  seats: { en: 'The other seats', fr: 'Les autres places' },
  partner: { en: 'Partner', fr: 'Partenaire' },
  opponentN: (n: number): Words => ({ en: `Opponent ${n}`, fr: `Adversaire ${n}` }),
  person: { en: 'A person', fr: 'Une personne' },
  colour: { en: 'Your colour', fr: 'Votre couleur' },
  random: { en: 'Random', fr: 'Au hasard' },
  begins: { en: 'begins', fr: 'commencent' },
  clock: { en: 'Clock', fr: 'Pendule' },
  noClock: { en: 'None', fr: 'Sans' },
  otherClock: { en: 'Other…', fr: 'Autre…' },
  minutes: { en: 'Minutes per player', fr: 'Minutes par joueur' },
  increment: { en: 'Extra seconds per move', fr: 'Secondes ajoutées par coup' },
  days: { en: 'Days per move', fr: 'Jours par coup' },
  perGame: { en: 'Whole game', fr: 'Par partie' },
  perTurn: { en: 'Per move', fr: 'Par coup' },
  rules: { en: 'Rules', fr: 'Règles' },
  more: { en: 'More', fr: 'Plus' },
  log: { en: 'After the game', fr: 'Après la partie' },
  logOn: { en: 'Public', fr: 'Publique' },
  logOnAbout: { en: 'anyone can find it in the archive', fr: 'visible par tous dans les archives' },
  logLink: { en: 'By link', fr: 'Par lien' },
  logLinkAbout: { en: 'only those with the link can replay it', fr: 'seuls ceux qui ont le lien la revoient' },
  logOff: { en: 'Not kept', fr: 'Non conservée' },
  logOffAbout: { en: 'the moves are deleted', fr: 'les coups sont effacés' },
  public: { en: 'Anyone can find and watch this game', fr: 'Tout le monde peut trouver et regarder cette partie' },
  play: { en: 'Play', fr: 'Jouer' },
  openTable: { en: 'Open the table', fr: 'Ouvrir la table' },
  learnFirst: { en: 'Take the lesson first', fr: 'Faire d’abord la leçon' },
  otherValue: { en: 'Other…', fr: 'Autre…' },
  noSuchGame: { en: 'This game does not exist. Check the link.', fr: 'Ce jeu n’existe pas. Vérifiez le lien.' },

  watchHeading: { en: 'Watch', fr: 'Regarder' },
  finished: { en: 'Finished', fr: 'Terminées' },
  allGames: { en: 'All games', fr: 'Tous les jeux' },
  nothingFinished: { en: 'No finished game yet.', fr: 'Aucune partie terminée.' },
  next: { en: 'Older games', fr: 'Parties plus anciennes' },
  wins: (colour: Words): Words => ({ en: `${colour.en} wins`, fr: `Les ${colour.fr} gagnent` }),
  won: { en: 'Won', fr: 'Gagnée' },
  lost: { en: 'Lost', fr: 'Perdue' },
  drawn: { en: 'Drawn', fr: 'Nulle' },
  aborted: { en: 'No result', fr: 'Sans résultat' },

  myGames: { en: 'My games', fr: 'Mes parties' },
  noGames: { en: 'You have not played yet.', fr: 'Vous n’avez pas encore joué.' },
  noneRunning: { en: 'No games in progress.', fr: 'Aucune partie en cours.' },
  guestGames: {
    en: 'You play as a guest: this browser remembers you. With an account, your games follow you everywhere.',
    fr: 'Vous jouez en invité : ce navigateur se souvient de vous. Avec un compte, vos parties vous suivent partout.',
  },
  makeAccount: { en: 'Create an account', fr: 'Créer un compte' },
  choose: { en: 'Choose a game', fr: 'Choisir un jeu' },
};

/** Short names of options, where the server's sentence about them is too long for a label. */
export const optionNames: Record<string, Words> = {
  variant: { en: 'Variant', fr: 'Variante' },
  board: { en: 'Board', fr: 'Plateau' },
  pie: { en: 'Swap after the first move', fr: 'Échange après le premier coup' },
  handicap: { en: 'Stones in Black’s first move', fr: 'Pierres au premier coup des Noirs' },
  first: { en: 'Who begins', fr: 'Qui commence' },
  announce: { en: 'Who announces check', fr: 'Qui annonce l’échec' },
};

const triangle = (side: number): Words => ({ en: `Triangle, ${side} points a side`, fr: `Triangle, ${side} points de côté` });

/** Values worth offering where the server takes a text and lists none. */
export const suggested: Record<string, Record<string, Words>> = {
  board: {
    kadon: { en: 'Curved, 93 points', fr: 'Courbe, 93 points' },
    'triangle-7': triangle(7),
    'triangle-9': triangle(9),
    'triangle-11': triangle(11),
    'triangle-13': triangle(13),
    'triangle-15': triangle(15),
    'triangle-19': triangle(19),
  },
};

/** What a value of an option is called. */
export function valueName(option: GameOption, value: string): Words {
  return option.labels[value] ?? suggested[option.name]?.[value] ?? { en: value, fr: value };
}
