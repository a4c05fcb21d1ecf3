/** Sexta, from the first slide: one line of six, without triangles, branches or rings. */
import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  game: 'sexta',
  steps: [
    {
      kind: 'tell',
      title: { en: 'The goal', fr: 'Le but' },
      text: {
        en: 'All six of your stones in *one line* win. It may wind like a snake, but each stone touches just the one before and the one after it.',
        fr: 'Vos six pierres en *une seule ligne* gagnent. Elle peut onduler comme un serpent, mais chaque pierre ne touche que la précédente et la suivante.',
      },
      setup: 'b=d13,e11,f1,e2,d3,c4 w=a6,a14,a22 act=white',
      show: ['d13', 'e11', 'f1', 'e2', 'd3', 'c4'],
    },
    {
      kind: 'try',
      title: { en: 'Slide a stone', fr: 'Faites glisser une pierre' },
      text: {
        en: 'You are Black. A turn slides one stone along a straight line, as far as the nodes are empty; at a penta (e1, e5, e9) take either branch. No jumps, no captures.',
        fr: 'Vous avez les Noirs. Un coup fait glisser une pierre en ligne droite, aussi loin que les nœuds sont libres ; à un penta (e1, e5, e9), prenez la branche que vous voulez. Ni saut ni prise.',
      },
      hint: {
        en: 'Touch a black stone, then a node it can reach.',
        fr: 'Touchez une pierre noire, puis un nœud qu’elle peut atteindre.',
      },
      done: { en: 'One down: you will need all six.', fr: 'Et d’une : il vous les faudra toutes les six.' },
    },
    {
      kind: 'find',
      title: { en: 'The sixth stone', fr: 'La sixième pierre' },
      text: {
        en: 'Five stones form a line. Bring b11 to one of its ends, so that it touches the end stone and no other.',
        fr: 'Cinq pierres forment une ligne. Amenez b11 à l’un de ses bouts, en ne touchant que la pierre du bout.',
      },
      setup: 'b=d14,e12,f1,e3,d4,b11 w=a6,a14,a22 act=black',
      show: ['b11'],
      wins: true,
      hint: { en: 'The ends are d14 and d4. For example c16 or c5.', fr: 'Les bouts sont d14 et d4. Par exemple c16 ou c5.' },
      done: { en: 'A line of six.', fr: 'Une ligne de six.' },
      other: {
        en: 'Not one line yet. The sixth stone has to touch d14 or d4, and nothing else.',
        fr: 'Pas encore une seule ligne. La sixième pierre doit toucher d14 ou d4, et rien d’autre.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Close the gap', fr: 'Comblez le trou' },
      text: {
        en: 'Two pieces of a line, one node apart. Join them.',
        fr: 'Deux morceaux de ligne, séparés par un nœud. Réunissez-les.',
      },
      setup: 'b=d13,e11,e3,d4,c5,c18 w=a7,a14,a23 act=black',
      wins: true,
      hint: { en: 'c18 slides down into the gap.', fr: 'c18 descend jusque dans le trou.' },
      done: { en: 'f1 joins left and right.', fr: 'f1 réunit la gauche et la droite.' },
      other: { en: 'The gap lies between e11 and e3.', fr: 'Le trou est entre e11 et e3.' },
    },
    {
      kind: 'find',
      title: { en: 'No triangle', fr: 'Pas de triangle' },
      text: {
        en: 'All six are together, and yet it is no line: f1, f2 and e3 touch one another. Move one stone and win.',
        fr: 'Les six sont réunies, et pourtant ce n’est pas une ligne : f1, f2 et e3 se touchent toutes. Déplacez une pierre et gagnez.',
      },
      setup: 'b=e11,f1,f2,e3,d4,c5 w=a6,a14,a22 act=black',
      show: ['f1', 'f2', 'e3'],
      wins: true,
      hint: {
        en: 'Take f2 out and put it at an end of the rest, or bend the line.',
        fr: 'Sortez f2 et placez-la à un bout des autres, ou pliez la ligne.',
      },
      done: { en: 'No triangle any more: a line.', fr: 'Plus de triangle : c’est une ligne.' },
      other: {
        en: 'Count the contacts: two for each stone, one for each end.',
        fr: 'Comptez les contacts : deux par pierre, un pour chaque bout.',
      },
    },
    {
      kind: 'find',
      title: { en: 'No branch', fr: 'Pas de branche' },
      text: {
        en: 'f1 touches three stones: the line branches. Take one arm away and put it where it prolongs the line.',
        fr: 'f1 touche trois pierres : la ligne se ramifie. Retirez une branche et placez-la là où elle prolonge la ligne.',
      },
      setup: 'b=f1,e12,d15,e3,d4,f3 w=a7,a14,a22 act=black',
      show: ['f1'],
      wins: true,
      hint: {
        en: 'The arm of one stone is f3. It can go to an end: d15 or d4.',
        fr: 'La branche d’une seule pierre est f3. Elle peut rejoindre un bout : d15 ou d4.',
      },
      done: { en: 'One line, two ends.', fr: 'Une ligne, deux bouts.' },
      other: {
        en: 'Move f3 so that it touches only d15 or only d4.',
        fr: 'Déplacez f3 pour qu’elle ne touche que d15 ou que d4.',
      },
    },
    {
      kind: 'find',
      title: { en: 'No ring', fr: 'Pas d’anneau' },
      text: {
        en: 'Here every stone touches exactly two, but a ring has no ends. Open it.',
        fr: 'Ici chaque pierre en touche exactement deux, mais un anneau n’a pas de bouts. Ouvrez-le.',
      },
      setup: 'b=e12,e2,e3,f2,f3,e11 w=a6,a14,a22 act=black',
      wins: true,
      hint: {
        en: 'Take one stone out of the ring and put it next to just one of its old neighbours.',
        fr: 'Sortez une pierre de l’anneau et posez-la près d’une seule de ses anciennes voisines.',
      },
      done: { en: 'Six in one line, with two ends.', fr: 'Six en une ligne, avec deux bouts.' },
      other: {
        en: 'The stone you move has to touch one end of the other five, and only that.',
        fr: 'La pierre déplacée doit toucher un bout des cinq autres, et lui seul.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Stop White', fr: 'Arrêtez les Blancs' },
      text: {
        en: 'White threatens to slide b5 to d3. You cannot capture, but you can stand in the way.',
        fr: 'Les Blancs menacent de faire glisser b5 en d3. Vous ne pouvez rien prendre, mais vous pouvez leur barrer la route.',
      },
      setup: 'w=e4,e3,c3,c2,c1,b5 b=a13,a14,c6 act=black',
      show: ['b5', 'd3'],
      solutions: ['c6-c4'],
      hint: { en: 'Which node lies between b5 and d3?', fr: 'Quel nœud se trouve entre b5 et d3 ?' },
      done: { en: 'The way is blocked.', fr: 'La route est barrée.' },
      other: { en: 'White plays b5-d3 and wins.', fr: 'Les Blancs jouent b5-d3 et gagnent.' },
    },
    {
      kind: 'find',
      title: { en: 'Three places at once', fr: 'Trois places à la fois' },
      text: {
        en: 'Join five stones so that the sixth, b9, has several winning places. White cannot stop them all.',
        fr: 'Réunissez cinq pierres pour que la sixième, b9, ait plusieurs places gagnantes. Les Blancs ne pourront pas tout empêcher.',
      },
      setup: 'b=b20,b9,d4,d8,e3,f2 w=d9,e12 act=black',
      show: ['b9'],
      solutions: ['b20-e7'],
      hint: {
        en: 'The gap between d8 and f2 is e7. b20 has a long straight path to it.',
        fr: 'Le trou entre d8 et f2 est e7. b20 y va tout droit, de loin.',
      },
      done: { en: 'b9 now threatens c4, c5 and d7.', fr: 'b9 menace maintenant c4, c5 et d7.' },
      other: {
        en: 'White still has an answer. Fill e7, but keep b9 for the end.',
        fr: 'Les Blancs ont encore une réponse. Comblez e7, mais gardez b9 pour la fin.',
      },
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'This is the start. Gather your stones near the middle, and keep an eye on the white stone that could join the others. Try level 1.',
        fr: 'Voici le départ. Rassemblez vos pierres près du milieu, et surveillez la pierre blanche qui pourrait rejoindre les siennes. Essayez le niveau 1.',
      },
    },
  ],
};
