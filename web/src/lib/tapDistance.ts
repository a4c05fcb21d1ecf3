/** Keeping what cannot be undone away from where a finger has just been. */
import type { XY } from './board/plane';

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The width of a finger, in pixels: a control nearer than this to a tap may be hit by the next one. */
export const FINGER = 48;

/** Whether a point lies within a finger's width of a rectangle. */
export function isNear({ left, top, right, bottom }: Rect, { x, y }: XY): boolean {
  const across = Math.max(left - x, 0, x - right);
  const down = Math.max(top - y, 0, y - bottom);
  return Math.hypot(across, down) < FINGER;
}
