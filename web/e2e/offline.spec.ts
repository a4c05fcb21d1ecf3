/** The page on a home screen: a manifest that is one, icons that load, a shell that opens without a network. */
import { expect, test } from '@playwright/test';

interface Manifest {
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

test('can be installed', async ({ request }) => {
  const page = await (await request.get('/')).text();
  const address = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1];
  expect(address).toBeDefined();
  const answer = await request.get(address!);
  expect(answer.headers()['content-type']).toMatch(/application\/(manifest\+)?json/);
  const manifest = (await answer.json()) as Manifest;
  expect(manifest.name).toBe('Taijitu');
  expect(['standalone', 'fullscreen', 'minimal-ui']).toContain(manifest.display);
  expect((await request.get(manifest.start_url)).ok()).toBe(true);
  for (const size of ['192x192', '512x512']) expect(manifest.icons.some(({ sizes }) => sizes.includes(size))).toBe(true);
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.ok(), src).toBe(true);
    expect(icon.headers()['content-type']).toContain(type);
  }
});

test('opens without a network after one visit', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'en' });
  const page = await context.newPage();
  await page.goto('/en');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.locator('.games li').nth(9).waitFor();
  // The worker takes the page over at the next visit.
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.locator('.games li').nth(9).waitFor();
  await context.setOffline(true);
  await page.goto('/en/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/en');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(false);
  await context.close();
});
