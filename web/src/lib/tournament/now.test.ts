import { describe, expect, it } from 'vitest';
import type { EntrantView, MyEntry, PairingView, TournamentView } from '../api/types';
import { freshTable, idleReason, myGames } from './now';

const entrant = (id: number, presence: EntrantView['presence'] = 'present'): EntrantView => ({
  id,
  players: [{ player: { id: `p${id}`, name: `P${id}`, guest: true } }],
  rating: null,
  presence,
});
const pairing = (changes: Partial<PairingView> = {}): PairingView => ({
  id: 1,
  round: 1,
  board: 1,
  white: 1,
  black: 2,
  venue: 'page',
  games: [{ table: 't1', result: null }],
  score: null,
  ...changes,
});
const mine = (changes: Partial<MyEntry> = {}): MyEntry => ({
  host: false,
  entrant: entrant(1),
  invited: [],
  standing: null,
  pairings: [],
  opponents: [entrant(2)],
  may: [],
  not_enter: null,
  ...changes,
});
const view = (changes: Partial<TournamentView> = {}): TournamentView =>
  ({
    phase: 'running',
    paused: false,
    settings: { kind: { kind: 'swiss', rounds: 3 } },
    byes: [],
    ...changes,
  }) as unknown as TournamentView;

describe('our games', () => {
  it('have opponent, colour and table', () => {
    const [game] = myGames(mine({ pairings: [pairing()] }));
    expect(game).toMatchObject({ side: 'white', game: 0, table: 't1', opponent: { id: 2 } });
  });

  it('change colours in the second game of a knockout', () => {
    const games = [
      { table: 't1', result: 'draw' as const },
      { table: 't2', result: null },
    ];
    expect(myGames(mine({ pairings: [pairing({ games })] }))[0]).toMatchObject({ side: 'black', game: 1, table: 't2' });
  });

  it('on a real board have no table, and what was entered', () => {
    const board = pairing({ venue: 'room', white: 2, black: 1, claims: ['white', null] });
    expect(myGames(mine({ pairings: [board] }))[0]).toMatchObject({
      side: 'black',
      table: null,
      claimed: { mine: null, theirs: 'white' },
    });
  });

  it('are none for strangers and where all are over', () => {
    expect(myGames(null)).toEqual([]);
    expect(myGames(mine({ pairings: [pairing({ games: [{ result: 'white' }] })] }))).toEqual([]);
  });
});

describe('why we do not play', () => {
  it('says it for every phase', () => {
    expect(idleReason(view({ phase: 'finished' }), mine())).toBe('over');
    expect(idleReason(view({ phase: 'called-off' }), null)).toBe('called-off');
    expect(idleReason(view({ phase: 'open' }), null)).toBe('stranger');
    expect(idleReason(view({ phase: 'open' }), mine())).toBe('start');
  });

  it('says it for every presence', () => {
    for (const [presence, reason] of [
      ['invited', 'partner'],
      ['withdrawn', 'withdrawn'],
      ['absent', 'absent'],
    ] as const)
      expect(idleReason(view(), mine({ entrant: entrant(1, presence) }))).toBe(reason);
  });

  it('tells a bye, a break, an arena and a knockout apart', () => {
    expect(idleReason(view({ byes: [1] }), mine())).toBe('bye');
    expect(idleReason(view(), mine())).toBe('round');
    expect(idleReason(view({ paused: true }), mine())).toBe('paused');
    const arena = view({ settings: { kind: { kind: 'arena' } } as unknown as TournamentView['settings'] });
    expect(idleReason(arena, mine())).toBe('opponent');
    const knockout = view({ settings: { kind: { kind: 'knockout' } } as unknown as TournamentView['settings'] });
    const standing = { rank: 3, entrant: 1, points: '1', ties: [], wins: 1, draws: 0, losses: 1 };
    expect(idleReason(knockout, mine({ standing }))).toBe('out');
    expect(idleReason(knockout, mine())).toBe('round');
  });
});

it('goes to a new table, not back to one that was seen', () => {
  const games = myGames(mine({ pairings: [pairing()] }));
  expect(freshTable(games, new Set())).toBe('t1');
  expect(freshTable(games, new Set(['t0']))).toBe('t1');
  expect(freshTable(games, new Set(['t1']))).toBeNull();
  expect(freshTable(myGames(mine({ pairings: [pairing({ games: [{ result: null }] })] })), new Set())).toBeNull();
});
