/** Formats a score: as a share, in a few characters, as a sentence. */
import type { Score, Slip, Words } from '../api/types';
import { analysis } from '../messages/analysis';

/** White's win chance, 0 to 1; a draw counts half. */
export function chanceOf(score: Score): number {
  if (score.is === 'draw') return 0.5;
  if (score.is === 'wins') return score.side === 'white' ? 1 : 0;
  return Math.min(1, Math.max(0, score.white));
}

/** White's win chance in percent. What is not proved is never 0 or 100. */
export function percentOf(score: Score): number {
  const percent = Math.round(100 * chanceOf(score));
  return score.is === 'chance' ? Math.min(99, Math.max(1, percent)) : percent;
}

/** As a sentence, for screen readers. */
export function spoken(score: Score): Words {
  if (score.is === 'draw') return analysis.isDraw;
  if (score.is === 'wins') return analysis.provedWin(score.side, score.turns);
  return analysis.chance(percentOf(score));
}

/** For a column of a list: `63 %`, `○ 3`: White wins in three. */
export function brief(score: Score): Words {
  if (score.is === 'draw') return { en: '½', fr: '½' };
  if (score.is === 'wins') return analysis.briefWin(score.side, score.turns);
  return analysis.percent(percentOf(score));
}

/** The usual annotation signs; they distinguish slips without colour. */
export const SIGNS: Record<Slip, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
