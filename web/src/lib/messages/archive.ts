/** Words of the archive: search for finished games, and import. */
import type { Words } from '../api/types';

export const archive = {
  title: { en: 'Archive', fr: 'Archives' },
  about: {
    en: 'Finished games, including those between friends and against the computer, unless the players chose “By link” or “Not kept”.',
    fr: 'Les parties terminées, entre amis et contre l’ordinateur comprises, sauf si les joueurs ont choisi « Par lien » ou « Non conservée ».',
  },
  search: { en: 'Search', fr: 'Rechercher' },
  searchFor: { en: 'Which games?', fr: 'Quelles parties ?' },
  clear: { en: 'Reset', fr: 'Réinitialiser' },
  more: { en: 'More filters', fr: 'Plus de critères' },
  any: { en: 'any', fr: 'peu importe' },
  game: { en: 'Game', fr: 'Jeu' },
  rules: { en: 'Rules', fr: 'Règles' },
  usual: { en: 'standard', fr: 'standard' },
  other: { en: 'other…', fr: 'autres…' },
  player: { en: 'Player', fr: 'Joueur' },
  playerHint: {
    en: 'A name, or “engine:3” for the computer at level 3.',
    fr: 'Un nom, ou « engine:3 » pour l’ordinateur de niveau 3.',
  },
  opponent: { en: 'Opponent', fr: 'Adversaire' },
  opponentHint: { en: 'Somebody who played against that player.', fr: 'Quelqu’un qui a joué contre ce joueur.' },
  result: { en: 'Result', fr: 'Résultat' },
  whiteWon: { en: 'White won', fr: 'Les Blancs ont gagné' },
  blackWon: { en: 'Black won', fr: 'Les Noirs ont gagné' },
  drawn: { en: 'Drawn', fr: 'Partie nulle' },
  playerWon: { en: 'the player won', fr: 'le joueur a gagné' },
  playerLost: { en: 'the player lost', fr: 'le joueur a perdu' },
  reason: { en: 'How it ended', fr: 'Fin de partie' },
  dates: { en: 'Played', fr: 'Jouée' },
  from: { en: 'from', fr: 'du' },
  to: { en: 'to', fr: 'au' },
  length: { en: 'Moves', fr: 'Nombre de coups' },
  least: { en: 'at least', fr: 'au moins' },
  most: { en: 'at most', fr: 'au plus' },
  opening: { en: 'First moves', fr: 'Premiers coups' },
  openingHint: {
    en: 'In notation, separated by commas. Transpositions and mirror images are found too.',
    fr: 'En notation, séparés par des virgules. Les transpositions et les symétries sont trouvées aussi.',
  },
  onBoard: { en: 'Play them on a board', fr: 'Les jouer sur un plateau' },
  position: { en: 'Position reached', fr: 'Position atteinte' },
  positionHint: { en: 'A position as text, from the analysis board.', fr: 'Une position en texte, prise dans l’analyse.' },
  needsGame: {
    en: 'Choose a game to search for moves and positions.',
    fr: 'Choisissez un jeu pour chercher des coups et des positions.',
  },
  takeBack: { en: 'Take back a move', fr: 'Reprendre un coup' },
  fromStart: { en: 'From the start', fr: 'Depuis le début' },
  start: { en: 'The start', fr: 'Le début' },

  results: { en: 'Games found', fr: 'Parties trouvées' },
  found: (n: number, more: boolean): Words => ({
    en: n === 1 && !more ? '1 game' : more ? `The latest ${n} games` : `${n} games`,
    fr: n < 2 && !more ? `${n} partie` : more ? `Les ${n} dernières parties` : `${n} parties`,
  }),
  nothing: { en: 'No game matches your search.', fr: 'Aucune partie ne correspond à votre recherche.' },
  nothingHint: {
    en: 'Widen the search: leave out a name, a date or a move.',
    fr: 'Élargissez la recherche : retirez un nom, une date ou un coup.',
  },
  emptyArchive: {
    en: 'No games yet. Finished public games appear here.',
    fr: 'Aucune partie pour l’instant. Les parties publiques terminées apparaissent ici.',
  },
  searched: (day: string): Words => ({ en: `Searched back to ${day}.`, fr: `Recherche faite jusqu’au ${day}.` }),
  nothingSoFar: { en: 'Nothing found yet.', fr: 'Rien pour l’instant.' },
  goOn: { en: 'Keep searching', fr: 'Continuer la recherche' },
  older: { en: 'Older games', fr: 'Parties plus anciennes' },
  playerNumbers: (name: string): Words => ({ en: `${name}: statistics`, fr: `${name} : statistiques` }),
  gameNumbers: (game: Words): Words => ({ en: `${game.en} statistics`, fr: `${game.fr} : statistiques` }),
  allNumbers: { en: 'Statistics of all games', fr: 'Statistiques de tous les jeux' },
  download: { en: 'Download the whole archive', fr: 'Télécharger toutes les archives' },
  downloadGame: (game: Words): Words => ({
    en: `Download all games of ${game.en}`,
    fr: `Télécharger toutes les parties : ${game.fr}`,
  }),
  downloadHint: { en: 'records as text, compressed', fr: 'parties en texte, compressées' },
  import: { en: 'Import a game', fr: 'Importer une partie' },

  nextTurns: { en: 'Next moves', fr: 'Coups suivants' },
  reached: (n: number): Words => ({
    en:
      n === 0
        ? 'No game reached this position.'
        : n === 1
          ? '1 game reached this position.'
          : `${n} games reached this position.`,
    fr:
      n === 0
        ? 'Aucune partie n’a atteint cette position.'
        : n === 1
          ? '1 partie a atteint cette position.'
          : `${n} parties ont atteint cette position.`,
  }),
  allTurns: (n: number): Words => ({ en: `All ${n} moves`, fr: `Les ${n} coups` }),
  turn: { en: 'Move', fr: 'Coup' },
  gamesColumn: { en: 'Games', fr: 'Parties' },
  fairest: { en: 'Fairest first moves', fr: 'Premiers coups les plus équitables' },
  fairestHint: {
    en: 'How often the engine expects the first player to win if nobody swaps. Above 50 %, swap.',
    fr: 'À quelle fréquence le moteur voit gagner celui qui commence si personne n’échange. Au-dessus de 50 %, échangez.',
  },

  importTitle: { en: 'Import a game', fr: 'Importer une partie' },
  importAbout: {
    en: 'A Taijitu record as text or JSON, or a YINSH game from Boardspace (SGF). Every move is checked; anyone with the link can see the game.',
    fr: 'Une partie de Taijitu en texte ou en JSON, ou une partie de YINSH de Boardspace (SGF). Chaque coup est vérifié ; la partie est visible par tous ceux qui ont son lien.',
  },
  importText: { en: 'The game', fr: 'La partie' },
  importPlaceholder: { en: 'Paste it here…', fr: 'Collez-la ici…' },
  importFile: { en: 'Choose a file', fr: 'Choisir un fichier' },
  importDrop: { en: 'or drop it here', fr: 'ou déposez-le ici' },
  importGo: { en: 'Import', fr: 'Importer' },
  importEmpty: {
    en: 'Paste a game or choose a file first.',
    fr: 'Collez d’abord une partie ou choisissez un fichier.',
  },
  importTooLong: (kilobytes: number): Words => ({
    en: `Too long: the limit is ${kilobytes} kB.`,
    fr: `Trop long : ${kilobytes} ko au maximum.`,
  }),
  importNotText: { en: 'That file is not text.', fr: 'Ce fichier n’est pas du texte.' },
  importExample: { en: 'Example', fr: 'Exemple' },
};

/** How any game may end, whatever its rules; the ends of one game the server names. */
export const anyReason: Record<string, Words> = {
  resigned: { en: 'resignation', fr: 'abandon' },
  time: { en: 'time', fr: 'temps' },
  agreed: { en: 'draw by agreement', fr: 'nulle par accord mutuel' },
  repetition: { en: 'repetition', fr: 'répétition' },
  claimed: { en: 'claimed win', fr: 'victoire réclamée' },
};
