/** Starts the server the tests play against, unless `BASE_URL` names one, and stops it when they are done. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary } from './binary';

/** How long a server may take to answer, on a machine that is busy. */
const PATIENCE = 30_000;

export default async function serve(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['BASE_URL']) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'taijitu-e2e-'));
  // All browsers of the tests come from one address: the limits for visitors are not what is tested here.
  const site = ['--listen', '127.0.0.1:0', '--data', folder, '--lang', 'en'];
  const options = ['serve', ...site, '--rate-factor', '1000', '--moderators-need-totp=false'];
  const server = spawn(binary(), options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const address = await addressOf(server);
    await answers(`${address}/healthz`, server);
    // Workers are started later, and read it from here.
    process.env['BASE_URL'] = address;
    process.env['DATA'] = folder;
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** The address the server says it listens at: it chose a free port itself. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = '';
    server.stdout?.on('data', (words: Buffer) => {
      said += words.toString();
      const address = /http:\/\/\S+:\d+/.exec(said)?.[0];
      if (address) found(address);
    });
    server.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    setTimeout(() => failed(new Error(`the server did not say where it listens: ${said}`)), PATIENCE).unref();
  });
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + PATIENCE;
  while (Date.now() < until && server.exitCode === null) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error(`no answer at ${url}`);
}
