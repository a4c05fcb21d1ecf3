/** The program that is tested. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Its path: `TAIJITU_BIN`, or what `cargo build` made. */
export function binary(): string {
  const path = resolve(process.env['TAIJITU_BIN'] ?? '../target/debug/taijitu');
  if (!existsSync(path)) throw new Error(`${path} is missing: build it, or name another one in TAIJITU_BIN`);
  return path;
}
