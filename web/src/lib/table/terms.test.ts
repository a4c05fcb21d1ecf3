import { describe, expect, it } from 'vitest';
import type { Setup, TableView } from '../api/types';
import type { GameKind } from '../games.svelte';
import { termsOf } from './terms';

const ada = { id: 'a', name: 'Ada', guest: false };
const kind = {
  options: [{ name: 'variant', default: 'standard', labels: { blitz: { en: 'blitz', fr: 'blitz' } }, values: [] }],
} as unknown as GameKind;
const table = (
  setup: Partial<Setup>,
  seats: unknown[] = [
    { seat: 1, sitter: { player: ada }, side: 'white' },
    { seat: 2, sitter: null },
  ],
) =>
  ({
    host: ada,
    yours: [],
    seats,
    setup: { time: { kind: 'none' }, colours: 'random', public: false, log: true, hotseat: false, options: {}, ...setup },
  }) as unknown as TableView;

describe('the terms of a table', () => {
  it('are one sentence about the game and one about who sees it', () => {
    expect(termsOf(table({}), 'Ada', kind).en).toBe('No clock, colours drawn at random. Only people with the link can watch.');
    const timed = { time: { kind: 'total', seconds: 600, increment: 5 }, colours: 'chosen', public: true } as const;
    expect(termsOf(table({ ...timed, options: { variant: 'blitz' } }), 'Ada', kind).en).toBe(
      '10 min each, plus 5 s per move, Ada plays White, blitz. Anyone can watch.',
    );
    expect(termsOf(table({ ...timed, log: false }), 'Ada', kind).fr).toBe(
      '10 min par joueur, plus 5 s par coup, Ada a les Blancs. Tout le monde peut regarder, les coups ne sont pas conservés.',
    );
  });

  it('speak to the host in the second person', () => {
    const own = { ...table({ colours: 'chosen' }), yours: [1] };
    expect(termsOf(own, 'Ada', kind).fr).toContain('vous avez les Blancs');
  });

  it('leave out what is usual', () => {
    expect(termsOf(table({ options: { variant: 'standard' } }), 'Ada', kind).en).not.toContain('standard');
  });
});
