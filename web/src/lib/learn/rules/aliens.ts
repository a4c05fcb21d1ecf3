/** The whole rules of Aliens & Amazons, with pictures. */
import type { Rulebook } from '../lesson';

export const rulebook: Rulebook = {
  game: 'aliens',
  sections: [
    {
      title: { en: 'Aim', fr: 'But du jeu' },
      text: {
        en: 'Two players with different armies: White has three *aliens*, Black thirty *amazons*.\n\nThe aliens try to capture amazons until fewer than *ten* are left. The amazons try to shut the aliens in, so that none of the three can move.',
        fr: 'Deux joueurs, deux armées différentes : les Blancs ont trois *envahisseurs*, les Noirs trente *amazones*.\n\nLes envahisseurs cherchent à prendre des amazones jusqu’à ce qu’il en reste moins de *dix*. Les amazones cherchent à enfermer les envahisseurs, pour qu’aucun des trois ne puisse bouger.',
      },
      diagrams: [
        {
          setup: 'w=f1,d6,d11 b=b4,c3,c4,c10,b11,b12,b18,c16,c17,d1 bhand=18 act=white',
          caption: {
            en: 'Early in a game: ten amazons on the board, eighteen in hand, two captured.',
            fr: 'En début de partie : dix amazones sur le plateau, dix-huit en main, deux prises.',
          },
        },
      ],
    },
    {
      title: { en: 'The board', fr: 'Le plateau' },
      text: {
        en: 'Pieces stand on the 93 nodes of a rounded triangle. Five rings of nodes, a to e, are numbered clockwise from the top; f1, f2, f3 are the middle.\n\n*Straight on* means: leave a node by the line opposite the one you came by. The three *pentas* e1, e5 and e9 have five lines, so there the way forks and you choose either branch. A line that reaches the rim from inside ends there; along the rim it goes on as far as the next corner, a1, a9 or a17.',
        fr: 'Les pièces occupent les 93 nœuds d’un triangle arrondi. Cinq couronnes de nœuds, de a à e, sont numérotées depuis le haut dans le sens des aiguilles d’une montre ; f1, f2, f3 forment le centre.\n\n*Tout droit* veut dire : quitter un nœud par la ligne opposée à celle de l’arrivée. Les trois *pentas* e1, e5 et e9 ont cinq lignes ; le chemin y bifurque et vous choisissez une des deux branches. Une ligne venue de l’intérieur s’arrête au bord ; le long du bord, elle continue jusqu’au prochain coin, a1, a9 ou a17.',
      },
      diagrams: [
        {
          names: 'all',
          caption: { en: 'The 93 nodes and their names.', fr: 'Les 93 nœuds et leurs noms.' },
        },
      ],
    },
    {
      title: { en: 'Placing', fr: 'La pose' },
      text: {
        en: 'The board starts empty and White begins. A player with pieces in hand places one of them each turn, on any empty node. White is done after three turns, Black after thirty; so the aliens hunt while amazons are still arriving.',
        fr: 'Le plateau est vide au départ et les Blancs commencent. Tant qu’on a des pièces en main, un coup consiste à en poser une sur un nœud libre. Les Blancs ont fini en trois coups, les Noirs en trente ; les envahisseurs chassent donc pendant que les amazones arrivent encore.',
      },
    },
    {
      title: { en: 'Aliens: step or jump', fr: 'Envahisseurs : un pas ou des sauts' },
      text: {
        en: 'Once all three are placed, White moves one alien a turn. It steps to an empty neighbour, or it jumps.\n\nA jump goes over a neighbouring piece to the node straight behind it, which must be empty. A jumped amazon is captured: she leaves the board at once and for good. A jumped alien stays. Over a piece on a penta the alien lands on either branch. Capturing is never compulsory.',
        fr: 'Quand les trois sont posés, les Blancs déplacent un envahisseur par coup. Il fait un pas vers un nœud voisin libre, ou bien il saute.\n\nUn saut passe par-dessus une pièce voisine jusqu’au nœud situé juste derrière, tout droit, qui doit être libre. L’amazone sautée est prise : elle quitte le plateau aussitôt et pour de bon. L’envahisseur sauté reste en place. Par-dessus une pièce posée sur un penta, l’envahisseur choisit sa branche. Prendre n’est jamais obligatoire.',
      },
      diagrams: [
        {
          setup: 'w=e3,c7,c13 b=d4,c1,b17 bhand=27 act=white',
          caption: { en: 'e3 jumps over d4 to c5 and captures.', fr: 'e3 saute d4, se pose en c5 et prend.' },
        },
        {
          setup: 'w=d1,c7,c13 b=e1,b17,b6 bhand=20 act=white',
          caption: {
            en: 'The amazon stands on a penta: d1 lands on e12 or on e2.',
            fr: 'L’amazone est sur un penta : d1 se pose en e12 ou en e2.',
          },
        },
      ],
    },
    {
      title: { en: 'Chains of jumps', fr: 'Sauts en chaîne' },
      text: {
        en: 'After a jump the alien may jump again, and again, in any direction, and may stop after any jump. What it captured is gone at once, and the node it started from is empty: it may jump through both. It may even end where it began, if it has captured something on the way.',
        fr: 'Après un saut, l’envahisseur peut sauter encore et encore, dans n’importe quelle direction, et s’arrêter après n’importe quel saut. Ce qu’il a pris a déjà disparu, et son nœud de départ est libre : il peut y repasser. Il peut même finir là où il a commencé, s’il a pris quelque chose en chemin.',
      },
      diagrams: [
        {
          setup: 'w=f1,c7,c13 b=e2,c3,c4,e3,b17 bhand=20 act=white',
          caption: {
            en: 'f1 over d2, b4 and d4 back to f1: four amazons in one turn.',
            fr: 'De f1 par d2, b4 et d4, retour en f1 : quatre amazones en un coup.',
          },
        },
        {
          setup: 'w=c4,d4,c13 b=f2,e8,b17 bhand=20 act=white',
          caption: {
            en: 'c4 jumps over its ally on d4 to e4, then captures twice: f3, d10.',
            fr: 'c4 saute son allié en d4 et arrive en e4, puis prend deux fois : f3, d10.',
          },
        },
      ],
    },
    {
      title: { en: 'Amazons', fr: 'Amazones' },
      text: {
        en: 'While amazons are in hand, Black places one a turn; afterwards Black moves one amazon a turn, one step to an empty neighbour. Amazons do not jump and do not capture.\n\nAn amazon cannot be jumped when the node behind her is occupied or when there is none. So they are safe in pairs, and on the rim against jumps from inside.',
        fr: 'Tant qu’ils ont des amazones en main, les Noirs en posent une par coup ; ensuite ils en déplacent une, d’un pas, vers un nœud voisin libre. Les amazones ne sautent pas et ne prennent pas.\n\nOn ne peut pas sauter une amazone si le nœud derrière elle est occupé, ou s’il n’y en a pas. Elles sont donc à l’abri par paires et, sur le bord, des sauts venus de l’intérieur.',
      },
      diagrams: [
        {
          setup: 'w=f1,c7,c13 b=e3,a5,b17 bhand=20 act=black',
          turns: ['d4'],
          caption: {
            en: 'd4 covers e3: the alien on f1 has no node to land on.',
            fr: 'd4 couvre e3 : l’envahisseur en f1 n’a plus où se poser.',
          },
        },
      ],
    },
    {
      title: { en: 'The end', fr: 'Fin de la partie' },
      text: {
        en: 'If White is to act with three aliens on the board and none can step or jump, the amazons win.\n\nIf fewer than ten amazons are left at the end of a turn, board and hand together, the aliens win. Ten is the smallest number that can hold three aliens.\n\nThe third time the same position occurs is a draw, and so is a game of 2,000 turns. There is no passing.',
        fr: 'Si les Blancs doivent jouer, leurs trois envahisseurs sur le plateau, et qu’aucun ne peut ni avancer ni sauter, les amazones gagnent.\n\nS’il reste moins de dix amazones à la fin d’un coup, plateau et main réunis, les envahisseurs gagnent. Dix est le plus petit nombre qui puisse bloquer trois envahisseurs.\n\nLa troisième apparition d’une même position donne la nulle, de même qu’une partie de 2 000 coups. On ne passe jamais.',
      },
      diagrams: [
        {
          setup: 'w=a1,a2,a24 b=a3,a4,a22,a23,b1,b2,b21,c2,c18,d1 act=black',
          turns: ['d1-c1'],
          caption: {
            en: 'Ten amazons are enough: no alien can step or jump.',
            fr: 'Dix amazones suffisent : aucun envahisseur ne peut avancer ni sauter.',
          },
        },
      ],
    },
    {
      title: { en: 'Notation', fr: 'Notation' },
      text: {
        en: 'c7 — a piece is placed on c7.\n\nc7-c8 — a step.\n\na5-c5-e5 — a chain of jumps: the start, then every landing.\n\nChains with the same start, end and captures are the same turn. This game has no options.',
        fr: 'c7 — une pièce est posée en c7.\n\nc7-c8 — un pas.\n\na5-c5-e5 — des sauts en chaîne : le départ, puis chaque point de chute.\n\nDeux chaînes qui ont même départ, même arrivée et mêmes prises sont le même coup. Ce jeu n’a pas d’options.',
      },
    },
  ],
};
