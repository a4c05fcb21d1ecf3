import { describe, expect, it } from 'vitest';
import { drawn } from './arrows';

describe('an arrow', () => {
  it('points from the first point to the last', () => {
    const { shaft, head, ring } = drawn(
      [
        { x: 0, y: 0 },
        { x: 4, y: 0 },
      ],
      1,
      0,
    );
    expect(ring).toBeNull();
    expect(shaft).toBe('M0.2 0L3.54 0');
    expect(head).toBe('M3.88 0L3.54 0.2L3.54 -0.2Z');
  });

  it('goes round corners, and is narrower the less good its turn is', () => {
    const way = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
    ];
    expect(drawn(way, 1, 1).shaft).toContain('L2 0L2 ');
    expect(drawn(way, 1, 1).width).toBeLessThan(drawn(way, 1, 0).width);
  });

  it('is a ring where there is nowhere to go, and nothing without a point', () => {
    expect(drawn([{ x: 1, y: 1 }], 1, 0)).toMatchObject({ shaft: '', ring: { x: 1, y: 1 } });
    expect(
      drawn(
        [
          { x: 1, y: 1 },
          { x: 1, y: 1 },
        ],
        1,
        0,
      ).ring,
    ).not.toBeNull();
    expect(drawn([], 1, 0)).toMatchObject({ shaft: '', ring: null, label: null });
  });
});
