/** Quinta, from the first slide: five in a row, gaps, pentas, corners, the block and the open four. */
import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  game: 'quinta',
  steps: [
    {
      kind: 'tell',
      title: { en: 'The goal', fr: 'Le but' },
      text: {
        en: 'Five of your stones side by side in a straight line win. Black has just done it.',
        fr: 'Cinq de vos pierres côte à côte en ligne droite gagnent. Les Noirs viennent d’y arriver.',
      },
      setup: 'b=d14,e12,e2,d3,c4 w=a14,a15,c10 act=white',
      show: ['d14', 'e12', 'e2', 'd3', 'c4'],
    },
    {
      kind: 'try',
      title: { en: 'Slide a stone', fr: 'Faites glisser une pierre' },
      text: {
        en: 'You are Black, with twelve stones on the rim. A turn slides one stone along a straight line, as far as the nodes are empty. Nothing is jumped, nothing is captured.',
        fr: 'Vous avez les Noirs, avec douze pierres au bord. Un coup fait glisser une pierre en ligne droite, aussi loin que les nœuds sont libres. On ne saute pas, on ne prend pas.',
      },
      hint: {
        en: 'Touch a black stone, then a node it can reach.',
        fr: 'Touchez une pierre noire, puis un nœud qu’elle peut atteindre.',
      },
      done: { en: 'That is all a stone can do.', fr: 'Une pierre ne fait rien d’autre.' },
    },
    {
      kind: 'find',
      title: { en: 'The fifth stone', fr: 'La cinquième pierre' },
      text: {
        en: 'Four stand in a row. Bring c10 to one of the two ends.',
        fr: 'Quatre pierres sont alignées. Amenez c10 à l’une des deux extrémités.',
      },
      setup: 'b=d14,e12,e2,d3,c10 w=a4,a13,a22 act=black',
      show: ['c10'],
      wins: true,
      hint: {
        en: 'The ends are c16 and c4; c10 has a straight path to both.',
        fr: 'Les extrémités sont c16 et c4 ; c10 a un chemin droit vers chacune.',
      },
      done: { en: 'Five in line. Both ends would do.', fr: 'Cinq alignées. Les deux extrémités convenaient.' },
      other: {
        en: 'The row is d14, e12, e2, d3. It needs a neighbour on the left or on the right.',
        fr: 'La rangée est d14, e12, e2, d3. Il lui faut une voisine à gauche ou à droite.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Fill the gap', fr: 'Comblez le trou' },
      text: {
        en: 'A gap is as good as an end: White has to watch it too. Finish the row.',
        fr: 'Un trou vaut bien une extrémité : les Blancs doivent le surveiller aussi. Complétez la rangée.',
      },
      setup: 'b=d14,e12,d3,c4,a2 w=a14,a15,a22 act=black',
      wins: true,
      hint: { en: 'Slide a2 straight down.', fr: 'Faites glisser a2 tout droit vers le bas.' },
      done: { en: 'From the rim to the middle in one move.', fr: 'Du bord jusqu’au milieu en un coup.' },
      other: { en: 'The gap is e2.', fr: 'Le trou est en e2.' },
    },
    {
      kind: 'try',
      title: { en: 'The fork', fr: 'La fourche' },
      text: {
        en: 'e1, e5 and e9 are *pentas*, with five neighbours. A straight line forks there: go on to the left or to the right. Slide b1 through e1.',
        fr: 'e1, e5 et e9 sont des *pentas*, à cinq voisins. Une ligne droite y bifurque : continuez à gauche ou à droite. Faites glisser b1 à travers e1.',
      },
      setup: 'b=b1 w=a14,a15 act=black',
      show: ['e1', 'e5', 'e9'],
      accept: ['^b1-(a(9|13|17)|b(8|11|12|15)|[cde](?!1$))'],
      hint: {
        en: 'Touch b1, then for example e2 or e12, behind e1.',
        fr: 'Touchez b1, puis par exemple e2 ou e12, derrière e1.',
      },
      done: { en: 'Behind a penta, two paths lead straight on.', fr: 'Derrière un penta, deux chemins vont tout droit.' },
      other: {
        en: 'Legal, but it does not pass e1. Go farther down.',
        fr: 'C’est permis, mais la pierre ne passe pas e1. Descendez plus loin.',
      },
    },
    {
      kind: 'find',
      title: { en: 'A line with a bend', fr: 'Une ligne coudée' },
      text: {
        en: 'A row of five may run through a penta too, by either branch. Win.',
        fr: 'Une rangée de cinq peut aussi traverser un penta, par l’une ou l’autre branche. Gagnez.',
      },
      setup: 'b=b1,c1,d1,e1,e5 w=a7,a8,a20 act=black',
      show: ['e1'],
      wins: true,
      hint: {
        en: 'Behind e1 the line goes on to e2 or to e12. Which one can e5 reach?',
        fr: 'Derrière e1, la ligne continue en e2 ou en e12. Lequel e5 peut-elle atteindre ?',
      },
      done: {
        en: 'b1, c1, d1, e1, e2: a line, although it bends.',
        fr: 'b1, c1, d1, e1, e2 : une ligne, bien qu’elle soit coudée.',
      },
      other: { en: 'You have four of b1, c1, d1, e1, e2.', fr: 'Vous avez quatre des nœuds b1, c1, d1, e1, e2.' },
    },
    {
      kind: 'find',
      title: { en: 'No turning at a corner', fr: 'On ne tourne pas au coin' },
      text: {
        en: 'The rim is a line as well, but it *ends* at the corners a1, a9 and a17. b5 can go to either end of this row. Only one wins.',
        fr: 'Le bord est une ligne lui aussi, mais elle *s’arrête* aux coins a1, a9 et a17. b5 peut rejoindre les deux bouts de cette rangée. Un seul gagne.',
      },
      setup: 'b=a6,a7,a8,a9,b5 w=a14,a15,a21 act=black',
      show: ['a9'],
      wins: true,
      hint: { en: 'a9 is a corner. Use the other end.', fr: 'a9 est un coin. Prenez l’autre bout.' },
      done: { en: 'a5 to a9: five along one side.', fr: 'De a5 à a9 : cinq le long d’un même côté.' },
      other: {
        en: 'Not five in one line yet; a10 lies around the corner.',
        fr: 'Cinq ne sont pas encore alignées ; a10 est de l’autre côté du coin.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Stop White', fr: 'Arrêtez les Blancs' },
      text: {
        en: 'White threatens c5-e3. Only one of your slides stops it.',
        fr: 'Les Blancs menacent c5-e3. Un seul de vos glissements les en empêche.',
      },
      setup: 'w=c15,d13,e11,f1,c5 b=a17,d12,e7 act=black',
      show: ['c5', 'e3'],
      solutions: ['e7-e3'],
      hint: { en: 'Put a stone where White wants to go.', fr: 'Mettez une pierre là où les Blancs veulent aller.' },
      done: { en: 'The row is closed.', fr: 'La rangée est fermée.' },
      other: { en: 'White slides to e3 and wins.', fr: 'Les Blancs glissent en e3 et gagnent.' },
    },
    {
      kind: 'find',
      title: { en: 'The open four', fr: 'Le quatre ouvert' },
      text: {
        en: 'Make a row of four with *both* ends free, so that your fifth stone reaches either. White can close only one.',
        fr: 'Formez une rangée de quatre dont les *deux* bouts sont libres et accessibles à votre cinquième pierre. Les Blancs n’en fermeront qu’un.',
      },
      setup: 'b=b15,c11,c16,d14,e2 w=b8,c6 act=black',
      solutions: ['b15-e12'],
      hint: {
        en: 'Fill the gap, but not with c11: that stone is needed afterwards.',
        fr: 'Comblez le trou, mais pas avec c11 : elle servira ensuite.',
      },
      done: {
        en: 'Now c11 threatens b18 and d3. White cannot stop both.',
        fr: 'Maintenant c11 menace b18 et d3. Les Blancs ne peuvent parer les deux.',
      },
      other: {
        en: 'White can still defend. Which stone should fill e12, and which one should stay in reserve?',
        fr: 'Les Blancs peuvent encore se défendre. Quelle pierre doit combler e12, et laquelle garder en réserve ?',
      },
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'This is how a game begins. Before each turn, ask what White’s next slide could finish. Long lines through the middle reach everywhere. Try level 1.',
        fr: 'Voici le début d’une partie. Avant chaque coup, demandez-vous ce que le prochain glissement des Blancs pourrait compléter. Les longues lignes du milieu mènent partout. Essayez le niveau 1.',
      },
    },
  ],
};
