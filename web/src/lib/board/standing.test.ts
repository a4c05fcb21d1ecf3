import { describe, expect, it } from 'vitest';
import type { PlacedPiece } from '../api/types';
import { dropped, grouped } from './standing';

const ring: PlacedPiece = { at: 1, piece: 'ring', side: 'black' };
const marker: PlacedPiece = { at: 1, piece: 'marker', side: 'black' };
const other: PlacedPiece = { at: 2, piece: 'ring', side: 'white' };
const DROPS = { ring: 'marker' };

it('pieces on one point stay in their order', () => {
  expect(grouped([ring, other, marker]).get(1)).toEqual([ring, marker]);
});

describe('a ring that was picked', () => {
  const standing = grouped([ring, other]);

  it('has a marker of its colour in it while it waits to be moved', () => {
    expect(dropped(standing, { picked: [1], targets: [5] }, DROPS)).toEqual(marker);
  });

  it('has none once it has moved and rows follow, or when it is taken off', () => {
    expect(dropped(standing, { picked: [1], targets: [2] }, DROPS)).toBeNull();
    expect(dropped(standing, { picked: [1], targets: [] }, DROPS)).toBeNull();
  });

  it('has none if it was not touched last, or if one is there', () => {
    expect(dropped(standing, { picked: [1, 5], targets: [6] }, DROPS)).toBeNull();
    expect(dropped(grouped([ring, marker]), { picked: [1], targets: [5] }, DROPS)).toBeNull();
  });
});

it('other pieces leave nothing behind', () => {
  expect(dropped(grouped([{ at: 1, piece: 'stone' }]), { picked: [1], targets: [5] }, DROPS)).toBeNull();
});
