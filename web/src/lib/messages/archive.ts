/** Words of the archive: looking for finished games, and bringing games along. */
import type { Words } from '../api/types';

export const archive = {
  title: { en: 'Archive', fr: 'Archives' },
  about: {
    en: 'Every finished game whose turns were kept, for everybody to look through.',
    fr: 'Toutes les parties terminées dont les coups ont été conservés, à revoir par tous.',
  },
  search: { en: 'Search', fr: 'Rechercher' },
  searchFor: { en: 'Which games?', fr: 'Quelles parties ?' },
  clear: { en: 'Start anew', fr: 'Tout effacer' },
  more: { en: 'More conditions', fr: 'Plus de critères' },
  any: { en: 'any', fr: 'peu importe' },
  game: { en: 'Game', fr: 'Jeu' },
  rules: { en: 'Rules', fr: 'Règles' },
  usual: { en: 'the usual ones', fr: 'habituelles' },
  other: { en: 'others…', fr: 'particulières…' },
  player: { en: 'Player', fr: 'Joueur' },
  playerHint: { en: 'A name; “engine:3” is the engine of level 3.', fr: 'Un nom ; « engine:3 » est le moteur de niveau 3.' },
  opponent: { en: 'Opponent', fr: 'Adversaire' },
  opponentHint: { en: 'Somebody who played against that player.', fr: 'Quelqu’un qui a joué contre ce joueur.' },
  result: { en: 'Result', fr: 'Résultat' },
  whiteWon: { en: 'White won', fr: 'Blanc a gagné' },
  blackWon: { en: 'Black won', fr: 'Noir a gagné' },
  drawn: { en: 'Drawn', fr: 'Partie nulle' },
  playerWon: { en: 'the player won', fr: 'le joueur a gagné' },
  playerLost: { en: 'the player lost', fr: 'le joueur a perdu' },
  reason: { en: 'Why it ended', fr: 'Raison de la fin' },
  dates: { en: 'Played', fr: 'Jouée' },
  from: { en: 'from', fr: 'du' },
  to: { en: 'to', fr: 'au' },
  length: { en: 'Turns', fr: 'Nombre de coups' },
  least: { en: 'at least', fr: 'au moins' },
  most: { en: 'at most', fr: 'au plus' },
  opening: { en: 'First turns', fr: 'Premiers coups' },
  openingHint: {
    en: 'In notation, separated by commas. Other orders and mirror images are found too.',
    fr: 'En notation, séparés par des virgules. Les autres ordres et les symétries sont trouvés aussi.',
  },
  onBoard: { en: 'Play them on a board', fr: 'Les jouer sur un plateau' },
  position: { en: 'Position reached', fr: 'Position atteinte' },
  positionHint: { en: 'A set-up, as the analysis board shows it.', fr: 'Une position écrite, comme la montre l’analyse.' },
  needsGame: {
    en: 'Choose a game to look for turns and positions.',
    fr: 'Choisissez un jeu pour chercher des coups et des positions.',
  },
  takeBack: { en: 'Take back a turn', fr: 'Reprendre un coup' },
  fromStart: { en: 'From the start', fr: 'Depuis le début' },
  start: { en: 'The start', fr: 'Le début' },

  results: { en: 'Games found', fr: 'Parties trouvées' },
  found: (n: number, more: boolean): Words => ({
    en: n === 1 && !more ? '1 game' : more ? `The latest ${n} games` : `${n} games`,
    fr: n < 2 && !more ? `${n} partie` : more ? `Les ${n} dernières parties` : `${n} parties`,
  }),
  nothing: { en: 'No game in the archive is like that.', fr: 'Aucune partie des archives ne répond à cela.' },
  nothingHint: {
    en: 'Ask for less: leave out a name, a date or a turn.',
    fr: 'Demandez moins : retirez un nom, une date ou un coup.',
  },
  emptyArchive: {
    en: 'No game is here yet. Games that are played to their end come by themselves.',
    fr: 'Il n’y a encore aucune partie. Celles qui se terminent arrivent d’elles-mêmes.',
  },
  searched: (day: string): Words => ({ en: `Searched back to ${day}.`, fr: `Recherche faite jusqu’au ${day}.` }),
  nothingSoFar: { en: 'Nothing so far.', fr: 'Rien jusqu’ici.' },
  goOn: { en: 'Go on searching', fr: 'Continuer la recherche' },
  older: { en: 'Older games', fr: 'Parties plus anciennes' },
  playerNumbers: (name: string): Words => ({ en: `${name} in numbers`, fr: `${name} en chiffres` }),
  gameNumbers: (game: Words): Words => ({ en: `${game.en} in numbers`, fr: `${game.fr} en chiffres` }),
  allNumbers: { en: 'All games in numbers', fr: 'Tous les jeux en chiffres' },
  download: { en: 'Download the whole archive', fr: 'Télécharger toutes les archives' },
  downloadGame: (game: Words): Words => ({
    en: `Download all games of ${game.en}`,
    fr: `Télécharger toutes les parties : ${game.fr}`,
  }),
  downloadHint: { en: 'records as text, compressed', fr: 'parties en texte, compressées' },
  import: { en: 'Bring a game along', fr: 'Apporter une partie' },

  nextTurns: { en: 'What was played next', fr: 'Ce qui a été joué ensuite' },
  reached: (n: number): Words => ({
    en: n === 0 ? 'No game got here.' : n === 1 ? '1 game got here.' : `${n} games got here.`,
    fr:
      n === 0
        ? 'Aucune partie n’est passée par là.'
        : n === 1
          ? '1 partie est passée par là.'
          : `${n} parties sont passées par là.`,
  }),
  allTurns: (n: number): Words => ({ en: `All ${n} turns`, fr: `Les ${n} coups` }),
  turn: { en: 'Turn', fr: 'Coup' },
  gamesColumn: { en: 'Games', fr: 'Parties' },

  importTitle: { en: 'Bring a game along', fr: 'Apporter une partie' },
  importAbout: {
    en: 'A record of this house as text or JSON, or a game of YINSH from Boardspace (SGF). It is checked turn by turn, kept, and found by whoever has its link.',
    fr: 'Une partie notée de cette maison, en texte ou en JSON, ou une partie de YINSH de Boardspace (SGF). Elle est vérifiée coup par coup, conservée, et trouvée par qui en a le lien.',
  },
  importText: { en: 'The game', fr: 'La partie' },
  importPlaceholder: { en: 'Paste it here…', fr: 'Collez-la ici…' },
  importFile: { en: 'Choose a file', fr: 'Choisir un fichier' },
  importDrop: { en: 'or drop it here', fr: 'ou déposez-le ici' },
  importGo: { en: 'Look at it', fr: 'La regarder' },
  importEmpty: {
    en: 'There is nothing to read yet: paste a game, or choose a file.',
    fr: 'Il n’y a encore rien à lire : collez une partie, ou choisissez un fichier.',
  },
  importTooLong: (kilobytes: number): Words => ({
    en: `That is too long for one game: at most ${kilobytes} kB are read.`,
    fr: `C’est trop long pour une partie : au plus ${kilobytes} ko sont lus.`,
  }),
  importNotText: { en: 'That file is not text.', fr: 'Ce fichier n’est pas du texte.' },
  importExample: { en: 'What a record looks like', fr: 'À quoi ressemble une partie notée' },
};

/** How any game may end, whatever its rules; the ends of one game the server names. */
export const anyReason: Record<string, Words> = {
  resigned: { en: 'resignation', fr: 'abandon' },
  time: { en: 'time', fr: 'temps' },
  agreed: { en: 'draw by agreement', fr: 'nulle par accord mutuel' },
  repetition: { en: 'repetition', fr: 'répétition' },
  claimed: { en: 'claimed win', fr: 'victoire réclamée' },
};
