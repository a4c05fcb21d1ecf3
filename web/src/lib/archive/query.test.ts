import { describe, expect, it } from 'vitest';
import type { GameKind } from '../api/types';
import {
  NOTHING,
  searchableOptions,
  furtherConditions,
  isNothing,
  question,
  readSearch,
  turnsOf,
  unusual,
  searchQuery,
  type ArchiveForm,
} from './query';

const search = (change: Partial<ArchiveForm>): ArchiveForm => ({ ...NOTHING, ...change });
const read = (address: string) => readSearch(new URLSearchParams(address));

describe('a search', () => {
  it('stands in an address and comes back from it', () => {
    const asked = search({
      game: 'zen',
      rules: 'chosen',
      options: { variant: '2', players: '4' },
      player: 'Ada Lovelace',
      opponent: 'engine:5',
      result: 'won',
      reason: 'both connected',
      from: '2026-11-01',
      to: '2026-11-16',
      least: '10',
      most: '40',
      opening: 'd3-e3,f1-f2',
    });
    expect(read(searchQuery(asked))).toEqual(asked);
  });

  it('says nothing about what was left empty', () => {
    expect(searchQuery(NOTHING)).toBe('');
    expect(isNothing(search({ player: '   ' }))).toBe(true);
    expect(searchQuery(search({ game: 'y', player: 'Ada' }))).toBe('?game=y&player=Ada');
  });

  it('knows the usual rules from any', () => {
    expect(searchQuery(search({ game: 'yinsh', rules: 'standard' }))).toBe('?game=yinsh&variant=standard');
    expect(read('game=yinsh&variant=standard').rules).toBe('standard');
    expect(read('game=yinsh&variant=variant%3Dblitz').options).toEqual({ variant: 'blitz' });
    // Special rules of which none was chosen are any rules.
    expect(searchQuery(search({ game: 'yinsh', rules: 'chosen', options: { variant: '' } }))).toBe('?game=yinsh');
  });

  it('asks nothing that needs a game or a player without one', () => {
    expect(question(search({ opening: 'a1', position: 'act=white', rules: 'standard' }))).toEqual({});
    expect(question(search({ result: 'won', opponent: 'Ada' }))).toEqual({});
    expect(question(search({ result: 'white' }))).toEqual({ result: 'white' });
    expect(question(search({ result: 'lost', player: 'Ada' }))).toEqual({ player: 'Ada', result: 'lost' });
  });

  it('looks for one position at a time', () => {
    expect(question(search({ game: 'y', position: 'b=a1 act=white' }))).toEqual({ game: 'y', position: 'b=a1 act=white' });
    expect(question(search({ game: 'y', opening: 'a1', position: 'b=a1 act=white' }))).toEqual({ game: 'y', opening: 'a1' });
  });

  it('takes lengths only as numbers', () => {
    expect(question(search({ least: '12', most: 'many' }))).toEqual({ least: 12 });
    // A number field gives a number, whatever its declared type is.
    expect(question(search({ least: 7 as unknown as string, most: null as unknown as string }))).toEqual({ least: 7 });
  });

  it('leaves out words it does not know', () => {
    expect(searchQuery(read('game=y&colour=red&before=x&limit=9'))).toBe('?game=y');
  });

  it('goes further than the first fields', () => {
    expect(furtherConditions(search({ game: 'y', player: 'Ada', result: 'white' }))).toBe(0);
    expect(furtherConditions(search({ game: 'y', opening: 'a1', least: '3' }))).toBe(2);
  });
});

describe('an opening', () => {
  it('is read however it is separated', () => {
    expect(turnsOf(' a1, swap;c3\n laws  bbbb>bbb. ')).toEqual(['a1', 'swap', 'c3', 'laws bbbb>bbb.']);
    expect(turnsOf(' , ')).toEqual([]);
  });
});

describe('the options of a game', () => {
  const option = { about: { en: '', fr: '' }, labels: {}, form: null };
  const variant = { ...option, name: 'variant', default: 'standard', choices: ['standard', 'blitz'], range: null };
  const handicap = { ...option, name: 'handicap', default: '1', choices: null, range: [1, 3] as [number, number] };
  const first = { ...option, name: 'first', default: 'white', choices: ['white', 'black', 'random'], range: null };
  const free = { ...option, name: 'laws', default: '', choices: null, range: null };

  it('are asked for by what differs', () => {
    expect(unusual(variant)).toEqual(['blitz']);
    expect(unusual(handicap)).toEqual(['2', '3']);
    // A game that began at random began with one of them.
    expect(unusual(first)).toEqual(['black']);
    expect(searchableOptions({ options: [variant, free] } as unknown as GameKind)).toEqual([variant]);
    expect(searchableOptions(undefined)).toEqual([]);
  });
});
