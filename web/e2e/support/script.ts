/**
 * Games written down in `e2e/games`: comments (`#`), options (`set NAME=VALUE`), one turn a line, and the result at the end. Checked by
 * `taijitu turns`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Script {
  game: string;
  options: Record<string, string>;
  turns: string[];
  winner: 'white' | 'black';
  reason: string;
}

/** Reads `yinsh.txt`; what follows a hyphen in the name distinguishes scripts of one game. */
export function script(name: string): Script {
  const lines = readFileSync(fileURLToPath(new URL(`../games/${name}.txt`, import.meta.url)), 'utf8')
    .trim()
    .split('\n');
  const result = /^result: (white|black) \((.+)\)$/.exec(lines.pop() ?? '');
  if (!result) throw new Error(`${name}.txt ends without a result`);
  const spoken = lines.filter((line) => !line.startsWith('#'));
  const settings = spoken.filter((line) => line.startsWith('set ')).map((line) => line.slice(4).split('=') as [string, string]);
  return {
    game: name.split('-')[0] ?? name,
    options: Object.fromEntries(settings),
    turns: spoken.filter((line) => !line.startsWith('set ')),
    winner: result[1] as 'white' | 'black',
    reason: result[2] ?? '',
  };
}
