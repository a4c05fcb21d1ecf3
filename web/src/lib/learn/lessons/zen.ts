/** Zen l’initié, from the first move: counting, passing, capturing, the Zen, connecting, parrying. */
import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  game: 'zen',
  steps: [
    {
      kind: 'tell',
      title: { en: 'The goal', fr: 'Le but' },
      text: {
        en: 'Link *all* your pawns that are left, together with the red Zen, into one chain. Corners count as contact. Here White has done it; Black has not.',
        fr: 'Reliez en une seule chaîne *tous* les pions qui vous restent, avec le Zen rouge. Un contact par le coin compte. Ici les Blancs y sont parvenus, les Noirs non.',
      },
      setup: 'w=c4,d5,e5,g6,h7 b=b9,c9,g2,j4 zen=f6 act=black',
      show: ['c4', 'd5', 'e5', 'f6', 'g6', 'h7'],
    },
    {
      kind: 'find',
      title: { en: 'Count, then move', fr: 'Comptez, puis jouez' },
      text: {
        en: 'A pawn moves straight or diagonally, *exactly* as many squares as its whole line holds pieces, itself included. On row 3 there are three. You are White: move c3 along this row.',
        fr: 'Un pion se déplace en ligne droite ou en diagonale, d’*exactement* autant de cases qu’il y a de pièces sur toute la ligne, lui compris. Sur la rangée 3, il y en a trois. Vous avez les Blancs : déplacez c3 sur cette rangée.',
      },
      setup: 'w=c3,h3 b=j3,b9 zen=e8 act=white',
      show: ['c3', 'h3', 'j3'],
      solutions: ['c3-f3'],
      hint: { en: 'Three squares to the right of c3.', fr: 'Trois cases à droite de c3.' },
      done: { en: 'Three pieces, three squares.', fr: 'Trois pièces, trois cases.' },
      other: {
        en: 'A legal move, but not of c3 along row 3.',
        fr: 'Ce coup est permis, mais ce n’est pas c3 le long de la rangée 3.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Over your own pawns', fr: 'Par-dessus ses pions' },
      text: {
        en: 'A pawn may pass over your own pawns, never over enemy pawns. Move e2 up its column, over your pawn on e3.',
        fr: 'Un pion peut passer par-dessus vos pions, jamais par-dessus un pion adverse. Faites monter e2 dans sa colonne, par-dessus votre pion e3.',
      },
      setup: 'w=e2,e3,i8 b=e9,c7 zen=h5 act=white',
      show: ['e2', 'e3'],
      solutions: ['e2-e5'],
      hint: { en: 'Column e holds three pieces: e2, e3 and e9.', fr: 'La colonne e porte trois pièces : e2, e3 et e9.' },
      done: { en: 'The black pawn on e9 counts, but is not in the way.', fr: 'Le pion noir en e9 compte, mais ne gêne pas.' },
      other: { en: 'Legal, but move e2 up its column.', fr: 'C’est permis, mais jouez e2 vers le haut.' },
    },
    {
      kind: 'try',
      title: { en: 'Capture', fr: 'Prenez' },
      text: {
        en: 'A move that ends exactly on an enemy pawn captures it for good. Capturing is optional. Take a black pawn.',
        fr: 'Un coup qui finit exactement sur un pion adverse le prend, définitivement. La prise n’est pas obligatoire. Prenez un pion noir.',
      },
      setup: 'w=d4,i9 b=g4,j4,d8 zen=g8 act=white',
      accept: ['^d4xg4'],
      hint: {
        en: 'Row 4 holds three pieces, and one of them stands three squares from d4.',
        fr: 'La rangée 4 porte trois pièces, et l’une d’elles est à trois cases de d4.',
      },
      done: {
        en: 'Taken. Fewer pawns are easier to link, though: captures help the other side too.',
        fr: 'Pris. Mais moins de pions se relient plus facilement : une prise aide aussi l’adversaire.',
      },
      other: { en: 'Legal, but no capture.', fr: 'C’est permis, mais ce n’est pas une prise.' },
    },
    {
      kind: 'try',
      title: { en: 'The Zen', fr: 'Le Zen' },
      text: {
        en: 'The red Zen belongs to the player whose turn it is: move it like a pawn of yours, pass over it, or capture it. After its move it must touch some pawn. Move the Zen.',
        fr: 'Le Zen rouge appartient à celui dont c’est le tour : déplacez-le comme un de vos pions, passez par-dessus ou prenez-le. Après son coup, il doit toucher un pion. Déplacez le Zen.',
      },
      setup: 'w=d5,h8 b=h6,d9,c10 zen=f6 act=white',
      show: ['f6'],
      accept: ['^f6-'],
      hint: { en: 'From f6 to d4, d6 or g5.', fr: 'De f6 en d4, d6 ou g5.' },
      done: { en: 'Black may not put it straight back on f6 now.', fr: 'Les Noirs ne peuvent pas le remettre aussitôt en f6.' },
      other: { en: 'Legal, but move the red piece this time.', fr: 'C’est permis, mais déplacez cette fois la pièce rouge.' },
    },
    {
      kind: 'find',
      title: { en: 'Link up', fr: 'Reliez' },
      text: {
        en: 'Three pawns and the Zen are one chain; i3 is alone. Bring it back and win.',
        fr: 'Trois pions et le Zen forment une chaîne ; i3 est seul. Ramenez-le et gagnez.',
      },
      setup: 'w=d4,e5,g7,i3 b=b9,j10,c11,k6 zen=f6 act=white',
      show: ['i3'],
      wins: true,
      hint: { en: 'The diagonal from i3 to the Zen holds two pieces.', fr: 'La diagonale de i3 au Zen porte deux pièces.' },
      done: { en: 'On g5 it touches the Zen: one chain.', fr: 'En g5, il touche le Zen : une seule chaîne.' },
      other: { en: 'i3 has to land beside the chain.', fr: 'i3 doit arriver à côté de la chaîne.' },
    },
    {
      kind: 'find',
      title: { en: 'The Zen as a bridge', fr: 'Le Zen fait le pont' },
      text: {
        en: 'Two pairs, one gap, and the Zen stands apart. One move solves both.',
        fr: 'Deux paires, un vide, et le Zen à l’écart. Un seul coup règle tout.',
      },
      setup: 'w=c5,d5,f5,g5 b=e10,b9,j2 zen=e8 act=white',
      wins: true,
      hint: { en: 'Column e holds two pieces.', fr: 'La colonne e porte deux pièces.' },
      done: { en: 'e6 touches d5 and f5.', fr: 'e6 touche d5 et f5.' },
      other: { en: 'The Zen has to be in the chain as well.', fr: 'Le Zen doit lui aussi être dans la chaîne.' },
    },
    {
      kind: 'find',
      title: { en: 'Take the Zen', fr: 'Prenez le Zen' },
      text: {
        en: 'A captured Zen no longer has to be linked. This lets i6 join the others.',
        fr: 'Un Zen pris n’a plus besoin d’être relié. i6 peut ainsi rejoindre les siens.',
      },
      setup: 'w=c4,d4,e5,i6 b=c6,j10,b2 zen=f6 act=white',
      show: ['i6'],
      wins: true,
      hint: { en: 'Row 6 holds three pieces.', fr: 'La rangée 6 porte trois pièces.' },
      done: { en: 'On f6 the pawn touches e5, and the Zen is gone.', fr: 'En f6, le pion touche e5, et le Zen a disparu.' },
      other: { en: 'Count row 6 from i6.', fr: 'Comptez la rangée 6 à partir de i6.' },
    },
    {
      kind: 'find',
      title: { en: 'Stop Black', fr: 'Arrêtez les Noirs' },
      text: {
        en: 'Black wants to play c6-e6 and be linked. The count of row 6 is two because the Zen stands there…',
        fr: 'Les Noirs veulent jouer c6-e6 pour tout relier. La rangée 6 compte deux pièces parce que le Zen s’y trouve…',
      },
      setup: 'w=g9,h2,h4,i10 b=c6,f5,g5,h5 zen=f6 act=white',
      show: ['c6', 'e6'],
      solutions: ['f6-f8'],
      hint: {
        en: 'Take the Zen away, to a place where Black’s chain does not touch it.',
        fr: 'Emmenez le Zen là où la chaîne noire ne le touche pas.',
      },
      done: {
        en: 'Along row 6, c6 now moves only one square, and the Zen is with your pawns.',
        fr: 'Sur la rangée 6, c6 n’avance plus que d’une case, et le Zen est avec vos pions.',
      },
      other: {
        en: 'Black is linked next turn. Only the Zen saves you.',
        fr: 'Les Noirs sont reliés au coup suivant. Seul le Zen vous sauve.',
      },
    },
    {
      kind: 'find',
      title: { en: 'A win, not a draw', fr: 'La victoire, pas la nulle' },
      text: {
        en: 'If both colours are linked after a turn, it is a draw. Two moves link your pawns; one of them takes Black’s only stray pawn. Choose the other. (The Zen is gone here.)',
        fr: 'Si les deux couleurs sont reliées après un coup, la partie est nulle. Deux coups relient vos pions ; l’un prend le seul pion noir isolé. Choisissez l’autre. (Ici le Zen a été pris.)',
      },
      setup: 'w=f3,e6,f6,g6 b=c9,d8,e8,h5 act=white',
      wins: true,
      hint: { en: 'Leave h5 alone.', fr: 'Laissez h5 tranquille.' },
      done: {
        en: 'You are linked, and Black still has a stray pawn.',
        fr: 'Vous êtes relié, et les Noirs ont encore un pion isolé.',
      },
      other: { en: 'That does not win. Link f3 without touching h5.', fr: 'Cela ne gagne pas. Reliez f3 sans toucher à h5.' },
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'Twelve pawns each, the Zen in the middle. Gather your pawns and, before each move, check what Black could link. Try level 1.',
        fr: 'Douze pions chacun, le Zen au milieu. Rassemblez vos pions et, avant chaque coup, voyez ce que les Noirs pourraient relier. Essayez le niveau 1.',
      },
    },
  ],
};
