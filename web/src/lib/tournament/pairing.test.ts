import { expect, it } from 'vitest';
import type { EntrantView, PairingView } from '../api/types';
import { byNumber, coloursIn, entrantName, opponentOf, resultFor, resultWords, roundName, runningGame, sideIn } from './pairing';

const player = (id: number, name: string): EntrantView => ({
  id,
  players: [{ player: { id: `p${id}`, name, guest: false } }],
  rating: null,
  presence: 'present',
});
const pairing = (...results: PairingView['games'][number]['result'][]): PairingView => ({
  id: 7,
  round: 2,
  board: 3,
  white: 1,
  black: 4,
  venue: 'page',
  games: results.map((result) => ({ result })),
  score: null,
});

it('names players, teams, levels and nobody', () => {
  expect(entrantName(player(1, 'Ada')).fr).toBe('Ada');
  expect(entrantName({ ...player(1, 'Ada'), team: 'Les Rois' }).en).toBe('Les Rois');
  expect(entrantName({ ...player(1, 'Ada'), players: [{ engine: 3 }] }).en).toContain('level 3');
  expect(entrantName(undefined).en).toBe('?');
  expect(byNumber([player(4, 'Bob')]).get(4)?.id).toBe(4);
});

it('finds the running game', () => {
  expect(runningGame(pairing(null))).toBe(0);
  expect(runningGame(pairing('draw', null))).toBe(1);
  expect(runningGame(pairing('draw', 'white'))).toBeNull();
});

it('exchanges colours after each game', () => {
  expect(coloursIn(pairing(null), 0)).toEqual({ white: 1, black: 4 });
  expect(coloursIn(pairing(null), 1)).toEqual({ white: 4, black: 1 });
  expect([0, 1, 2].map((game) => sideIn(pairing(null), 4, game))).toEqual(['black', 'white', 'black']);
  expect(sideIn(pairing(null), 9, 0)).toBeNull();
  expect(opponentOf(pairing(null), 4)).toBe(1);
});

it('writes what a player says by colours', () => {
  expect([resultFor('white', 'won'), resultFor('white', 'lost'), resultFor('white', 'drawn')]).toEqual([
    'white',
    'black',
    'draw',
  ]);
  expect([resultFor('black', 'won'), resultFor('black', 'lost')]).toEqual(['black', 'white']);
});

it('tells results by name', () => {
  const [ada, bob] = [entrantName(player(1, 'Ada')), entrantName(player(2, 'Bob'))];
  expect(resultWords('white', ada, bob).en).toBe('Ada won');
  expect(resultWords('black', ada, bob).fr).toBe('Bob a gagné');
  expect(resultWords('white-forfeit', ada, bob).en).toBe('Ada did not play');
  expect(resultWords('draw', ada, bob).fr).toBe('Nulle');
});

it('names the stages of a knockout', () => {
  const knockout = { kind: 'knockout', third_place: true } as const;
  expect([1, 2, 3, 4].map((round) => roundName(knockout, round, 4).en)).toEqual([
    'Last 16',
    'Quarter-finals',
    'Semi-finals',
    'Final',
  ]);
  expect(roundName({ kind: 'swiss', rounds: 5 }, 2, 5).fr).toBe('Ronde 2');
});
