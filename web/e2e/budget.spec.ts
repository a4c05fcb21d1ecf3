/** What a first look costs: bytes and shifts. What it costs in time is measured, not tested: `npm run measure`. */
import { finish } from './support/finished';
import type { Person } from './support/person';
import { script } from './support/script';
import { expect, test } from './support/test';

/** Compressed, with everything that is asked for until nothing more is. */
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
  await visitor.page.addInitScript(() => {
    const kept = { shift: 0, what: [] as string[] };
    Object.assign(window, { kept });
    type Shift = PerformanceEntry & { value: number; sources: { node?: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        kept.shift += entry.value;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName} ${node.getAttribute('class') ?? ''}` : '?',
        );
        kept.what.push(`${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} ms: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visitor.visit(address);
  await ready();
  await visitor.page.waitForLoadState('networkidle');
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...sizes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12)
    .map(([id, size]) => `${Math.round(size / 100) / 10} kB ${addresses.get(id)?.replace(/^https?:\/\/[^/]+/, '')}`);
  console.log(`first look at /${address}: ${Math.round(total / 1000)} kB in ${sizes.size} requests; ${largest.join(', ')}`);
  const { shift, what } = await visitor.page.evaluate(
    () => (window as unknown as { kept: { shift: number; what: string[] } }).kept,
  );
  console.log(`layout shift: ${shift.toFixed(4)} ${what.join('; ')}`);
  expect(shift).toBeLessThan(SHIFT);
  expect(total).toBeLessThan(BYTES);
}

test('the first look at a table takes less than 150 kB', async ({ arrive }) => {
  const host = await arrive();
  const table = await host.open({ game: 'yinsh', hotseat: true, start: true }, script('yinsh').turns.slice(0, 20));
  const visitor = await arrive();
  await firstLook(visitor, `table/${table}`, () => visitor.sees(20));
});

for (const device of ['phone', 'desktop'] as const)
  test(`the first look at the front page on a ${device} takes less than 150 kB`, async ({ arrive }) => {
    // A game plays itself there.
    await finish(await arrive(), 'yinsh');
    const visitor = await arrive({ device });
    await firstLook(visitor, '', () => visitor.page.locator('.games li').last().waitFor());
  });
