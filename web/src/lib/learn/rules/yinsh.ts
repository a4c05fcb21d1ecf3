/** The whole rules of YINSH, with pictures. */
import type { Rulebook } from '../lesson';

export const rulebook: Rulebook = {
  game: 'yinsh',
  sections: [
    {
      title: { en: 'Aim', fr: 'But du jeu' },
      text: {
        en: 'YINSH is a game for two, White and Black. Each has five rings; 51 markers, white on one side and black on the other, lie in a reserve that both share.\n\nFive markers of your colour on neighbouring points of a line are a *row*. For each row you take one of your rings off the board. The first player to take off *three rings* wins.',
        fr: 'YINSH se joue à deux, les Blancs contre les Noirs. Chacun a cinq anneaux ; 51 marqueurs, blancs d’un côté et noirs de l’autre, forment une réserve commune.\n\nCinq marqueurs de votre couleur sur des points voisins d’une même ligne forment un *alignement*. Pour chaque alignement, vous retirez un de vos anneaux du plateau. Le premier qui a retiré *trois anneaux* gagne.',
      },
      diagrams: [
        {
          setup: 'wr=c3,e8,g4,i8,i6 br=d7,f3,f9,h7,c5 wm=d4,e5,f6,g7,h8 bm=e4,g9 act=white',
          caption: { en: 'A white row, from d4 to h8.', fr: 'Un alignement blanc, de d4 à h8.' },
        },
      ],
    },
    {
      title: { en: 'Board and placing', fr: 'Plateau et mise en place' },
      text: {
        en: 'The board has 85 points. Pieces stand on points and move along lines: up and down the lettered columns, along the numbered rows, and along the diagonals on which letter and number grow together (c3, d4, e5, …). The centre is f6.\n\nThe board starts empty. White begins, and in turn each player places one ring on any empty point, the edge included, until all ten stand.',
        fr: 'Le plateau compte 85 points. Les pièces occupent les points et suivent les lignes : les colonnes, désignées par une lettre ; les rangées, désignées par un numéro ; et les diagonales où lettre et numéro augmentent ensemble (c3, d4, e5…). Le centre est f6.\n\nLe plateau est vide au départ. Les Blancs commencent, et chacun à son tour pose un anneau sur un point libre de son choix, bord compris, jusqu’à ce que les dix soient en place.',
      },
      diagrams: [
        {
          setup: 'wr=d4,e8,f6,g4,h8 br=d7,e3,f10,g9,i7 act=white',
          names: 'edges',
          caption: {
            en: 'All ten rings stand; White moves first.',
            fr: 'Les dix anneaux sont posés ; les Blancs jouent les premiers.',
          },
        },
      ],
    },
    {
      title: { en: 'Moving a ring', fr: 'Déplacer un anneau' },
      text: {
        en: 'Put a marker from the reserve into one of your rings, your colour up, and move that ring along a line to an empty point. The marker stays where the ring was.\n\nA ring slides over any number of empty points. It may then jump *one* unbroken run of markers, of any colours, and lands on the first empty point behind that run: after a jump it does not slide on. It never jumps a ring.\n\nIf none of your rings can move, you pass; otherwise you may not.',
        fr: 'Placez un marqueur de la réserve dans un de vos anneaux, votre couleur visible, puis déplacez cet anneau le long d’une ligne jusqu’à un point libre. Le marqueur reste là où était l’anneau.\n\nUn anneau glisse sur autant de points libres que vous voulez. Il peut ensuite sauter *une* suite ininterrompue de marqueurs, quelles que soient leurs couleurs, et se pose sur le premier point libre derrière elle : après un saut, il ne glisse plus. Il ne saute jamais un anneau.\n\nSi aucun de vos anneaux ne peut bouger, vous passez ; sinon, passer est interdit.',
      },
      diagrams: [
        {
          setup: 'wr=f3,c4,d8,h9,i6 br=c6,e9,g9,h4,j8 bm=f5,f6,f7 wm=e5 act=white',
          caption: {
            en: 'In its column the ring on f3 may go to f2, f4 or, by a jump, f8; not to f9.',
            fr: 'Dans sa colonne, l’anneau en f3 peut aller en f2, en f4 ou, d’un saut, en f8 ; pas en f9.',
          },
        },
      ],
    },
    {
      title: { en: 'Flipping', fr: 'Retourner' },
      text: {
        en: 'After the ring has landed, every marker it jumped is flipped: white becomes black and black becomes white, your own like your opponent’s. The marker you have just placed was not jumped and keeps its colour. Markers are flipped, never moved.',
        fr: 'Une fois l’anneau posé, tous les marqueurs sautés sont retournés : les blancs deviennent noirs et les noirs blancs, les vôtres comme ceux de l’adversaire. Le marqueur que vous venez de placer n’a pas été sauté et garde sa couleur. On retourne les marqueurs, on ne les déplace jamais.',
      },
      diagrams: [
        {
          setup: 'wr=f3,c4,d8,h9,i6 br=c6,e9,g9,h4,j8 bm=f5,f6,f7 wm=e5 act=white',
          turns: ['f3-f8'],
          caption: {
            en: 'After f3-f8: three markers have turned white, and f3 holds a new one.',
            fr: 'Après f3-f8 : trois marqueurs sont devenus blancs, et f3 en porte un nouveau.',
          },
        },
      ],
    },
    {
      title: { en: 'Rows', fr: 'Alignements' },
      text: {
        en: 'When your move makes a row of your colour, remove its five markers to the reserve and take one of your rings, any one, off the board. This is compulsory. A ring does not count as a marker.\n\nIf more than five stand in a line, you choose five that follow each other. Of rows that share a marker, removing one may leave the other short: what is no longer five stays. Rows that remain are removed too, one ring for each, in the order you choose.',
        fr: 'Quand votre coup forme un alignement à votre couleur, remettez ses cinq marqueurs dans la réserve et retirez un de vos anneaux, celui que vous voulez. C’est obligatoire. Un anneau ne compte pas comme un marqueur.\n\nSi plus de cinq marqueurs se suivent, vous en choisissez cinq consécutifs. Si deux alignements ont un marqueur en commun, retirer l’un peut rendre l’autre incomplet : ce qui ne compte plus cinq reste en place. Les alignements qui subsistent sont retirés à leur tour, un anneau pour chacun, dans l’ordre de votre choix.',
      },
      diagrams: [
        {
          setup: 'wr=h8,c5,e8,g4 br=d7,f3,f9,h6,i10 wm=d4,e5,f6,g7,i9 bm=e4 wout=1 act=white',
          caption: {
            en: 'When the ring leaves h8, six are in line: White removes d4 to h8, or e5 to i9.',
            fr: 'Quand l’anneau quitte h8, six marqueurs se suivent : les Blancs retirent de d4 à h8, ou de e5 à i9.',
          },
        },
        {
          setup: 'wr=c3,e8,i8,j8 br=d7,g3,h10,i6 wm=d6,e6,f6,g6,h6,f4,f5,f7,f8 wout=1 bout=1 act=white',
          caption: {
            en: 'Two rows cross on f6. White removes one of them; the other has lost f6 and stays.',
            fr: 'Deux alignements se croisent en f6. Les Blancs en retirent un ; l’autre a perdu f6 et reste en place.',
          },
        },
      ],
    },
    {
      title: { en: 'Rows made for the other side', fr: 'Offrir un alignement' },
      text: {
        en: 'A row belongs to its colour, no matter who made it. If your move makes a row for your opponent, it is theirs to remove at the beginning of their turn, before they move; they choose the ring.\n\nIf one move makes rows for both, you deal with yours first. So a move that makes the third row of both sides wins for the one who moved.',
        fr: 'Un alignement appartient à sa couleur, quel qu’en soit l’auteur. Si votre coup en forme un pour l’adversaire, c’est lui qui le retire au début de son tour, avant de jouer ; il choisit l’anneau.\n\nSi un même coup forme un alignement pour chacun, vous retirez d’abord le vôtre. Un coup qui forme le troisième alignement des deux camps gagne donc pour celui qui l’a joué.',
      },
      diagrams: [
        {
          setup: 'wr=d8,c4,g3,h9,j8 br=d3,f9,h7,e8,c6 wm=d5,e5,f5,g5,h5 act=white',
          caption: {
            en: 'Black has made this row. White removes it first, takes off a ring, then moves.',
            fr: 'Ce sont les Noirs qui ont formé cet alignement. Les Blancs le retirent d’abord, avec un de leurs anneaux, puis jouent.',
          },
        },
      ],
    },
    {
      title: { en: 'The end', fr: 'Fin de la partie' },
      text: {
        en: 'The third ring you take off wins at once.\n\nIf the player to act has no row to remove and the reserve is empty, the game ends: the player who has taken off more rings wins, equal numbers are a draw. Two passes in a row are scored the same way. A game of 2,000 turns is a draw.',
        fr: 'Celui qui retire son troisième anneau gagne aussitôt.\n\nSi le joueur au trait n’a pas d’alignement à retirer et que la réserve est vide, la partie s’arrête : celui qui a retiré le plus d’anneaux gagne ; à égalité, la partie est nulle. Après deux passes de suite, on compte de la même façon. Une partie de 2 000 coups est nulle.',
      },
      diagrams: [
        {
          setup: 'wr=f4,c4,i8 br=d8,g8,h4 wm=d6,e6,g6,h6 bm=f6,e4 wout=2 bout=2 act=white',
          turns: ['f4-f7 xd6-h6:c4'],
          caption: {
            en: 'White jumped f6, removed the row d6 to h6 and took off a third ring.',
            fr: 'Les Blancs ont sauté f6, retiré l’alignement de d6 à h6 et leur troisième anneau.',
          },
        },
      ],
    },
    {
      title: { en: 'Blitz', fr: 'Blitz' },
      text: {
        en: 'In the blitz variant the *first* ring taken off wins. Everything else stays the same. It is a good way to learn.',
        fr: 'Dans la variante blitz, le *premier* anneau retiré gagne. Tout le reste est identique. C’est une bonne façon d’apprendre.',
      },
    },
    {
      title: { en: 'Notation', fr: 'Notation' },
      text: {
        en: 'e5 — a ring is placed on e5.\n\ne5-e8 — the ring on e5 leaves a marker and goes to e8.\n\ne5-e8 xd4-h8:a3 — the same, then the row from d4 to h8 is removed and the ring on a3 with it.\n\nxb2-f6:c3 e5-e8 — a row your opponent made for you is removed before the move.\n\nxb2-f6:c3 — the third ring comes off before the move: the game is won.\n\nxb2-f6:c3 pass, or only pass — no ring can move.',
        fr: 'e5 — un anneau est posé en e5.\n\ne5-e8 — l’anneau en e5 laisse un marqueur et va en e8.\n\ne5-e8 xd4-h8:a3 — de même, puis l’alignement de d4 à h8 est retiré, et l’anneau en a3 avec lui.\n\nxb2-f6:c3 e5-e8 — un alignement formé par l’adversaire est retiré avant le déplacement.\n\nxb2-f6:c3 — le troisième anneau est retiré avant le déplacement : la partie est gagnée.\n\nxb2-f6:c3 pass, ou pass seul — aucun anneau ne peut bouger.',
      },
    },
  ],
};
