/** What a table costs: bytes and shifts. What it costs in time is measured, not tested: `npm run measure`. */
import { script } from './support/script';
import { expect, test } from './support/test';

const BYTES = 150_000;
const SHIFT = 0.02;

test('the first look at a table takes less than 150 kB', async ({ arrive }) => {
  const host = await arrive();
  const table = await host.open({ game: 'yinsh', hotseat: true, start: true }, script('yinsh').turns.slice(0, 20));
  const visitor = await arrive();
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
  await visitor.visit(`table/${table}`);
  await visitor.sees(20);
  await visitor.page.waitForLoadState('networkidle');
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...sizes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([id, size]) => `${Math.round(size / 100) / 10} kB ${addresses.get(id)?.replace(/^https?:\/\/[^/]+/, '')}`);
  console.log(`first table: ${Math.round(total / 1000)} kB in ${sizes.size} requests; ${largest.join(', ')}`);
  const { shift, what } = await visitor.page.evaluate(
    () => (window as unknown as { kept: { shift: number; what: string[] } }).kept,
  );
  console.log(`layout shift: ${shift.toFixed(4)} ${what.join('; ')}`);
  expect(shift).toBeLessThan(SHIFT);
  expect(total).toBeLessThan(BYTES);
});
