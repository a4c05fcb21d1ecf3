/** Texts of hints: the turn and, where hints lead to a win only after many turns, a sentence about that. */
import type { Side, Words } from '../api/types';

const LONG_RACE: Words = {
  en: 'This is a long race: with hints it takes about 70 moves.',
  fr: 'C’est une longue course : avec les conseils, elle prend environ 70 coups.',
};

/** The hint before any law is written, after a lesson: four laws in notation teach nothing. */
export const hintedLaws: Words = {
  en: 'Not sure? Press “Suggest four laws”.',
  fr: 'Vous hésitez ? Touchez « Proposer quatre lois ».',
};

/** Games in which a hint is a small step of a long plan, by their id and the side that plays it. `taijitu hints` measures how long. */
const LONG_PLANS: Readonly<Record<string, Partial<Record<Side, Words>>>> = {
  aliens: {
    black: {
      en: 'This is a long plan: shutting in three aliens often takes more than 150 moves, and each hint is one small step.',
      fr: 'C’est un plan de longue haleine : enfermer trois envahisseurs demande souvent plus de 150 coups, et chaque conseil n’est qu’un petit pas.',
    },
  },
  leapover: { white: LONG_RACE, black: LONG_RACE },
};

/** How long the plan is that hints follow; `null` where they lead to a win soon. */
export const longPlan = (game: string, side: Side | null): Words | null => (side && LONG_PLANS[game]?.[side]) ?? null;

/** "The computer would play c7-c8. This is a long plan: …" */
export function hinted(turn: string, plan: Words | null): Words {
  const [en, fr] = [`The computer would play ${turn}`, `L’ordinateur jouerait ${turn}`];
  return plan ? { en: `${en}. ${plan.en}`, fr: `${fr}. ${plan.fr}` } : { en, fr };
}
