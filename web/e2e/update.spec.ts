/** A newer version of the page: it is offered, and a game on the device continues in it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { device as words } from '../src/lib/messages/device';
import { lobby } from '../src/lib/messages/lobby';
import { playHinted } from './support/device';
import { Person } from './support/person';
import { startSite, type Site } from './support/site';
import { expect, test } from './support/test';

/** What a newer server answers differently. */
interface Newer {
  /** The service worker has another version. */
  page: boolean;
  /** Every game has the next revision of its rules. */
  rules: boolean;
}

/** Passes requests on to a site, and answers as a newer one where `newer` says so. */
async function inFrontOf(site: Site, newer: Newer): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const pass = async () => {
      const path = request.url ?? '/';
      const headers = { cookie: request.headers.cookie ?? '', accept: request.headers.accept ?? '*/*', 'accept-language': 'en' };
      const answer = await fetch(`${site.origin}${path}`, { headers, redirect: 'manual' });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      let body: Uint8Array | string = bytes;
      if (path === '/sw.js' && newer.page) body = new TextDecoder().decode(bytes).replace(/VERSION = "/, 'VERSION = "next-');
      if (path.startsWith('/api/games') && newer.rules)
        body = new TextDecoder()
          .decode(bytes)
          .replace(/"revision":(\d+)/g, (_all, revision) => `"revision":${Number(revision) + 1}`);
      const kept = ['content-type', 'cache-control', 'content-security-policy', 'location', 'service-worker-allowed'];
      for (const name of kept) {
        const value = answer.headers.get(name);
        if (value !== null) response.setHeader(name, value);
      }
      response.writeHead(answer.status).end(body);
    };
    pass().catch(() => response.writeHead(502).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** A visitor whom the service worker serves, with a game on the device in which two turns were played. */
async function playerAt(browser: Browser, origin: string): Promise<Person> {
  const player = await Person.arrive(browser, origin, { serviceWorker: true });
  const { page } = player;
  await player.visit();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await player.visit('new/tetra');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await player.pressButton(lobby.play);
  await page.waitForURL(/\/device\//);
  await player.mayPlay();
  await playHinted(player);
  return player;
}

const turns = (player: Person) => player.page.locator('.moves ol li button');

test('a newer page is loaded when the reader wants it, and the game on the device goes on', async ({ browser }) => {
  const site = await startSite();
  const newer: Newer = { page: false, rules: false };
  const { origin, server } = await inFrontOf(site, newer);
  const player = await playerAt(browser, origin);
  const { page } = player;
  const [played, game] = [await turns(player).count(), page.url()];

  newer.page = true;
  await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => undefined));
  await expect(page.getByText(words.newer.en)).toBeVisible();
  await expect(turns(player), 'the old version goes on').toHaveCount(played);
  await player.pressButton(words.load);
  // The page may reload itself during this call.
  const versions = (): Promise<string[]> => page.evaluate(() => caches.keys()).catch(() => []);
  await expect.poll(versions).toEqual([expect.stringContaining('next-')]);
  await page.waitForURL(game);
  await expect(turns(player)).toHaveCount(played);
  await player.mayPlay();
  await playHinted(player);
  await player.context.close();
  server.close();
  await site.stop();
});

test('a page that is open for hours notices that the server plays by newer rules', async ({ browser }) => {
  const site = await startSite();
  const newer: Newer = { page: false, rules: false };
  const { origin, server } = await inFrontOf(site, newer);
  const player = await playerAt(browser, origin);
  const { page } = player;
  const lookAgain = () =>
    page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 7_200_000;
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const answered = page.waitForResponse(/\/api\/games$/);
  await lookAgain();
  await answered;
  await expect(page.getByText(words.newer.en), 'the rules are the same').toHaveCount(0);
  newer.rules = true;
  await lookAgain();
  await expect(page.getByText(words.newer.en)).toBeVisible();
  await player.context.close();
  server.close();
  await site.stop();
});
