/** Who sits where, in words. */
import type { GameLine, Profile, SeatView, Setup, Sitter, Side, TableView, Words } from '../api/types';
import { path } from '../router.svelte';
import { common } from '../messages/common';
import { say } from '../messages/index.svelte';
import { table as words } from '../messages/table';

/** The name of a player, if they still have one. */
export function nameOf(profile: Profile, somebody: string): string {
  return profile.name ?? somebody;
}

/** Who sits there, in both languages. */
export function sitterWords(sitter: Sitter | null): Words {
  if (sitter === null) return words.free;
  if ('engine' in sitter) return common.engine(sitter.engine);
  // A name in an imported game is not a player of this site, even if an account or an engine has the same.
  if ('named' in sitter) return { en: `${sitter.named} (imported)`, fr: `${sitter.named} (importé)` };
  const name = sitter.player.name;
  return name === null ? common.somebody : { en: name, fr: name };
}

/** The colour of a seat: what the running game says (a swap changes it), or what was agreed before. */
export function sideOf(table: TableView, seat: number): Side | null {
  return table.game?.scene.sides[seat - 1] ?? table.seats[seat - 1]?.side ?? null;
}

export function seatsOf(table: TableView, side: Side): SeatView[] {
  return table.seats.filter((seat) => sideOf(table, seat.seat) === side);
}

/** The side we play, if we play just one. */
export function ownSide(table: TableView): Side | null {
  const sides = new Set(table.yours.map((seat) => sideOf(table, seat)));
  const [only] = sides;
  return sides.size === 1 ? (only ?? null) : null;
}

/** The side that acts now, or writes first where both do. */
export function actingSide(table: TableView): Side | null {
  const acts = table.game?.scene.acts ?? [];
  const sides = acts.map((seat) => sideOf(table, seat));
  return sides.includes('black') ? 'black' : (sides[0] ?? null);
}

/** Whether it is our turn. */
export function isOurTurn(table: TableView): boolean {
  const acts = table.game?.scene.acts ?? [];
  return table.state === 'running' && !table.game?.outcome && table.yours.some((seat) => acts.includes(seat));
}

/** The state of the connection of the player in this seat; in a live game a player is away after half a minute. */
export function linkOf(table: TableView, seat: SeatView): 'here' | 'reconnecting' | 'away' {
  if (seat.present) return 'here';
  const { game } = table;
  const live = table.state === 'running' && game !== null && !game.outcome && table.setup.time.kind !== 'days';
  return live && !game.absent.some((absence) => absence.seat === seat.seat) ? 'reconnecting' : 'away';
}

/** Whether every opponent is an engine, or we play all seats ourselves. */
export function amongEngines(table: TableView): boolean {
  const others = table.seats.filter((seat) => !table.yours.includes(seat.seat));
  return table.yours.length > 0 && others.every((seat) => seat.sitter !== null && 'engine' in seat.sitter);
}

/** The clock of a table in words. */
export function clockWords(time: Setup['time']): Words {
  switch (time.kind) {
    case 'none':
      return words.noClock;
    case 'total':
      return words.total(time.seconds, time.increment);
    case 'days':
      return words.days(time.days);
  }
}

/** `4:05`, `1:02:03`, `3 d 4 h` as the reader's language writes it, and `0:04.3` when it gets serious. */
export function clockText(ms: number): string {
  const seconds = ms / 1000;
  if (ms <= 9900) return `0:0${(Math.ceil(ms / 100) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  const [days, hours, minutes] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days > 0) return say(words.daysAndHours(days, hours));
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The link to the statistics of a player; imported and deleted players have none. */
export function playerAddress(sitter: Sitter): string | null {
  if ('engine' in sitter) return path('player', `engine:${sitter.engine}`);
  if ('named' in sitter || sitter.player.name === null) return null;
  return path('player', sitter.player.name);
}

/** Everybody who played a colour. */
export function teamWords(game: GameLine, side: Side): string {
  const team = game.players.filter(([of]) => of === side);
  return team.map(([, sitter]) => say(sitterWords(sitter))).join(', ');
}
