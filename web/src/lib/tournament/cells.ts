/** Cells of a cross table, as signs and as spoken text. */
import type { CrossCell, Words } from '../api/types';
import { common } from '../messages/common';
import { tournaments as words } from '../messages/tournaments';

/** `1`, `½`, `0`; `+` and `−` without a game, `·` while it runs. */
export function cellSign({ half_points: points, played }: CrossCell): string {
  if (points === null) return '·';
  if (points === 1) return '½';
  if (points === 0) return played ? '0' : '−';
  return played ? '1' : '+';
}

/** The same in words: `White, win, Ada`. */
export function cellSpoken({ half_points: points, side }: CrossCell, opponent: string | null): Words {
  if (opponent === null) return words.cell.bye;
  const result = points === null ? 'running' : points === 0 ? 'loss' : points === 1 ? 'draw' : 'win';
  const textIn = (language: 'en' | 'fr') =>
    [opponent, side ? common[side][language] : null, words.cell[result][language]].filter((part) => part !== null).join(', ');
  return { en: textIn('en'), fr: textIn('fr') };
}
