import { describe, expect, it } from 'vitest';
import type { Branch, PlacedPiece } from '../api/types';
import { Builder } from './builder';

const stone = (at: number, side: 'white' | 'black' = 'white'): PlacedPiece => ({ at, piece: 'stone', side });

/** A stone on 1 may go to 2 or 3; from 3 it may jump on to 5, or be done. */
const tree: Branch[] = [
  {
    touch: { point: 1 },
    next: [
      {
        touch: { point: 2 },
        changes: [
          { at: 1, pieces: [] },
          { at: 2, pieces: [stone(2)] },
        ],
        turn: 'a-b',
      },
      {
        touch: { point: 3 },
        changes: [
          { at: 1, pieces: [] },
          { at: 3, pieces: [stone(3)] },
        ],
        prompt: { en: 'jump on', fr: 'sautez encore' },
        next: [
          {
            touch: { point: 5 },
            changes: [
              { at: 3, pieces: [] },
              { at: 5, pieces: [stone(5)] },
            ],
            more: true,
          },
          { touch: { word: 'done' }, turn: 'a-c' },
        ],
      },
    ],
  },
];

describe('a turn being built', () => {
  it('offers what the tree offers, and nothing else', () => {
    const start = Builder.begin(tree);
    expect(start.points).toEqual([1]);
    expect(start.touch({ point: 2 })[1]).toBe('no');
    const [picked, how] = start.touch({ point: 1 });
    expect(how).toBe('more');
    expect(picked.points).toEqual([2, 3]);
  });

  it('shows the board as it would be, and the board before after a step back', () => {
    const before = [stone(1), stone(9, 'black')];
    const [picked] = Builder.begin(tree).touch({ point: 1 });
    const [landed] = picked.touch({ point: 3 });
    expect(landed.pieces(before)).toEqual([stone(9, 'black'), stone(3)]);
    expect(landed.back().pieces(before)).toEqual(before);
    expect(landed.back().points).toEqual([2, 3]);
  });

  it('is complete with the notation of the branch', () => {
    const [landed] = Builder.begin(tree).touch({ point: 1 })[0].touch({ point: 3 });
    expect(landed.turn).toBeNull();
    expect(landed.words).toEqual(['done']);
    const [done, how] = landed.touch({ word: 'done' });
    expect(how).toBe('complete');
    expect(done.turn).toBe('a-c');
  });

  it('asks for what did not fit, and goes on with the answer', () => {
    const [landed] = Builder.begin(tree).touch({ point: 1 })[0].touch({ point: 3 });
    const [asking, how] = landed.touch({ point: 5 });
    expect(how).toBe('ask');
    const answered = asking.answered([{ touch: { word: 'done' }, turn: 'a-c-e' }]);
    expect(answered.touch({ word: 'done' })[0].turn).toBe('a-c-e');
  });

  it('says what to do as long as that holds', () => {
    const [landed] = Builder.begin(tree).touch({ point: 1 })[0].touch({ point: 3 });
    expect(landed.prompt?.en).toBe('jump on');
    expect(landed.cancel().prompt).toBeUndefined();
  });

  it('adds the text of a law to the end of the turn', () => {
    const laws: Branch[] = [{ touch: { law: 1 }, next: [{ touch: { text: '' }, turn: 'L1@a1=L1:' }] }];
    const [picked] = Builder.begin(laws).touch({ law: 1 });
    expect(picked.wantsText).toBe(true);
    expect(picked.touch({ text: 'w...>*' })[0].turn).toBe('L1@a1=L1:w...>*');
  });
});
