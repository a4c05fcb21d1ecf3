import { expect, it } from 'vitest';
import { countdown } from './countdown';

it('counts days, hours, minutes and seconds', () => {
  expect(countdown(3 * 86_400_000 + 4 * 3_600_000 + 59_000)).toEqual({ en: '3 d 4 h', fr: '3 j 4 h' });
  expect(countdown(3_723_000).en).toBe('1:02:03');
  expect(countdown(245_000).en).toBe('4:05');
});

it('a second that has begun counts', () => {
  expect(countdown(59_001).en).toBe('1:00');
  expect(countdown(1).en).toBe('0:01');
});

it('ends at nothing', () => {
  expect(countdown(0).en).toBe('0:00');
  expect(countdown(-5000).fr).toBe('0:00');
});
