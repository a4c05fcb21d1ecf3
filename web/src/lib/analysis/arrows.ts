/** The arrow of a turn, in the board's own unit. */
import type { XY } from '../board/plane';

export interface DrawnArrow {
  /** The way; nothing for a turn of one point. */
  shaft: string;
  head: string;
  ring: (XY & { r: number }) | null;
  /** Where its rank is written. */
  label: XY | null;
  width: number;
}

/** How far an arrow keeps from the middle of its first and last point, in spacings. */
const KEEP = { from: 0.2, to: 0.12 };
const HEAD = { long: 0.34, wide: 0.2 };

/**
 * The arrow through some points; the first rank is the broadest.
 * @param size how large marks are: on a board of few points, less than the way from one to the next.
 */
export function drawn(points: readonly XY[], spacing: number, rank: number, size = spacing): DrawnArrow {
  const width = size * (rank === 0 ? 0.13 : 0.085);
  const [first] = points;
  const way = points.filter((point, i) => i === 0 || apart(point, points[i - 1]!) > 0);
  if (!first) return { shaft: '', head: '', ring: null, label: null, width };
  if (way.length < 2) return { shaft: '', head: '', ring: { ...first, r: 0.42 * spacing }, label: beside(first, spacing), width };
  const scale = rank === 0 ? size : 0.8 * size;
  const [end, before] = [way.at(-1)!, way.at(-2)!];
  const tip = toward(end, before, KEEP.to * spacing);
  const neck = toward(tip, before, HEAD.long * scale);
  const across = normal(before, end, HEAD.wide * scale);
  const shaft = [toward(first, way[1]!, KEEP.from * spacing), ...way.slice(1, -1), neck];
  return {
    shaft: `M${shaft.map(text).join('L')}`,
    head: `M${[tip, add(neck, across, 1), add(neck, across, -1)].map(text).join('L')}Z`,
    ring: null,
    label: labelled(before, end, tip, spacing),
    width,
  };
}

/** Many arrows begin at one point, few end at one: the rank stands behind the tip, and beside a short arrow. */
function labelled(before: XY, end: XY, tip: XY, spacing: number): XY {
  if (apart(before, end) > 1.6 * spacing) return toward(tip, before, 0.62 * spacing);
  return add(toward(before, end, 0.5 * apart(before, end)), normal(before, end, 0.34 * spacing), 1);
}

const round = (value: number) => Math.round(value * 1000) / 1000;
const text = ({ x, y }: XY) => `${round(x)} ${round(y)}`;
const apart = (a: XY, b: XY) => Math.hypot(a.x - b.x, a.y - b.y);
const add = (a: XY, b: XY, times: number): XY => ({ x: a.x + times * b.x, y: a.y + times * b.y });
const beside = (a: XY, spacing: number): XY => ({ x: a.x + 0.36 * spacing, y: a.y - 0.36 * spacing });

/** From one point so far toward another, but not beyond it. */
function toward(from: XY, to: XY, far: number): XY {
  const part = Math.min(1, far / (apart(from, to) || 1));
  return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
}

/** Across the way from one point to another, so long. */
function normal(from: XY, to: XY, long: number): XY {
  const far = apart(from, to) || 1;
  return { x: (-long * (to.y - from.y)) / far, y: (long * (to.x - from.x)) / far };
}
