import { expect, it } from 'vitest';
import type { GameLine } from './api/types';
import { chosen } from './featured';

const line = (id: string, turns: number, reason = 'third ring') => ({ id, turns, outcome: { reason } }) as unknown as GameLine;

it('shows the latest game that was played to an end, neither too short nor too long', () => {
  expect(chosen([line('a', 3), line('b', 40, 'aborted'), line('c', 900), line('d', 40), line('e', 41)])?.id).toBe('d');
  expect(chosen([line('a', 3)])).toBeUndefined();
  expect(chosen([])).toBeUndefined();
});
