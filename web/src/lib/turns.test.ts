import { expect, it } from 'vitest';
import { listed, signsOf, wordsFor } from './turns';

it('numbers turns and not rounds', () => {
  const lines = listed({
    turns: ['a1xc1', 'b2', 'round 2', 'c3'],
    facts: [{ by: 'white', captured: 1 }, { by: 'black' }, { by: null }, { by: 'black' }],
  });
  expect(lines.map(({ number, round, by, captured }) => [number, round, by, captured])).toEqual([
    [1, 0, 'white', 1],
    [2, 0, 'black', 0],
    [2, 2, null, 0],
    [3, 0, 'black', 0],
  ]);
});

it('has signs for swaps, passes and captures', () => {
  expect(signsOf('swap', 0)).toEqual(['swap']);
  expect(signsOf('pass+', 0)).toEqual(['pass']);
  expect(signsOf('xb2-f6:c3 pass', 0)).toEqual(['pass']);
  expect(signsOf('a5-c5-e5', 2)).toEqual(['capture']);
  expect(signsOf('c7', 0)).toEqual([]);
});

it('writes words where the notation says nothing', () => {
  expect(wordsFor('laws ? ? ? ?')?.fr).toBe('lois secrètes');
  expect(wordsFor('laws bbbb>* wwww>* bb.w>* w...>*')).toBeNull();
  expect(wordsFor('swap')?.fr).toBe('échange');
  expect(wordsFor('c7')).toBeNull();
});
