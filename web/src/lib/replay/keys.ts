/** The keyboard of a replay, and a finger that swipes over it. */
import { isForPage } from '../keys';
import type { Autoplay } from './autoplay.svelte';
import type { Tree } from './tree.svelte';

interface ReplayKeyTarget {
  tree: Tree;
  auto: Autoplay;
  flip: () => void;
}

/** Runs the command of a key, unless it is typed into a field or presses a button. */
export function press(event: KeyboardEvent, { tree, auto, flip }: ReplayKeyTarget): void {
  if (!isForPage(event) || event.defaultPrevented) return;
  const pressed = event.target instanceof Element && event.target.closest('button, a, summary, input');
  const commands: Record<string, () => void> = {
    ArrowLeft: () => tree.back(),
    ArrowRight: () => tree.forward(),
    ArrowUp: () => tree.sideways(-1),
    ArrowDown: () => tree.sideways(1),
    Home: () => tree.first(),
    End: () => tree.last(),
    f: flip,
    ...(pressed ? {} : { ' ': () => auto.toggle() }),
  };
  const command = Object.hasOwn(commands, event.key) ? commands[event.key] : undefined;
  if (!command) return;
  // Without a variation there is nowhere to go up or down: the page scrolls.
  const vertical = event.key === 'ArrowUp' || event.key === 'ArrowDown';
  if (vertical && (tree.current.parent?.children.length ?? 0) < 2) return;
  event.preventDefault();
  if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') auto.stop();
  command();
}

/** A finger has to go so far, in pixels, mostly sideways, and not linger. */
const FAR = 48;
const STEEP = 0.6;
const LONG_MS = 600;

/** Where a swipe leads: back if to the right, as one turns a page. */
export function swiped(from: PointerEvent, to: PointerEvent): 'back' | 'forward' | null {
  const [dx, dy] = [to.clientX - from.clientX, to.clientY - from.clientY];
  if (to.pointerType !== 'touch' || from.pointerId !== to.pointerId || to.timeStamp - from.timeStamp > LONG_MS) return null;
  if (Math.abs(dx) < FAR || Math.abs(dy) > STEEP * Math.abs(dx)) return null;
  return dx > 0 ? 'back' : 'forward';
}
