/** The first lesson of YINSH: rows, rings, and why the third one counts. */
import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  game: 'yinsh',
  steps: [
    {
      kind: 'tell',
      title: { en: 'Three rings win', fr: 'Trois anneaux et c’est gagné' },
      text: {
        en: 'Five markers of your colour side by side in a line are a *row*. For each row you take one of your own rings off the board.\n\nThe first to take off *three rings* wins.',
        fr: 'Cinq marqueurs de votre couleur côte à côte sur une ligne forment un *alignement*. Pour chaque alignement, vous retirez un de vos anneaux.\n\nLe premier qui a retiré *trois anneaux* gagne.',
      },
      setup: 'wr=c3,e8,g4,i8,i6 br=d7,f3,f9,h7,c5 wm=d4,e5,f6,g7,h8 bm=e4,g9 act=white',
      show: ['d4', 'e5', 'f6', 'g7', 'h8'],
    },
    {
      kind: 'try',
      title: { en: 'Place your rings', fr: 'Poser les anneaux' },
      text: {
        en: 'A game begins with an empty board. White and Black take turns to place their five rings. You are White: place your last one.',
        fr: 'Au début, le plateau est vide. Les Blancs et les Noirs posent leurs cinq anneaux à tour de rôle. Vous avez les Blancs : posez votre dernier anneau.',
      },
      turns: ['d4', 'e3', 'e8', 'd7', 'h8', 'g9', 'g4', 'i7'],
      hint: {
        en: 'Any empty point will do. The middle is a good place.',
        fr: 'N’importe quel point libre convient. Le centre est une bonne place.',
      },
      done: {
        en: 'Now Black places a fifth ring, and the rings begin to move.',
        fr: 'Les Noirs posent encore leur cinquième anneau, puis les anneaux se mettent en mouvement.',
      },
    },
    {
      kind: 'try',
      title: { en: 'Move a ring', fr: 'Déplacer un anneau' },
      text: {
        en: 'Your turn: a marker goes *into* one of your rings, then the ring moves along a line as far as you like. The marker stays behind.\n\nMove a ring.',
        fr: 'À vous : un marqueur se pose *dans* un de vos anneaux, puis l’anneau glisse sur une ligne, aussi loin que vous voulez. Le marqueur reste sur place.\n\nDéplacez un anneau.',
      },
      setup: 'wr=d4,e8,f6,g4,h8 br=d7,e3,f10,g9,i7 act=white',
      show: ['f6'],
      hint: {
        en: 'Choose the ring on f6, then a free point on one of its lines. Rings cannot pass rings.',
        fr: 'Choisissez l’anneau en f6, puis un point libre sur une de ses lignes. Un anneau ne passe jamais un autre anneau.',
      },
      done: {
        en: 'Every move leaves a marker of your colour behind. That is how lines grow.',
        fr: 'Chaque déplacement laisse un marqueur à votre couleur. C’est ainsi que les lignes grandissent.',
      },
    },
    {
      kind: 'try',
      title: { en: 'Jump and flip', fr: 'Sauter, c’est retourner' },
      text: {
        en: 'A ring may jump over markers that stand side by side. It lands on the first empty point behind them, and every marker it jumped is *flipped*.\n\nJump the three black ones with the ring on f3.',
        fr: 'Un anneau peut sauter des marqueurs qui se suivent. Il atterrit sur le premier point libre derrière eux, et tous les marqueurs sautés sont *retournés*.\n\nSautez les trois noirs avec l’anneau en f3.',
      },
      setup: 'wr=f3,c4,d8,h9,i6 br=c6,e9,g9,h4,j8 bm=f5,f6,f7 wm=e5 act=white',
      show: ['f3', 'f8'],
      accept: ['^f3-f8$'],
      hint: { en: 'From f3 straight up to f8.', fr: 'De f3 tout droit jusqu’en f8.' },
      done: {
        en: 'Three black markers have become white. Your own would have turned black!',
        fr: 'Trois marqueurs noirs sont devenus blancs. Les vôtres seraient devenus noirs !',
      },
      other: { en: 'A legal move, but the column f is still black.', fr: 'Coup permis, mais la colonne f reste noire.' },
    },
    {
      kind: 'try',
      title: { en: 'Your first row', fr: 'Votre premier alignement' },
      text: {
        en: 'Four white markers and a white ring stand in a line. A ring is not a marker, but it leaves one when it moves.\n\nMake the row, then choose the ring you take off.',
        fr: 'Quatre marqueurs blancs et un anneau blanc sur la même ligne. L’anneau ne compte pas, mais il laisse un marqueur en partant.\n\nFormez l’alignement, puis choisissez l’anneau à retirer.',
      },
      setup: 'wr=h8,c5,e8,g4,i6 br=d7,f3,f9,h6,i10 wm=d4,e5,f6,g7 bm=e4,g8 act=white',
      show: ['h8'],
      accept: [' xd4-h8:'],
      hint: {
        en: 'The ring on h8 has to go, and not over your own markers.',
        fr: 'L’anneau en h8 doit partir, mais sans sauter vos propres marqueurs.',
      },
      done: {
        en: 'One ring off: a third of the way. The five markers go back to the reserve.',
        fr: 'Un anneau retiré : un tiers du chemin. Les cinq marqueurs retournent à la réserve.',
      },
      other: {
        en: 'No row yet: a white marker is still missing on h8, or one has been flipped.',
        fr: 'Pas encore d’alignement : il manque un marqueur blanc en h8, ou l’un d’eux a été retourné.',
      },
    },
    {
      kind: 'find',
      title: { en: 'A row out of nothing', fr: 'Un alignement à partir de rien' },
      text: {
        en: 'Black has four in a line and feels safe. One move makes a *white* row of it. Find it.',
        fr: 'Les Noirs ont quatre marqueurs alignés et se croient à l’abri. Un seul coup en fait un alignement *blanc*. Trouvez-le.',
      },
      setup: 'wr=f3,c4,d8,h9,i6 br=c6,e9,g9,h4,j8 bm=f4,f5,f6,f7 wm=e6 act=white',
      solutions: ['f3-f8 xf3-f7:c4', 'f3-f8 xf3-f7:d8', 'f3-f8 xf3-f7:f8', 'f3-f8 xf3-f7:h9', 'f3-f8 xf3-f7:i6'],
      hint: {
        en: 'Flip all four at once, and count the marker you leave behind.',
        fr: 'Retournez les quatre d’un coup, et comptez le marqueur que vous laissez.',
      },
      done: {
        en: 'Four flipped and one left behind make five. Your opponent’s lines are half yours.',
        fr: 'Quatre retournés et un laissé, cela fait cinq. Les lignes adverses sont à moitié les vôtres.',
      },
      other: { en: 'That makes no row. Look along the column f.', fr: 'Cela ne forme pas d’alignement. Regardez la colonne f.' },
    },
    {
      kind: 'try',
      title: { en: 'Five of six', fr: 'Cinq sur six' },
      text: {
        en: 'When the ring on h8 leaves, *six* white markers stand in a line. You remove five that follow each other: touch the first and the last of them.\n\nMake the row and choose.',
        fr: 'Si l’anneau en h8 s’en va, *six* marqueurs blancs se suivent. Vous en retirez cinq d’affilée : touchez le premier et le dernier.\n\nFormez l’alignement et choisissez.',
      },
      setup: 'wr=h8,c5,e8,g4 br=d7,f3,f9,h6,i10 wm=d4,e5,f6,g7,i9 bm=e4 wout=1 act=white',
      show: ['h8'],
      accept: [' xd4-h8:', ' xe5-i9:'],
      hint: {
        en: 'Move the ring on h8 away. Then d4 to h8, or e5 to i9.',
        fr: 'Éloignez l’anneau en h8. Puis de d4 à h8, ou de e5 à i9.',
      },
      done: {
        en: 'One marker stays. Keep the one that helps your next row.',
        fr: 'Un marqueur reste. Gardez celui qui sert votre prochain alignement.',
      },
      other: {
        en: 'That is no row of five. The ring on h8 has to make room.',
        fr: 'Ce n’est pas un alignement de cinq. L’anneau en h8 doit s’en aller.',
      },
    },
    {
      kind: 'try',
      title: { en: 'A present', fr: 'Un cadeau' },
      text: {
        en: 'Black’s last jump finished a row of *yours*. It counts for you: first remove it and take off a ring, then move as usual.',
        fr: 'Le dernier saut des Noirs a complété *votre* alignement. Il compte pour vous : retirez-le d’abord, avec un anneau, puis jouez comme d’habitude.',
      },
      setup: 'wr=d8,c4,g3,h9,j8 br=d3,f9,h7,e8,c6 wm=d5,e5,f5,g5,h5 act=white',
      show: ['d5', 'e5', 'f5', 'g5', 'h5'],
      hint: {
        en: 'The row, a ring, then a move with another ring.',
        fr: 'L’alignement, un anneau, puis un déplacement avec un autre anneau.',
      },
      done: {
        en: 'A row belongs to its colour, no matter who made it. Look twice before you jump!',
        fr: 'Un alignement appartient à sa couleur, quel qu’en soit l’auteur. Regardez à deux fois avant de sauter !',
      },
    },
    {
      kind: 'find',
      title: { en: 'Stop the row', fr: 'Parer l’alignement' },
      text: {
        en: 'Four black markers, and a black ring on e9 ready to leave the fifth. Nothing can stop that ring from moving.\n\nSpoil the line instead.',
        fr: 'Quatre marqueurs noirs, et en e9 un anneau noir prêt à laisser le cinquième. Rien ne peut le retenir.\n\nCassez plutôt la ligne.',
      },
      setup: 'wr=c5,g3,d8,i8 br=e9,c3,h5,h10 bm=e5,e6,e7,e8 wm=d4,g6 wout=1 bout=1 act=white',
      show: ['e9'],
      solutions: ['c5-f5', 'c5-f8', 'd8-f8'],
      hint: {
        en: 'Jump across the column e and flip one of its markers.',
        fr: 'Sautez par-dessus la colonne e pour retourner un de ses marqueurs.',
      },
      done: {
        en: 'One white marker in the line, and Black is far from five again.',
        fr: 'Un seul marqueur blanc dans la ligne, et il n’y en a plus cinq.',
      },
      other: {
        en: 'Black moves the ring from e9 and has a row. Flip one of the four.',
        fr: 'Les Noirs partent de e9 et ont leur alignement. Retournez un des quatre.',
      },
    },
    {
      kind: 'find',
      title: { en: 'The third ring', fr: 'Le troisième anneau' },
      text: {
        en: 'Both sides have taken off two rings. The next row wins the game, and it is your move.',
        fr: 'Chacun a retiré deux anneaux. Le prochain alignement gagne la partie, et c’est à vous.',
      },
      setup: 'wr=f4,c4,i8 br=d8,g8,h4 wm=d6,e6,g6,h6 bm=f6,e4 wout=2 bout=2 act=white',
      wins: true,
      hint: {
        en: 'One black marker spoils your line. Which ring can jump it?',
        fr: 'Un marqueur noir gâche votre ligne. Quel anneau peut le sauter ?',
      },
      done: {
        en: 'Third row, third ring: you have won. The game ends there.',
        fr: 'Troisième alignement, troisième anneau : vous avez gagné. La partie s’arrête là.',
      },
      other: { en: 'No row. The marker on f6 has to turn white.', fr: 'Pas d’alignement. Le marqueur en f6 doit devenir blanc.' },
    },
    {
      kind: 'find',
      title: { en: 'Two threats at once', fr: 'Double menace' },
      text: {
        en: 'One more row wins. Two white lines of four point at the same empty point; Black can spoil only one of them per move.\n\nPrepare the end.',
        fr: 'Encore un alignement et c’est gagné. Deux lignes de quatre visent le même point libre ; les Noirs ne peuvent en casser qu’une par coup.\n\nPréparez la fin.',
      },
      setup: 'wr=h8,c3,d8 br=h4,e8,i9 wm=f2,f3,f4,f5,b6,c6,d6,e6 bm=e4,g8 wout=2 bout=2 act=white',
      solutions: ['c3-f6', 'h8-f6'],
      hint: {
        en: 'Put a ring where the lines meet. Next turn it leaves a marker there.',
        fr: 'Placez un anneau là où les lignes se croisent. Au coup suivant, il y laisse un marqueur.',
      },
      done: {
        en: 'Whatever Black does, your ring leaves f6 and one of the two lines is five.',
        fr: 'Quoi que fassent les Noirs, votre anneau quitte f6 et l’une des deux lignes compte cinq.',
      },
      other: {
        en: 'That gives Black time. Where would one marker finish both lines?',
        fr: 'Les Noirs ont le temps de répondre. Où un seul marqueur complète-t-il les deux lignes ?',
      },
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'Place five rings, leave markers, jump to flip, make rows of five. Each row takes one of your rings off; the *third* one wins.\n\nIf the 51 markers run out first, more rings off wins. Level 1 is waiting for you.',
        fr: 'Posez cinq anneaux, laissez des marqueurs, sautez pour retourner, alignez-en cinq. Chaque alignement vous fait retirer un anneau ; au *troisième*, c’est gagné.\n\nSi les 51 marqueurs sont épuisés avant, celui qui a retiré le plus d’anneaux gagne. Le niveau 1 vous attend.',
      },
      setup: 'wr=d4,e8,f6,g4,h8 br=d7,e3,f10,g9,i7 act=white',
    },
  ],
};
