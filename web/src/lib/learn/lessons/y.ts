/** The first lesson of Y: three sides, one chain, and the trick of the two ways. */
import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  game: 'y',
  steps: [
    {
      kind: 'tell',
      title: { en: 'Touch all three sides', fr: 'Toucher les trois côtés' },
      text: {
        en: 'Black has won: one chain of black stones touches *all three sides* of the board. It need not look like a Y, any shape will do.\n\nThe first player with such a chain wins.',
        fr: 'Les Noirs ont gagné : une chaîne de pierres noires touche *les trois côtés* du plateau. Elle n’a pas besoin de ressembler à un Y, toute forme convient.\n\nLe premier qui a une telle chaîne gagne.',
      },
      setup:
        'b=a8,b7,c6,d5,e4,f2,f3,e10,d12,c14,b16,a18,e7,d9,c10,b12,a13 w=e1,d3,d4,c5,e5,d6,e6,d8,b11,c12,d10,e9,e11,d13,b17,c3 act=white',
      show: ['a8', 'a13', 'a18'],
    },
    {
      kind: 'try',
      title: { en: 'Place a stone', fr: 'Poser une pierre' },
      text: {
        en: 'A move is one stone on any empty node. Stones never move and are never captured. Black begins: place one.',
        fr: 'Un coup, c’est une pierre sur un nœud libre. Les pierres ne bougent plus et ne sont jamais prises. Les Noirs commencent : posez-en une.',
      },
      options: { pie: 'off' },
      hint: {
        en: 'Anywhere. From the middle all three sides are near.',
        fr: 'Où vous voulez. Du centre, les trois côtés sont proches.',
      },
      done: { en: 'That is all there is to a move.', fr: 'Un coup, ce n’est rien de plus.' },
    },
    {
      kind: 'find',
      title: { en: 'Close the gap', fr: 'Fermer la brèche' },
      text: {
        en: 'Stones are joined when a line of the board runs between them. Your upper chain holds the left side, your lower one the right side and the bottom.\n\nWin with one stone.',
        fr: 'Deux pierres sont reliées quand une ligne du plateau va de l’une à l’autre. Votre chaîne du haut touche le côté gauche, celle du bas le côté droit et le bas.\n\nGagnez en posant une pierre.',
      },
      options: { pie: 'off' },
      setup: 'b=a23,b21,c1,c2,c4,c5,c6,c7,b9,a10,b5,a6 w=a4,b3,d3,e3,f2,e7,d9,c11,b12,a14,c16,d14 act=black',
      wins: true,
      hint: { en: 'One node touches both c2 and c4.', fr: 'Un nœud touche à la fois c2 et c4.' },
      done: { en: 'One chain, three sides: you have won.', fr: 'Une chaîne, trois côtés : c’est gagné.' },
      other: {
        en: 'Your two chains are still apart. Look at c2 and c4.',
        fr: 'Vos deux chaînes sont encore séparées. Regardez c2 et c4.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Corners count twice', fr: 'Un coin compte double' },
      text: {
        en: 'A corner belongs to *both* sides that meet there. Your chain has reached the bottom, but neither the left side nor the right.\n\nWin with one stone.',
        fr: 'Un coin appartient *aux deux* côtés qui s’y rejoignent. Votre chaîne touche le bas, mais ni le côté gauche ni le droit.\n\nGagnez en posant une pierre.',
      },
      options: { pie: 'off' },
      setup: 'b=a13,b11,c10,d8,e7,f2,f1,e2,e1,d1,c1,b1 w=b2,c2,d2,e3,e4,d7,b21,c18,d15,e12,f3,e8 act=black',
      wins: true,
      hint: { en: 'Go to the very top.', fr: 'Montez tout en haut.' },
      done: { en: 'a1 is left and right at once.', fr: 'a1 est à gauche et à droite à la fois.' },
      other: {
        en: 'That touches one side too few. A corner touches two.',
        fr: 'Il manque encore un côté. Un coin en touche deux.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Two ways', fr: 'Deux chemins' },
      text: {
        en: 'A small board, the same game. Two stones with *two* empty nodes between them are as good as joined: White takes one, you take the other.\n\nBring b3 to the bottom that way.',
        fr: 'Un petit plateau, le même jeu. Deux pierres qui ont *deux* nœuds libres entre elles sont pour ainsi dire reliées : les Blancs prennent l’un, vous prenez l’autre.\n\nMenez ainsi b3 vers le bas.',
      },
      options: { board: 'triangle-6', pie: 'off' },
      setup: 'b=b3,c3 w=d4,b5 act=black',
      show: ['b3'],
      solutions: ['c5'],
      hint: { en: 'Leave b4 and c4 empty, and play just below them.', fr: 'Laissez b4 et c4 libres, et jouez juste au-dessous.' },
      done: {
        en: 'b4 or c4 joins it to b3, c6 or d6 to the bottom. White cannot stop both of a pair.',
        fr: 'b4 ou c4 la relie à b3, c6 ou d6 au bas. Les Blancs ne peuvent pas fermer les deux à la fois.',
      },
      other: {
        en: 'White can cut that off. Jump one row ahead of the white stones.',
        fr: 'Les Blancs peuvent vous couper. Prenez une rangée d’avance sur eux.',
      },
    },
    {
      kind: 'find',
      title: { en: 'The other way', fr: 'L’autre chemin' },
      text: {
        en: 'White has entered at b4, between your stones. No panic: that was one of two ways. Answer.',
        fr: 'Les Blancs se sont glissés en b4, entre vos pierres. Pas de panique : il y avait deux chemins. Répondez.',
      },
      options: { board: 'triangle-6', pie: 'off' },
      setup: 'b=b3,c3,c5 w=d4,b5,b4 act=black',
      show: ['b4'],
      solutions: ['c4'],
      hint: { en: 'Which node still joins b3 and c5?', fr: 'Quel nœud relie encore b3 et c5 ?' },
      done: {
        en: 'Joined. Answer such intrusions at once; until then, leave the pair alone.',
        fr: 'Reliées. Répondez tout de suite à ces intrusions ; d’ici là, laissez les deux nœuds libres.',
      },
      other: { en: 'Now White plays c4 and your stones are apart.', fr: 'Les Blancs jouent c4 et vos pierres sont séparées.' },
    },
    {
      kind: 'find',
      title: { en: 'To the side', fr: 'Jusqu’au bord' },
      text: {
        en: 'White tried d6, you took c6. Now White has tried a3. From one row away, a side can be reached in two ways, too.\n\nFinish.',
        fr: 'Les Blancs ont tenté d6, vous avez pris c6. Ils essaient maintenant a3. Depuis la rangée voisine, on atteint aussi le bord par deux chemins.\n\nConcluez.',
      },
      options: { board: 'triangle-6', pie: 'off' },
      setup: 'b=b3,c3,c5,c4,c6 w=d4,b5,b4,d6,a3 act=black',
      show: ['a3'],
      wins: true,
      hint: { en: 'b3 has a second neighbour on the left side.', fr: 'b3 a un second voisin sur le côté gauche.' },
      done: { en: 'Won, and it was decided the moment you played c5.', fr: 'Gagné, et c’était décidé dès votre coup en c5.' },
      other: { en: 'The left side is still missing.', fr: 'Il manque encore le côté gauche.' },
    },
    {
      kind: 'find',
      title: { en: 'Cut and connect', fr: 'Couper et relier' },
      text: {
        en: 'White is one stone from winning. In Y the best defence is your own chain: the node White needs is often the one you need.',
        fr: 'Les Blancs sont à une pierre du gain. Au jeu de Y, la meilleure défense est votre propre chaîne : le nœud dont ils ont besoin est souvent celui dont vous avez besoin.',
      },
      options: { board: 'triangle-6', pie: 'off' },
      setup: 'b=b2,b3,d4,e5,a6 w=a3,b4,c5,c6,c3 act=black',
      solutions: ['c4'],
      hint: {
        en: 'c3 belongs to White’s Y, if it can reach the others.',
        fr: 'c3 fera partie du Y blanc, s’il rejoint les autres.',
      },
      done: {
        en: 'White is cut, and you are joined: a1 or a2 on the left, e6 or f6 below. You will win.',
        fr: 'Les Blancs sont coupés et vous êtes relié : a1 ou a2 à gauche, e6 ou f6 en bas. Vous gagnerez.',
      },
      other: { en: 'White plays c4 and has all three sides.', fr: 'Les Blancs jouent c4 et touchent les trois côtés.' },
    },
    {
      kind: 'try',
      title: { en: 'The pie rule', fr: 'La règle du gâteau' },
      text: {
        en: 'Going first is a big advantage. So after the first stone the second player may *swap*: take over Black and the stone.\n\nBlack took the very middle. Swap!',
        fr: 'Commencer est un gros avantage. Aussi, après la première pierre, le second joueur peut *échanger* : il prend les Noirs et la pierre.\n\nLes Noirs ont pris le plein centre. Échangez !',
      },
      turns: ['f1'],
      accept: ['^swap$'],
      hint: { en: 'Use the swap button, or write swap.', fr: 'Utilisez le bouton d’échange, ou écrivez swap.' },
      done: {
        en: 'The stone is yours; your opponent goes on with White. If you begin, cut the cake fairly: play a modest first stone.',
        fr: 'La pierre est à vous ; l’adversaire continue avec les Blancs. Quand vous commencez, coupez des parts égales : une première pierre modeste.',
      },
      other: {
        en: 'Allowed, but a stone in the middle is worth more. Swap instead.',
        fr: 'Permis, mais une pierre au centre vaut mieux. Échangez plutôt.',
      },
    },
    {
      kind: 'tell',
      title: { en: 'Somebody always wins', fr: 'Il y a toujours un vainqueur' },
      text: {
        en: 'Here the board is full. Exactly one colour touches all three sides, and that is always the case: Y has *no draws*. What cuts one chain joins the other.',
        fr: 'Ici le plateau est plein. Une seule couleur touche les trois côtés, et c’est toujours le cas : à Y, *pas de nulle*. Ce qui coupe une chaîne relie l’autre.',
      },
      options: { board: 'triangle-5', pie: 'off' },
      setup: 'b=a3,b2,b3,b4,c5,d4,a5,e5 w=a1,a2,c3,a4,c4,b5,d5 act=white',
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'One chain, three sides. Begin near the middle, move ahead keeping two ways open, and answer when White blocks one.\n\nLevel 1 is waiting for you.',
        fr: 'Une chaîne, trois côtés. Commencez vers le centre, avancez en gardant deux chemins, et répondez quand on vous en ferme un.\n\nLe niveau 1 vous attend.',
      },
    },
  ],
};
