/** The rules of Tetra. */
import type { Rulebook } from '../lesson';
import { nodeBoard, nodeDraws } from '../nodes';

export const rulebook: Rulebook = {
  game: 'tetra',
  sections: [
    {
      title: { en: 'Aim', fr: 'But du jeu' },
      text: {
        en: 'Two players, ten stones each. You win when your turn ends with four of your stones in a *stretched* figure: a line or a rhombus with gaps, in which no two stones touch.',
        fr: 'Deux joueurs, dix pierres chacun. Vous gagnez si votre coup se termine avec quatre de vos pierres en figure *étirée* : une ligne ou un losange à intervalles, où aucune pierre n’en touche une autre.',
      },
      diagrams: [
        {
          setup: 'b=b18,d14,e2,c4 w=e12,d3,f1 bhand=6 whand=7 act=white',
          caption: {
            en: 'Black has won. White’s stones in the gaps change nothing.',
            fr: 'Les Noirs ont gagné. Les pierres blanches dans les intervalles n’y changent rien.',
          },
        },
      ],
    },
    nodeBoard,
    {
      title: { en: 'Placing', fr: 'La pose' },
      text: {
        en: 'The board starts empty and Black begins. As long as you have stones in hand, your turn is to place one of them on any empty node. You cannot move yet, and you cannot pass.\n\nThe game can be won while stones are still being placed.',
        fr: 'Le plateau est vide au départ et les Noirs commencent. Tant qu’il vous reste des pierres en main, votre coup consiste à en poser une sur un nœud libre. On ne déplace pas encore, et on ne passe pas.\n\nLa partie peut se gagner dès la pose.',
      },
    },
    {
      title: { en: 'The pie rule', fr: 'La règle du gâteau' },
      text: {
        en: 'The one who begins can force a win. With the swap rule, an option that is off unless you choose it, one player cuts the cake and the other chooses: after the first stone the second player either plays on as White or swaps colours. The one who swapped then owns Black and the stone, and the other plays White next.',
        fr: 'Celui qui commence peut forcer la victoire. Avec l’échange, une option à choisir en ouvrant la table, l’un coupe le gâteau et l’autre choisit : après la première pierre, le second joueur continue avec les Blancs ou échange les couleurs. Celui qui a échangé prend alors les Noirs et la pierre, et l’autre joue ensuite avec les Blancs.',
      },
    },
    {
      title: { en: 'Sliding', fr: 'Le glissement' },
      text: {
        en: 'Once your hand is empty, your turn is to slide one of your stones one or two nodes along a straight line. The node in between and the node it reaches must be empty: nothing is jumped and nothing is captured. Through a penta you may take either branch.',
        fr: 'Une fois votre main vide, votre coup consiste à faire glisser une de vos pierres d’un ou deux nœuds en ligne droite. Le nœud traversé et le nœud atteint doivent être libres : on ne saute rien, on ne prend rien. À travers un penta, prenez la branche que vous voulez.',
      },
      diagrams: [
        {
          setup: 'b=d1 w=c4,c10,c16 act=black',
          caption: { en: 'Through e1 the stone reaches e2 and e12.', fr: 'À travers e1, la pierre atteint e2 et e12.' },
        },
      ],
    },
    {
      title: { en: 'The four figures', fr: 'Les quatre figures' },
      text: {
        en: '*Line by nodes:* the first, third, fifth and seventh node of a straight line.\n\n*Line by lines:* four nodes in a row, each facing the next across a line of the board, as the tips of the two triangles that share this line.\n\n*Rhombus by nodes:* around a node that has six neighbours, two opposite neighbours of it and the two nodes that face it crosswise, each across a line.\n\n*Rhombus by lines:* around a line of the board, the tips of its two triangles and the two nodes straight on from its ends. A penta is neither the middle of a rhombus nor an end of its line.\n\nWhat stands on the other nodes does not matter. If a turn makes several figures, the first kind of this list names the result.',
        fr: '*Ligne par les nœuds :* le premier, le troisième, le cinquième et le septième nœud d’une ligne droite.\n\n*Ligne par les lignes :* quatre nœuds à la suite, chacun faisant face au suivant de part et d’autre d’un trait du plateau, comme les pointes des deux triangles qui partagent ce trait.\n\n*Losange par les nœuds :* autour d’un nœud à six voisins, deux voisins opposés et les deux nœuds qui lui font face en travers, chacun par-dessus un trait.\n\n*Losange par les lignes :* autour d’un trait du plateau, les pointes de ses deux triangles et les deux nœuds dans le prolongement de ses extrémités. Un penta n’est ni le centre d’un losange ni une extrémité de son trait.\n\nPeu importe ce qui se trouve sur les autres nœuds. Si un coup forme plusieurs figures, la première de cette liste donne son nom au résultat.',
      },
      diagrams: [
        { setup: 'b=b18,d14,e2,c4 bhand=6 whand=7 act=white', caption: { en: 'Line by nodes', fr: 'Ligne par les nœuds' } },
        { setup: 'b=c10,e7,f1,e1 bhand=6 whand=7 act=white', caption: { en: 'Line by lines', fr: 'Ligne par les lignes' } },
        {
          setup: 'b=e1,e3,e7,e11 bhand=6 whand=7 act=white',
          caption: { en: 'Rhombus by nodes, around f1', fr: 'Losange par les nœuds, autour de f1' },
        },
        {
          setup: 'b=f1,e4,e7,e10 bhand=6 whand=7 act=white',
          caption: { en: 'Rhombus by lines, around the line f2–f3', fr: 'Losange par les lignes, autour du trait f2–f3' },
        },
      ],
    },
    {
      title: { en: 'Lines through a penta', fr: 'Lignes à travers un penta' },
      text: {
        en: 'Both kinds of line fork at a penta, so three stones there often have more than one way to become four.',
        fr: 'Les deux sortes de lignes bifurquent à un penta : trois pierres y ont donc souvent plus d’une façon de devenir quatre.',
      },
      diagrams: [
        {
          setup: 'b=e5,e7,e9 w=e1,f1,d4 bhand=7 whand=7 act=black',
          caption: { en: 'A stone on c5, c7, c13 or c15 wins.', fr: 'Une pierre en c5, c7, c13 ou c15 gagne.' },
        },
      ],
    },
    nodeDraws,
    {
      title: { en: 'Notation', fr: 'Notation' },
      text: {
        en: 'c7: a stone is placed on c7.\n\nc7-d6: a stone slides from c7 to d6.\n\npass: nothing else is legal.\n\nswap: with the swap rule, in answer to the first stone.',
        fr: 'c7 : une pierre est posée en c7.\n\nc7-d6 : une pierre glisse de c7 en d6.\n\npass : rien d’autre n’est possible.\n\nswap : avec l’échange, en réponse à la première pierre.',
      },
    },
  ],
};
