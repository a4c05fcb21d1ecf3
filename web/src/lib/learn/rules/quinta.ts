/** The rules of Quinta. */
import type { Rulebook } from '../lesson';
import { nodeBoard, nodeDraws } from '../nodes';

export const rulebook: Rulebook = {
  game: 'quinta',
  sections: [
    {
      title: { en: 'Aim', fr: 'But du jeu' },
      text: {
        en: 'Two players. The first to have five stones on five neighbouring nodes of a straight line wins.',
        fr: 'Deux joueurs. Le premier qui aligne cinq pierres sur cinq nœuds voisins d’une ligne droite gagne.',
      },
      diagrams: [
        { setup: 'b=d14,e12,e2,d3,c4 w=a14,a15,c10 act=white', caption: { en: 'Black has won.', fr: 'Les Noirs ont gagné.' } },
      ],
    },
    nodeBoard,
    {
      title: { en: 'The start', fr: 'Le départ' },
      text: {
        en: 'Each side has twelve stones. They stand around the rim in pairs: Black on a1 a2, White on a3 a4, Black on a5 a6, and so on to White on a23 a24. Black begins.',
        fr: 'Chaque camp a douze pierres. Elles entourent le plateau par paires : les Noirs en a1 a2, les Blancs en a3 a4, les Noirs en a5 a6, et ainsi de suite jusqu’aux Blancs en a23 a24. Les Noirs commencent.',
      },
      diagrams: [{ caption: { en: 'The start.', fr: 'Le départ.' } }],
    },
    {
      title: { en: 'A turn', fr: 'Un coup' },
      text: {
        en: 'Slide one of your stones along a straight line, as far as you like, over empty nodes to an empty node. Nothing is jumped, nothing is captured, and a stone does not turn on its way. At a penta it may take either branch.\n\nYou have to play: passing is allowed only if none of your stones can move.',
        fr: 'Faites glisser une de vos pierres en ligne droite, aussi loin que vous voulez, par des nœuds libres jusqu’à un nœud libre. On ne saute rien, on ne prend rien, et une pierre ne tourne pas en chemin. À un penta, elle peut prendre l’une ou l’autre branche.\n\nIl faut jouer : on ne passe que si aucune de ses pierres ne peut bouger.',
      },
      diagrams: [
        {
          setup: 'b=b1 w=a14,a15 act=black',
          caption: {
            en: 'From b1 through the penta e1 the stone goes on by e2 or by e12.',
            fr: 'De b1, à travers le penta e1, la pierre continue par e2 ou par e12.',
          },
        },
      ],
    },
    {
      title: { en: 'Five in line', fr: 'Cinq alignées' },
      text: {
        en: 'The five may lie anywhere on the board. A line may run through a penta, by either branch. It may run along the rim, but not around a corner. More than five in line count too.\n\nA line counts for the player whose stones it is made of; there is no other way to win on the board.',
        fr: 'Les cinq peuvent se trouver n’importe où. Une ligne peut traverser un penta, par l’une ou l’autre branche. Elle peut suivre le bord, mais pas tourner à un coin. Plus de cinq pierres alignées comptent aussi.\n\nUne ligne compte pour le joueur qui possède ses pierres ; il n’y a pas d’autre façon de gagner sur le plateau.',
      },
      diagrams: [
        {
          setup: 'b=b1,c1,d1,e1,e2 w=a14,a15,c10 act=white',
          caption: { en: 'A line through the penta e1: won.', fr: 'Une ligne à travers le penta e1 : gagné.' },
        },
        {
          setup: 'b=a6,a7,a8,a9,a10 w=a14,a15,c10 act=white',
          caption: {
            en: 'Around the corner a9: no line, the game goes on.',
            fr: 'Autour du coin a9 : pas une ligne, la partie continue.',
          },
        },
      ],
    },
    {
      title: { en: 'The pie rule', fr: 'La règle du gâteau' },
      text: {
        en: 'To begin is an advantage. With the swap rule, an option that is off unless you choose it, one player cuts the cake and the other chooses: after the first turn the second player either plays on as White or swaps colours. The one who swapped then owns Black and the turn just played, and the other plays White next.',
        fr: 'Commencer est un avantage. Avec l’échange, une option à choisir en ouvrant la table, l’un coupe le gâteau et l’autre choisit : après le premier coup, le second joueur continue avec les Blancs ou échange les couleurs. Celui qui a échangé prend alors les Noirs et le coup joué, et l’autre joue ensuite avec les Blancs.',
      },
    },
    nodeDraws,
    {
      title: { en: 'Notation', fr: 'Notation' },
      text: {
        en: 'a2-b2: a stone slides from a2 to b2. Where two straight lines join the same two nodes, as from a1 to a9 along the rim or through the middle, it is one turn, legal if either line is free.\n\npass: none of your stones can move.\n\nswap: with the swap rule, in answer to the first turn.',
        fr: 'a2-b2 : une pierre glisse de a2 en b2. Quand deux lignes droites joignent les mêmes nœuds, comme de a1 à a9 par le bord ou par le milieu, c’est un seul coup, permis si l’une des deux lignes est libre.\n\npass : aucune de vos pierres ne peut bouger.\n\nswap : avec l’échange, en réponse au premier coup.',
      },
    },
  ],
};
