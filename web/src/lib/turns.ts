/** Turns as a list shows them: which column, which signs, and words for turns without a notation of their own. */
import type { GameView, Side, Words } from './api/types';
import { turnList } from './messages/turnList';

/** A line of the list: a turn with its number, or a round that begins. */
export interface ListedTurn {
  text: string;
  /** The round that begins here; 0 for a turn. */
  round: number;
  /** The number of the turn; of a round, that of the turn before it. */
  number: number;
  by: Side | null;
  captured: number;
}

/** The turns of a running game, numbered. */
export function listed({ turns, facts }: Pick<GameView, 'turns' | 'facts'>): ListedTurn[] {
  let number = 0;
  return turns.map((text, i) => {
    const { by = null, captured = 0 } = facts[i] ?? {};
    return text.startsWith('round ')
      ? { text, round: Number(text.slice(6)), number, by: null, captured: 0 }
      : { text, round: 0, number: ++number, by, captured };
  });
}

export type TurnSign = 'swap' | 'pass' | 'capture';

/** The signs beside a turn. */
export function signsOf(text: string, captured: number): TurnSign[] {
  const words = text.split(' ');
  const signs: TurnSign[] = [];
  if (words.includes('swap')) signs.push('swap');
  if (words.some((word) => word.replace(/[+#]$/, '') === 'pass')) signs.push('pass');
  if (captured > 0) signs.push('capture');
  return signs;
}

/** The text in the list instead of the notation; `null` where the notation is shown. */
export function wordsFor(text: string): Words | null {
  if (text === 'swap') return turnList.swap;
  if (text === 'pass') return turnList.pass;
  if (text.startsWith('laws ') && text.includes('?')) return turnList.secretLaws;
  return null;
}
