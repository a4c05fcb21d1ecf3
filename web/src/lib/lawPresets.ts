/**
 * Four laws that belong together, for players who do not want to begin with an empty sheet. They are written from one's own
 * seat, where the corner to reach is always at the upper right: `o` is an own piece, `x` one of the opponent's.
 */
import type { Side, Words } from './api/types';

export interface Plan {
  name: Words;
  idea: Words;
  laws: readonly [string, string, string, string];
}

export const PLANS: readonly Plan[] = [
  {
    name: { en: 'Open the corner', fr: 'Ouvrir le coin' },
    idea: {
      en: 'Clear the far corner from the side, then let two of your stones appear there.',
      fr: 'Videz le coin opposé par le côté, puis faites-y apparaître deux de vos pierres.',
    },
    laws: ['xxxx>x.xx', 'x.xx>x.x.', 'x.x.>xoxo', 'oooo>*'],
  },
  {
    name: { en: 'Down from above', fr: 'Par le haut' },
    idea: {
      en: 'Clear the far edge from the corner on, then occupy it.',
      fr: 'Videz le bord opposé en partant du coin, puis occupez-le.',
    },
    laws: ['xxxx>x.xx', 'x.xx>..xx', '..xx>ooxx', 'oxox>*'],
  },
  {
    name: { en: 'March along the edge', fr: 'La marche le long du bord' },
    idea: {
      en: 'Each law removes the stone in front of yours: step forward, and clear the next square in the same turn.',
      fr: 'Chaque loi retire la pierre qui est devant la vôtre : avancez, et videz la case suivante dans le même coup.',
    },
    laws: ['xxox>xxo.', 'xx.o>x..o', 'xxxo>x.xo', 'oooo>*'],
  },
  {
    name: { en: 'Wait and rewrite', fr: 'Attendre et réécrire' },
    idea: {
      en: 'Two laws break through the middle, two can be used at once to rewrite laws as the game goes on.',
      fr: 'Deux lois percent le centre, deux servent aussitôt à réécrire vos lois au fil de la partie.',
    },
    laws: ['xxoo>x.oo', 'xxox>x.ox', 'oooo>*', 'oxox>*'],
  },
];

/** The laws of a plan in a side's colours. */
export function lawsFor(plan: Plan, side: Side): string[] {
  const [own, other] = side === 'white' ? (['w', 'b'] as const) : (['b', 'w'] as const);
  return plan.laws.map((law) => law.replaceAll('o', own).replaceAll('x', other));
}

/** A plan other than the last one suggested. */
export function suggest(last: Plan | null, random: () => number = Math.random): Plan {
  const others = PLANS.filter((plan) => plan !== last);
  return others[Math.floor(random() * others.length)] ?? PLANS[0]!;
}
