/** A mail server that keeps what it is sent, and a site that sends its mail there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary } from './binary';

/** How long a server may take to answer, on a machine that is busy. */
const PATIENCE = 60_000;

export interface SiteWithMail {
  origin: string;
  /** Waits for a mail that holds a link to a screen, and takes it out of the box; the link. */
  link: (screen: string) => Promise<string>;
  stop: () => Promise<void>;
}

export async function siteWithMail(): Promise<SiteWithMail> {
  const mails: string[] = [];
  const sink = createServer((client) => converse(client, mails)).listen(0, '127.0.0.1');
  await once(sink, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'taijitu-e2e-mail-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const mail = ['--smtp-url', `smtp://127.0.0.1:${(sink.address() as AddressInfo).port}`, '--mail-from', 'club@example.org'];
  const site = ['serve', '--listen', `127.0.0.1:${port}`, '--public-url', origin, '--data', folder, '--rate-factor', '1000'];
  const server = spawn(binary(), [...site, ...mail], { stdio: ['ignore', 'ignore', 'inherit'] });
  await until(() =>
    fetch(`${origin}/healthz`).then(
      (answer) => answer.ok || undefined,
      () => undefined,
    ),
  );
  return {
    origin,
    link: (screen) =>
      until(() => {
        const at = mails.findIndex((text) => text.includes(`/${screen}#`));
        const [text] = at < 0 ? [] : mails.splice(at, 1);
        return Promise.resolve(text && /http:\/\/\S+#\S+/.exec(text)?.[0]);
      }),
    stop: async () => {
      sink.close();
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As much SMTP as it takes to be sent a mail. */
function converse(client: Socket, mails: string[]): void {
  let rest = '';
  let mail: string[] | null = null;
  const answer = (line: string) => client.write(`${line}\r\n`);
  const take = (line: string) => {
    if (mail && line !== '.') return void mail.push(line);
    if (mail) {
      // Quoted-printable: lines that are too long are broken behind an equals sign.
      mails.push(mail.join('\n').replaceAll('=\n', '').replaceAll('=3D', '='));
      mail = null;
      return void answer('250 ok');
    }
    if (line.startsWith('DATA')) {
      mail = [];
      return void answer('354 go on');
    }
    answer(line.startsWith('QUIT') ? '221 bye' : '250 ok');
  };
  answer('220 sink');
  client.on('error', () => client.destroy());
  client.on('data', (words: Buffer) => {
    const lines = (rest + words.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const found = await ask();
    if (found) return found;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('it did not happen in time');
}
