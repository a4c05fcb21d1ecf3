import { describe, expect, it } from 'vitest';
import type { TableView } from '../api/types';
import { linkOf } from './people';

const table = (more: object, game: object | null = {}): TableView =>
  ({
    state: 'running',
    setup: { time: { kind: 'none' } },
    game: game && { outcome: null, absent: [], ...game },
    ...more,
  }) as unknown as TableView;
const seat = (present: boolean) => ({ seat: 2, sitter: null, side: null, present });

describe('the connection of an opponent', () => {
  it('is lost for half a minute before the opponent is away', () => {
    expect(linkOf(table({}), seat(true))).toBe('here');
    expect(linkOf(table({}), seat(false))).toBe('reconnecting');
    expect(linkOf(table({}, { absent: [{ seat: 2, claim_at: 0 }] }), seat(false))).toBe('away');
    expect(linkOf(table({}, { absent: [{ seat: 1, claim_at: 0 }] }), seat(false))).toBe('reconnecting');
  });

  it('is not waited for where nobody has to be there', () => {
    expect(linkOf(table({ setup: { time: { kind: 'days', days: 3 } } }), seat(false))).toBe('away');
    expect(linkOf(table({ state: 'finished' }, { outcome: {} }), seat(false))).toBe('away');
    expect(linkOf(table({ state: 'open' }, null), seat(false))).toBe('away');
  });
});
