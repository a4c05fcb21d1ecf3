/** A mail server that keeps what it is sent, and a site that sends its mail there. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { startSite, until, type Site } from './site';

export interface SiteWithMail extends Site {
  /** Waits for a mail that holds a link to a screen, and takes it out of the box; the link. */
  link: (screen: string) => Promise<string>;
}

export async function siteWithMail(): Promise<SiteWithMail> {
  const mails: string[] = [];
  const sink = createServer((client) => converse(client, mails)).listen(0, '127.0.0.1');
  await once(sink, 'listening');
  const mail = ['--smtp-url', `smtp://127.0.0.1:${(sink.address() as AddressInfo).port}`, '--mail-from', 'club@example.org'];
  const { origin, stop } = await startSite(mail);
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
      await stop();
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
