/** The grain of a wooden plate: long quiet waves, always the same. */
import { at } from '../lib/board/plane';

const STRANDS = 46;
const SAMPLES = 20;

/** Numbers between 0 and 1 that look drawn by chance. */
function* chance(seed: number): Generator<number, never> {
  for (;;) {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    yield seed / 2 ** 32;
  }
}

/** Strands across a square, in three strengths: each a path. */
export function grain(box: { x: number; y: number; side: number }): string[] {
  const random = chance(93);
  const next = () => random.next().value;
  const paths = ['', '', ''];
  for (let strand = 0; strand < STRANDS; strand++) {
    const y = box.y + (box.side * (strand + next())) / STRANDS;
    const [swell, phase, ripple] = [0.08 + 0.16 * next(), 6 * next(), 0.02 + 0.03 * next()];
    const points = Array.from({ length: SAMPLES + 1 }, (_, i) => {
      const part = i / SAMPLES;
      const wave = (box.side / 11) * (swell * Math.sin(0.35 * strand + 4 * part) + ripple * Math.sin(phase + 11 * part));
      return at({ x: box.x + box.side * part, y: y + wave });
    });
    paths[strand % paths.length] += `M${points.join('L')}`;
  }
  return paths;
}
