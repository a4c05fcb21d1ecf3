/** Ratings as text. */
import type { GameLine, RatingChange, RatingView, Side, Sitter } from './api/types';
import { gameKind } from './games.svelte';
import { say } from './messages/index.svelte';
import { sitterWords } from './table/people';

/** `1512`, or `1512?` while it is uncertain. */
export function ratingText({ value, provisional }: RatingView): string {
  return provisional ? `${value}?` : String(value);
}

/** `+12`, `−7`, `±0`. */
export function changeText({ before, after }: Pick<RatingChange, 'before' | 'after'>): string {
  const change = after.value - before.value;
  if (change === 0) return '±0';
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** The rating of who sits there, in a game; that of the computer is published for each level, and has no deviation. */
export function ratingOf(sitter: Sitter | null, game: string): RatingView | undefined {
  if (sitter === null || 'named' in sitter) return undefined;
  if ('player' in sitter) return sitter.player.rating;
  const value = gameKind(game)?.level_ratings[sitter.engine - 1];
  return value === undefined ? undefined : { value, deviation: 0 };
}

/** Who sits there, with the rating. */
export function ratedName(sitter: Sitter, game: string): string {
  const rating = ratingOf(sitter, game);
  const name = say(sitterWords(sitter));
  return rating ? `${name} (${ratingText(rating)})` : name;
}

/** Everybody who played a colour; after a rated game with the rating before it, and what it changed. */
export function ratedTeam(game: GameLine, side: Side): string {
  const team = game.players.flatMap(([of, sitter], i) => (of === side ? [{ sitter, seat: i + 1 }] : []));
  return team
    .map(({ sitter, seat }) => {
      const name = say(sitterWords(sitter));
      const change = game.ratings?.find((one) => one.seat === seat);
      return change ? `${name} (${ratingText(change.before)}, ${changeText(change)})` : name;
    })
    .join(', ');
}
