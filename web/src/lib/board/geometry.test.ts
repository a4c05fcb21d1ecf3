import { describe, expect, it } from 'vitest';
import { BOARDS, boardOf, place } from './fixtures';
import { along, layOut, rimOf, sidesOf } from './geometry';
import { distance, nearest, turn } from './plane';
import { hull } from './plate';

const UPRIGHT = { angle: 0, mirrored: false };
const names = (id: string, points: number[]) => points.map((point) => boardOf(id).points[point]!.name);

describe('turning', () => {
  it('goes clockwise on the screen, after mirroring', () => {
    const right = { x: 1, y: 0 };
    expect(turn(right, { angle: 90, mirrored: false }).y).toBeCloseTo(1);
    expect(turn(right, { angle: 90, mirrored: true }).y).toBeCloseTo(-1);
  });

  it.each(BOARDS)('keeps every point of $id inside the picture', (board) => {
    for (const angle of board.style === 'squares' ? [0, 90, 180, 270] : [0, 60, 120, 180, 240, 300]) {
      const { points, box, outside } = layOut(board, { angle, mirrored: angle === 180 }, true);
      const half = box.side / 2;
      const away = ({ x, y }: { x: number; y: number }) => Math.max(Math.abs(x - box.x - half), Math.abs(y - box.y - half));
      expect(Math.max(...[...points, ...outside].map(away))).toBeLessThan(half - 0.05);
    }
  });
});

describe('names at the edge', () => {
  it.each([
    ['yinsh', 11 + 11],
    ['zen', 11 + 11],
    ['yinyang', 4 + 4],
    ['triangle-8', 8 + 8],
    ['kadon', 24],
  ])('of %s are all there, and apart from each other however it is turned', (id, count) => {
    const board = boardOf(id);
    for (const angle of board.style === 'squares' ? [0, 90, 180, 270] : [0, 60, 120, 180, 240, 300]) {
      const { outside, text } = layOut(board, { angle, mirrored: false }, true);
      expect(outside).toHaveLength(count);
      const gaps = outside.flatMap((a, i) => outside.slice(0, i).map((b) => distance(a, b)));
      expect(Math.min(...gaps), `turned ${angle}°`).toBeGreaterThan(1.2 * text);
    }
  });

  it('stand below and on the left of squares', () => {
    const { outside, points } = layOut(boardOf('zen'), UPRIGHT, true);
    const below = outside.find(({ text }) => text === 'c')!;
    const left = outside.find(({ text }) => text === '11')!;
    const [c1, a11] = [points[place(boardOf('zen'), 'c1')]!, points[place(boardOf('zen'), 'a11')]!];
    expect([below.x, below.y > c1.y]).toEqual([c1.x, true]);
    expect([left.y, left.x < a11.x]).toEqual([a11.y, true]);
  });

  it('name the corners of the inner rings', () => {
    const { inside } = layOut(boardOf('kadon'), UPRIGHT, true);
    const corners = 'b1 b8 b15 c1 c7 c13 d1 d6 d11 e1 e5 e9 f1 f2 f3'.split(' ');
    expect(inside.map(({ text }) => text)).toEqual(corners);
  });
});

describe('the rim', () => {
  it('of the 93-node board has 24 points and three sides of nine', () => {
    expect(rimOf(boardOf('kadon'))).toHaveLength(24);
    const sides = sidesOf(boardOf('kadon')).map((side) => names('kadon', side));
    expect(sides.map((side) => side.length)).toEqual([9, 9, 9]);
    expect(new Set(sides.flatMap((side) => [side[0], side.at(-1)]))).toEqual(new Set(['a1', 'a9', 'a17']));
  });

  it('of a triangle has three sides as long as the board', () => {
    expect(sidesOf(boardOf('triangle-8')).map((side) => side.length)).toEqual([8, 8, 8]);
  });
});

describe('the hull', () => {
  it('has corners only', () => {
    expect(hull(boardOf('zen').points)).toHaveLength(4);
    expect(hull(boardOf('triangle-8').points)).toHaveLength(3);
    expect(hull(boardOf('yinsh').points)).toHaveLength(12);
  });
});

describe('hits', () => {
  it.each(BOARDS)('on $id find the nearest point, and nothing far away', (board) => {
    const { points, spacing } = layOut(board, UPRIGHT, true);
    const found = points.map(({ x, y }) => nearest(points, { x: x + 0.2, y: y - 0.2 }, 0.6 * spacing));
    expect(found).toEqual(points.map((_, i) => i));
    expect(nearest(points, { x: 40, y: 0 }, 0.6 * spacing)).toBeNull();
  });
});

it('a band passes its points from one end to the other', () => {
  const [a, b, c] = [
    { x: 0, y: 0 },
    { x: 1, y: 0.2 },
    { x: 2, y: 0 },
  ];
  expect([
    [a, b, c],
    [c, b, a],
  ]).toContainEqual(along([b, a, c]));
});
