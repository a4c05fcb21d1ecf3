import { expect, it } from 'vitest';
import { hinted, longPlan } from './hints';

it('a hint of a long plan says how long it is, for the side that has to follow it', () => {
  expect(longPlan('aliens', 'black')?.en).toContain('150 moves');
  expect(longPlan('aliens', 'white')).toBeNull();
  expect(longPlan('leapover', 'white')).toEqual(longPlan('leapover', 'black'));
  expect(longPlan('yinsh', 'white')).toBeNull();
  expect(longPlan('aliens', null)).toBeNull();
});

it('a hint names the turn, and the plan behind it', () => {
  expect(hinted('c7-c8', null)).toEqual({ en: 'The computer would play c7-c8', fr: 'L’ordinateur jouerait c7-c8' });
  const plan = longPlan('aliens', 'black')!;
  expect(hinted('c7-c8', plan).fr).toBe(`L’ordinateur jouerait c7-c8. ${plan.fr}`);
});
