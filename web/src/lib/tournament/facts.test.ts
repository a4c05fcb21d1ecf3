import { describe, expect, it } from 'vitest';
import type { TournamentSettings } from '../api/types';
import { perTurn, total } from '../timeControls';
import { countWords, isOver, kindFacts, settingsFacts, standingWords, startWords } from './facts';

const NOW = 1_000_000;
const settings = (changes: Partial<TournamentSettings> = {}): TournamentSettings => ({
  name: 'Tuesday',
  notes: '',
  kind: { kind: 'swiss', rounds: 5 },
  game: 'y',
  options: {},
  time: total(5, 3),
  teams: false,
  rated: false,
  public: true,
  start: 'hand',
  places: 32,
  late_entry: false,
  bots: false,
  filler: null,
  venue: 'page',
  next_round: 'hand',
  ...changes,
});
const line = { phase: 'open', settings: settings(), round: 0, starts: null, ends: null, winner: null } as const;

describe('facts', () => {
  it('say the kind with its numbers', () => {
    const english = (kind: TournamentSettings['kind']) => kindFacts({ kind }).map(({ en }) => en);
    expect(english({ kind: 'arena', minutes: 45, streaks: true })).toEqual(['Arena', '45 min', 'streaks']);
    expect(english({ kind: 'swiss', rounds: 1 })).toEqual(['Swiss', '1 round']);
    expect(english({ kind: 'roundrobin', twice: true, at_once: false })).toEqual(['Round robin', 'twice']);
    expect(english({ kind: 'knockout', third_place: false })).toEqual(['Knockout']);
  });

  it('say what is unusual', () => {
    const facts = settingsFacts(settings({ teams: true, venue: 'room', rated: true, time: perTurn(3) })).map(({ fr }) => fr);
    expect(facts).toEqual(expect.arrayContaining(['par équipes de deux', 'sur de vrais plateaux', 'Classée']));
    expect(countWords({ teams: true }, 1).fr).toBe('1 équipe');
    expect(countWords({ teams: false }, 2).en).toBe('2 players');
  });
});

describe('where it stands', () => {
  it('counts down to the start, or names the day', () => {
    expect(startWords(null, NOW).en).toBe('the host starts it');
    expect(startWords(NOW + 90_000, NOW).en).toBe('starts in 1:30');
    expect(startWords(NOW - 1, NOW).en).toBe('about to start');
    expect(startWords(NOW + 3 * 86_400_000, NOW).en).toMatch(/^starts .*1970/);
  });

  it('says the round, the time left, or who won', () => {
    expect(standingWords(line, NOW).fr).toBe('lancé par l’organisateur');
    expect(standingWords({ ...line, phase: 'running', round: 2 }, NOW).en).toBe('round 2 of 5');
    const arena = settings({ kind: { kind: 'arena', minutes: 60, streaks: false } });
    expect(standingWords({ ...line, phase: 'running', settings: arena, ends: NOW + 61_000 }, NOW).en).toBe('1:01 left');
    expect(standingWords({ ...line, phase: 'finished', winner: 'Ada' }, NOW).en).toBe('won by Ada');
    expect(standingWords({ ...line, phase: 'called-off' }, NOW).fr).toBe('annulé');
    expect(['open', 'running', 'finished', 'called-off'].map((phase) => isOver(phase as 'open'))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
