import { describe, expect, it } from 'vitest';
import type { EventView, TableView } from '../api/types';
import { language } from '../messages/index.svelte';
import { announcement } from './announce';

/** As much of a table as an announcement looks at. */
const table = (acts: number[]): TableView =>
  ({
    state: 'running',
    yours: [1],
    seats: [],
    game: { outcome: null, scene: { sides: ['white', 'black'], acts, prompt: { en: 'place a stone', fr: 'posez une pierre' } } },
  }) as unknown as TableView;

const played: EventView = { n: 9, at: 0, type: 'played', turn: 2, seat: 2, text: 'c7', acts: [1], left: [] };

describe('what is said aloud', () => {
  it('names colour and turn, and what to do if it is our turn', () => {
    language.current = 'en';
    expect(announcement(played, table([1]))).toBe('Black: c7. Your turn: place a stone');
    expect(announcement(played, table([2]))).toBe('Black: c7.');
  });

  it('says what the turn did besides moving', () => {
    language.current = 'en';
    const what = { en: 'Onyx captures the Zen', fr: 'Onyx prend le Zen' };
    expect(announcement(played, table([2]), what)).toBe('Black: c7. Onyx captures the Zen.');
  });

  it('speaks the reader’s language', () => {
    language.current = 'fr';
    expect(announcement(played, table([1]))).toBe('Noirs\u00a0: c7. À vous de jouer\u00a0: posez une pierre');
  });

  it('says how the game ended', () => {
    language.current = 'en';
    const outcome = { winner: 'white' as const, reason: 'third ring', words: { en: 'third ring', fr: 'troisième anneau' } };
    expect(announcement({ n: 10, at: 0, type: 'ended', outcome, left: [] }, table([]))).toBe('White wins, third ring');
  });

  it('is silent about the rest', () => {
    expect(announcement({ n: 3, at: 0, type: 'freed', seat: 1 }, table([1]))).toBe('');
  });
});
