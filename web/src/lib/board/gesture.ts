/**
 * Clicks and drags by mouse, pen and finger. Maps pointer events, in pixels and with the point of the board below them, to
 * touches. The component draws the ghost and forwards the touches.
 */

export interface TouchMethod {
  kind: 'click' | 'pick' | 'drop' | 'key';
  /** `mouse`, `touch`, `pen` or `keyboard`. */
  pointer: string;
}

export interface PointTouch {
  point: number;
  how: TouchMethod;
}

/** What a point is to the gesture that starts on it. */
export interface GestureStart {
  /** Something stands there that may be touched or has been: it can be dragged. */
  draggable: boolean;
  /** It may be touched next. */
  target: boolean;
  /** It was touched last: its piece is in the hand already and need not be picked again. */
  held: boolean;
}

/** A pointer event as far as gestures are concerned. */
export interface Pointer {
  id: number;
  type: string;
  x: number;
  y: number;
  /** Milliseconds, of any clock that only goes forward. */
  at: number;
}

/** A press that moves less than this many pixels is a click. */
const THRESHOLD = { touch: 8, other: 3 };
/** A second tap on the same point within this time was not meant. */
const DOUBLE_TAP_MS = 250;

interface Press extends GestureStart {
  pointer: Pointer;
  point: number | null;
  state: 'pressed' | 'dragging' | 'astray';
}

export class Gesture {
  private press: Press | null = null;
  private tap: { point: number; at: number } | null = null;

  /** The point whose piece follows the pointer. */
  get dragged(): number | null {
    return this.press?.state === 'dragging' ? this.press.point : null;
  }

  get pressed(): boolean {
    return this.press !== null;
  }

  /** A pointer goes down. `false` if it is not ours: a second finger ends the gesture, it may be pinching. */
  down(pointer: Pointer, point: number | null, start: GestureStart): boolean {
    if (this.press) {
      this.press = null;
      return false;
    }
    this.press = { pointer, point, state: 'pressed', ...start };
    return true;
  }

  /** It moves: at most once, this picks up the piece it went down on. */
  move(pointer: Pointer): PointTouch | null {
    const press = this.press;
    if (press?.pointer.id !== pointer.id || press.state !== 'pressed') return null;
    const limit = pointer.type === 'touch' ? THRESHOLD.touch : THRESHOLD.other;
    if (Math.hypot(pointer.x - press.pointer.x, pointer.y - press.pointer.y) <= limit) return null;
    const drags = press.draggable && press.point !== null;
    press.state = drags ? 'dragging' : 'astray';
    return drags && !press.held ? { point: press.point!, how: { kind: 'pick', pointer: pointer.type } } : null;
  }

  /** It goes up over a point, or over none. */
  up(pointer: Pointer, point: number | null): PointTouch | null {
    const press = this.press;
    if (press?.pointer.id !== pointer.id) return null;
    this.press = null;
    if (point === null) return null;
    if (press.state === 'dragging') {
      return point === press.point ? null : { point, how: { kind: 'drop', pointer: pointer.type } };
    }
    // A finger that slid a little and is still over the point it went down on meant that point.
    return point === press.point ? this.click(pointer, point, press.target) : null;
  }

  cancel(): void {
    this.press = null;
  }

  private click(pointer: Pointer, point: number, target: boolean): PointTouch | null {
    const before = this.tap;
    this.tap = pointer.type === 'touch' ? { point, at: pointer.at } : null;
    const twice = before?.point === point && pointer.at - before.at < DOUBLE_TAP_MS;
    if (twice && pointer.type === 'touch' && !target) return null;
    return { point, how: { kind: 'click', pointer: pointer.type } };
  }
}
