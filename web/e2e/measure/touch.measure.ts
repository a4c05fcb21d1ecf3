/**
 * From a touch to the next picture, on a machine four times slower than this one: what the browser itself reports as the
 * time of an interaction, and what it is spent on. The parts are sums over all frames from the pointer's coming down to the
 * next touch, and rasters run beside the rest: they may be more than the whole.
 */
import type { CDPSession } from '@playwright/test';
import type { XY } from '../../src/lib/board/plane';
import type { Person } from '../support/person';
import { script } from '../support/script';
import { test } from '../support/test';

const SLOWER = 4;
const AIM = 50;
const TOUCHES = 24;

/** A position of each with much on the board. */
const GAMES = { yinsh: 30, zen: 12 };

const KINDS = {
  script: ['EventDispatch', 'FireAnimationFrame', 'FunctionCall', 'RunMicrotasks', 'TimerFire'],
  style: ['UpdateLayoutTree'],
  layout: ['Layout'],
  'pre-paint': ['PrePaint'],
  paint: ['Paint'],
  layerize: ['Layerize'],
  commit: ['Commit'],
  raster: ['RasterTask'],
};
type Kind = keyof typeof KINDS;

interface Traced {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** What the thread itself took of it: less, where others use the machine. */
  tdur?: number;
  pid: number;
  tid: number;
}

/** A piece is picked and put back: the picked point and all targets are drawn each time. The mouse alone, without its looking first. */
async function touch(player: Person, { x, y }: XY): Promise<void> {
  for (let i = 0; i < TOUCHES; i++) {
    await player.page.mouse.click(x, y);
    await player.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
}

/** How long each touch took by the browser's own count, in milliseconds. */
async function durations(player: Person, at: XY): Promise<number[]> {
  await player.page.evaluate(() => {
    const kept: number[] = [];
    Object.assign(window, { kept });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (entry.interactionId && entry.name === 'pointerup') kept.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await touch(player, at);
  const measured = await player.page.evaluate(() => (window as unknown as { kept: number[] }).kept);
  // What took less than the observer's least is as good as 16 ms.
  return [...measured, ...Array<number>(Math.max(0, TOUCHES - measured.length)).fill(16)].sort((a, b) => a - b);
}

/** Where a touch spends its time, in milliseconds: the outermost events of a kind, so that none is counted twice. */
async function parts(player: Person, session: CDPSession, at: XY): Promise<Record<Kind, number>> {
  const traced: Traced[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void traced.push(...(value as unknown as Traced[])));
  const done = new Promise((complete) => session.once('Tracing.tracingComplete', complete));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    categories: 'devtools.timeline,disabled-by-default-devtools.timeline',
  });
  await touch(player, at);
  await session.send('Tracing.end');
  await done;
  const spent = (names: string[]) => {
    const ends = new Map<string, number>();
    let total = 0;
    for (const { name, ts, dur = 0, tdur = dur, pid, tid } of traced.filter(({ ph }) => ph === 'X').sort((a, b) => a.ts - b.ts)) {
      const thread = `${pid}/${tid}`;
      if (!names.includes(name) || ts < (ends.get(thread) ?? 0)) continue;
      ends.set(thread, ts + dur);
      total += tdur;
    }
    return total / 1000 / TOUCHES;
  };
  return Object.fromEntries(Object.entries(KINDS).map(([kind, names]) => [kind, spent(names)])) as Record<Kind, number>;
}

for (const [game, turns] of Object.entries(GAMES)) {
  test(`a touch at a board of ${game}`, async ({ arrive }) => {
    const player = await arrive({ moving: true });
    const { options, turns: all } = script(game);
    await player.open({ game, options, hotseat: true, start: true }, all.slice(0, turns));
    await player.mayPlay();
    const box = (await player.page.locator('[data-point].target').first().boundingBox())!;
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const session = await player.context.newCDPSession(player.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await touch(player, at);
    const times = await durations(player, at);
    const spent = await parts(player, session, at);
    const median = times[Math.floor(times.length / 2)];
    console.log(`\n${game}: median ${median} ms, worst ${times.at(-1)} ms (aim: ${AIM} ms), ${SLOWER} times slower`);
    console.log(
      `  a touch takes ${Object.entries(spent)
        .map(([kind, time]) => `${kind} ${time.toFixed(1)}`)
        .join(', ')} ms`,
    );
  });
}
