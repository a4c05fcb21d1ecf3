import { beforeEach, describe, expect, it } from 'vitest';
import { Gesture, type Pointer } from './gesture';

const pointer = (x: number, y = 0, more: Partial<Pointer> = {}): Pointer => ({ id: 1, type: 'mouse', x, y, at: 0, ...more });
const finger = (x: number, at = 0): Pointer => pointer(x, 0, { type: 'touch', at });
const PIECE = { draggable: true, target: true, held: false };
const EMPTY = { draggable: false, target: true, held: false };
const IDLE = { draggable: false, target: false, held: false };

let gesture: Gesture;
beforeEach(() => {
  gesture = new Gesture();
});

describe('a click', () => {
  it('is a press that hardly moves', () => {
    gesture.down(pointer(0), 7, PIECE);
    expect(gesture.move(pointer(3))).toBeNull();
    expect(gesture.up(pointer(3), 7)).toEqual({ point: 7, how: { kind: 'click', pointer: 'mouse' } });
  });

  it('may slide on an empty point as long as it stays over it', () => {
    gesture.down(finger(0), 7, EMPTY);
    expect(gesture.move(finger(14))).toBeNull();
    expect(gesture.up(finger(14), 7)?.how.kind).toBe('click');
    gesture.down(finger(0), 7, EMPTY);
    gesture.move(finger(40));
    expect(gesture.up(finger(40), 8)).toBeNull();
  });

  it('beside all points is nothing', () => {
    gesture.down(pointer(0), null, IDLE);
    expect(gesture.up(pointer(0), null)).toBeNull();
  });

  it('is also passed on where nothing may be touched: the page says why', () => {
    gesture.down(pointer(0), 7, IDLE);
    expect(gesture.up(pointer(0), 7)?.point).toBe(7);
  });
});

describe('a drag', () => {
  it('picks once when it has moved far enough, and drops on another point', () => {
    gesture.down(pointer(0), 7, PIECE);
    expect(gesture.dragged).toBeNull();
    expect(gesture.move(pointer(4))).toEqual({ point: 7, how: { kind: 'pick', pointer: 'mouse' } });
    expect(gesture.move(pointer(30))).toBeNull();
    expect(gesture.dragged).toBe(7);
    expect(gesture.up(pointer(60), 9)).toEqual({ point: 9, how: { kind: 'drop', pointer: 'mouse' } });
    expect(gesture.dragged).toBeNull();
  });

  it('of a piece that is picked already only drops it', () => {
    gesture.down(pointer(0), 7, { draggable: true, target: false, held: true });
    expect(gesture.move(pointer(20))).toBeNull();
    expect(gesture.dragged).toBe(7);
    expect(gesture.up(pointer(60), 9)?.how.kind).toBe('drop');
  });

  it('needs more way with a finger', () => {
    gesture.down(finger(0), 7, PIECE);
    expect(gesture.move(finger(8))).toBeNull();
    expect(gesture.move(finger(9))?.how.kind).toBe('pick');
  });

  it('that ends where it began, or nowhere, leaves the piece picked', () => {
    for (const end of [7, null]) {
      gesture.down(pointer(0), 7, PIECE);
      gesture.move(pointer(20));
      expect(gesture.up(pointer(0), end)).toBeNull();
    }
  });

  it('ends without a drop when it is cancelled', () => {
    gesture.down(pointer(0), 7, PIECE);
    gesture.move(pointer(20));
    gesture.cancel();
    expect(gesture.up(pointer(60), 9)).toBeNull();
  });
});

describe('a second finger', () => {
  it('ends the gesture: it may be pinching', () => {
    gesture.down(finger(0), 7, PIECE);
    expect(gesture.down({ ...finger(50), id: 2 }, 9, PIECE)).toBe(false);
    expect(gesture.up(finger(0), 7)).toBeNull();
    expect(gesture.up({ ...finger(50), id: 2 }, 9)).toBeNull();
  });

  it('does not move what another pointer holds', () => {
    gesture.down(pointer(0), 7, PIECE);
    expect(gesture.move(pointer(50, 0, { id: 2 }))).toBeNull();
    expect(gesture.up(pointer(50, 0, { id: 2 }), 9)).toBeNull();
    expect(gesture.up(pointer(0), 7)?.how.kind).toBe('click');
  });
});

describe('a double tap', () => {
  const tap = (at: number, target: boolean, point = 7) => {
    gesture.down(finger(0, at), point, { ...IDLE, target });
    return gesture.up(finger(0, at + 10), point);
  };

  it('counts once', () => {
    expect(tap(0, true)).not.toBeNull();
    expect(tap(200, false)).toBeNull();
  });

  it('counts twice where the point may be touched again, or later, or elsewhere', () => {
    tap(0, true);
    expect(tap(200, true)).not.toBeNull();
    expect(tap(600, false)).not.toBeNull();
    expect(tap(700, false, 8)).not.toBeNull();
  });

  it('is not minded with a mouse', () => {
    for (const at of [0, 100]) {
      gesture.down(pointer(0, 0, { at }), 7, IDLE);
      expect(gesture.up(pointer(0, 0, { at }), 7)).not.toBeNull();
    }
  });
});
