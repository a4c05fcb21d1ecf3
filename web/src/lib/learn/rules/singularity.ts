/** The whole rules of Singularity, with pictures. */
import type { Rulebook } from '../lesson';

export const rulebook: Rulebook = {
  game: 'singularity',
  sections: [
    {
      title: { en: 'Aim', fr: 'But du jeu' },
      text: {
        en: 'Each player has twelve stones and tries to get rid of eleven. You win when your turn ends with exactly *one* stone of yours on the board, standing on one of the three centre nodes f1, f2, f3.',
        fr: 'Chaque joueur a douze pierres et cherche à se débarrasser de onze d’entre elles. Vous gagnez si, à la fin de votre coup, il vous reste exactement *une* pierre sur le plateau, et qu’elle occupe l’un des trois nœuds du centre f1, f2, f3.',
      },
      diagrams: [
        {
          setup: 'b=f1 w=e9,c4,b12 act=white',
          caption: { en: 'Black has just moved and won.', fr: 'Les Noirs viennent de jouer et ont gagné.' },
        },
      ],
    },
    {
      title: { en: 'Board and start', fr: 'Plateau et départ' },
      text: {
        en: 'The board is a rounded triangle of 93 nodes: five rings, a to e, numbered clockwise from the top, and f1, f2, f3 in the middle. The *central region* is the triangle of fifteen nodes e1 to e12, f1, f2 and f3; its corners e1, e5 and e9 are the *pentas*, which have five lines instead of six.\n\nThe rim starts full: Black on the odd nodes a1, a3, …, White on the even ones a2, a4, … Black begins.',
        fr: 'Le plateau est un triangle arrondi de 93 nœuds : cinq couronnes, de a à e, numérotées depuis le haut dans le sens des aiguilles d’une montre, et f1, f2, f3 au milieu. La *région centrale* est le triangle des quinze nœuds e1 à e12, f1, f2 et f3 ; ses coins e1, e5 et e9 sont les *pentas*, qui ont cinq lignes au lieu de six.\n\nAu départ, le bord est plein : les Noirs sur les nœuds impairs a1, a3…, les Blancs sur les pairs a2, a4… Les Noirs commencent.',
      },
      diagrams: [
        {
          names: 'all',
          caption: { en: 'The start, and the names of the nodes.', fr: 'La position de départ et les noms des nœuds.' },
        },
      ],
    },
    {
      title: { en: 'Sliding', fr: 'Glisser' },
      text: {
        en: 'A turn slides one of your stones one, two or three nodes straight on over empty nodes. It does not turn and does not jump.\n\nStraight on means: leave each node by the line opposite the one you came by. At a penta the way forks, and you take either branch. A slide from inside ends on the rim; a slide along the rim ends at a corner, a1, a9 or a17.',
        fr: 'Un coup fait glisser une de vos pierres d’un, deux ou trois nœuds tout droit, sur des nœuds libres. Elle ne tourne pas et ne saute pas.\n\nTout droit veut dire : quitter chaque nœud par la ligne opposée à celle de l’arrivée. Sur un penta, le chemin bifurque et vous prenez l’une des deux branches. Un glissement venu de l’intérieur s’arrête au bord ; le long du bord, il s’arrête au coin, a1, a9 ou a17.',
      },
      diagrams: [
        {
          setup: 'b=c1,b10,b17 w=a4,a13,a22 act=black',
          caption: {
            en: 'Downwards c1 reaches d1, e1 and, through the penta, e12 or e2.',
            fr: 'Vers le bas, c1 atteint d1, e1 et, à travers le penta, e12 ou e2.',
          },
        },
      ],
    },
    {
      title: { en: 'Fusion', fr: 'La fusion' },
      text: {
        en: 'If the node where your stone lands touches one or more of your own stones in the central region, *one* of those stones leaves the board: exactly one, compulsory, and your choice if there are several.\n\nThe moved stone itself may be anywhere. Stones outside the region are not fused away, and the opponent’s never are.',
        fr: 'Si le nœud où arrive votre pierre touche une ou plusieurs de vos pierres situées dans la région centrale, *une* de celles-ci quitte le plateau : une seule, obligatoirement, et à votre choix s’il y en a plusieurs.\n\nLa pierre jouée, elle, peut être n’importe où. Les pierres hors de la région ne disparaissent pas, et celles de l’adversaire jamais.',
      },
      diagrams: [
        {
          setup: 'b=e3,b4,b12,c16 w=a2,a10,a18,b8 act=black',
          caption: {
            en: 'If b4 slides to d4 it touches e3, and e3 leaves the board.',
            fr: 'Si b4 glisse en d4, elle touche e3, et e3 quitte le plateau.',
          },
        },
        {
          setup: 'b=e12,e3,c2,b17 w=b5,c10,d12 act=black',
          caption: {
            en: 'If c2 slides to e2, Black chooses: e12 or e3.',
            fr: 'Si c2 glisse en e2, les Noirs choisissent : e12 ou e3.',
          },
        },
      ],
    },
    {
      title: { en: 'Room for one', fr: 'Une seule place au centre' },
      text: {
        en: 'When your turn ends, at most one of f1, f2, f3 may be yours; a turn that would leave two is illegal. A second stone that enters the centre therefore has to swallow the first.',
        fr: 'À la fin de votre coup, vous occupez au plus un des nœuds f1, f2, f3 ; un coup qui en laisserait deux est interdit. Une seconde pierre qui entre au centre doit donc absorber la première.',
      },
      diagrams: [
        {
          setup: 'b=f1,e6,c16 w=c3,b9,d12 act=black',
          caption: { en: 'e6 may go to f2; f1 then leaves the board.', fr: 'e6 peut aller en f2 ; f1 quitte alors le plateau.' },
        },
      ],
    },
    {
      title: { en: 'The end', fr: 'Fin de la partie' },
      text: {
        en: 'You win at the end of your own turn with a single stone, on f1, f2 or f3. A single stone elsewhere has not won yet: it can still move there.\n\nYou pass only if you have no legal turn. Two passes in a row are a draw; so are the third occurrence of a position and a game of 2,000 turns. A winning turn takes precedence.',
        fr: 'Vous gagnez à la fin de votre propre coup avec une pierre unique, en f1, f2 ou f3. Une pierre unique ailleurs n’a pas encore gagné : elle peut encore y aller.\n\nVous ne passez que si vous n’avez aucun coup possible. Deux passes de suite donnent la nulle ; de même la troisième apparition d’une position et une partie de 2 000 coups. Un coup gagnant l’emporte sur la nulle.',
      },
      diagrams: [
        {
          setup: 'b=e2,c5 w=c9,d12,a21 act=black',
          caption: {
            en: 'c5 slides to f1 and swallows e2: Black wins. Sliding only to e3 would leave one stone too, but outside the centre.',
            fr: 'c5 glisse en f1 et absorbe e2 : les Noirs gagnent. Glisser seulement en e3 laisserait aussi une pierre, mais hors du centre.',
          },
        },
      ],
    },
    {
      title: { en: 'Notation', fr: 'Notation' },
      text: {
        en: 'a5-b5 — the stone on a5 slides to b5.\n\nb4-d4*e3 — the stone on b4 slides to d4, and the one named after the star, here e3, is removed.\n\npass — there is no other turn.\n\nThis game has no options.',
        fr: 'a5-b5 — la pierre en a5 glisse en b5.\n\nb4-d4*e3 — la pierre en b4 glisse en d4, et celle nommée après l’étoile, ici e3, est retirée.\n\npass — il n’y a pas d’autre coup.\n\nCe jeu n’a pas d’options.',
      },
    },
  ],
};
