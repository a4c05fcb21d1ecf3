/** What the rulebooks of Tetra, Quinta and Sexta have in common: the board of 93 nodes, and how a game is drawn. */
import type { RulebookSection } from './lesson';

export const nodeBoard: RulebookSection = {
  title: { en: 'The board', fr: 'Le plateau' },
  text: {
    en: 'A rounded triangle of 93 *nodes*. Five rings, a (the rim) to e, are numbered clockwise from the top; f1, f2, f3 are the centre. The corners are a1, a9 and a17.\n\n*Straight on* means leaving a node by the line opposite the one you came by. The three *pentas* e1, e5 and e9 have five neighbours instead of six: there a straight line forks, and both branches count as straight on. Along the rim a line runs as far as the next corner and ends there; a line that reaches the rim from inside ends at once.',
    fr: 'Un triangle arrondi de 93 *nœuds*. Cinq couronnes, de a (le bord) à e, sont numérotées dans le sens des aiguilles d’une montre à partir du haut ; f1, f2, f3 sont le centre. Les coins sont a1, a9 et a17.\n\n*Tout droit* veut dire quitter un nœud par la ligne opposée à celle de l’arrivée. Les trois *pentas* e1, e5 et e9 ont cinq voisins au lieu de six : une ligne droite y bifurque, et les deux branches comptent comme tout droit. Le long du bord, une ligne va jusqu’au prochain coin et s’y arrête ; une ligne qui atteint le bord depuis l’intérieur s’arrête aussitôt.',
  },
  diagrams: [
    {
      setup: 'b=e1,e5,e9 act=black',
      names: 'all',
      caption: {
        en: 'The names of the nodes. Three stones stand on the pentas.',
        fr: 'Les noms des nœuds. Trois pierres occupent les pentas.',
      },
    },
  ],
};

export const nodeDraws: RulebookSection = {
  title: { en: 'Draws', fr: 'Parties nulles' },
  text: {
    en: 'The game is a draw when the same position, with the same player to act, occurs for the third time, and after 2,000 turns. Players may also agree on a draw.\n\nA player passes only without a legal turn; two passes in a row are a draw. A winning turn takes precedence over all of these.',
    fr: 'La partie est nulle quand la même position, avec le même joueur au trait, se présente pour la troisième fois, et après 2 000 coups. Les joueurs peuvent aussi convenir d’une nulle.\n\nOn ne passe que si l’on n’a aucun coup possible ; deux passes de suite donnent la nulle. Un coup gagnant l’emporte sur tout cela.',
  },
};
