/** The rules of Yin Yang. In the diagrams the laws that matter lie face up, so that everybody can read them. */
import type { Rulebook } from '../lesson';

const BLACK = 'lb=wb..>.b..,..b.>.bbw,b..b>*,bbbb>bb.b';
const WHITE = 'lw=wwww>ww.w,bw..>.w..,w..w>*,..w.>.wwb';

export const rulebook: Rulebook = {
  game: 'yinyang',
  sections: [
    {
      title: { en: 'Aim and start', fr: 'But et départ' },
      text: {
        en: 'Two players on a board of 4 × 4 squares. Black sits at the corner a1, White at the corner d4. Bring a stone of your colour to the *opposite* corner: Black to d4, White to a1.\n\nThe board starts full, with eight stones each. What can happen on it is decided by eight laws, four of each player, which the players invent before the game and keep secret until they use them.',
        fr: 'Deux joueurs sur un plateau de 4 × 4 cases. Les Noirs sont assis au coin a1, les Blancs au coin d4. Amenez une pierre de votre couleur au coin *opposé* : les Noirs en d4, les Blancs en a1.\n\nLe plateau est plein au départ, avec huit pierres chacun. Ce qui peut s’y passer dépend de huit lois, quatre par joueur, que les joueurs inventent avant la partie et gardent secrètes jusqu’à leur emploi.',
      },
      diagrams: [
        {
          setup: `w=d1,d2,b3,c3,d3,b4,c4,d4 b=a1,b1,c1,a2,b2,c2,a3,a4 ${BLACK} ${WHITE} act=black`,
          caption: { en: 'The start.', fr: 'Le départ.' },
        },
      ],
    },
    {
      title: { en: 'Laws', fr: 'Les lois' },
      text: {
        en: 'A law has a *cause*, a pattern of 2 × 2 cells, each empty, white or black, and an *effect*. There are three kinds.\n\n*Destruction:* the same pattern with exactly one stone gone, of either colour.\n\n*Peopling:* the same pattern with exactly two stones more, of any colours, on cells that were empty.\n\n*Adaptation:* the red mark. The board does not change; one of your laws does.\n\nOf these 513 laws each player writes four, both at the same time. The same law may be written twice.',
        fr: 'Une loi a une *cause*, un motif de 2 × 2 cases, chacune vide, blanche ou noire, et un *effet*. Il y en a trois sortes.\n\n*Destruction :* le même motif avec exactement une pierre de moins, de l’une ou l’autre couleur.\n\n*Peuplement :* le même motif avec exactement deux pierres de plus, de couleurs quelconques, sur des cases qui étaient vides.\n\n*Adaptation :* la marque rouge. Le plateau ne change pas ; c’est une de vos lois qui change.\n\nParmi ces 513 lois, chaque joueur en écrit quatre, tous deux en même temps. On peut écrire deux fois la même.',
      },
      diagrams: [
        {
          setup: `w=b2,c4 b=c2,a4 ${BLACK} ${WHITE} up=b1,b2,b3,b4 act=black`,
          caption: {
            en: 'Black’s law 1 is a destruction and fits the block b1: the white stone on b2 would vanish. Law 2 is a peopling, law 3 an adaptation.',
            fr: 'La loi 1 des Noirs est une destruction et convient au bloc b1 : la pierre blanche en b2 disparaîtrait. La loi 2 est un peuplement, la loi 3 une adaptation.',
          },
        },
      ],
    },
    {
      title: { en: 'Whose side it is read from', fr: 'De quel côté on lit' },
      text: {
        en: 'A law is read from its owner’s seat, and never turned. Black’s laws lie on the board as they are written. White’s lie turned by half a turn: what White sees upper left is lower right on the board.',
        fr: 'Une loi se lit de la place de son propriétaire, et ne se tourne jamais. Les lois des Noirs se posent sur le plateau telles qu’elles sont écrites. Celles des Blancs, tournées d’un demi-tour : ce que les Blancs voient en haut à gauche est en bas à droite sur le plateau.',
      },
      diagrams: [
        {
          setup: `w=b2 b=c3 ${BLACK} ${WHITE} up=b2,w4 act=black`,
          caption: {
            en: 'Twins: Black’s law 2 fits the block c3 and would reach d4; White’s law 4 fits the block a1 and would reach a1.',
            fr: 'Deux jumelles : la loi 2 des Noirs convient au bloc c3 et atteindrait d4 ; la loi 4 des Blancs convient au bloc a1 et atteindrait a1.',
          },
        },
      ],
    },
    {
      title: { en: 'A turn', fr: 'Un coup' },
      text: {
        en: 'Black begins. A turn is one of three things: move one of your stones; apply one of your laws, once; or move, and then apply one law, never the other way round.\n\nA stone moves one square to an empty square, along a row or a column, not diagonally. Moving captures nothing.\n\nA player who can neither move nor apply a law loses at once. So write a law that fits the full board, where no stone can move.',
        fr: 'Les Noirs commencent. Un coup est l’une de ces trois choses : déplacer une de vos pierres ; appliquer une de vos lois, une fois ; ou déplacer, puis appliquer une loi, jamais l’inverse.\n\nUne pierre avance d’une case vers une case vide, en rangée ou en colonne, pas en diagonale. Un déplacement ne prend rien.\n\nUn joueur qui ne peut ni déplacer une pierre ni appliquer une loi perd aussitôt. Prévoyez donc une loi qui convient au plateau plein, où aucune pierre ne peut bouger.',
      },
    },
    {
      title: { en: 'Applying a law', fr: 'Appliquer une loi' },
      text: {
        en: 'Choose a block of 2 × 2 squares that shows *exactly* the cause, empty cells included. It becomes the effect. The first use lays the law face up; it stays so and can be used again in later turns. A law is laid only by applying it.\n\n*Contradiction:* a law may not be laid while a law that lies face up, of either player, has the same cause *on the board* and a different effect. Two adaptation laws never contradict each other; an adaptation does contradict a destruction or a peopling of the same cause. A law that already lies face up can always be used.',
        fr: 'Choisissez un bloc de 2 × 2 cases qui montre *exactement* la cause, cases vides comprises. Il devient l’effet. Le premier emploi pose la loi face visible ; elle le reste et peut resservir aux coups suivants. On ne pose une loi qu’en l’appliquant.\n\n*Contradiction :* une loi ne peut pas être posée tant qu’une loi face visible, de l’un ou l’autre joueur, a la même cause *sur le plateau* et un autre effet. Deux lois d’adaptation ne se contredisent jamais ; une adaptation contredit en revanche une destruction ou un peuplement de même cause. Une loi déjà face visible peut toujours servir.',
      },
      diagrams: [
        {
          setup: `w=b4,a3 b=c3 ${BLACK} ${WHITE} up=b2 act=black`,
          caption: { en: 'Before: law 2 fits the block c3.', fr: 'Avant : la loi 2 convient au bloc c3.' },
        },
        {
          setup: `w=b4,a3 b=c3 ${BLACK} ${WHITE} up=b2 act=black`,
          turns: ['L2@c3'],
          caption: {
            en: 'After: two stones more, one of them on d4. Black has won.',
            fr: 'Après : deux pierres de plus, dont une en d4. Les Noirs ont gagné.',
          },
        },
      ],
    },
    {
      title: { en: 'Adaptation', fr: 'L’adaptation' },
      text: {
        en: 'An adaptation law is applied like any other, on a block that shows its cause. Instead of changing the board you rewrite one of your own four laws, secret or face up, even the adaptation itself, into any law, the same text included. The rewritten law is secret again.\n\nEverybody learns which law was rewritten; nobody learns its new text. A law rewritten in this turn can be used from the next turn on.',
        fr: 'Une loi d’adaptation s’applique comme une autre, sur un bloc qui montre sa cause. Au lieu de changer le plateau, vous réécrivez une de vos quatre lois, secrète ou face visible, même l’adaptation elle-même, en n’importe quelle loi, y compris le même texte. La loi réécrite redevient secrète.\n\nTout le monde apprend quelle loi a été réécrite ; personne n’en apprend le nouveau texte. Une loi réécrite à ce coup peut servir dès le coup suivant.',
      },
      diagrams: [
        {
          setup: `w=c4,d1 b=b3,c2 ${BLACK} ${WHITE} up=b3 act=black`,
          caption: {
            en: 'Law 3 fits the block b2: Black may rewrite a law.',
            fr: 'La loi 3 convient au bloc b2 : les Noirs peuvent réécrire une loi.',
          },
        },
      ],
    },
    {
      title: { en: 'The end', fr: 'La fin' },
      text: {
        en: 'At the end of a turn, a stone of the mover’s colour on the mover’s target corner wins, however it got there: it may have walked, or a law of either player may have put it there. Otherwise a stone of the opponent on the opponent’s target wins for the opponent. So if both corners are reached in one turn, its author wins.\n\nThe third occurrence of a position, as far as both players can see it, is a draw; every rewriting resets this count. A game of 2,000 turns is a draw too, and the players can agree on one.',
        fr: 'À la fin d’un coup, une pierre de la couleur de son auteur sur le coin visé par celui-ci gagne, quelle que soit la façon dont elle y est venue : elle a pu marcher, ou une loi de l’un ou l’autre joueur l’y mettre. Sinon, une pierre adverse sur le coin visé par l’adversaire le fait gagner. Si les deux coins sont atteints au même coup, c’est donc l’auteur du coup qui gagne.\n\nLa troisième apparition d’une position, telle que les deux joueurs la voient, donne la nulle ; chaque réécriture remet ce compte à zéro. La partie est nulle aussi après 2 000 coups, ou si les joueurs en conviennent.',
      },
    },
    {
      title: { en: 'Secrets', fr: 'Le secret' },
      text: {
        en: 'Nobody but its owner knows a secret law: neither the opponent, be it a computer, nor the spectators. When the game is over the record shows all laws and every rewriting.\n\nBoth clocks run while the laws are written; Black’s first turn comes when both players are ready.',
        fr: 'Personne d’autre que son propriétaire ne connaît une loi secrète : ni l’adversaire, même si c’est l’ordinateur, ni les spectateurs. Une fois la partie finie, la feuille de partie montre toutes les lois et chaque réécriture.\n\nLes deux pendules tournent pendant l’écriture des lois ; les Noirs jouent quand les deux joueurs sont prêts.',
      },
    },
    {
      title: { en: 'Notation', fr: 'Notation' },
      text: {
        en: 'A law is its four cause cells, upper left, upper right, lower left, lower right, as its owner sees them; then > and the four cells of the effect, or a star for adaptation. A dot is an empty cell, w is white, b is black: wb..>.b..\n\nlaws and the four laws: the writing before the game. They are numbered 1 to 4 in this order.\n\na2-a3: a move. L2@b3: law 2 on the block whose lower left square, on the board, is b3. a2-a3 L2@b3: both.\n\nL1@b3=L3:wb..>.b.. : law 1, an adaptation, rewrites law 3. The others read L1@b3=L3:?\n\nFor studies, the options laws_black and laws_white start a game with given laws.',
        fr: 'Une loi s’écrit par ses quatre cases de cause, en haut à gauche, en haut à droite, en bas à gauche, en bas à droite, telles que son propriétaire les voit ; puis > et les quatre cases de l’effet, ou une étoile pour l’adaptation. Un point est une case vide, w est blanc, b est noir : wb..>.b..\n\nlaws et les quatre lois : l’écriture avant la partie. Elles sont numérotées de 1 à 4 dans cet ordre.\n\na2-a3 : un déplacement. L2@b3 : la loi 2 sur le bloc dont la case en bas à gauche, sur le plateau, est b3. a2-a3 L2@b3 : les deux.\n\nL1@b3=L3:wb..>.b.. : la loi 1, une adaptation, réécrit la loi 3. Les autres lisent L1@b3=L3:?\n\nPour les études, les options laws_black et laws_white commencent une partie avec des lois données.',
      },
    },
  ],
};
