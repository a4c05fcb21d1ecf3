import { describe, expect, it } from 'vitest';
import type { GameKind } from '../api/types';
import { NO_CLOCK, perTurn, total } from '../timeControls';
import { formOf, hasRounds, localTime, mayEnterLate, newForm, settingsOf, withKind, withTime, withVenue } from './form';

const NOW = new Date('2026-03-01T18:07:00').getTime();
const zen = {
  id: 'zen',
  options: [
    { name: 'players', default: '2' },
    { name: 'first', default: 'random' },
  ],
  seats: [
    { players: 2, options: { players: '2' } },
    { players: 4, options: { players: '4' } },
  ],
} as unknown as GameKind;
const form = (changes = {}) => ({ ...newForm('zen', NOW), name: ' Tuesday ', ...changes });

describe('a form', () => {
  it('begins with a Swiss by hand, an hour ahead at a full quarter if at a time', () => {
    expect(newForm('y', NOW)).toMatchObject({ kind: 'swiss', start: 'hand', game: 'y', startsAt: '2026-03-01T19:15' });
  });

  it('has clocks for the whole game in an arena', () => {
    expect(withKind(form({ time: perTurn(3) }), 'arena').time.kind).toBe('total');
    expect(withKind(form({ time: total(10, 5) }), 'arena').time).toEqual(total(10, 5));
    expect(withKind(form({ time: NO_CLOCK }), 'knockout').time).toEqual(NO_CLOCK);
  });

  it('plays a round robin by correspondence all at once', () => {
    const robin = withTime(withKind(form(), 'roundrobin'), perTurn(3));
    expect(robin.atOnce).toBe(true);
    expect(hasRounds(robin)).toBe(false);
    expect(withKind(robin, 'swiss').atOnce).toBe(false);
    expect(withTime(form(), perTurn(3)).atOnce).toBe(false);
  });

  it('is casual on real boards', () => {
    expect(withVenue(form({ rated: true }), 'room').rated).toBe(false);
    expect(withVenue(form({ rated: true }), 'page').rated).toBe(true);
  });

  it('takes late entries where the field can grow', () => {
    expect(['arena', 'swiss', 'roundrobin', 'knockout'].map((kind) => mayEnterLate({ kind: kind as 'arena' }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('settings', () => {
  it('have the name without blanks, the options of the game, and the kind', () => {
    const settings = settingsOf(form({ options: { first: 'white', board: 'of another game' } }), zen);
    expect(settings).toMatchObject({
      name: 'Tuesday',
      game: 'zen',
      kind: { kind: 'swiss', rounds: 5 },
      options: { players: '2', first: 'white' },
      teams: false,
      start: 'hand',
      filler: null,
      next_round: { after: 0 },
    });
    expect(settings.options).not.toHaveProperty('board');
  });

  it('have teams where four play', () => {
    expect(settingsOf(form({ players: 4 }), zen)).toMatchObject({ teams: true, options: { players: '4' } });
  });

  it('have no computer in a rated field', () => {
    expect(settingsOf(form({ fills: true, level: 4 }), zen).filler).toBe(4);
    expect(settingsOf(form({ fills: true, level: 4, rated: true }), zen).filler).toBeNull();
  });

  it('start at the time of the field', () => {
    const { start } = settingsOf(form({ start: 'at', startsAt: '2026-03-02T20:00' }), zen);
    expect(start).toEqual({ at: new Date('2026-03-02T20:00').getTime() });
  });

  it('have no late entry in a knockout and no rated game on real boards', () => {
    const knockout = withKind(form({ lateEntry: true, rated: true, venue: 'room' }), 'knockout');
    expect(settingsOf(knockout, zen)).toMatchObject({ late_entry: false, rated: false, kind: { third_place: true } });
  });

  it('become the same form again', () => {
    const forms = [
      form({ name: 'Tuesday', fills: true, level: 5, next: 'hand' }),
      withKind(form({ name: 'Tuesday', minutes: 45, streaks: false, public: false, bots: true }), 'arena'),
      withTime(withKind(form({ name: 'Tuesday', twice: true }), 'roundrobin'), perTurn(2)),
      form({ name: 'Tuesday', kind: 'knockout', thirdPlace: false, start: 'at', startsAt: '2026-03-02T20:00', players: 4 }),
    ];
    for (const one of forms) {
      const settings = settingsOf(one, zen);
      expect(settingsOf(formOf(settings, NOW), zen)).toEqual(settings);
    }
  });
});

it('writes local time to the minute', () => {
  expect(localTime(new Date('2026-01-02T03:04:05').getTime())).toBe('2026-01-02T03:04');
});
