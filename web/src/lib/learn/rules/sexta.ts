/** The rules of Sexta. */
import type { Rulebook } from '../lesson';
import { nodeBoard, nodeDraws } from '../nodes';

export const rulebook: Rulebook = {
  game: 'sexta',
  sections: [
    {
      title: { en: 'Aim', fr: 'But du jeu' },
      text: {
        en: 'Two players, six stones each. Bring all six of yours into one connected line. It need not be straight.',
        fr: 'Deux joueurs, six pierres chacun. Réunissez vos six pierres en une seule ligne continue. Elle n’a pas besoin d’être droite.',
      },
      diagrams: [
        {
          setup: 'b=d13,e11,f1,e2,d3,c4 w=a6,a7,a14,a15,a22,a23 act=white',
          caption: { en: 'Black has won.', fr: 'Les Noirs ont gagné.' },
        },
      ],
    },
    nodeBoard,
    {
      title: { en: 'The start', fr: 'Le départ' },
      text: {
        en: 'The stones stand on the rim in pairs, with two empty nodes between pairs: Black on a2 a3, a10 a11 and a18 a19, White on a6 a7, a14 a15 and a22 a23. Black begins.',
        fr: 'Les pierres sont au bord, par paires, avec deux nœuds libres entre les paires : les Noirs en a2 a3, a10 a11 et a18 a19, les Blancs en a6 a7, a14 a15 et a22 a23. Les Noirs commencent.',
      },
      diagrams: [{ caption: { en: 'The start.', fr: 'Le départ.' } }],
    },
    {
      title: { en: 'A turn', fr: 'Un coup' },
      text: {
        en: 'Slide one of your stones along a straight line, as far as you like, over empty nodes to an empty node. Nothing is jumped, nothing is captured, and a stone does not turn on its way. At a penta it may take either branch.\n\nYou have to play: passing is allowed only if none of your stones can move.',
        fr: 'Faites glisser une de vos pierres en ligne droite, aussi loin que vous voulez, par des nœuds libres jusqu’à un nœud libre. On ne saute rien, on ne prend rien, et une pierre ne tourne pas en chemin. À un penta, elle peut prendre l’une ou l’autre branche.\n\nIl faut jouer : on ne passe que si aucune de ses pierres ne peut bouger.',
      },
    },
    {
      title: { en: 'The pie rule', fr: 'La règle du gâteau' },
      text: {
        en: 'To begin is an advantage. With the swap rule, an option that is off unless you choose it, one player cuts the cake and the other chooses: after the first turn the second player either plays on as White or swaps colours. The one who swapped then owns Black and the turn just played, and the other plays White next.',
        fr: 'Commencer est un avantage. Avec l’échange, une option à choisir en ouvrant la table, l’un coupe le gâteau et l’autre choisit : après le premier coup, le second joueur continue avec les Blancs ou échange les couleurs. Celui qui a échangé prend alors les Noirs et le coup joué, et l’autre joue ensuite avec les Blancs.',
      },
    },
    {
      title: { en: 'What is a line?', fr: 'Qu’est-ce qu’une ligne ?' },
      text: {
        en: 'Look only at your six stones and count the contacts. They form a line if they are all connected, each touches exactly two others, and the two ends touch exactly one.\n\nSo a line has no triangle, no branch, and it does not close to a ring. Stones of the opponent may stand anywhere near it.',
        fr: 'Ne regardez que vos six pierres et comptez les contacts. Elles forment une ligne si toutes sont reliées, si chacune en touche exactement deux autres, et si les deux bouts en touchent exactement une.\n\nUne ligne n’a donc ni triangle, ni branche, et ne se referme pas en anneau. Les pierres adverses peuvent se trouver n’importe où autour.',
      },
      diagrams: [
        {
          setup: 'b=e11,f1,f2,e3,d4,c5 w=a6,a14,a22 act=black',
          caption: { en: 'Not a line: f1, f2 and e3 form a triangle.', fr: 'Pas une ligne : f1, f2 et e3 forment un triangle.' },
        },
        {
          setup: 'b=f1,e12,d15,e3,d4,f3 w=a6,a14,a22 act=black',
          caption: { en: 'Not a line: it branches at f1.', fr: 'Pas une ligne : elle se ramifie en f1.' },
        },
        {
          setup: 'b=e12,e2,e3,f2,f3,e11 w=a6,a14,a22 act=black',
          caption: { en: 'Not a line: a ring has no ends.', fr: 'Pas une ligne : un anneau n’a pas de bouts.' },
        },
        {
          setup: 'b=c3,b4,b5,c5,d4,e4 w=c4,a14,a22 act=white',
          caption: {
            en: 'A line, although it goes around White’s stone.',
            fr: 'Une ligne, bien qu’elle contourne la pierre blanche.',
          },
        },
      ],
    },
    nodeDraws,
    {
      title: { en: 'Notation', fr: 'Notation' },
      text: {
        en: 'a2-b2: a stone slides from a2 to b2. Where two straight lines join the same two nodes it is one turn, legal if either line is free.\n\npass: none of your stones can move.\n\nswap: with the swap rule, in answer to the first turn.',
        fr: 'a2-b2 : une pierre glisse de a2 en b2. Quand deux lignes droites joignent les mêmes nœuds, c’est un seul coup, permis si l’une des deux lignes est libre.\n\npass : aucune de vos pierres ne peut bouger.\n\nswap : avec l’échange, en réponse au premier coup.',
      },
    },
  ],
};
