/** The first lesson of Singularity: slide, melt, and be one in the middle. */
import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  game: 'singularity',
  steps: [
    {
      kind: 'tell',
      title: { en: 'One stone left', fr: 'Ne garder qu’une pierre' },
      text: {
        en: 'Black has won: *one* black stone is left, and it stands on one of the three centre nodes f1, f2, f3.\n\nGet rid of your own stones, and end in the middle before your opponent does.',
        fr: 'Les Noirs ont gagné : il ne leur reste qu’*une* pierre, sur l’un des trois nœuds du centre f1, f2, f3.\n\nDébarrassez-vous de vos propres pierres et finissez au centre avant l’adversaire.',
      },
      setup: 'b=f1 w=e9,c4,b12 act=white',
      show: ['f1', 'f2', 'f3'],
    },
    {
      kind: 'try',
      title: { en: 'Slide', fr: 'Glisser' },
      text: {
        en: 'Twelve stones each fill the rim, and Black begins. A turn slides one stone *one to three* nodes straight on, over empty nodes only.\n\nSlide a black stone.',
        fr: 'Douze pierres chacun remplissent le bord, et les Noirs commencent. Un coup fait glisser une pierre de *un à trois* nœuds tout droit, sur des nœuds libres.\n\nFaites glisser une pierre noire.',
      },
      hint: { en: 'For example from a5 towards the middle.', fr: 'Par exemple de a5 vers le centre.' },
      done: {
        en: 'Nothing is jumped and nothing of the other side is ever captured.',
        fr: 'On ne saute rien, et l’on ne prend jamais rien à l’adversaire.',
      },
    },
    {
      kind: 'try',
      title: { en: 'Fusion', fr: 'La fusion' },
      text: {
        en: 'Land beside a stone of yours that stands in the *central region*, the fifteen inner nodes e and f: that stone leaves the board. The one that moved stays.\n\nFuse with e3.',
        fr: 'Arrivez à côté d’une de vos pierres placée dans la *région centrale*, les quinze nœuds e et f : cette pierre quitte le plateau. Celle qui a bougé reste.\n\nFusionnez avec e3.',
      },
      setup: 'b=e3,b4,b12,c16 w=a2,a10,a18,b8 act=black',
      show: ['e3'],
      accept: ['\\*e3$'],
      hint: { en: 'Slide b4 to d4, beside e3.', fr: 'Faites glisser b4 en d4, à côté de e3.' },
      done: {
        en: 'One stone less. The moved stone may land inside the region or outside; what counts is where the other one stands.',
        fr: 'Une pierre de moins. La pierre jouée peut arriver dans la région ou dehors ; ce qui compte, c’est où se trouve l’autre.',
      },
      other: {
        en: 'No fusion. Land on a neighbour of e3 with another stone.',
        fr: 'Pas de fusion. Arrivez à côté de e3 avec une autre pierre.',
      },
    },
    {
      kind: 'try',
      title: { en: 'One at a time', fr: 'Une à la fois' },
      text: {
        en: 'A fusion is compulsory and takes exactly *one* stone. If several qualify, you choose.\n\nSlide c2 to e2, between e12 and e3, and choose.',
        fr: 'La fusion est obligatoire et retire *une* seule pierre. S’il y en a plusieurs possibles, vous choisissez.\n\nFaites glisser c2 en e2, entre e12 et e3, et choisissez.',
      },
      setup: 'b=e12,e3,c2,b17 w=b5,c10,d12 act=black',
      show: ['e2'],
      accept: ['^c2-e2\\*'],
      hint: {
        en: 'After the slide, touch the stone that should go.',
        fr: 'Après le glissement, touchez la pierre qui doit partir.',
      },
      done: { en: 'The other one stays for later.', fr: 'L’autre reste pour plus tard.' },
      other: { en: 'Legal, but slide c2 to e2 this time.', fr: 'Permis, mais cette fois faites glisser c2 en e2.' },
    },
    {
      kind: 'try',
      title: { en: 'Room for one', fr: 'Une seule place' },
      text: {
        en: 'At the end of your turn only *one* of f1, f2, f3 may be yours. A second stone that enters must swallow the first.\n\nEnter with e6.',
        fr: 'À la fin de votre coup, *un seul* des nœuds f1, f2, f3 peut être à vous. Une seconde pierre qui entre doit absorber la première.\n\nEntrez avec e6.',
      },
      setup: 'b=f1,e6,c16 w=c3,b9,d12 act=black',
      show: ['e6', 'f2'],
      accept: ['^e6-f2\\*f1$'],
      hint: { en: 'One node, from e6 to f2.', fr: 'Un seul nœud, de e6 en f2.' },
      done: {
        en: 'Still one stone in the centre, but one fewer on the board.',
        fr: 'Toujours une pierre au centre, mais une de moins sur le plateau.',
      },
      other: { en: 'Use the stone on e6: send it to f2.', fr: 'Jouez la pierre en e6 : envoyez-la en f2.' },
    },
    {
      kind: 'try',
      title: { en: 'The fork', fr: 'La fourche' },
      text: {
        en: 'The pentas e1, e5 and e9 have five lines. Going straight through one, you choose either branch.\n\nSlide c1 three nodes, through e1.',
        fr: 'Les pentas e1, e5 et e9 ont cinq lignes. En les traversant tout droit, vous choisissez l’une des deux branches.\n\nFaites glisser c1 de trois nœuds, à travers e1.',
      },
      setup: 'b=c1,b10,b17 w=a4,a13,a22 act=black',
      show: ['e12', 'e2'],
      accept: ['^c1-e12$', '^c1-e2$'],
      hint: { en: 'c1, d1, e1, then e12 or e2.', fr: 'c1, d1, e1, puis e12 ou e2.' },
      done: { en: 'Three gates lead to the middle this way.', fr: 'Trois entrées mènent ainsi vers le centre.' },
      other: { en: 'Go on through e1: to e12 or to e2.', fr: 'Traversez e1 : jusqu’en e12 ou en e2.' },
    },
    {
      kind: 'find',
      title: { en: 'The last fusion', fr: 'La dernière fusion' },
      text: {
        en: 'Two black stones are left. Fuse them so that the one that remains stands in the centre.',
        fr: 'Il reste deux pierres noires. Fusionnez-les pour que celle qui reste soit au centre.',
      },
      setup: 'b=e2,c5 w=c9,d12,a21 act=black',
      wins: true,
      hint: { en: 'The stone that moves is the one that remains.', fr: 'C’est la pierre jouée qui reste.' },
      done: { en: 'One stone, on f1: won.', fr: 'Une seule pierre, en f1 : gagné.' },
      other: { en: 'Not yet: one stone *and* in the centre.', fr: 'Pas encore : une seule pierre, *et* au centre.' },
    },
    {
      kind: 'find',
      title: { en: 'Which one moves?', fr: 'Laquelle bouge ?' },
      text: {
        en: 'Again two stones. One of them can wait in the region, the other has to come. Win at once.',
        fr: 'Encore deux pierres. L’une peut attendre dans la région, l’autre doit venir. Gagnez tout de suite.',
      },
      setup: 'b=d8,e10 w=c3,e2,b16 act=black',
      wins: true,
      hint: {
        en: 'd8 is not in the region, so it cannot be the one that leaves.',
        fr: 'd8 n’est pas dans la région : ce n’est donc pas elle qui peut partir.',
      },
      done: {
        en: 'Let one wait inside, and come with the other.',
        fr: 'Laissez l’une attendre à l’intérieur et venez avec l’autre.',
      },
      other: {
        en: 'That does not win. Land on a centre node beside e10.',
        fr: 'Cela ne gagne pas. Arrivez sur un nœud du centre, à côté de e10.',
      },
    },
    {
      kind: 'find',
      title: { en: 'In the way', fr: 'Barrer la route' },
      text: {
        en: 'White threatens to slide c5 to f1 and swallow e2. Stones block: put one of yours in the way.',
        fr: 'Les Blancs menacent de faire glisser c5 en f1 et d’absorber e2. Une pierre barre le passage : mettez-en une des vôtres en travers.',
      },
      setup: 'w=e2,c5 b=d10,b12,b18 act=black',
      show: ['c5', 'f1'],
      solutions: ['d10-f1'],
      hint: {
        en: 'Only one of your stones can get there in three nodes.',
        fr: 'Une seule de vos pierres peut y arriver en trois nœuds.',
      },
      done: { en: 'Blocked, and your stone stands well in the centre.', fr: 'Barré, et votre pierre est bien placée au centre.' },
      other: { en: 'White wins with c5 to f1.', fr: 'Les Blancs gagnent en glissant c5 en f1.' },
    },
    {
      kind: 'find',
      title: { en: 'One turn ahead', fr: 'Un coup d’avance' },
      text: {
        en: 'You cannot win at once. Find the turn after which White cannot stop you from winning next.',
        fr: 'Vous ne pouvez pas gagner tout de suite. Trouvez le coup après lequel les Blancs ne peuvent plus vous empêcher de gagner au suivant.',
      },
      setup: 'b=c5,e4 w=d8,d15,d5 act=black',
      solutions: ['c5-f1', 'c5-e3*e4'],
      hint: {
        en: 'A long way can be blocked, a short one hardly. Which stone has the long way?',
        fr: 'Un long chemin se barre, un court presque jamais. Quelle pierre a le long chemin ?',
      },
      done: {
        en: 'Two ways into the centre are open now, and White can close at most one of them.',
        fr: 'Deux entrées vers le centre sont ouvertes, et les Blancs peuvent en fermer une au plus.',
      },
      other: {
        en: 'White has time to get in the way. Bring the far stone first.',
        fr: 'Les Blancs ont le temps de s’interposer. Amenez d’abord la pierre la plus éloignée.',
      },
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'Bring a stone into the region and fuse the others one by one. Keep an eye on the way to the centre, yours and your opponent’s.\n\nLevel 1 is waiting for you.',
        fr: 'Amenez une pierre dans la région et fusionnez les autres une à une. Surveillez le chemin du centre, le vôtre et celui de l’adversaire.\n\nLe niveau 1 vous attend.',
      },
    },
  ],
};
