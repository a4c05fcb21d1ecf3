import { describe, expect, it } from 'vitest';
import type { GameView, OfferView } from '../api/types';
import { offerWords, wasRefused } from './offers';

const offer = (kind: 'draw' | 'takeback' | 'pause' | 'resume' | 'rematch'): OfferView => ({
  n: 7,
  by: 1,
  offer: kind === 'takeback' ? { kind, turns: 1 } : { kind },
  waits_for: [2],
});

const game = (kind: 'draw' | 'takeback' | 'pause' | 'resume' | 'rematch' | null, more: Partial<GameView> = {}): GameView =>
  ({ id: 'g', turns: ['a1', 'b2'], paused: false, outcome: null, offer: kind ? offer(kind) : null, ...more }) as GameView;

describe('an offer', () => {
  it('reads in the second person if it is ours', () => {
    const name = () => 'Onyx';
    expect(offerWords(offer('draw'), true, name).en).toBe('You offer a draw');
    expect(offerWords(offer('draw'), true, name).fr).toBe('Vous proposez la nulle');
    expect(offerWords(offer('takeback'), false, name).en).toBe('Onyx asks to take back a move');
  });

  it.each([
    ['draw', {}, true],
    ['draw', { turns: ['a1', 'b2', 'c3'] }, true],
    ['draw', { outcome: {} }, false],
    ['draw', { turns: ['a1', 'b2', 'round 2'] }, false],
    ['takeback', {}, true],
    ['takeback', { turns: ['a1'] }, false],
    ['pause', {}, true],
    ['pause', { paused: true }, false],
    ['resume', { paused: true }, true],
    ['resume', {}, false],
    ['rematch', { outcome: {} }, true],
    ['rematch', { id: 'h' }, false],
  ] as const)('%s is refused unless it happens: %o', (kind, after, refused) => {
    expect(wasRefused(game(kind), game(null, after as unknown as Partial<GameView>))).toBe(refused);
  });

  it('is not refused while it waits', () => {
    expect(wasRefused(game('draw'), game('draw'))).toBe(false);
    expect(wasRefused(game(null), game(null))).toBe(false);
  });
});
