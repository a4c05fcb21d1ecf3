/** The form that makes a tournament: what its fields hold, and the settings they make. */
import type { GameKind, Time, TournamentSettings } from '../api/types';
import { total } from '../timeControls';

export const KINDS = ['arena', 'swiss', 'roundrobin', 'knockout'] as const;
export type KindName = (typeof KINDS)[number];

export interface TournamentForm {
  name: string;
  notes: string;
  kind: KindName;
  minutes: number;
  streaks: boolean;
  rounds: number;
  twice: boolean;
  atOnce: boolean;
  thirdPlace: boolean;
  game: string;
  /** Options that were chosen; the others have their defaults. */
  options: Record<string, string>;
  /** Players of one game: two, or four in teams. */
  players: number;
  time: Time;
  rated: boolean;
  public: boolean;
  start: 'hand' | 'at';
  /** As a field for dates has it: local time, to the minute. */
  startsAt: string;
  places: number;
  lateEntry: boolean;
  bots: boolean;
  fills: boolean;
  level: number;
  venue: 'page' | 'room';
  next: 'hand' | 'after';
  breakMinutes: number;
}

/** Places offered at first; an arena is for everybody, a round robin with more takes weeks. */
const PLACES: Record<KindName, number> = { arena: 200, swiss: 64, roundrobin: 12, knockout: 32 };

/** An hour from now, to the full quarter. */
function soon(now: number): string {
  const QUARTER = 900_000;
  return localTime(Math.ceil((now + 4 * QUARTER) / QUARTER) * QUARTER);
}

/** A moment as a field for dates has it. */
export function localTime(at: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const when = new Date(at);
  const day = `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
  return `${day}T${two(when.getHours())}:${two(when.getMinutes())}`;
}

export function newForm(game: string, now: number): TournamentForm {
  return {
    name: '',
    notes: '',
    kind: 'swiss',
    minutes: 60,
    streaks: true,
    rounds: 5,
    twice: false,
    atOnce: false,
    thirdPlace: true,
    game,
    options: {},
    players: 2,
    time: total(5, 3),
    rated: false,
    public: true,
    start: 'hand',
    startsAt: soon(now),
    places: PLACES.swiss,
    lateEntry: true,
    bots: false,
    fills: false,
    level: 3,
    venue: 'page',
    next: 'after',
    breakMinutes: 0,
  };
}

/** What follows from another kind: usual places, and in an arena a clock for the whole game. */
export function withKind(form: TournamentForm, kind: KindName): TournamentForm {
  const time = kind === 'arena' && form.time.kind !== 'total' ? total(5, 3) : form.time;
  return { ...form, kind, time, places: PLACES[kind], atOnce: form.atOnce && kind === 'roundrobin' };
}

/** What follows from another clock: by correspondence everybody of a round robin plays everybody at once. */
export function withTime(form: TournamentForm, time: Time): TournamentForm {
  return { ...form, time, atOnce: form.kind === 'roundrobin' && time.kind === 'days' };
}

/** Games on real boards are casual. */
export function withVenue(form: TournamentForm, venue: TournamentForm['venue']): TournamentForm {
  return { ...form, venue, rated: form.rated && venue === 'page' };
}

/** Whether the field can grow after the start. */
export const mayEnterLate = ({ kind }: Pick<TournamentForm, 'kind'>): boolean => kind === 'arena' || kind === 'swiss';

/** Games against the computer are not rated. */
export const mayFill = ({ rated, venue }: Pick<TournamentForm, 'rated' | 'venue'>): boolean => !rated || venue === 'room';

/** Whether there are rounds that follow each other. */
export const hasRounds = ({ kind, atOnce }: TournamentForm): boolean => kind !== 'arena' && !(kind === 'roundrobin' && atOnce);

function kindOf(form: TournamentForm): TournamentSettings['kind'] {
  switch (form.kind) {
    case 'arena':
      return { kind: 'arena', minutes: form.minutes, streaks: form.streaks };
    case 'swiss':
      return { kind: 'swiss', rounds: form.rounds };
    case 'roundrobin':
      return { kind: 'roundrobin', twice: form.twice, at_once: form.atOnce };
    case 'knockout':
      return { kind: 'knockout', third_place: form.thirdPlace };
  }
}

/** The settings that the form makes. Options of another game, or that the number of players decides, are left out. */
export function settingsOf(form: TournamentForm, game: GameKind): TournamentSettings {
  const seats = game.seats.find(({ players }) => players === form.players) ?? game.seats[0];
  const own = game.options.map(({ name, default: usual }) => [name, form.options[name] ?? usual] as const);
  return {
    name: form.name.trim(),
    notes: form.notes.trim(),
    kind: kindOf(form),
    game: game.id,
    options: { ...Object.fromEntries(own), ...seats?.options },
    time: form.time,
    teams: seats?.players === 4,
    rated: form.rated && form.venue === 'page',
    public: form.public,
    start: form.start === 'hand' ? 'hand' : { at: new Date(form.startsAt).getTime() },
    places: form.places,
    late_entry: form.lateEntry && mayEnterLate(form),
    bots: form.bots,
    filler: form.fills && mayFill(form) ? form.level : null,
    venue: form.venue,
    next_round: form.next === 'hand' && hasRounds(form) ? 'hand' : { after: Math.round(form.breakMinutes * 60) },
  };
}

/** The form that makes these settings. */
export function formOf(settings: TournamentSettings, now: number): TournamentForm {
  const { kind, start, next_round: next } = settings;
  const base = newForm(settings.game, now);
  return {
    ...base,
    name: settings.name,
    notes: settings.notes,
    kind: kind.kind,
    ...(kind.kind === 'arena' ? { minutes: kind.minutes, streaks: kind.streaks } : {}),
    ...(kind.kind === 'swiss' ? { rounds: kind.rounds } : {}),
    ...(kind.kind === 'roundrobin' ? { twice: kind.twice, atOnce: kind.at_once } : {}),
    ...(kind.kind === 'knockout' ? { thirdPlace: kind.third_place } : {}),
    options: settings.options,
    players: settings.teams ? 4 : 2,
    time: settings.time,
    rated: settings.rated,
    public: settings.public,
    start: start === 'hand' ? 'hand' : 'at',
    startsAt: start === 'hand' ? base.startsAt : localTime(start.at),
    places: settings.places,
    lateEntry: settings.late_entry,
    bots: settings.bots,
    fills: settings.filler !== null,
    level: settings.filler ?? base.level,
    venue: settings.venue,
    next: next === 'hand' ? 'hand' : 'after',
    breakMinutes: next === 'hand' ? 0 : next.after / 60,
  };
}
