/** What moves on a page without anybody having touched it. */
import type { Page } from '@playwright/test';

/** What shifted since the page was opened: how much in all, and what moved. */
export interface Shifts {
  total: number;
  what: string[];
}

/** Records what shifts on pages opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = { total: 0, what: [] };
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & { value: number; sources: { node?: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        shifts.total += entry.value;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName} ${node.getAttribute('class') ?? ''}` : '?',
        );
        shifts.what.push(`${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} ms: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function shiftsOf(page: Page): Promise<Shifts> {
  return page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
}
