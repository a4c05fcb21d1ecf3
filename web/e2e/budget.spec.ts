/** What a table costs: bytes, shifts, and the time from a touch to the next picture. */
import { script } from './support/script';
import { expect, test } from './support/test';

const BYTES = 150_000;
const SHIFT = 0.02;
/** The aim is 50 ms; machines that run tests are busy, and a single number would say more about them than about the page. */
const SLOWEST = 200;

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
        const moved = entry.sources.map(({ node }) => (node instanceof Element ? `${node.tagName} ${node.getAttribute('class') ?? ''}` : '?'));
        kept.what.push(`${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} ms: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visitor.visit(`table/${table}`);
  await visitor.sees(20);
  await visitor.page.waitForLoadState('networkidle');
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 6).map(([id, size]) => `${Math.round(size / 100) / 10} kB ${addresses.get(id)?.replace(/^https?:\/\/[^/]+/, '')}`);
  console.log(`first table: ${Math.round(total / 1000)} kB in ${sizes.size} requests; ${largest.join(', ')}`);
  const { shift, what } = await visitor.page.evaluate(() => (window as unknown as { kept: { shift: number; what: string[] } }).kept);
  console.log(`layout shift: ${shift.toFixed(4)} ${what.join('; ')}`);
  expect(shift).toBeLessThan(SHIFT);
  expect(total).toBeLessThan(BYTES);
});

test('a touch is on the screen at once, on a machine four times slower', async ({ arrive }) => {
  const player = await arrive({ moving: true });
  await player.open({ game: 'yinsh', hotseat: true, start: true }, script('yinsh').turns.slice(0, 30));
  await player.mayPlay();
  const session = await player.context.newCDPSession(player.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await player.page.evaluate(() => {
    const kept: number[] = [];
    Object.assign(window, { kept });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (entry.interactionId && entry.name === 'pointerup') kept.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  // A ring is picked and put back: the marker, the picked point and all targets are drawn each time.
  const ring = player.page.locator('[data-point].target').first();
  const at = Number(await ring.getAttribute('data-point'));
  const TOUCHES = 8;
  for (let i = 0; i < TOUCHES; i++) {
    await player.spot(at).click();
    await player.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // What took less than the observer's least is as good as 16 ms.
  const measured = await player.page.evaluate(() => (window as unknown as { kept: number[] }).kept);
  const all = [...measured, ...Array<number>(Math.max(0, TOUCHES - measured.length)).fill(16)].sort((a, b) => a - b);
  const median = all[Math.floor(all.length / 2)]!;
  console.log(`touch to next picture, 4 times slower: median ${median} ms, worst ${all.at(-1)} ms (aim: 50 ms)`);
  expect(median).toBeLessThan(SLOWEST);
});
