/** What a first look costs: bytes and shifts. What it costs in time is measured, not tested: `npm run measure`. */
import { finish } from './support/finished';
import type { Person } from './support/person';
import { script } from './support/script';
import { shiftsOf, watchShifts } from './support/shifts';
import { expect, test } from './support/test';

/** Compressed size of all requests until the network is idle. */
const BYTES = 150_000;
const SHIFT = 0.02;

/** Opens an address in a browser that has nothing of the site yet, and expects it to stay within its budget. */
async function firstLook(visitor: Person, address: string, ready: () => Promise<unknown>): Promise<void> {
  const session = await visitor.context.newCDPSession(visitor.page);
  const sizes = new Map<string, number>();
  const addresses = new Map<string, string>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => void addresses.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => void sizes.set(requestId, encodedDataLength));
  await watchShifts(visitor.page);
  await visitor.visit(address);
  await ready();
  await visitor.page.waitForLoadState('networkidle');
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...sizes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12)
    .map(([id, size]) => `${Math.round(size / 100) / 10} kB ${addresses.get(id)?.replace(/^https?:\/\/[^/]+/, '')}`);
  console.log(`first look at /${address}: ${Math.round(total / 1000)} kB in ${sizes.size} requests; ${largest.join(', ')}`);
  const shifts = await shiftsOf(visitor.page);
  console.log(`layout shift: ${shifts.total.toFixed(4)} ${shifts.what.join('; ')}`);
  expect(shifts.total).toBeLessThan(SHIFT);
  expect(total).toBeLessThan(BYTES);
}

test('the first look at a table takes less than 150 kB', async ({ arrive }) => {
  const host = await arrive();
  const table = await host.open({ game: 'yinsh', hotseat: true, start: true }, script('yinsh').turns.slice(0, 20));
  const visitor = await arrive();
  await firstLook(visitor, `table/${table}`, () => visitor.sees(20));
});

/** The aim is 400 kB; docs/PAGE_SPEED.md says what the module weighs. */
const MODULE_BYTES = 425_000;

/** How a page loaded the module, and when it showed its first picture, in milliseconds. */
const moduleLoads = ({ page }: Person) =>
  page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const loads = resources.filter(({ name }) => name.endsWith('.wasm'));
    const [picture] = performance.getEntriesByName('first-contentful-paint');
    return {
      picture: picture?.startTime ?? Infinity,
      loads: loads.map(({ name, startTime, transferSize }) => ({ name, startTime, bytes: transferSize })),
    };
  });

test('rules and engines take at most 425 kB, and are loaded after the first picture and once', async ({ arrive }) => {
  const visitor = await arrive();
  await visitor.visit('learn/tetra');
  await visitor.page.locator('[data-point]').first().waitFor();
  await expect.poll(async () => (await moduleLoads(visitor)).loads).toHaveLength(1);
  const { picture, loads } = await moduleLoads(visitor);
  const { name, startTime, bytes } = loads[0]!;
  console.log(`the module: ${Math.round(bytes / 1000)} kB, ${Math.round(startTime - picture)} ms after the first picture`);
  expect(startTime).toBeGreaterThan(picture);
  expect(bytes).toBeGreaterThan(0);
  const answer = await visitor.context.request.get(name, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers()['content-encoding']).toBe('br');
  expect(Number(answer.headers()['content-length'])).toBeLessThan(MODULE_BYTES);
  // The next page has it from the browser.
  await visitor.visit('puzzle/tetra-1');
  await visitor.mayPlay();
  await expect.poll(async () => (await moduleLoads(visitor)).loads).toEqual([expect.objectContaining({ name, bytes: 0 })]);
});

for (const device of ['phone', 'desktop'] as const)
  test(`the first look at the front page on a ${device} takes less than 150 kB`, async ({ arrive }) => {
    // A game plays itself there.
    await finish(await arrive(), 'yinsh');
    const visitor = await arrive({ device });
    await firstLook(visitor, '', () => visitor.page.locator('.games li').last().waitFor());
  });
