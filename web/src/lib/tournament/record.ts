/** The record of a game that was played on a real board, as a text that the server reads. */
import type { GameResult } from '../api/types';

export interface BoardGame {
  game: string;
  /** The revision of the game's rules. */
  revision: number;
  options: Record<string, string>;
  white: string;
  black: string;
  turns: readonly string[];
  /** The end of a game that the rules do not decide: a resignation or an agreed draw. */
  result: GameResult | null;
}

function resultLine(result: GameResult | null): string[] {
  if (result === 'draw') return ['result: draw (agreed)'];
  return result === 'white' || result === 'black' ? [`result: ${result} (resigned)`] : [];
}

/** A name on one line. */
const oneLine = (name: string) => name.replace(/\s+/g, ' ').trim();

export function recordText({ game, revision, options, white, black, turns, result }: BoardGame): string {
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return [
    'taijitu record 1',
    `game: ${game}`,
    `rules: ${revision}`,
    ...(chosen.length > 0 ? [`options: ${chosen.join(' ')}`] : []),
    `white: ${oneLine(white)}`,
    `black: ${oneLine(black)}`,
    '',
    ...turns.map((turn, i) => `${i + 1}. ${turn}`),
    ...resultLine(result),
    '',
  ].join('\n');
}
