import { expect, it, vi } from 'vitest';
import type { Autoplay } from './autoplay.svelte';
import { press, swiped } from './keys';
import type { Tree } from './tree.svelte';

function desk(siblings = 1) {
  const tree = {
    back: vi.fn(),
    forward: vi.fn(),
    sideways: vi.fn(),
    first: vi.fn(),
    last: vi.fn(),
    current: { parent: { children: Array(siblings) } },
  };
  const auto = { toggle: vi.fn(), stop: vi.fn() };
  const flip = vi.fn();
  const type = (key: string, on: Element = document.body, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    const receive = (received: Event) =>
      press(received as KeyboardEvent, { tree: tree as unknown as Tree, auto: auto as unknown as Autoplay, flip });
    window.addEventListener('keydown', receive, { once: true });
    on.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { tree, auto, flip, type };
}

it('steps with the arrows, and stops what plays by itself', () => {
  const { tree, auto, flip, type } = desk();
  expect([type('ArrowRight'), type('ArrowLeft'), type('Home'), type('End'), type('f'), type(' ')]).toEqual(Array(6).fill(true));
  expect([tree.forward, tree.back, tree.first, tree.last, flip, auto.toggle].map((deed) => deed.mock.calls.length)).toEqual(
    Array(6).fill(1),
  );
  expect(auto.stop).toHaveBeenCalledTimes(4);
});

it('leaves the page alone where there is nothing to do', () => {
  const { tree, type } = desk();
  expect([type('ArrowDown'), type('x'), type('ArrowRight', document.body, { ctrlKey: true })]).toEqual([false, false, false]);
  expect(desk(2).type('ArrowDown')).toBe(true);
  expect(tree.forward).not.toHaveBeenCalled();
});

it('hears nobody who types or presses a button', () => {
  const { tree, auto, type } = desk();
  const [field, button] = [document.createElement('input'), document.createElement('button')];
  document.body.append(field, button);
  type('ArrowRight', field);
  type(' ', button);
  expect(tree.forward).not.toHaveBeenCalled();
  expect(auto.toggle).not.toHaveBeenCalled();
});

it('steps on after a switch was flipped, which keeps the space bar', () => {
  const { tree, auto, type } = desk();
  const box = document.createElement('input');
  box.type = 'checkbox';
  document.body.append(box);
  type('ArrowRight', box);
  type(' ', box);
  expect(tree.forward).toHaveBeenCalledTimes(1);
  expect(auto.toggle).not.toHaveBeenCalled();
});

it('follows a finger that goes mostly sideways', () => {
  const at = (clientX: number, clientY: number, timeStamp: number, pointerType = 'touch') =>
    ({ clientX, clientY, timeStamp, pointerType, pointerId: 1 }) as PointerEvent;
  const from = at(100, 100, 0);
  expect(swiped(from, at(40, 110, 200))).toBe('forward');
  expect(swiped(from, at(160, 90, 200))).toBe('back');
  expect(swiped(from, at(80, 100, 200))).toBeNull();
  expect(swiped(from, at(40, 160, 200))).toBeNull();
  expect(swiped(from, at(40, 100, 900))).toBeNull();
  expect(swiped(from, at(40, 100, 200, 'mouse'))).toBeNull();
});
