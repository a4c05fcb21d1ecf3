/**
 * Yin Yang, from the first step: the corners, the three kinds of law, whose seat one reads from, contradiction.
 *
 * Black keeps the same laws all along, so that there is less to read from step to step.
 */
import type { Lesson } from '../lesson';

const BLACK = 'lb=wb..>.b..,..b.>.bbw,b..b>*,bbbb>bb.b';
const WHITE = 'lw=wwww>ww.w,bw..>.w..,w..w>*,..w.>.wwb';

export const lesson: Lesson = {
  game: 'yinyang',
  steps: [
    {
      kind: 'tell',
      title: { en: 'The goal', fr: 'Le but' },
      text: {
        en: 'Reach the opposite corner: a black stone on d4 wins for Black, a white one on a1 for White. The board starts full; the players themselves write the *laws* that make room.',
        fr: 'Atteignez le coin opposé : une pierre noire en d4 fait gagner les Noirs, une blanche en a1 les Blancs. Le plateau est plein au départ ; ce sont les joueurs qui écrivent les *lois* qui font de la place.',
      },
      show: ['a1', 'd4'],
    },
    {
      kind: 'find',
      title: { en: 'Move', fr: 'Se déplacer' },
      text: {
        en: 'You are Black. A stone moves one square to an empty one, never diagonally. Moving captures nothing. Go into the corner.',
        fr: 'Vous avez les Noirs. Une pierre avance d’une case vers une case vide, jamais en diagonale. Un déplacement ne prend rien. Allez dans le coin.',
      },
      setup: `w=c3,b2 b=c4 ${BLACK} ${WHITE} act=black`,
      show: ['d4'],
      wins: true,
      hint: { en: 'From c4 to d4.', fr: 'De c4 en d4.' },
      done: { en: 'A black stone on d4: Black wins.', fr: 'Une pierre noire en d4 : les Noirs gagnent.' },
      other: { en: 'The corner is d4.', fr: 'Le coin est d4.' },
    },
    {
      kind: 'try',
      title: { en: 'A law of destruction', fr: 'Une loi de destruction' },
      text: {
        en: 'A law turns a *cause* into an *effect*, on any 2 × 2 block that looks exactly like the cause, empty cells included. Law 1: a white stone to the left of a black one; the white one vanishes. Apply law 1.',
        fr: 'Une loi transforme une *cause* en *effet*, sur tout bloc 2 × 2 identique à la cause, cases vides comprises. Loi 1 : une pierre blanche à gauche d’une noire ; la blanche disparaît. Appliquez la loi 1.',
      },
      setup: `w=b2,c4 b=c2,a4 ${BLACK} ${WHITE} act=black`,
      show: ['b1', 'c1', 'b2', 'c2'],
      accept: ['L1@'],
      hint: {
        en: 'Choose law 1, then the marked block. It is named by its lower left square: b1.',
        fr: 'Choisissez la loi 1, puis le bloc indiqué. Il porte le nom de sa case en bas à gauche : b1.',
      },
      done: {
        en: 'Law 1 now lies face up: your opponent has seen it, and you may use it again.',
        fr: 'La loi 1 est maintenant face visible : votre adversaire l’a vue, et vous pouvez la réutiliser.',
      },
      other: { en: 'Legal, but use law 1 this time.', fr: 'C’est permis, mais servez-vous cette fois de la loi 1.' },
    },
    {
      kind: 'find',
      title: { en: 'A law of peopling', fr: 'Une loi de peuplement' },
      text: {
        en: 'Peopling adds exactly two stones. Law 2: a single black stone, lower left; another black one appears upper right and a white one lower right. Win with it.',
        fr: 'Un peuplement ajoute exactement deux pierres. Loi 2 : une pierre noire seule, en bas à gauche ; une autre noire apparaît en haut à droite et une blanche en bas à droite. Gagnez avec elle.',
      },
      setup: `w=b4,a3 b=c3 ${BLACK} ${WHITE} act=black`,
      show: ['c3', 'd3', 'c4', 'd4'],
      wins: true,
      hint: { en: 'Law 2 on the marked block.', fr: 'La loi 2 sur le bloc indiqué.' },
      done: {
        en: 'The new stone stands on d4. How it got there does not matter.',
        fr: 'La nouvelle pierre est en d4. Peu importe comment elle y est venue.',
      },
      other: { en: 'Law 2 would put a black stone on d4 at once.', fr: 'La loi 2 mettrait aussitôt une pierre noire en d4.' },
    },
    {
      kind: 'find',
      title: { en: 'Move, then law', fr: 'Déplacement, puis loi' },
      text: {
        en: 'In one turn you may move, apply a law, or do both *in this order*. Win at once.',
        fr: 'En un coup, vous pouvez déplacer une pierre, appliquer une loi, ou faire les deux *dans cet ordre*. Gagnez tout de suite.',
      },
      setup: `w=b4,a3 b=c2 ${BLACK} ${WHITE} up=b2 act=black`,
      wins: true,
      hint: { en: 'First to c3. Then law 2 as before.', fr: 'D’abord en c3. Puis la loi 2, comme avant.' },
      done: {
        en: 'Two steps in one turn. Watch out for your opponent doing this.',
        fr: 'Deux étapes en un coup. Méfiez-vous quand l’adversaire peut en faire autant.',
      },
      other: {
        en: 'Where must the stone stand for law 2 to reach d4?',
        fr: 'Où doit être la pierre pour que la loi 2 atteigne d4 ?',
      },
    },
    {
      kind: 'find',
      title: { en: 'From White’s seat', fr: 'De la place des Blancs' },
      text: {
        en: 'Now you are White, seated at d4’s corner. Your laws are read *from your side*: on the board they lie turned by half a turn. Your law 4 is the twin of Black’s law 2. Win.',
        fr: 'Vous avez maintenant les Blancs, assis du côté de d4. Vos lois se lisent *de votre côté* : sur le plateau, elles sont tournées d’un demi-tour. Votre loi 4 est la jumelle de la loi 2 des Noirs. Gagnez.',
      },
      setup: `w=b2 b=c4,d2 ${BLACK} ${WHITE} act=white`,
      wins: true,
      hint: {
        en: 'From your seat b2 is the lower left cell of the block a1, and a1 the upper right one.',
        fr: 'Vu de votre place, b2 est en bas à gauche du bloc a1, et a1 en haut à droite.',
      },
      done: { en: 'Your upper right is the board’s lower left.', fr: 'Votre haut à droite est le bas à gauche du plateau.' },
      other: {
        en: 'Law 4 fits the block around a1 and b2, seen from your seat.',
        fr: 'Vue de votre place, la loi 4 convient au bloc de a1 et b2.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Defend your corner', fr: 'Défendez votre coin' },
      text: {
        en: 'You are Black again. The white stone on a2 reaches a1 next turn. A law can stop it.',
        fr: 'Vous avez de nouveau les Noirs. La pierre blanche en a2 ira en a1 au prochain coup. Une loi peut l’en empêcher.',
      },
      setup: `w=a2,c4 b=b2 ${BLACK} ${WHITE} act=black`,
      show: ['a1'],
      solutions: ['L1@a1'],
      hint: { en: 'White to the left of Black: law 1.', fr: 'Une blanche à gauche d’une noire : loi 1.' },
      done: { en: 'The stone on a2 is gone.', fr: 'La pierre en a2 a disparu.' },
      other: { en: 'White goes to a1 and wins. Destroy a2.', fr: 'Les Blancs vont en a1 et gagnent. Détruisez a2.' },
    },
    {
      kind: 'find',
      title: { en: 'Contradiction', fr: 'Contradiction' },
      text: {
        en: 'White’s law 1 is face up: the same cause as your law 1, another effect. So yours *cannot be used*. Stop a2 in another way.',
        fr: 'La loi 1 des Blancs est visible : même cause que votre loi 1, autre effet. La vôtre *ne peut pas servir*. Arrêtez a2 autrement.',
      },
      setup: 'w=a2,c4 b=b2 lb=wb..>.b..,..b.>.bbw,b..b>*,..wb>...b lw=..bw>...w,wwww>ww.w,w..w>*,..w.>.wwb up=w1 act=black',
      show: ['a2'],
      solutions: ['L4@a2'],
      hint: {
        en: 'Law 4 has another cause: the same pair in the lower half of a block.',
        fr: 'La loi 4 a une autre cause : la même paire dans la moitié basse d’un bloc.',
      },
      done: { en: 'Another cause, no contradiction.', fr: 'Autre cause, pas de contradiction.' },
      other: { en: 'White still reaches a1. Look at law 4.', fr: 'Les Blancs arrivent encore en a1. Regardez la loi 4.' },
    },
    {
      kind: 'try',
      title: { en: 'Adaptation', fr: 'L’adaptation' },
      text: {
        en: 'The red mark is adaptation: the board stays as it is, and you rewrite one of your own laws, which becomes secret again. Law 3 fits the marked block. Rewrite a law.',
        fr: 'La marque rouge est l’adaptation : le plateau ne change pas, et vous réécrivez une de vos lois, qui redevient secrète. La loi 3 convient au bloc indiqué. Réécrivez une loi.',
      },
      setup: `w=c4,d1 b=b3,c2 ${BLACK} ${WHITE} up=b1 act=black`,
      show: ['b2', 'c2', 'b3', 'c3'],
      accept: ['L3@b2=L'],
      hint: {
        en: 'Law 3, the marked block, then any of your laws, and its new text.',
        fr: 'La loi 3, le bloc indiqué, puis une de vos lois et son nouveau texte.',
      },
      done: {
        en: 'Your opponent sees which law you rewrote, not what it says.',
        fr: 'Votre adversaire voit quelle loi vous avez réécrite, pas ce qu’elle dit.',
      },
      other: { en: 'Legal, but use law 3 on the marked block.', fr: 'C’est permis, mais appliquez la loi 3 au bloc indiqué.' },
    },
    {
      kind: 'try',
      title: { en: 'Write your laws', fr: 'Écrivez vos lois' },
      text: {
        en: 'Before a game both players write four laws in secret. Nobody can move on a full board: a player who has no turn *loses*. So write at least one law whose cause is on this board.',
        fr: 'Avant la partie, chacun écrit quatre lois en secret. Sur un plateau plein, personne ne peut bouger, et celui qui n’a aucun coup *perd*. Écrivez donc au moins une loi dont la cause est sur ce plateau.',
      },
      accept: ['\\b(bbbb|bwbw|bwbb|wwbb|wwbw|wwww)>'],
      hint: {
        en: 'For example four black stones of which one disappears: bbbb>bb.b.',
        fr: 'Par exemple quatre pierres noires dont une disparaît : bbbb>bb.b.',
      },
      done: { en: 'You can start the game with that.', fr: 'Avec cela, vous pouvez commencer la partie.' },
      other: {
        en: 'Well-formed laws, but none fits the full board: Black would have no turn and lose at once.',
        fr: 'Ces lois sont bien formées, mais aucune ne convient au plateau plein : les Noirs n’auraient aucun coup et perdraient aussitôt.',
      },
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'Have a law to open, one to strike near d4, one to guard a1, and an adaptation for surprises. Your opponent’s secret laws may do the same. Try level 1.',
        fr: 'Prévoyez une loi pour ouvrir, une pour frapper près de d4, une pour garder a1, et une adaptation pour les surprises. Les lois secrètes de l’adversaire peuvent en faire autant. Essayez le niveau 1.',
      },
      options: { laws_black: 'bbbb>bb.b,..b.>.bbw,b..b>*,wb..>.b..', laws_white: 'wwww>ww.w,..w.>.wwb,w..w>*,bw..>.w..' },
    },
  ],
};
