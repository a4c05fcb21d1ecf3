/** Tetra, from the first stone: the four figures, the block, the double threat, the slide. */
import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  game: 'tetra',
  steps: [
    {
      kind: 'tell',
      title: { en: 'The goal', fr: 'Le but' },
      text: {
        en: 'Four of your stones in a *stretched* line or rhombus win. Stretched means with gaps: no two of the four touch.\n\nHere Black has won with a line.',
        fr: 'Quatre de vos pierres en ligne *étirée* ou en losange étiré gagnent. Étiré, c’est-à-dire avec des intervalles : aucune des quatre n’en touche une autre.\n\nIci, les Noirs ont gagné avec une ligne.',
      },
      setup: 'b=b18,d14,e2,c4 w=d4,f3,e7 bhand=6 whand=7 act=white',
      show: ['b18', 'd14', 'e2', 'c4'],
    },
    {
      kind: 'try',
      title: { en: 'Place a stone', fr: 'Posez une pierre' },
      text: {
        en: 'The board starts empty and you have ten stones in hand. Black begins; you are Black. Place a stone on any node.',
        fr: 'Le plateau est vide au départ et vous avez dix pierres en main. Vous avez les Noirs et vous commencez. Posez une pierre sur le nœud de votre choix.',
      },
      hint: { en: 'Touch any crossing of lines.', fr: 'Touchez n’importe quel croisement de lignes.' },
      done: {
        en: 'Well placed. The centre takes part in the most figures.',
        fr: 'Bien posée. C’est le centre qui participe au plus grand nombre de figures.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Line by nodes', fr: 'Ligne par les nœuds' },
      text: {
        en: 'Every second node of a straight line: one node lies between neighbours of the figure. White’s stones in between change nothing. Finish the line.',
        fr: 'Un nœud sur deux d’une ligne droite : entre deux pierres de la figure, il y a un nœud. Les pierres blanches intercalées n’y changent rien. Complétez la ligne.',
      },
      setup: 'b=b18,d14,e2 w=e12,d3,f1 bhand=7 whand=7 act=black',
      wins: true,
      hint: { en: 'Go on to the right from e2, over one node.', fr: 'Continuez vers la droite depuis e2, en sautant un nœud.' },
      done: { en: 'A line by nodes: b18, d14, e2, c4.', fr: 'Ligne par les nœuds : b18, d14, e2, c4.' },
      other: {
        en: 'Not yet four. Follow the row b18, d14, e2 with the same gap.',
        fr: 'Il n’y en a pas encore quatre. Prolongez la rangée b18, d14, e2 avec le même intervalle.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Line by lines', fr: 'Ligne par les lignes' },
      text: {
        en: 'Stones may also face each other *across a line*: c10 and e7 are the tips of the two triangles on the line d8–d9. One stone is missing in this column.',
        fr: 'Deux pierres peuvent aussi se faire face *de part et d’autre d’un trait* : c10 et e7 sont les pointes des deux triangles du trait d8–d9. Il manque une pierre à cette colonne.',
      },
      setup: 'b=c10,e7,e1 w=d10,e3,d14 bhand=7 whand=7 act=black',
      show: ['d8', 'd9'],
      wins: true,
      hint: { en: 'Between e7 and e1, straight up.', fr: 'Entre e7 et e1, tout droit vers le haut.' },
      done: { en: 'A line by lines: c10, e7, f1, e1.', fr: 'Ligne par les lignes : c10, e7, f1, e1.' },
      other: {
        en: 'Look at the column c10, e7, …, e1: each stone faces the next across a line.',
        fr: 'Regardez la colonne c10, e7, …, e1 : chaque pierre fait face à la suivante par-dessus un trait.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Rhombus by nodes', fr: 'Losange par les nœuds' },
      text: {
        en: 'A rhombus lies around a node, here f1: two stones beside it, left and right, two farther away, above and below. White on f1 does not matter. Close it.',
        fr: 'Un losange entoure un nœud, ici f1 : deux pierres à côté de lui, à gauche et à droite, deux plus loin, en haut et en bas. La pierre blanche en f1 n’y change rien. Fermez-le.',
      },
      setup: 'b=e11,e1,e7 w=f1,d13,d6 bhand=7 whand=7 act=black',
      show: ['f1'],
      wins: true,
      hint: { en: 'e11 has a mirror image on the other side of f1.', fr: 'e11 a son reflet de l’autre côté de f1.' },
      done: { en: 'A rhombus by nodes: e1, e3, e7, e11.', fr: 'Losange par les nœuds : e1, e3, e7, e11.' },
      other: { en: 'The fourth stone is the mirror image of e11.', fr: 'La quatrième pierre est le reflet de e11.' },
    },
    {
      kind: 'find',
      title: { en: 'Rhombus by lines', fr: 'Losange par les lignes' },
      text: {
        en: 'The last figure lies around a line, here f2–f3: the two tips across it, and the two nodes straight on from its ends. Which one is missing?',
        fr: 'La dernière figure entoure un trait, ici f2–f3 : les deux pointes de part et d’autre, et les deux nœuds dans son prolongement. Lequel manque ?',
      },
      setup: 'b=e10,e4,f1 w=f2,f3,e12 bhand=7 whand=7 act=black',
      show: ['f2', 'f3'],
      wins: true,
      hint: { en: 'The mirror image of f1 across the line f2–f3.', fr: 'Le reflet de f1 de l’autre côté du trait f2–f3.' },
      done: {
        en: 'A rhombus by lines. You know all four figures now.',
        fr: 'Losange par les lignes. Vous connaissez maintenant les quatre figures.',
      },
      other: { en: 'One tip of the line f2–f3 is still empty.', fr: 'Une des pointes du trait f2–f3 est encore libre.' },
    },
    {
      kind: 'find',
      title: { en: 'Stop White', fr: 'Arrêtez les Blancs' },
      text: {
        en: 'White has three of a line and would finish it next turn. Take the missing node first.',
        fr: 'Les Blancs ont trois pierres d’une ligne et la compléteraient au prochain coup. Occupez avant eux le nœud qui manque.',
      },
      setup: 'w=c16,e11,e5 b=d1,e7,d13 bhand=7 whand=7 act=black',
      solutions: ['f2'],
      hint: {
        en: 'c16 and e11 face each other across a line. Go on in that direction.',
        fr: 'c16 et e11 se font face par-dessus un trait. Continuez dans cette direction.',
      },
      done: { en: 'Blocked. There was no other defence.', fr: 'Bloqué. Il n’y avait pas d’autre défense.' },
      other: { en: 'White now plays f2 and wins.', fr: 'Les Blancs jouent f2 et gagnent.' },
    },
    {
      kind: 'find',
      title: { en: 'Too many threats', fr: 'Trop de menaces' },
      text: {
        en: 'The marked nodes are *pentas*, with five neighbours: a straight line forks there. Find the stone that makes so many threats that White cannot stop them all.',
        fr: 'Les nœuds indiqués sont des *pentas*, à cinq voisins : une ligne droite y bifurque. Trouvez la pierre qui crée trop de menaces pour que les Blancs les parent toutes.',
      },
      setup: 'b=e5,e9 w=e1,f1 bhand=8 whand=8 act=black',
      show: ['e5', 'e9'],
      solutions: ['e7'],
      hint: { en: 'Your two stones need one in the middle.', fr: 'Il manque une pierre au milieu de vos deux pierres.' },
      done: {
        en: 'Now c5, c7, c13 and c15 all finish a line. White can block only one.',
        fr: 'Maintenant, une pierre en c5, c7, c13 ou c15 complète une ligne. Les Blancs ne peuvent en bloquer qu’un.',
      },
      other: {
        en: 'White has time to answer that. Look between e5 and e9.',
        fr: 'Les Blancs ont le temps d’y répondre. Regardez entre e5 et e9.',
      },
    },
    {
      kind: 'try',
      title: { en: 'Slide', fr: 'Glissez' },
      text: {
        en: 'When your hand is empty, a turn is to slide a stone one or two nodes along a straight line of empty nodes. At a penta take either branch. Slide d1 two nodes, through e1.',
        fr: 'Quand votre main est vide, un coup consiste à faire glisser une pierre d’un ou deux nœuds, en ligne droite, sur des nœuds libres. À un penta, prenez la branche que vous voulez. Faites glisser d1 de deux nœuds, à travers e1.',
      },
      setup: 'b=d1,c7,c13 w=c4,c10,c16 act=black',
      show: ['d1', 'e1'],
      accept: ['^d1-e(2|12)$'],
      hint: { en: 'Touch d1, then e2 or e12.', fr: 'Touchez d1, puis e2 ou e12.' },
      done: { en: 'Both e2 and e12 lie straight on behind the penta.', fr: 'e2 comme e12 sont tout droit derrière le penta.' },
      other: {
        en: 'A legal slide. Now try d1, two nodes through e1.',
        fr: 'Ce glissement est permis. Essayez maintenant d1, de deux nœuds à travers e1.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Win with a slide', fr: 'Gagnez en glissant' },
      text: {
        en: 'All stones are on the board. One slide makes a figure.',
        fr: 'Toutes les pierres sont posées. Un glissement forme une figure.',
      },
      setup: 'b=e11,e3,e1,c9 w=d10,c2,c16,b5 act=black',
      wins: true,
      hint: {
        en: 'e11, e1 and e3 are three corners of a rhombus around f1.',
        fr: 'e11, e1 et e3 sont trois sommets d’un losange autour de f1.',
      },
      done: { en: 'From c9 over d8 to e7: the rhombus is closed.', fr: 'De c9 par d8 jusqu’en e7 : le losange est fermé.' },
      other: {
        en: 'The rhombus around f1 lacks its lowest corner.',
        fr: 'Il manque au losange autour de f1 son sommet inférieur.',
      },
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'Play near the centre. After each white stone, check whether three stones of a figure are in place, and aim at two threats at once.\n\nLevel 1 is a patient first opponent.',
        fr: 'Jouez près du centre. Après chaque pierre blanche, vérifiez si trois pierres d’une figure sont en place, et visez deux menaces à la fois.\n\nLe niveau 1 est un premier adversaire patient.',
      },
    },
  ],
};
