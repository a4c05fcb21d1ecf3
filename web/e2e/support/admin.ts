/** The command line of the host, on the data folder of the server the tests play against. */
import { execFileSync } from 'node:child_process';
import { binary } from './binary';

/** Runs `taijitu admin …`; what it printed. */
export function admin(...words: string[]): string {
  const folder = process.env['DATA'];
  if (!folder) throw new Error('the server was started elsewhere: its data folder is not known');
  return execFileSync(binary(), ['admin', ...words, '--data', folder], { encoding: 'utf8' });
}
