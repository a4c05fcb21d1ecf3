/** French is written with ’, never with the straight apostrophe of the keyboard. */
import { expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>(['../../**/*.ts', '../../**/*.svelte', '!../../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A French text in quotes with a straight apostrophe between two letters, escaped or not. */
const STRAIGHT = /\bfr:\s*(?:"[^"\n]*\p{L}'\p{L}|`[^`\n]*\p{L}'\p{L}|'(?:[^'\\\n]|\\[^'\n])*\p{L}\\'\p{L})/u;

it('finds them', () => {
  for (const wrong of [`fr: "l'un"`, "fr: `d'eux ${n}`", String.raw`fr: 'c\'est'`]) expect(wrong).toMatch(STRAIGHT);
  for (const right of ["fr: 'l’un'", `en: "don't", fr: 'rien'`, "fr: `${n('a')}`"]) expect(right).not.toMatch(STRAIGHT);
});

it('no French text has one', () => {
  const found = Object.entries(SOURCES).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => (STRAIGHT.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
