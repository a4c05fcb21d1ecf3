/** A server of a test's own, with an empty data folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary } from './binary';

/** How long a server may take to answer, on a machine that is busy. */
const PATIENCE = 60_000;

export interface Site {
  origin: string;
  stop: () => Promise<void>;
}

/** Starts a server with some more arguments, and waits until it answers. */
export async function startSite(more: string[] = []): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'taijitu-e2e-site-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const site = ['serve', '--listen', `127.0.0.1:${port}`, '--public-url', origin, '--data', folder, '--rate-factor', '1000'];
  const server = spawn(binary(), [...site, ...more], { stdio: ['ignore', 'ignore', 'inherit'] });
  await until(() =>
    fetch(`${origin}/healthz`).then(
      (answer) => answer.ok || undefined,
      () => undefined,
    ),
  );
  return {
    origin,
    stop: async () => {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Asks until there is an answer. */
export async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const found = await ask();
    if (found) return found;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('it did not happen in time');
}
