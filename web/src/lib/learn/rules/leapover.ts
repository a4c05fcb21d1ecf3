/** The whole rules of Leap Over, with pictures. */
import type { Rulebook } from '../lesson';

export const rulebook: Rulebook = {
  game: 'leapover',
  sections: [
    {
      title: { en: 'Aim and start', fr: 'But et départ' },
      text: {
        en: 'Leap Over is a race for two, in which every move is a jump. Each player has ten stones in a triangle whose point is the middle of a side. Black: a5, b4 b5, c3 c4 c5, d2 d3 d4 d5. White: a13, b11 b12, c9 c10 c11, d7 d8 d9 d10. Black begins.\n\nYou win when your ten stones occupy *exactly* the ten nodes on which your opponent’s stones began.',
        fr: 'Leap Over est une course à deux où chaque coup est un saut. Chacun a dix pierres en triangle, dont la pointe est le milieu d’un côté. Noirs : a5, b4 b5, c3 c4 c5, d2 d3 d4 d5. Blancs : a13, b11 b12, c9 c10 c11, d7 d8 d9 d10. Les Noirs commencent.\n\nVous gagnez quand vos dix pierres occupent *exactement* les dix nœuds de départ de l’adversaire.',
      },
      diagrams: [
        {
          caption: { en: 'The start.', fr: 'La position de départ.' },
        },
      ],
    },
    {
      title: { en: 'The board', fr: 'Le plateau' },
      text: {
        en: 'A rounded triangle of 93 nodes: five rings, a to e, numbered clockwise from the top, and f1, f2, f3 in the middle.\n\n*Straight on* means: leave a node by the line opposite the one you came by. The three *pentas* e1, e5 and e9 have five lines; there the way forks, and you choose either branch. A line that reaches the rim from inside ends there; along the rim it goes on as far as the next corner, a1, a9 or a17.',
        fr: 'Un triangle arrondi de 93 nœuds : cinq couronnes, de a à e, numérotées depuis le haut dans le sens des aiguilles d’une montre, et f1, f2, f3 au milieu.\n\n*Tout droit* veut dire : quitter un nœud par la ligne opposée à celle de l’arrivée. Les trois *pentas* e1, e5 et e9 ont cinq lignes ; le chemin y bifurque et vous choisissez une des deux branches. Une ligne venue de l’intérieur s’arrête au bord ; le long du bord, elle continue jusqu’au prochain coin, a1, a9 ou a17.',
      },
      diagrams: [
        {
          names: 'all',
          setup: 'b=a5 w=a13 act=black',
          caption: {
            en: 'The names of the nodes; the points of the two triangles.',
            fr: 'Les noms des nœuds ; les pointes des deux triangles.',
          },
        },
      ],
    },
    {
      title: { en: 'A jump', fr: 'Un saut' },
      text: {
        en: 'One of your stones jumps over a neighbouring stone, of either colour, to the node straight behind it, which must be empty. The jumped stone stays: nothing is ever captured. There are no single steps.\n\nOver a stone on a penta you land on either branch of the fork.',
        fr: 'Une de vos pierres saute une pierre voisine, de l’une ou l’autre couleur, jusqu’au nœud situé juste derrière, tout droit, qui doit être libre. La pierre sautée reste en place : on ne prend jamais rien. Il n’y a pas de simple pas.\n\nPar-dessus une pierre posée sur un penta, vous arrivez sur l’une des deux branches de la fourche.',
      },
      diagrams: [
        {
          setup: 'b=d1,c8 w=e1,c12,b17 act=black',
          caption: {
            en: 'The white stone is on a penta: d1 jumps to e12 or to e2.',
            fr: 'La pierre blanche est sur un penta : d1 saute en e12 ou en e2.',
          },
        },
      ],
    },
    {
      title: { en: 'Chains', fr: 'Sauts en chaîne' },
      text: {
        en: 'A turn is one jump or a chain of jumps by the same stone. The direction may change from jump to jump, and you may stop after any of them. While the stone is in the air the node it left is empty: it may pass through it, but not end there.\n\nOnly start and end count: different ways between the same two nodes are the same turn.',
        fr: 'Un coup est un saut, ou une chaîne de sauts de la même pierre. La direction peut changer d’un saut à l’autre, et vous pouvez vous arrêter après chacun. Pendant que la pierre est en l’air, le nœud qu’elle a quitté est libre : elle peut y repasser, mais pas y finir.\n\nSeuls comptent le départ et l’arrivée : deux chemins entre les mêmes nœuds sont le même coup.',
      },
      diagrams: [
        {
          setup: 'b=b5,c5,e5,e7 w=d9,d12,c12 act=black',
          caption: { en: 'b5 goes to c10 in one turn, by d5, e6 and e8.', fr: 'b5 va en c10 en un coup, par d5, e6 et e8.' },
        },
      ],
    },
    {
      title: { en: 'No jump', fr: 'Aucun saut possible' },
      text: {
        en: 'If none of your stones can jump, you pass; otherwise you must play. A stone without a neighbour cannot move until another one comes to it.',
        fr: 'Si aucune de vos pierres ne peut sauter, vous passez ; sinon, vous devez jouer. Une pierre sans voisine ne bouge plus tant qu’une autre ne la rejoint pas.',
      },
      diagrams: [
        {
          setup: 'b=c4,f2,d7,d8 w=e3,b12,d12 act=black',
          caption: {
            en: 'c4 stands alone. If f2 jumps over e3 to d3, c4 can jump over d3 to e2 next.',
            fr: 'c4 est isolée. Si f2 saute e3 et arrive en d3, c4 pourra sauter d3 et arriver en e2.',
          },
        },
      ],
    },
    {
      title: { en: 'The end', fr: 'Fin de la partie' },
      text: {
        en: 'The first player whose ten stones stand exactly on the opponent’s ten starting nodes, at the end of any turn, wins. So a stone that stays at home keeps the opponent out.\n\nThe third occurrence of a position is a draw, as are two passes in a row and a game of 2,000 turns. A winning turn takes precedence.',
        fr: 'Le premier dont les dix pierres occupent exactement les dix nœuds de départ de l’adversaire, à la fin d’un coup, gagne. Une pierre restée chez elle empêche donc l’adversaire de finir.\n\nLa troisième apparition d’une position donne la nulle, de même que deux passes de suite et une partie de 2 000 coups. Un coup gagnant l’emporte sur la nulle.',
      },
      diagrams: [
        {
          setup: 'b=a13,b11,b12,c9,c11,d7,d8,d9,d10,b5 w=a5,b4,c3,c4,c5,d2,d3,d4,e5,e1 act=black',
          turns: ['b5-d5-e6-c10'],
          caption: {
            en: 'The last stone has come from b5 to c10: Black has won.',
            fr: 'La dernière pierre est venue de b5 en c10 : les Noirs ont gagné.',
          },
        },
      ],
    },
    {
      title: { en: 'Notation', fr: 'Notation' },
      text: {
        en: 'c4-e4 — one jump.\n\na5-c5-e5 — two jumps, with the landing in between.\n\na5-e5 — the same turn: start and end are enough when you type.\n\npass — no stone can jump.\n\nThis game has no options.',
        fr: 'c4-e4 — un saut.\n\na5-c5-e5 — deux sauts, avec l’étape intermédiaire.\n\na5-e5 — le même coup : en le tapant, départ et arrivée suffisent.\n\npass — aucune pierre ne peut sauter.\n\nCe jeu n’a pas d’options.',
      },
    },
  ],
};
