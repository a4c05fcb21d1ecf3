/**
 * A search of the archive: what its form holds, how it is written in an address, and how it is asked. The address of the
 * page and the question to the server have the same words, so every search is a link.
 */
import type { ArchiveQuery, GameKind, GameOption } from '../api/types';
import { suggested } from '../messages/lobby';

/** The values of the form; an empty text is no condition. */
export interface ArchiveForm {
  game: string;
  /** Whether the rules matter: any, the usual ones, or those in `options`. */
  rules: RulesFilter;
  /** Options that differ from the usual ones. */
  options: Record<string, string>;
  player: string;
  opponent: string;
  result: string;
  reason: string;
  from: string;
  to: string;
  least: string;
  most: string;
  opening: string;
  position: string;
}

export type RulesFilter = 'any' | 'standard' | 'chosen';

/** The word for games without any special option. */
const STANDARD = 'standard';

/** The fields that are written as they are, in the order in which an address has them. */
const PLAIN = ['player', 'opponent', 'result', 'reason', 'from', 'to', 'least', 'most', 'opening', 'position'] as const;

/** Conditions that need a game. */
const OF_A_GAME: readonly string[] = ['opening', 'position'];
/** Results of a player. */
const OF_A_PLAYER: readonly string[] = ['won', 'lost'];

export const NOTHING: Readonly<ArchiveForm> = {
  game: '',
  rules: 'any',
  options: {},
  player: '',
  opponent: '',
  result: '',
  reason: '',
  from: '',
  to: '',
  least: '',
  most: '',
  opening: '',
  position: '',
};

/** The search of an address; unknown words are ignored. */
export function readSearch(query: URLSearchParams): ArchiveForm {
  const search: ArchiveForm = { ...NOTHING, options: {}, game: query.get('game') ?? '' };
  for (const field of PLAIN) search[field] = query.get(field)?.trim() ?? '';
  const variant = query.get('variant')?.trim() ?? '';
  if (variant === STANDARD) search.rules = 'standard';
  else if (variant) {
    search.rules = 'chosen';
    search.options = Object.fromEntries(variant.split(/\s+/).map((pair) => split(pair)));
  }
  return search;
}

function split(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  return [name, value.join('=')];
}

/** The query for the server; only conditions that it can answer. */
export function question(search: ArchiveForm): ArchiveQuery {
  const query: Record<string, string | number> = {};
  if (search.game) query['game'] = search.game;
  const variant = variantOf(search);
  if (variant && search.game) query['variant'] = variant;
  for (const field of PLAIN) {
    const value = tidy(field, search[field]);
    const needsGame = OF_A_GAME.includes(field) && !search.game;
    // One position at a time: the turns define it.
    const second = field === 'position' && 'opening' in query;
    const needsPlayer = (field === 'opponent' || OF_A_PLAYER.includes(value)) && !search.player.trim();
    if (value === '' || needsGame || needsPlayer || second) continue;
    query[field] = field === 'least' || field === 'most' ? Number(value) : value;
  }
  return query;
}

/** The options of a search; those of a board on which its turns are played. */
export const optionsOf = ({ rules, options }: ArchiveForm): Record<string, string> =>
  rules === 'chosen' ? Object.fromEntries(Object.entries(options).filter(([, value]) => value !== '')) : {};

function variantOf(search: ArchiveForm): string {
  if (search.rules === 'standard') return STANDARD;
  return Object.entries(optionsOf(search))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

function tidy(field: string, value: string | number | null): string {
  const text = String(value ?? '').trim();
  if (field === 'opening') return turnsOf(text).join(',');
  if ((field === 'least' || field === 'most') && !/^\d+$/.test(text)) return '';
  return text;
}

/** The turns of an opening that was typed or is in an address. */
export function turnsOf(opening: string): string[] {
  return opening
    .split(/[,;\n]/)
    .map((turn) => turn.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
}

/** The search as it stands in an address: `?game=y&player=Ada`, or nothing. */
export function searchQuery(search: ArchiveForm): string {
  const entries = Object.entries(question(search)).map(([name, value]): [string, string] => [name, String(value)]);
  return entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : '';
}

/** Whether there are no conditions: then all games are shown. */
export const isNothing = (search: ArchiveForm): boolean => searchQuery(search) === '';

/** How many conditions it has besides those of the first fields of the form. */
export function furtherConditions(search: ArchiveForm): number {
  const { game: _game, player: _player, result: _result, ...rest } = question(search);
  return Object.keys(rest).length;
}

/** The values of an option that a game may differ by, as far as there is a list of them. */
export function unusual(option: GameOption): string[] {
  const [least, most] = option.range ?? [1, 0];
  const numbers = Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
  const all = option.choices ?? (option.range ? numbers : Object.keys(suggested[option.name] ?? {}));
  return all.filter((value) => value !== option.default && value !== 'random');
}

/** The options of a game that can be searched for. */
export function searchableOptions(kind: GameKind | undefined): GameOption[] {
  return (kind?.options ?? []).filter((option) => unusual(option).length > 0);
}
