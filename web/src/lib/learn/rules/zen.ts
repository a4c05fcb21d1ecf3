/** The rules of Zen l’initié, with its variants. */
import type { Rulebook } from '../lesson';

export const rulebook: Rulebook = {
  game: 'zen',
  sections: [
    {
      title: { en: 'Aim and start', fr: 'But et départ' },
      text: {
        en: 'Bring all your pawns that are still on the board, *together with the red Zen* if it is in play, into one chain. Two pieces are in contact if their squares touch by a side or by a corner.\n\nThe board has 11 × 11 squares, columns a to k, rows 1 to 11. Each colour has twelve pawns; the Zen starts on f6. Which colour begins is drawn by lot, unless the table says otherwise.',
        fr: 'Réunissez en une seule chaîne tous les pions qui vous restent, *avec le Zen rouge* s’il est en jeu. Deux pièces sont en contact si leurs cases se touchent par un côté ou par un coin.\n\nLe plateau compte 11 × 11 cases, colonnes a à k, rangées 1 à 11. Chaque couleur a douze pions ; le Zen part de f6. La couleur qui commence est tirée au sort, sauf si la table en décide autrement.',
      },
      diagrams: [
        { caption: { en: 'The start.', fr: 'Le départ.' } },
        {
          setup: 'w=c4,d5,e5,g6,h7 b=b9,c9,g2,j4 zen=f6 act=black',
          caption: {
            en: 'White has won: five pawns and the Zen form one chain.',
            fr: 'Les Blancs ont gagné : cinq pions et le Zen forment une seule chaîne.',
          },
        },
      ],
    },
    {
      title: { en: 'Moving', fr: 'Le déplacement' },
      text: {
        en: 'A turn moves one of your pawns, or the Zen, along a row, a column or a diagonal: *exactly* as many squares as there are pieces on that whole line, on both sides, of every colour, the Zen and the moving piece included.\n\nYour piece may pass over your own pawns, never over enemy pawns. It ends on an empty square or on an enemy pawn, never on one of your own.',
        fr: 'Un coup déplace un de vos pions, ou le Zen, le long d’une rangée, d’une colonne ou d’une diagonale : d’*exactement* autant de cases qu’il y a de pièces sur toute cette ligne, des deux côtés, de toutes couleurs, le Zen et la pièce jouée compris.\n\nVotre pièce peut passer par-dessus vos pions, jamais par-dessus des pions adverses. Elle finit sur une case vide ou sur un pion adverse, jamais sur un des vôtres.',
      },
      diagrams: [
        {
          setup: 'w=e2,e3,i8 b=e9,c7 zen=h5 act=white',
          caption: {
            en: 'Column e holds three pieces: e2 goes to e5, over e3, and e3 goes to e6.',
            fr: 'La colonne e porte trois pièces : e2 va en e5, par-dessus e3, et e3 va en e6.',
          },
        },
      ],
    },
    {
      title: { en: 'Capturing', fr: 'La prise' },
      text: {
        en: 'A piece that ends its move on an enemy pawn captures it; the captured pawn is out of the game. Capturing is never compulsory. Think twice: your opponent then has one pawn less to link.',
        fr: 'Une pièce qui finit son coup sur un pion adverse le prend ; le pion pris quitte la partie. La prise n’est pas obligatoire. Réfléchissez : l’adversaire a alors un pion de moins à relier.',
      },
      diagrams: [
        {
          setup: 'w=d4,i9 b=g4,j4,d8 zen=g8 act=white',
          caption: {
            en: 'Row 4 holds three pieces: d4 may capture g4.',
            fr: 'La rangée 4 porte trois pièces : d4 peut prendre g4.',
          },
        },
      ],
    },
    {
      title: { en: 'The Zen', fr: 'Le Zen' },
      text: {
        en: 'The player to move treats the Zen as a piece of either side. Your pawns may pass over it or capture it. You may move it like a pawn of yours: it then passes over your pawns, not over enemy pawns, and captures enemy pawns.\n\n*Ko:* if the previous turn moved the Zen, it may not go straight back to the square it left.\n\n*Contact:* after it has been moved, the Zen must touch at least one pawn, of either colour. A pawn it has just captured does not count.',
        fr: 'Le joueur dont c’est le tour traite le Zen comme une pièce de son camp ou du camp adverse, au choix. Vos pions peuvent passer par-dessus ou le prendre. Vous pouvez le déplacer comme un de vos pions : il passe alors par-dessus vos pions, mais pas par-dessus les pions adverses, qu’il peut prendre.\n\n*Ko :* si le coup précédent a déplacé le Zen, il ne peut pas revenir aussitôt sur la case qu’il a quittée.\n\n*Contact :* une fois déplacé, le Zen doit toucher au moins un pion, de l’une ou l’autre couleur. Le pion qu’il vient de prendre ne compte pas.',
      },
      diagrams: [
        {
          setup: 'w=d5,h8 b=h6,d9,c10 zen=f6 act=white',
          caption: {
            en: 'The Zen may go to d4, d6 or g5. h8 may capture it.',
            fr: 'Le Zen peut aller en d4, d6 ou g5. h8 peut le prendre.',
          },
        },
      ],
    },
    {
      title: { en: 'The end', fr: 'La fin' },
      text: {
        en: 'After each turn, in this order: a colour without pawns has lost. If both colours are linked, the game is a draw. If one is linked, it wins, no matter who made the turn. A lone pawn is linked if the Zen is gone or touches it.\n\nA player passes only without a legal move. Two passes in a row, the third occurrence of a position or 2,000 turns end the game in a draw; the players can also agree on one.',
        fr: 'Après chaque coup, on vérifie dans cet ordre : une couleur sans pions a perdu. Si les deux couleurs sont reliées, la partie est nulle. Si une seule l’est, elle gagne, quel que soit l’auteur du coup. Un pion seul est relié si le Zen a disparu ou le touche.\n\nOn ne passe que si l’on n’a aucun coup possible. La partie est nulle après deux passes de suite, à la troisième apparition d’une position ou après 2 000 coups ; les joueurs peuvent aussi en convenir.',
      },
      diagrams: [
        {
          setup: 'w=f3,e6,f6,g6 b=c9,d8,e8,h5 act=white',
          turns: ['f3xh5'],
          caption: {
            en: 'White has captured the stray pawn on h5, and both are linked: a draw. f3-f5 would have won.',
            fr: 'Les Blancs ont pris le pion isolé en h5, et tous deux sont reliés : partie nulle. f3-f5 aurait gagné.',
          },
        },
      ],
    },
    {
      title: { en: 'Four players', fr: 'À quatre joueurs' },
      text: {
        en: 'Two teams of two, one colour each. The seats act in turn: White 1, Black 1, White 2, Black 2; if Black begins, Black 1, White 1, Black 2, White 2. Each may move any pawn of the team’s colour, or the Zen.\n\nPartners must not talk about the game: while it runs, neither sees what the other writes in the chat.',
        fr: 'Deux équipes de deux, une couleur chacune. Les places jouent à tour de rôle : Blancs 1, Noirs 1, Blancs 2, Noirs 2 ; si les Noirs commencent, Noirs 1, Blancs 1, Noirs 2, Blancs 2. Chacun peut déplacer n’importe quel pion de la couleur de l’équipe, ou le Zen.\n\nLes partenaires ne doivent pas se parler de la partie : tant qu’elle dure, aucun ne voit ce que l’autre écrit dans la discussion.',
      },
    },
    {
      title: { en: 'Variant 1: check and mate', fr: 'Variante 1 : échec et mat' },
      text: {
        en: 'It is *check* if you could win by moving again at once, ignoring ko. It is *mate* if no reply helps: none wins, none draws, and after each of them you can win. Mate ends the game at once.\n\nUsually the game announces check by itself. With manual announcements the players do. A false announcement is refused. If you forget one, the game goes on, even after a mate; and if your opponent does not parry and you then win, they may concede, or take back that reply, with the check now announced. Announcing a mate only as check is allowed; the game then goes on.',
        fr: 'Il y a *échec* si vous pourriez gagner en rejouant aussitôt, sans ko. C’est *mat* si, de plus, aucune réponse ne sauve l’adversaire : aucune ne gagne ni ne fait nulle, et après chacune vous pouvez gagner. Le mat met aussitôt fin à la partie.\n\nD’ordinaire, le jeu annonce lui-même l’échec. Avec l’annonce manuelle, c’est aux joueurs de le faire. Une annonce fausse est refusée. Si vous en oubliez une, la partie continue, même après un mat ; et si l’adversaire ne pare pas et que vous gagnez ensuite, il peut concéder, ou reprendre cette réponse, l’échec étant désormais annoncé. On peut annoncer un mat comme un simple échec ; la partie continue alors.',
      },
      diagrams: [
        {
          options: { variant: '1' },
          setup: 'w=d3,f2,f3,f4,g7 b=b3,c6,g10,h7 zen=g4 act=white',
          turns: ['g7xg4#'],
          caption: {
            en: 'White has captured the Zen on g4: mate. Black cannot keep White from linking d3.',
            fr: 'Les Blancs ont pris le Zen en g4 : mat. Les Noirs ne peuvent pas empêcher les Blancs de relier d3.',
          },
        },
      ],
    },
    {
      title: { en: 'Variants 2 and 3: a match to 7', fr: 'Variantes 2 et 3 : un match en 7 points' },
      text: {
        en: 'A match has several rounds, until somebody has 7 points or more. The winner of a round scores one point for each pawn of the loser outside the loser’s *major group*, the one with the most pawns, and one more if the Zen is in play and not in contact with that group. The Zen links the groups it touches, but only pawns are counted; among groups of the same size the best for the loser is taken. A loser without pawns concedes 1 if the Zen is in play, otherwise nothing.\n\nThe loser begins the next round; after a draw, the colour that did not begin the drawn one. Resigning and losing on time lose the match; an agreed draw draws the round.\n\n*Variant 2* is such a match with check and mate. *Variant 3*, for super-initiates, has no check and mate, and the Zen need not touch a pawn after its move.',
        fr: 'Un match compte plusieurs manches, jusqu’à ce que quelqu’un ait 7 points ou plus. Le vainqueur d’une manche marque un point par pion du perdant hors de son *groupe majeur*, celui qui a le plus de pions, et un de plus si le Zen est en jeu et ne touche pas ce groupe. Le Zen relie les groupes qu’il touche, mais seuls les pions comptent ; entre groupes égaux, on prend le meilleur pour le perdant. Un perdant sans pions concède 1 point si le Zen est en jeu, sinon rien.\n\nLe perdant commence la manche suivante ; après une nulle, la couleur qui n’avait pas commencé. L’abandon et la perte au temps font perdre le match ; une nulle par accord vaut pour la manche seule.\n\nLa *variante 2* est un tel match avec échec et mat. La *variante 3*, pour super-initiés, se joue sans échec et mat, et le Zen n’a pas besoin de toucher un pion après son coup.',
      },
      diagrams: [
        {
          options: { variant: '2' },
          setup: 'w=d4,e5,g7 b=h2,i2,i3,b9,k10 zen=f6 act=black',
          caption: {
            en: 'White has won and scores 3: two black pawns outside the group of three, and the Zen, which does not touch it.',
            fr: 'Les Blancs ont gagné et marquent 3 points : deux pions noirs hors du groupe de trois, et le Zen, qui ne le touche pas.',
          },
        },
      ],
    },
    {
      title: { en: 'Options and notation', fr: 'Options et notation' },
      text: {
        en: 'variant: basic, 1, 2 or 3. players: 2 or 4. first: white, black or random, the colour that begins. announce: auto or manual, for variants 1 and 2.\n\nb7-b9: a move. b7xb9: a capture. f6-h8: the Zen, named by its square. pass, if nothing else is legal. In variants 1 and 2 a turn ends with + for check or # for mate. After an unannounced check: concede or takeback.',
        fr: 'variant : basic, 1, 2 ou 3. players : 2 ou 4. first : white, black ou random, la couleur qui commence. announce : auto ou manual, pour les variantes 1 et 2.\n\nb7-b9 : un déplacement. b7xb9 : une prise. f6-h8 : le Zen, désigné par sa case. pass, si rien d’autre n’est possible. Dans les variantes 1 et 2, un coup se termine par + pour échec, # pour mat. Après un échec non annoncé : concede ou takeback.',
      },
    },
  ],
};
