import { expect, it } from 'vitest';
import { movesIn } from './notes';

it('reads one move on each line', () => {
  expect(movesIn('c3\n b2 \n\nd5')).toEqual(['c3', 'b2', 'd5']);
});

it('leaves out numbers, times, comments and the result', () => {
  const sheet = '# club evening\n1. b2 {0:03.250}\n2. a3-b4\n3) swap # early\nresult: black (resigned)';
  expect(movesIn(sheet)).toEqual(['b2', 'a3-b4', 'swap']);
});

it('has none in an empty text', () => {
  expect(movesIn(' \n\n')).toEqual([]);
});
