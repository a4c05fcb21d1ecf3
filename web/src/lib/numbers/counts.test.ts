import { beforeEach, describe, expect, it } from 'vitest';
import { language } from '../messages/index.svelte';
import { gamesOf, labelEvery, middle, percent, share, spanOf } from './counts';

beforeEach(() => (language.current = 'en'));

describe('shares', () => {
  it('add up and never divide by nothing', () => {
    expect(gamesOf({ white: 3, black: 2, draws: 1 })).toBe(6);
    expect(share(1, 4)).toBe(0.25);
    expect(share(0, 0)).toBe(0);
  });

  it('are written as the reader writes them', () => {
    expect(percent(1, 3)).toBe('33%');
    expect(percent(0, 0)).toBe('0%');
    language.current = 'fr';
    expect(percent(1, 2).replace(/\s/g, ' ')).toBe('50 %');
  });

  it('do not round away what is there', () => {
    expect(percent(1, 1000)).toBe('1%');
    expect(percent(999, 1000)).toBe('99%');
    expect(percent(1000, 1000)).toBe('100%');
  });
});

describe('lengths', () => {
  const lengths = [
    { from: 0, to: 9, count: 1 },
    { from: 10, to: 19, count: 5 },
    { from: 20, to: 29, count: 4 },
  ];

  it('have a middle', () => {
    expect(middle(lengths)).toBe(lengths[1]);
    expect(middle([])).toBeNull();
    expect(middle([{ from: 0, to: 9, count: 0 }])).toBeNull();
  });

  it('are spans, or one number', () => {
    expect(lengths.map(spanOf)).toEqual(['0–9', '10–19', '20–29']);
    expect(spanOf({ from: 7, to: 7, count: 1 })).toBe('7');
  });

  it('are labelled where there is room', () => {
    expect(labelEvery(10, 600, 50)).toBe(1);
    expect(labelEvery(40, 300, 40)).toBe(10);
    expect(labelEvery(5000, 100, 40)).toBe(5000);
  });
});
