/** The first lesson of Aliens & Amazons: three hunters, thirty defenders, and both ways to win. */
import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  game: 'aliens',
  steps: [
    {
      kind: 'tell',
      title: { en: 'Three against thirty', fr: 'Trois contre trente' },
      text: {
        en: 'White has three *aliens*, Black thirty *amazons*. The aliens win when fewer than *ten* amazons are left.\n\nThe amazons win when no alien can move any more.',
        fr: 'Les Blancs ont trois *envahisseurs*, les Noirs trente *amazones*. Les envahisseurs gagnent quand il reste moins de *dix* amazones.\n\nLes amazones gagnent quand plus aucun envahisseur ne peut bouger.',
      },
      setup: 'w=f1,d6,d11 b=b4,c3,c4,c10,b11,b12,b18,c16,c17,d1 bhand=18 act=white',
    },
    {
      kind: 'try',
      title: { en: 'The aliens land', fr: 'Les envahisseurs débarquent' },
      text: {
        en: 'The board is empty. White begins, and both sides place one piece a turn. You are White: place an alien on any node.',
        fr: 'Le plateau est vide. Les Blancs commencent, et chacun pose une pièce par coup. Vous avez les Blancs : posez un envahisseur sur un nœud.',
      },
      hint: {
        en: 'Any node. In the middle an alien has the most room.',
        fr: 'N’importe lequel. Au centre, un envahisseur a le plus d’espace.',
      },
      done: {
        en: 'After three turns your aliens are there and begin to move. Black goes on placing amazons.',
        fr: 'Au bout de trois coups, vos envahisseurs sont là et se mettent à bouger. Les Noirs, eux, continuent de poser leurs amazones.',
      },
    },
    {
      kind: 'try',
      title: { en: 'One step', fr: 'Un pas' },
      text: {
        en: 'An alien may step along a line to an empty neighbour. Move one.',
        fr: 'Un envahisseur peut faire un pas, le long d’une ligne, vers un nœud voisin libre. Déplacez-en un.',
      },
      setup: 'w=f1,c7,c13 b=c1,b5,b17 bhand=27 act=white',
      show: ['f1', 'c7', 'c13'],
      hint: { en: 'Choose an alien, then a node next to it.', fr: 'Choisissez un envahisseur, puis un nœud voisin.' },
      done: { en: 'A step takes nothing. To capture, aliens jump.', fr: 'Un pas ne prend rien. Pour prendre, il faut sauter.' },
    },
    {
      kind: 'try',
      title: { en: 'Jump and capture', fr: 'Sauter, c’est prendre' },
      text: {
        en: 'An alien jumps over a neighbour when the node straight behind it is empty. An amazon it jumps is captured.\n\nCapture d4.',
        fr: 'Un envahisseur saute une pièce voisine si le nœud juste derrière, en ligne droite, est libre. L’amazone sautée est prise.\n\nPrenez d4.',
      },
      setup: 'w=e3,c7,c13 b=d4,c1,b17 bhand=27 act=white',
      show: ['d4'],
      accept: ['^e3-c5'],
      hint: { en: 'From e3 over d4 to c5.', fr: 'De e3 par-dessus d4 jusqu’en c5.' },
      done: {
        en: 'One amazon less, and it does not come back. You never have to capture.',
        fr: 'Une amazone de moins, et elle ne reviendra pas. Prendre n’est jamais obligatoire.',
      },
      other: { en: 'A step. Jump over d4 instead.', fr: 'C’est un pas. Sautez plutôt d4.' },
    },
    {
      kind: 'find',
      title: { en: 'Four in one turn', fr: 'Quatre d’un coup' },
      text: {
        en: 'After a jump the alien may jump on, in any direction. Capture *four* amazons in one turn.',
        fr: 'Après un saut, l’envahisseur peut sauter encore, dans n’importe quelle direction. Prenez *quatre* amazones en un seul coup.',
      },
      setup: 'w=f1,c7,c13 b=e2,c3,c4,e3,b17 bhand=20 act=white',
      solutions: ['f1-d2-b4-d4-f1', 'f1-d4-b4-d2-f1'],
      hint: { en: 'A round trip: f1, d2, b4, d4 and back to f1.', fr: 'Un tour complet : f1, d2, b4, d4, puis f1.' },
      done: {
        en: 'Back where you started: the node you left counts as empty.',
        fr: 'Retour au départ : ce nœud compte comme libre.',
      },
      other: {
        en: 'There is more: you can take all four amazons in that corner.',
        fr: 'Il y a mieux : les quatre amazones du coin peuvent être prises.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Over your own alien', fr: 'Par-dessus un des vôtres' },
      text: {
        en: 'An alien may jump another alien; that one stays. No amazon stands beside an alien here, and still *two* of them can be captured.',
        fr: 'Un envahisseur peut en sauter un autre, qui reste en place. Ici aucune amazone n’est à côté d’un envahisseur, et pourtant *deux* peuvent être prises.',
      },
      setup: 'w=c4,d4,c13 b=f2,e8,b17 bhand=20 act=white',
      solutions: ['c4-e4-f3-d10'],
      hint: { en: 'Begin with c4 over d4.', fr: 'Commencez par c4 par-dessus d4.' },
      done: { en: 'Two aliens side by side are a springboard.', fr: 'Deux envahisseurs côte à côte font un tremplin.' },
      other: {
        en: 'Not both yet. Jump your own alien first, then go on.',
        fr: 'Pas encore les deux. Sautez d’abord votre envahisseur, puis continuez.',
      },
    },
    {
      kind: 'try',
      title: { en: 'The fork', fr: 'La fourche' },
      text: {
        en: 'The *pentas* e1, e5 and e9 have only five lines: a line that comes in goes out by *two*. Jumping over a piece there you choose the branch.\n\nCapture e1.',
        fr: 'Les *pentas* e1, e5 et e9 n’ont que cinq lignes : une ligne qui arrive repart par *deux* branches. En sautant une pièce posée là, vous choisissez.\n\nPrenez e1.',
      },
      setup: 'w=d1,c7,c13 b=e1,b17,b6 bhand=20 act=white',
      show: ['e12', 'e2'],
      accept: ['^d1-e12$', '^d1-e2$'],
      hint: { en: 'From d1 over e1 to e12 or to e2.', fr: 'De d1 par-dessus e1, en e12 ou en e2.' },
      done: { en: 'Left or right, as you like.', fr: 'À gauche ou à droite, au choix.' },
      other: { en: 'e1 is still there. Jump over it.', fr: 'e1 est toujours là. Sautez par-dessus.' },
    },
    {
      kind: 'find',
      title: { en: 'Amazons stand together', fr: 'Les amazones se couvrent' },
      text: {
        en: 'Now you are Black. The alien on f1 wants to jump e3. An amazon is safe when the node behind her is taken, or when there is none, as on the rim.\n\nPlace one so that nothing can be captured.',
        fr: 'Vous avez maintenant les Noirs. L’envahisseur en f1 veut sauter e3. Une amazone est à l’abri si le nœud derrière elle est occupé, ou s’il n’y en a pas, comme au bord.\n\nPosez-en une pour que rien ne soit en prise.',
      },
      setup: 'w=f1,c7,c13 b=e3,a5,b17 bhand=20 act=black',
      show: ['e3'],
      solutions: ['d4'],
      hint: { en: 'Where would the alien land?', fr: 'Où l’envahisseur se poserait-il ?' },
      done: { en: 'Two in a line cover each other.', fr: 'Deux en ligne se couvrent.' },
      other: {
        en: 'White captures. Take the node behind e3, seen from f1.',
        fr: 'Les Blancs prennent. Occupez le nœud derrière e3, vu de f1.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Amazons step', fr: 'Les amazones avancent' },
      text: {
        en: 'When your hand is empty, you move one amazon one step a turn. They never jump and never capture.\n\nThe alien on e2 attacks d3. Parry with a step.',
        fr: 'Quand vous n’en avez plus en main, vous déplacez une amazone d’un pas par coup. Elles ne sautent pas et ne prennent pas.\n\nL’envahisseur en e2 attaque d3. Parez d’un pas.',
      },
      setup: 'w=e2,c7,c13 b=a2,a5,a8,a10,a13,a16,a18,a21,a24,d3,b4,b17 act=black',
      show: ['d3'],
      solutions: ['b4-c4', 'd3-c3', 'd3-c4', 'd3-d4'],
      hint: { en: 'Cover her from behind, or walk away.', fr: 'Couvrez-la par-derrière, ou éloignez-la.' },
      done: {
        en: 'Nothing to capture. Patience is the amazons’ weapon.',
        fr: 'Plus rien à prendre. La patience est l’arme des amazones.',
      },
      other: { en: 'White still captures.', fr: 'Les Blancs prennent encore.' },
    },
    {
      kind: 'find',
      title: { en: 'The tenth amazon', fr: 'La dixième amazone' },
      text: {
        en: 'White again. Exactly ten amazons are left. Capture one more and win.',
        fr: 'De nouveau les Blancs. Il reste tout juste dix amazones. Prenez-en encore une et c’est gagné.',
      },
      setup: 'w=f1,f2,f3 b=a1,a5,a9,a13,a17,a21,d15,b4,b11,b18 act=white',
      wins: true,
      hint: { en: 'Only d15 is within reach. Use the springboard.', fr: 'Seule d15 est à portée. Servez-vous du tremplin.' },
      done: {
        en: 'Nine amazons can never hold three aliens: you win.',
        fr: 'Neuf amazones ne bloqueront jamais trois envahisseurs : vous gagnez.',
      },
      other: {
        en: 'Still ten. Jump an alien, land beside an amazon, jump on.',
        fr: 'Toujours dix. Sautez un envahisseur, posez-vous près d’une amazone, sautez encore.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Shut them in', fr: 'Enfermez-les' },
      text: {
        en: 'Now Black. Your last ten amazons have driven the aliens into a corner. One step, and none of them can step or jump.',
        fr: 'À présent les Noirs. Vos dix dernières amazones ont acculé les envahisseurs dans un coin. Un pas, et aucun ne pourra plus ni avancer ni sauter.',
      },
      setup: 'w=a1,a2,a24 b=a3,a4,a22,a23,b1,b2,b21,c2,c18,d1 act=black',
      wins: true,
      hint: { en: 'One landing node is still open, behind b1.', fr: 'Un seul point de chute est ouvert, derrière b1.' },
      done: { en: 'No step, no jump: the amazons win.', fr: 'Ni pas ni saut : les amazones gagnent.' },
      other: { en: 'An alien can still get out.', fr: 'Un envahisseur peut encore s’échapper.' },
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'Aliens: hunt early, while amazons stand alone; below ten you win. Amazons: keep together, use the rim, close in slowly.\n\nLevel 1 is waiting for you.',
        fr: 'Envahisseurs : chassez tôt, tant que les amazones sont isolées ; sous dix, c’est gagné. Amazones : restez groupées, servez-vous du bord, resserrez l’étau.\n\nLe niveau 1 vous attend.',
      },
    },
  ],
};
