import { describe, expect, it } from 'vitest';
import type { LawBook, PlacedPiece } from './api/types';
import {
  blockMeant,
  changedCells,
  cycled,
  draftOf,
  kindOf,
  lawsOf,
  lawsTurn,
  matching,
  readLaw,
  squaresOf,
  rotateLaw,
  withCell,
} from './laws';
import { PLANS, lawsFor, suggest } from './lawPresets';
import { spokenEffect, spokenLaw } from './messages/laws';

const law = (text: string) => readLaw(text)!;

/** The start as the rules print it, and the blocks of its lower left and upper right corners as each side reads them. */
const BLACK = [0, 1, 2, 4, 5, 6, 8, 12];
const START: PlacedPiece[] = Array.from({ length: 16 }, (_, at) => ({
  at,
  piece: 'stone',
  side: BLACK.includes(at) ? 'black' : 'white',
}));
const BOOK: LawBook = {
  laws: [
    { text: 'b...>*', kind: 'adaptation' },
    { text: 'b...>....', kind: 'destruction' },
    { text: 'b...>bwb.', kind: 'peopling' },
    { text: 'bb..>b...', kind: 'destruction' },
  ],
  blocks: {
    black: [
      { at: 0, points: [4, 5, 0, 1] },
      { at: 8, points: [12, 13, 8, 9] },
      { at: 10, points: [14, 15, 10, 11] },
    ],
    white: [
      { at: 0, points: [1, 0, 5, 4] },
      { at: 8, points: [9, 8, 13, 12] },
      { at: 10, points: [11, 10, 15, 14] },
    ],
  },
};

describe('a law', () => {
  it('is read from its text', () => {
    expect(law('wb..>w...')).toEqual({ cause: ['w', 'b', '.', '.'], effect: ['w', '.', '.', '.'] });
    expect(law('bb.w>*')).toEqual({ cause: ['b', 'b', '.', 'w'], effect: null });
    for (const text of ['?', '', 'wb..', 'wb.>w...', 'wb..>**', 'wx..>w...', 'wb..>w...>*']) {
      expect(readLaw(text), text).toBeNull();
    }
  });

  it('lies upside down for the other seat', () => {
    expect(rotateLaw(law('wb..>w...'))).toEqual(law('..bw>...w'));
    expect(rotateLaw(law('bb.w>*'))).toEqual(law('w.bb>*'));
  });

  it('says what it does', () => {
    expect(kindOf(law('wb..>w...'))).toBe('destruction');
    expect(kindOf(law('b...>bwb.'))).toBe('peopling');
    expect(kindOf(law('....>*'))).toBe('adaptation');
    expect(changedCells(law('b...>bwb.'))).toEqual([1, 2]);
    expect(spokenEffect(law('wb..>w...')).en).toBe('the black stone at the upper right disappears');
    expect(spokenEffect(law('wb..>w...')).fr).toBe('la pierre noire en haut à droite disparaît');
    expect(spokenEffect(law('b...>bwb.')).en).toBe('white upper right and black lower left appear');
    expect(spokenLaw(law('b...>*')).fr).toBe('adaptation : noir, vide ; vide, vide : réécrit une loi de son propriétaire');
  });
});

describe('writing a law', () => {
  it('goes round the contents of a cell', () => {
    const once = cycled(draftOf(null).cause, 2);
    expect(once.join('')).toBe('..w.');
    expect(cycled(once, 2).join('')).toBe('..b.');
    expect(cycled(cycled(once, 2), 2).join('')).toBe('....');
    expect(withCell(once, 0, 'b').join('')).toBe('b.w.');
  });

  it('offers what the book has for a cause, and nothing else', () => {
    expect(lawsOf(BOOK, law('b...>*').cause)).toEqual({
      destruction: ['b...>....'],
      peopling: ['b...>bwb.'],
      adaptation: ['b...>*'],
    });
  });

  it('begins with the law that is to be changed', () => {
    expect(draftOf('b...>*')).toEqual({ cause: ['b', '.', '.', '.'], text: 'b...>*', begun: true });
    expect(draftOf('?').begun).toBe(false);
  });

  it('is a turn when there are four', () => {
    expect(lawsTurn(['b...>*', 'b...>....', 'b...>bwb.', 'bb..>b...'])).toBe('laws b...>* b...>.... b...>bwb. bb..>b...');
  });
});

describe('where a cause is', () => {
  const at = (side: 'white' | 'black', cause: string) =>
    matching(BOOK.blocks[side], START, law(`${cause}>*`).cause).map((block) => block.at);

  it('is read from its owner’s seat', () => {
    expect(at('black', 'bbbb')).toEqual([0]);
    expect(at('black', 'wwww')).toEqual([10]);
    expect(at('black', 'bwbw')).toEqual([8]);
    expect(at('black', 'wbwb')).toEqual([]);
    expect(at('white', 'wbwb')).toEqual([8]);
  });
});

describe('the block that is meant', () => {
  const blocks = [
    { at: 0, points: [4, 5, 0, 1] as [number, number, number, number] },
    { at: 1, points: [5, 6, 1, 2] as [number, number, number, number] },
  ];

  it('is named by its square, or found by any other that belongs to it alone', () => {
    expect(blockMeant(blocks, [0, 1], 1)).toBe(1);
    expect(blockMeant(blocks, [0, 1], 4)).toBe(0);
    expect(blockMeant(blocks, [0, 1], 5)).toBeNull();
    expect(blockMeant(blocks, [1], 5)).toBe(1);
    expect(blockMeant(blocks, [1], 4)).toBeNull();
    expect(squaresOf(blocks, [0, 1]).sort()).toEqual([0, 1, 2, 4, 6]);
    expect(squaresOf(blocks, [0]).sort()).toEqual([0, 1, 4, 5]);
  });
});

describe('plans', () => {
  it('are laws in the colours of the side', () => {
    const [plan] = PLANS;
    expect(plan && lawsFor(plan, 'white')).toEqual(['bbbb>b.bb', 'b.bb>b.b.', 'b.b.>bwbw', 'wwww>*']);
    expect(plan && lawsFor(plan, 'black')).toEqual(['wwww>w.ww', 'w.ww>w.w.', 'w.w.>wbwb', 'bbbb>*']);
    for (const { laws } of PLANS)
      expect(laws.every((text) => readLaw(text.replaceAll('o', 'b').replaceAll('x', 'w')))).toBe(true);
  });

  it('are not suggested twice in a row', () => {
    for (const plan of PLANS) {
      for (const chance of [0, 0.5, 0.999]) expect(suggest(plan, () => chance)).not.toBe(plan);
    }
  });
});
