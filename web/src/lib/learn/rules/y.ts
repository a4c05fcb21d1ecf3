/** The whole rules of Y, with pictures. */
import type { Rulebook } from '../lesson';

export const rulebook: Rulebook = {
  game: 'y',
  sections: [
    {
      title: { en: 'Aim', fr: 'But du jeu' },
      text: {
        en: 'Y is a game for two, Black and White, invented by Craig Schensted and Charles Titus. Join *all three sides* of the board by one chain of your stones. The first to do so wins.',
        fr: 'Y se joue à deux, les Noirs contre les Blancs. Il a été inventé par Craig Schensted et Charles Titus. Reliez *les trois côtés* du plateau par une seule chaîne de vos pierres. Le premier qui y parvient gagne.',
      },
      diagrams: [
        {
          setup:
            'b=a8,b7,c6,d5,e4,f2,f3,e10,d12,c14,b16,a18,e7,d9,c10,b12,a13 w=e1,d3,d4,c5,e5,d6,e6,d8,b11,c12,d10,e9,e11,d13,b17,c3 act=white',
          caption: {
            en: 'A black Y: it touches the right side at a8, the bottom at a13 and the left side at a18.',
            fr: 'Un Y noir : il touche le côté droit en a8, le bas en a13 et le côté gauche en a18.',
          },
        },
      ],
    },
    {
      title: { en: 'The board', fr: 'Le plateau' },
      text: {
        en: 'The usual board is a rounded triangle of 93 nodes. Five rings of nodes, a to e, lie one inside the other, numbered clockwise from the top; f1, f2, f3 are the middle. Each side has nine nodes: a1 to a9, a9 to a17, and a17 over a24 to a1. The corners a1, a9 and a17 belong to two sides each.\n\nMost inner nodes have six neighbours. Three have five, the *pentas* e1, e5 and e9: thanks to them the middle is not quite so strong as on a plain triangle.',
        fr: 'Le plateau habituel est un triangle arrondi de 93 nœuds. Cinq couronnes de nœuds, de a à e, s’emboîtent, numérotées depuis le haut dans le sens des aiguilles d’une montre ; f1, f2, f3 forment le centre. Chaque côté compte neuf nœuds : de a1 à a9, de a9 à a17, et de a17 à a1 en passant par a24. Les coins a1, a9 et a17 appartiennent chacun à deux côtés.\n\nPresque tous les nœuds intérieurs ont six voisins. Trois en ont cinq, les *pentas* e1, e5 et e9 : grâce à eux, le centre est un peu moins fort que sur un simple triangle.',
      },
      diagrams: [
        {
          names: 'all',
          caption: { en: 'The 93 nodes and their names.', fr: 'Les 93 nœuds et leurs noms.' },
        },
      ],
    },
    {
      title: { en: 'A turn', fr: 'Un coup' },
      text: {
        en: 'The board starts empty and Black begins. In turn, each player places one stone of their colour on an empty node. Stones never move and never leave the board, and nobody may pass.',
        fr: 'Le plateau est vide au départ et les Noirs commencent. Chacun à son tour pose une pierre de sa couleur sur un nœud libre. Les pierres ne bougent pas et ne quittent jamais le plateau, et l’on ne passe pas.',
      },
    },
    {
      title: { en: 'Chains and sides', fr: 'Chaînes et côtés' },
      text: {
        en: 'Two stones of a colour are joined when a line of the board runs directly from one to the other; a chain is a set of stones joined that way. A chain touches a side when one of its stones stands on it. A stone on a corner touches two sides, so a chain from a corner to the opposite side wins as well.',
        fr: 'Deux pierres d’une couleur sont reliées quand une ligne du plateau va directement de l’une à l’autre ; une chaîne est un ensemble de pierres ainsi reliées. Une chaîne touche un côté quand une de ses pierres s’y trouve. Une pierre dans un coin touche deux côtés : une chaîne qui va d’un coin au côté opposé gagne donc aussi.',
      },
      diagrams: [
        {
          options: { pie: 'off' },
          setup: 'b=a13,b11,c10,d8,e7,f2,f1,e2,e1,d1,c1,b1 w=b2,c2,d2,e3,e4,d7,b21,c18,d15,e12,f3,e8 act=black',
          turns: ['a1'],
          caption: {
            en: 'a1 touches left and right, a13 the bottom: Black has won.',
            fr: 'a1 touche la gauche et la droite, a13 le bas : les Noirs ont gagné.',
          },
        },
      ],
    },
    {
      title: { en: 'No draw', fr: 'Jamais de nulle' },
      text: {
        en: 'On a full board exactly one player has a chain that touches all three sides. So there is always a winner, and you stop your opponent only by connecting yourself.',
        fr: 'Sur un plateau plein, un joueur et un seul possède une chaîne qui touche les trois côtés. Il y a donc toujours un vainqueur, et arrêter l’adversaire revient à se relier soi-même.',
      },
      diagrams: [
        {
          options: { board: 'triangle-5', pie: 'off' },
          setup: 'b=a3,b2,b3,b4,c5,d4,a5,e5 w=a1,a2,c3,a4,c4,b5,d5 act=white',
          caption: {
            en: 'Full: Black has joined a3, b2 and c5; White can join nothing more.',
            fr: 'Plein : les Noirs ont relié a3, b2 et c5 ; les Blancs ne peuvent plus rien relier.',
          },
        },
      ],
    },
    {
      title: { en: 'The pie rule', fr: 'La règle du gâteau' },
      text: {
        en: 'Going first is a big advantage. With the swap rule, which is the default, one player cuts the cake and the other chooses: after the first stone the second player either plays on as White or swaps colours. The one who swapped then owns Black and the stone, and the other plays White next. The swap is a whole turn and is only possible at that moment.\n\nWithout the swap rule the weaker player may take Black and begin wherever they like.',
        fr: 'Commencer est un grand avantage. Avec l’échange, le réglage habituel, l’un coupe le gâteau et l’autre choisit : après la première pierre, le second joueur continue avec les Blancs ou échange les couleurs. Celui qui a échangé prend alors les Noirs et la pierre, et l’autre joue ensuite avec les Blancs. L’échange est un coup entier et n’est possible qu’à ce moment.\n\nSans échange, le joueur le moins fort peut prendre les Noirs et commencer où il veut.',
      },
      diagrams: [
        {
          turns: ['f1'],
          caption: {
            en: 'A first stone in the middle: better swap.',
            fr: 'Une première pierre au centre : mieux vaut échanger.',
          },
        },
      ],
    },
    {
      title: { en: 'Handicap', fr: 'Handicap' },
      text: {
        en: 'A stronger player can give a handicap: Black places two to eight stones in the first turn, then both place one at a time. It is played without the swap rule, and on a triangle it is smaller than the side of the board.',
        fr: 'Un joueur plus fort peut donner un handicap : les Noirs posent de deux à huit pierres à leur premier coup, puis chacun en pose une à la fois. Il se joue sans échange et, sur un triangle, reste inférieur au côté du plateau.',
      },
      diagrams: [
        {
          options: { pie: 'off', handicap: '3' },
          turns: ['c4 c10 c16'],
          caption: { en: 'Three stones for Black, and White to play.', fr: 'Trois pierres pour les Noirs, et c’est aux Blancs.' },
        },
      ],
    },
    {
      title: { en: 'Other boards', fr: 'Autres plateaux' },
      text: {
        en: 'Besides the rounded board there are plain triangles with 3 to 25 points a side, for a quick game or a long one. Their points are named by column and row: a1 at the top, then a2 and b2, and so on. Their sides are the column a, the last point of each row, and the lowest row.',
        fr: 'Outre le plateau arrondi, il y a de simples triangles de 3 à 25 points par côté, pour une partie brève ou longue. Leurs points se nomment par colonne et rangée : a1 en haut, puis a2 et b2, et ainsi de suite. Leurs côtés sont la colonne a, le dernier point de chaque rangée et la rangée du bas.',
      },
      diagrams: [
        {
          options: { board: 'triangle-6', pie: 'off' },
          setup: 'b=b3,c3,c5 w=d4,b5 act=white',
          names: 'all',
          caption: {
            en: 'A triangle of six. b3 and c5 are as good as joined: b4 and c4 both do it.',
            fr: 'Un triangle de six. b3 et c5 sont pour ainsi dire reliées : b4 et c4 suffisent l’un comme l’autre.',
          },
        },
      ],
    },
    {
      title: { en: 'Notation', fr: 'Notation' },
      text: {
        en: 'c7 — a stone is placed on c7.\n\nswap — the second player takes over Black.\n\nc4 d7 — the stones of a handicap, in any order.',
        fr: 'c7 — une pierre est posée en c7.\n\nswap — le second joueur prend les Noirs.\n\nc4 d7 — les pierres d’un handicap, dans n’importe quel ordre.',
      },
    },
  ],
};
