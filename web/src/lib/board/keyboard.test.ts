import { describe, expect, it } from 'vitest';
import { BOARDS, boardOf, place } from './fixtures';
import { layOut } from './geometry';
import { follow, start, type BoardCursor } from './keyboard';

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
const OPPOSITE: Record<string, string> = {
  ArrowUp: 'ArrowDown',
  ArrowDown: 'ArrowUp',
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
};
const turnings = BOARDS.flatMap((board) => {
  const quarter = board.style === 'squares' ? 90 : 60;
  const ways = [
    { angle: 0, mirrored: false },
    { angle: quarter, mirrored: false },
    { angle: quarter, mirrored: true },
  ];
  return [...ways, { angle: 180, mirrored: false }].map((turning) => ({ id: board.id, board, turning }));
});

/** Every point that arrows lead to, from one of them. */
function reached(points: { x: number; y: number }[], from: number): Set<number> {
  const seen = new Set([from]);
  for (const at of seen) for (const key of ARROWS) seen.add(follow(key, { at }, points)!.at);
  return seen;
}

describe.each(turnings)('arrows on $id turned $turning.angle°, mirrored $turning.mirrored', ({ board, turning }) => {
  const { points } = layOut(board, turning, true);

  it('reach every point from every corner of the list', () => {
    for (const from of [0, points.length >> 1, points.length - 1]) expect(reached(points, from).size).toBe(points.length);
  });

  it('lead in the direction of the screen', () => {
    const astray = points.flatMap(({ x, y }, at) =>
      ARROWS.filter((key) => {
        const next = follow(key, { at }, points)!;
        const to = points[next.at]!;
        const ahead = { ArrowUp: y - to.y, ArrowDown: to.y - y, ArrowLeft: x - to.x, ArrowRight: to.x - x }[key]!;
        return next.at !== at && ahead <= 0;
      }),
    );
    expect(astray).toEqual([]);
  });

  it('keep to a lane as long as the board does, and the same way leads back', () => {
    const lost = points.flatMap((start, at) =>
      ARROWS.filter((key) => {
        const cross = key === 'ArrowUp' || key === 'ArrowDown' ? 'x' : 'y';
        let cursor: BoardCursor = { at };
        let steps = 0;
        for (;;) {
          const next = follow(key, cursor, points)!;
          if (next.at === cursor.at || Math.abs(points[next.at]![cross] - start[cross]) > 0.6) break;
          cursor = next;
          steps++;
        }
        for (let i = 0; i < steps; i++) cursor = follow(OPPOSITE[key]!, cursor, points)!;
        const end = points[cursor.at]!;
        return Math.hypot(start.x - end.x, start.y - end.y) > 1.3;
      }),
    );
    // On a bent board a few lanes end between two points.
    expect(lost.length).toBeLessThan(0.02 * ARROWS.length * points.length);
  });
});

describe('on squares', () => {
  const board = boardOf('zen');
  const from = (name: string): BoardCursor => ({ at: place(board, name) });
  const go = (name: string, ...keys: string[]) => {
    const { points } = layOut(board, { angle: 0, mirrored: false }, true);
    return board.points[keys.reduce((cursor, key) => follow(key, cursor, points)!, from(name)).at]!.name;
  };

  it('an arrow is one square', () => {
    expect(go('e5', 'ArrowUp')).toBe('e6');
    expect(go('e5', 'ArrowDown')).toBe('e4');
    expect(go('e5', 'ArrowLeft')).toBe('d5');
    expect(go('e5', 'ArrowRight')).toBe('f5');
    expect(go('a1', 'ArrowLeft', 'ArrowDown')).toBe('a1');
  });

  it('respects how the board is turned', () => {
    const { points } = layOut(board, { angle: 180, mirrored: false }, true);
    expect(board.points[follow('ArrowUp', from('e5'), points)!.at]!.name).toBe('e4');
  });

  it('Home and End lead to the first and the last point', () => {
    expect(go('e5', 'Home')).toBe('a1');
    expect(go('e5', 'End')).toBe('k11');
  });
});

it('other keys are not the board’s', () => {
  expect(follow('Tab', { at: 0 }, [{ x: 0, y: 0 }])).toBeNull();
  expect(follow('Escape', { at: 0 }, [{ x: 0, y: 0 }])).toBeNull();
});

it('the keyboard starts where something can be done, or in the middle', () => {
  const { points } = layOut(boardOf('yinsh'), { angle: 0, mirrored: false }, true);
  expect(start(points, [7, 3])).toBe(7);
  expect(boardOf('yinsh').points[start(points, [])]!.name).toBe('f6');
  expect(start(points, [1000])).toBe(start(points, []));
});
