/** The games of the program, in its own order: tests loop over them instead of keeping a list. */
import { execFileSync } from 'node:child_process';
import { binary } from './binary';

/** `taijitu games` begins a line for each game with its id; the lines of its options are indented. */
export const GAMES: readonly string[] = execFileSync(binary(), ['games'], { encoding: 'utf8' })
  .split('\n')
  .flatMap((line) => /^\S+/.exec(line) ?? []);
