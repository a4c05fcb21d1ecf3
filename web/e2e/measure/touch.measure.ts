/**
 * From a touch to the next picture, on a machine four times slower than this one, in every game, and in lessons, puzzles and replays:
 * what the browser itself reports as the time of an interaction, what it is spent on, and whether anything shifted. The parts
 * are sums over all frames from the pointer's coming down to the next touch, and rasters run beside the rest: they may be more
 * than the whole.
 */
import type { CDPSession } from '@playwright/test';
import { loadavg } from 'node:os';
import type { Puzzles } from '../../src/lib/api/types';
import type { XY } from '../../src/lib/board/plane';
import type { Lesson } from '../../src/lib/learn/lesson';
import { isTask } from '../../src/lib/learn/player';
import { table } from '../../src/lib/messages/table';
import { finish } from '../support/finished';
import { GAMES } from '../support/games';
import type { Person } from '../support/person';
import { script } from '../support/script';
import { test } from '../support/test';

const SLOWER = 4;
/** What 95 of 100 touches should take at most, in milliseconds. */
const AIM = 50;
const TOUCHES = 40;

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

/** Two places touched in turn: something is picked or shown at each, and what was there before goes. The mouse alone, without its looking first. */
async function touch(player: Person, places: readonly XY[]): Promise<void> {
  for (let i = 0; i < TOUCHES; i++) {
    const { x, y } = places[i % places.length]!;
    await player.page.mouse.click(x, y);
    await player.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
}

interface Measured {
  /** How long each touch took by the browser's own count, in milliseconds, the shortest first. */
  times: number[];
  /** The layout shift score of the browser. */
  shifted: number;
  /** What moved so. */
  what: string[];
}

async function measure(player: Person, places: readonly XY[]): Promise<Measured> {
  await player.page.evaluate(() => {
    const kept = { times: [] as number[], shifted: 0, what: [] as string[] };
    Object.assign(window, { kept });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (entry.interactionId && entry.name === 'pointerup') kept.times.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      // What follows a touch at once is counted too.
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node | null }[] })[]) {
        kept.shifted += entry.value;
        for (const { node } of entry.sources) {
          const name = node instanceof Element ? `${node.tagName} ${node.getAttribute('class') ?? ''}` : (node?.nodeName ?? '?');
          if (!kept.what.includes(name)) kept.what.push(name);
        }
      }
    }).observe({ type: 'layout-shift' });
  });
  await touch(player, places);
  const { times, shifted, what } = await player.page.evaluate(() => (window as unknown as { kept: Measured }).kept);
  // What is too short for the observer counts as 16 ms.
  const all = [...times, ...Array<number>(Math.max(0, TOUCHES - times.length)).fill(16)];
  return { times: all.sort((a, b) => a - b), shifted, what };
}

/** Where a touch spends its time, in milliseconds: the outermost events of a kind, so that none is counted twice. */
async function parts(player: Person, session: CDPSession, places: readonly XY[]): Promise<Record<Kind, number>> {
  const traced: Traced[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void traced.push(...(value as unknown as Traced[])));
  const done = new Promise((complete) => session.once('Tracing.tracingComplete', complete));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    categories: 'devtools.timeline,disabled-by-default-devtools.timeline',
  });
  await touch(player, places);
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

async function report(player: Person, what: string, places: readonly XY[]): Promise<void> {
  const session = await player.context.newCDPSession(player.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await touch(player, places);
  const { times, shifted, what: moved } = await measure(player, places);
  const spent = await parts(player, session, places);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const over = (at(0.95) ?? 0) > AIM ? ' OVER' : '';
  console.log(
    `\n${what}: p50 ${at(0.5)} p95 ${at(0.95)} worst ${times.at(-1)} ms (aim ${AIM}${over}), shifted ${shifted.toFixed(4)}${moved.length > 0 ? ` (${moved.join(', ')})` : ''}; ` +
      Object.entries(spent)
        .map(([kind, time]) => `${kind} ${time.toFixed(1)}`)
        .join(', ') +
      `; load ${loadavg()[0]!.toFixed(1)}`,
  );
}

/** The first two points that may be touched. */
async function targets(player: Person): Promise<XY[]> {
  await player.mayPlay();
  const spots = player.page.locator('[data-point].target');
  const count = Math.min(2, await spots.count());
  const boxes = await Promise.all(Array.from({ length: count }, (_, i) => spots.nth(i).boundingBox()));
  return boxes.flatMap((box) => (box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : []));
}

/** A turn that is complete waits: nothing is played while its beginning is measured. */
const ASKING = { moving: true, settings: { confirm: 'always' } };

for (const game of GAMES) {
  test(`a touch at a board of ${game}`, async ({ arrive }) => {
    const player = await arrive(ASKING);
    const { options, turns } = script(game);
    // Much stands on the board; in Yin Yang there has to be room to move.
    const begun = game === 'yinyang' ? 5 : Math.floor(turns.length * 0.6);
    await player.open({ game, options, hotseat: true, start: true }, turns.slice(0, begun));
    if (game === 'yinyang') await player.press(player.page.locator('.curtain button'));
    await report(player, game, await targets(player));
  });
}

for (const game of GAMES) {
  test(`a touch in the lesson of ${game}`, async ({ arrive }) => {
    const player = await arrive(ASKING);
    const { lesson } = (await import(`../../src/lib/learn/lessons/${game}.ts`)) as { lesson: Lesson };
    // A task whose first touch picks something: it is not judged yet.
    for (const [i, step] of lesson.steps.entries()) {
      if (!isTask(step)) continue;
      await player.visit(`learn/${game}?step=${i + 1}`);
      await player.mayPlay();
      const [first] = await targets(player);
      if (!first) continue;
      await player.page.mouse.click(first.x, first.y);
      const judged = await player.page.locator('.verdict:is(.done, .other)').count();
      const picked = await player.page.locator('[data-point][aria-pressed="true"]').count();
      if (judged > 0 || picked === 0) continue;
      await player.page.keyboard.press('Escape');
      await report(player, `lesson of ${game}, step ${i + 1}`, await targets(player));
      return;
    }
    console.log(`\nlesson of ${game}: every first touch completes a turn`);
  });
}

test('a touch in puzzles', async ({ arrive }) => {
  const player = await arrive(ASKING);
  const { puzzles } = await player.ask<Puzzles>('/api/puzzles');
  for (const game of new Set(puzzles.map((puzzle) => puzzle.game))) {
    const { id } = puzzles.find((puzzle) => puzzle.game === game)!;
    await player.visit(`puzzle/${id}`);
    await report(player, `puzzle of ${game}`, await targets(player));
  }
});

for (const game of GAMES)
  test(`a step in a replay of ${game}`, async ({ arrive }) => {
    const player = await arrive(ASKING);
    const { id } = await finish(player, game);
    await player.visit(`game/${id}/10`);
    const button = (name: string) => player.page.getByRole('button', { name, exact: true }).first();
    const buttons = [button(table.next.en), button(table.previous.en)];
    await buttons[0]!.waitFor();
    const boxes = await Promise.all(buttons.map((one) => one.boundingBox()));
    const places = boxes.flatMap((box) => (box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : []));
    await report(player, `replay of ${game}`, places);
  });
