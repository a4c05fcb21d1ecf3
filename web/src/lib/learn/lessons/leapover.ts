/** The first lesson of Leap Over: every move is a jump, and nobody is left behind. */
import type { Lesson } from '../lesson';

export const lesson: Lesson = {
  game: 'leapover',
  steps: [
    {
      kind: 'tell',
      title: { en: 'Change places', fr: 'Changer de place' },
      text: {
        en: 'Each side has a triangle of ten stones. You win when your ten stand *exactly* where your opponent’s ten began.\n\nIt is a race, and there is only one way to travel: by jumping.',
        fr: 'Chaque camp a un triangle de dix pierres. Vous gagnez quand vos dix pierres occupent *exactement* les dix nœuds de départ de l’adversaire.\n\nC’est une course, et l’on n’avance que d’une façon : en sautant.',
      },
    },
    {
      kind: 'try',
      title: { en: 'Jump', fr: 'Sauter' },
      text: {
        en: 'A jump goes over a neighbouring stone to the node straight behind it, which must be empty. Nothing is captured, and there are no single steps.\n\nBlack begins: jump.',
        fr: 'Un saut passe par-dessus une pierre voisine jusqu’au nœud juste derrière, tout droit, qui doit être libre. On ne prend rien, et il n’y a pas de simple pas.\n\nLes Noirs commencent : sautez.',
      },
      hint: { en: 'For example c4 over d4 to e4.', fr: 'Par exemple c4 par-dessus d4 jusqu’en e4.' },
      done: { en: 'Your own stones are your springboards.', fr: 'Vos propres pierres sont vos tremplins.' },
    },
    {
      kind: 'try',
      title: { en: 'Jump on', fr: 'Sauter encore' },
      text: {
        en: 'You may jump stones of *either* colour, and go on jumping with the same stone in any direction.\n\nTake c4 over a white stone and a black one.',
        fr: 'On saute les pierres des *deux* couleurs, et l’on peut enchaîner les sauts avec la même pierre, dans toutes les directions.\n\nFaites passer c4 par-dessus une blanche, puis une noire.',
      },
      setup: 'b=c4,f2,d7 w=d4,c10,d12 act=black',
      show: ['c4'],
      accept: ['^c4-(e4-)?f3$'],
      hint: { en: 'Over d4 to e4, then over f2 to f3.', fr: 'Par-dessus d4 en e4, puis par-dessus f2 en f3.' },
      done: {
        en: 'Two jumps, one turn. You may stop after any of them.',
        fr: 'Deux sauts, un seul coup. Vous pouvez vous arrêter après chacun.',
      },
      other: { en: 'That was one jump. Go on over f2.', fr: 'C’était un seul saut. Continuez par-dessus f2.' },
    },
    {
      kind: 'try',
      title: { en: 'The fork', fr: 'La fourche' },
      text: {
        en: 'The pentas e1, e5 and e9 have five lines. Over a stone that stands on one, you land on either of the two branches behind it.\n\nMake one jump over e1.',
        fr: 'Les pentas e1, e5 et e9 ont cinq lignes. Par-dessus une pierre posée sur l’un d’eux, vous arrivez sur l’une des deux branches de derrière.\n\nFaites un seul saut par-dessus e1.',
      },
      setup: 'b=d1,c8 w=e1,c12,b17 act=black',
      show: ['e12', 'e2'],
      accept: ['^d1-e12$', '^d1-e2$'],
      hint: { en: 'From d1 to e12 or to e2, and stop.', fr: 'De d1 en e12 ou en e2, et arrêtez-vous.' },
      done: {
        en: 'A stone on a penta is a good springboard: it offers a choice.',
        fr: 'Une pierre sur un penta est un bon tremplin : elle offre le choix.',
      },
      other: {
        en: 'You jumped back over e1. Stop after the first jump.',
        fr: 'Vous avez ressauté e1 en arrière. Arrêtez-vous après le premier saut.',
      },
    },
    {
      kind: 'find',
      title: { en: 'All the way', fr: 'La grande traversée' },
      text: {
        en: 'A ladder of stones crosses the board. Bring b5 to c10, deep in White’s triangle, in *one* turn.',
        fr: 'Une échelle de pierres traverse le plateau. Amenez b5 en c10, au cœur du triangle blanc, en *un seul* coup.',
      },
      setup: 'b=b5,c5,e5,e7 w=d9,d12,c12 act=black',
      show: ['b5', 'c10'],
      solutions: ['b5-d5-e6-e8-c10', 'b5-c10'],
      hint: {
        en: 'Over c5, over e5 to e6, over e7, over d9.',
        fr: 'Par-dessus c5, par-dessus e5 en e6, par-dessus e7, par-dessus d9.',
      },
      done: {
        en: 'Four jumps in one turn. Such ladders win the race.',
        fr: 'Quatre sauts en un coup. Avec de telles échelles, on gagne la course.',
      },
      other: { en: 'Not on c10 yet. The ladder goes on.', fr: 'Ce n’est pas encore c10. L’échelle continue.' },
    },
    {
      kind: 'find',
      title: { en: 'Nobody left behind', fr: 'Personne à la traîne' },
      text: {
        en: 'The stone on c4 has no neighbour, so it cannot move at all. Fetch it: jump so that it can leap towards the middle next turn.',
        fr: 'La pierre en c4 n’a pas de voisine : elle ne peut plus bouger. Allez la chercher : sautez pour qu’elle puisse bondir vers le centre au coup suivant.',
      },
      setup: 'b=c4,f2,d7,d8 w=e3,b12,d12 act=black',
      show: ['c4'],
      solutions: ['f2-d3'],
      hint: { en: 'Go back with f2 and stop beside c4.', fr: 'Revenez avec f2 et arrêtez-vous à côté de c4.' },
      done: {
        en: 'Next, c4 jumps over d3 to e2. It is better to travel in pairs from the start.',
        fr: 'Ensuite, c4 saute d3 et arrive en e2. Mieux vaut voyager par deux dès le départ.',
      },
      other: {
        en: 'From c4 no jump towards the middle is possible then.',
        fr: 'De c4, aucun saut vers le centre ne sera alors possible.',
      },
    },
    {
      kind: 'find',
      title: { en: 'The last stone', fr: 'La dernière pierre' },
      text: {
        en: 'Nine of your stones have arrived in White’s triangle; one node is still empty. Win.',
        fr: 'Neuf de vos pierres sont arrivées dans le triangle blanc ; un nœud reste vide. Gagnez.',
      },
      setup: 'b=a13,b11,b12,c9,c11,d7,d8,d9,d10,e6 w=a5,b4,b5,c3,c4,c5,d2,d3,d4,e3 act=black',
      wins: true,
      hint: { en: 'c10 is empty. Be careful not to jump too far.', fr: 'c10 est vide. Attention à ne pas sauter trop loin.' },
      done: { en: 'All ten have arrived: you win.', fr: 'Les dix sont arrivées : vous gagnez.' },
      other: {
        en: 'The ten are not complete. Fill c10, and stop there.',
        fr: 'Il en manque une. Remplissez c10, et arrêtez-vous là.',
      },
    },
    {
      kind: 'find',
      title: { en: 'Hold the door', fr: 'Tenir la porte' },
      text: {
        en: 'White needs only c4, and e4 can jump there over d4. You have not arrived yet. Stop it.',
        fr: 'Il ne manque aux Blancs que c4, et e4 peut y sauter par-dessus d4. Vous n’êtes pas encore arrivé. Empêchez-les d’y aller.',
      },
      setup: 'b=c6,b8,a13,b11,c9,c11,d8,d9,d10,e8 w=a5,b4,b5,c3,c5,d2,d3,d4,d5,e4 act=black',
      show: ['c4', 'e4'],
      solutions: ['c6-c4'],
      hint: { en: 'A jump needs an empty node to land on.', fr: 'Pour sauter, il faut un nœud libre où se poser.' },
      done: { en: 'You sit on c4 yourself: White has to wait.', fr: 'Vous occupez c4 vous-même : les Blancs doivent attendre.' },
      other: {
        en: 'White jumps to c4 and wins. Who can get there first?',
        fr: 'Les Blancs sautent en c4 et gagnent. Qui peut y être avant ?',
      },
    },
    {
      kind: 'find',
      title: { en: 'From far away', fr: 'De très loin' },
      text: {
        en: 'Your last stone is still where it began, but the white stones are well placed for it. Win in one turn.',
        fr: 'Votre dernière pierre est encore à son point de départ, mais les pierres blanches sont bien placées pour elle. Gagnez en un coup.',
      },
      setup: 'b=a13,b11,b12,c9,c11,d7,d8,d9,d10,b5 w=a5,b4,c3,c4,c5,d2,d3,d4,e5,e1 act=black',
      show: ['b5', 'c10'],
      wins: true,
      hint: { en: 'Over c5, over e5 to e6, then over d8.', fr: 'Par-dessus c5, par-dessus e5 en e6, puis par-dessus d8.' },
      done: {
        en: 'Three jumps, and you have won: your opponent’s stones were your springboards.',
        fr: 'Trois sauts, et c’est gagné : les pierres adverses vous ont servi de tremplin.',
      },
      other: { en: 'Not yet. b5 has to end on c10.', fr: 'Pas encore. b5 doit finir en c10.' },
    },
    {
      kind: 'tell',
      title: { en: 'Ready', fr: 'À vous de jouer' },
      text: {
        en: 'Build ladders, keep your stones in touch, use White’s too, and look for the longest chain.\n\nYour target is the triangle whose point is a13. Level 1 is waiting for you.',
        fr: 'Construisez des échelles, gardez vos pierres en contact, servez-vous aussi des blanches et cherchez la plus longue chaîne.\n\nVotre but est le triangle de pointe a13. Le niveau 1 vous attend.',
      },
      show: ['a13'],
    },
  ],
};
