/** Short descriptions of a tournament. */
import type { TournamentLine, TournamentPhase, TournamentSettings, Words } from '../api/types';
import { gameKind } from '../games.svelte';
import { dayAndTime } from '../messages/day';
import { DOT, say } from '../messages/index.svelte';
import { ratings } from '../messages/ratings';
import { tournaments as words } from '../messages/tournaments';
import { clockWords } from '../table/people';
import { countdown } from './countdown';

/** The kind, with what was chosen for it. */
export function kindFacts({ kind }: Pick<TournamentSettings, 'kind'>): Words[] {
  switch (kind.kind) {
    case 'arena':
      return [words.kinds.arena, words.minutesOf(kind.minutes), ...(kind.streaks ? [words.streaks] : [])];
    case 'swiss':
      return [words.kinds.swiss, words.roundsOf(kind.rounds)];
    case 'roundrobin':
      return [words.kinds.roundrobin, ...(kind.twice ? [words.twice] : [])];
    case 'knockout':
      return [words.kinds.knockout];
  }
}

/** Everything that matters to a player who might enter. */
export function settingsFacts(settings: TournamentSettings): Words[] {
  return [
    ...kindFacts(settings),
    clockWords(settings.time),
    settings.rated ? ratings.rated : ratings.casual,
    ...(settings.teams ? [words.teams] : []),
    ...(settings.venue === 'room' ? [words.inRoom] : []),
  ];
}

/** The name of its game. */
export function gameName({ game }: Pick<TournamentSettings, 'game'>): Words {
  return gameKind(game)?.name ?? { en: game, fr: game };
}

/** How many take part. */
export function countWords({ teams }: Pick<TournamentSettings, 'teams'>, count: number): Words {
  return teams ? words.teamsOf(count) : words.players(count);
}

/** Longer ahead than this, a date says more than a countdown, in milliseconds. */
const NEAR_MS = 24 * 3_600_000;

/** When it begins. */
export function startWords(starts: number | null, now: number): Words {
  if (starts === null) return words.hostStarts;
  const left = starts - now;
  if (left <= 0) return words.startsSoon;
  if (left > NEAR_MS) {
    const when = dayAndTime(starts);
    return words.startsAt(when);
  }
  const { en, fr } = countdown(left);
  return { en: words.startsIn(en).en, fr: words.startsIn(fr).fr };
}

/** The phase, for a list. */
export function standingWords(
  line: Pick<TournamentLine, 'phase' | 'settings' | 'round' | 'starts' | 'ends' | 'winner'>,
  now: number,
): Words {
  const { phase, settings, round, starts, ends, winner } = line;
  if (phase === 'open') return startWords(starts, now);
  if (phase === 'finished' && winner !== null) return words.wonBy(winner);
  if (phase !== 'running') return words.phases[phase];
  if (settings.kind.kind !== 'arena') return words.roundOf(round, settings.kind.kind === 'swiss' ? settings.kind.rounds : null);
  if (ends === null) return words.phases.running;
  const { en, fr } = countdown(ends - now);
  return { en: words.endsIn(en).en, fr: words.endsIn(fr).fr };
}

/** Facts in one line. */
export const joined = (facts: readonly Words[]): string => facts.map(say).join(DOT);

export const isOver = (phase: TournamentPhase): boolean => phase === 'finished' || phase === 'called-off';
