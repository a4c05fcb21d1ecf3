import { describe, expect, it } from 'vitest';
import type { GameLine, RatingChange } from './api/types';
import { changeText, ratedName, ratedTeam, ratingText } from './ratings';

const change = (seat: number, before: number, after: number): RatingChange => ({
  seat,
  before: { value: before, deviation: 60 },
  after: { value: after, deviation: 60 },
});
const player = (name: string) => ({ player: { id: name, name, guest: false } });

describe('ratings', () => {
  it('have a question mark while they are uncertain', () => {
    expect(ratingText({ value: 1500, deviation: 350, provisional: true })).toBe('1500?');
    expect(ratingText({ value: 1712, deviation: 60 })).toBe('1712');
  });

  it('change with a sign', () => {
    expect([change(1, 1500, 1512), change(1, 1500, 1488), change(1, 1500, 1500)].map(changeText)).toEqual(['+12', '−12', '±0']);
  });

  it('stand behind names', () => {
    expect(ratedName({ player: { id: 'a', name: 'Ada', guest: false, rating: { value: 1600, deviation: 60 } } }, 'y')).toBe(
      'Ada (1600)',
    );
    expect(ratedName({ player: { id: 'a', name: 'Ada', guest: true } }, 'y')).toBe('Ada');
    expect(ratedName({ engine: 3 }, 'y')).not.toContain('(');
  });

  it('say what a game changed for each of a team', () => {
    const players: GameLine['players'] = [
      ['white', player('Ada')],
      ['black', player('Bob')],
      ['white', player('Cem')],
      ['black', player('Dia')],
    ];
    const game = {
      players,
      ratings: [change(1, 1500, 1510), change(2, 1600, 1590), change(3, 1400, 1412), change(4, 1500, 1489)],
    };
    expect(ratedTeam(game as unknown as GameLine, 'white')).toBe('Ada (1500, +10), Cem (1400, +12)');
    expect(ratedTeam({ players } as unknown as GameLine, 'black')).toBe('Bob, Dia');
  });
});
