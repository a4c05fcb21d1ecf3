import { describe, expect, it } from 'vitest';
import type { PaletteEntry } from '../api/types';
import { boardOf, place } from '../board/fixtures';
import { actOf, cleared, completed, piecesOf, touched, valueOf, withPiece, withValue } from './setup';

const YINSH: PaletteEntry[] = [
  { key: 'wm', piece: 'marker', side: 'white' },
  { key: 'bm', piece: 'marker', side: 'black' },
  { key: 'wr', piece: 'ring', side: 'white' },
  { key: 'br', piece: 'ring', side: 'black' },
];
const ZEN: PaletteEntry[] = [
  { key: 'w', piece: 'pawn', side: 'white' },
  { key: 'b', piece: 'pawn', side: 'black' },
  { key: 'zen', piece: 'zen', side: null },
];
const EXAMPLE = 'wr=e5,f6,c3,h8 br=g7,d5,f4,f8,g5 wm=c4 bm=d4,d3 wout=1 act=black';
const at = place;
const [YINSH_BOARD, ZEN_BOARD] = [boardOf('yinsh'), boardOf('zen')];

describe('a set-up', () => {
  it('shows the pieces of every key, and nothing else', () => {
    const pieces = piecesOf(EXAMPLE, YINSH, YINSH_BOARD);
    expect(pieces).toHaveLength(12);
    expect(pieces).toContainEqual({ at: at(YINSH_BOARD, 'c4'), piece: 'marker', side: 'white' });
    expect(pieces).toContainEqual({ at: at(YINSH_BOARD, 'g5'), piece: 'ring', side: 'black' });
  });

  it('has pieces of nobody, and passes over names that the board lacks', () => {
    expect(piecesOf('w=A1,z9 zen=f6 act=white', ZEN, ZEN_BOARD)).toEqual([
      { at: at(ZEN_BOARD, 'a1'), piece: 'pawn', side: 'white' },
      { at: at(ZEN_BOARD, 'f6'), piece: 'zen' },
    ]);
  });

  it('comes back the same when a piece is put down and taken away', () => {
    const [, , ring] = YINSH;
    const more = touched(EXAMPLE, YINSH, 'e1', ring!);
    expect(valueOf(more, 'wr')).toBe('e5,f6,c3,h8,e1');
    expect(touched(more, YINSH, 'e1', ring!)).toBe(EXAMPLE);
  });

  it('never has two pieces on a point', () => {
    const [, black] = YINSH;
    expect(withPiece(EXAMPLE, YINSH, 'c4', black!)).toBe('wr=e5,f6,c3,h8 br=g7,d5,f4,f8,g5 bm=d4,d3,c4 wout=1 act=black');
    expect(withPiece(EXAMPLE, YINSH, 'c4', null)).not.toContain('wm');
  });

  it('begins with the pieces, in the order of the palette, and keeps every other word', () => {
    let setup = 'ko=a1 act=white strange';
    for (const piece of ZEN.toReversed()) setup = touched(setup, ZEN, `${piece.key[0]}1`, piece);
    expect(setup).toBe('w=w1 b=b1 zen=z1 ko=a1 act=white strange');
    expect(cleared(setup, ZEN)).toBe('ko=a1 act=white strange');
  });

  it('has its pieces in the same order, whichever is put down first', () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      const setup = order.reduce((text, i) => touched(text, ZEN, `${'bkf'[i]}1`, ZEN[i]!), 'act=white');
      expect(setup).toBe('w=b1 b=k1 zen=f1 act=white');
    }
  });

  it('says who is to act', () => {
    expect(actOf(EXAMPLE)).toBe('black');
    expect(actOf('')).toBeNull();
    expect(withValue(EXAMPLE, 'act', 'white')).toBe(EXAMPLE.replace('black', 'white'));
    expect(withValue('w=a1', 'act', 'white')).toBe('w=a1 act=white');
  });

  it('is whole when both sides tell what they know', () => {
    expect(completed('w=a1 lb=?,? lw=x,y act=white', 'w=a1 lb=p,q lw=?,? act=white')).toBe('w=a1 lb=p,q lw=x,y act=white');
  });
});
