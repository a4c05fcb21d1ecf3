/** What a machine can see of a screen that looks wrong: cut words, controls over each other, tiny type, shifts. Eyes decide. */
import type { Person } from '../support/person';

/** An entry of type `layout-shift`, which TypeScript does not know. */
interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

export function audit(person: Person): Promise<string[]> {
  return person.page.evaluate(async () => {
    const found: string[] = [];
    const page = document.documentElement;
    if (page.scrollWidth > page.clientWidth) found.push(`sideways by ${page.scrollWidth - page.clientWidth}`);
    const box = (element: Element) => element.getBoundingClientRect();
    const name = (element: Element) => {
      const words = (element.getAttribute('aria-label') ?? element.textContent).trim().replaceAll(/\s+/g, ' ').slice(0, 40);
      return `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.replaceAll(/ ?svelte-\w+/g, '') ?? ''} "${words}"`;
    };
    const inSight = (element: Element) => {
      const { width, height, bottom, top } = box(element);
      return width > 1 && height > 1 && bottom > 0 && top < innerHeight && !element.closest('.spoken, svg, [inert]');
    };
    const shown = [...document.querySelectorAll('body *')].filter(inSight);
    for (const element of shown) {
      const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim());
      if (own.length === 0) continue;
      const style = getComputedStyle(element);
      if (style.visibility === 'hidden' || style.clipPath !== 'none') continue;
      if (Number.parseFloat(style.fontSize) < 11) found.push(`type of ${style.fontSize}: ${name(element)}`);
      if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) {
        const how = style.overflowX === 'visible' ? 'sticks out' : style.textOverflow === 'ellipsis' ? 'dots' : 'cut off';
        found.push(`${how}: ${name(element)}`);
      }
      const range = document.createRange();
      range.selectNodeContents(own[0]!);
      const { left, right } = range.getBoundingClientRect();
      if (left < -1 || right > innerWidth + 1) found.push(`outside: ${name(element)}`);
    }
    const controls = shown.filter((element) => element.matches('button, a, input, select, textarea, summary'));
    for (const control of controls) {
      const { top, bottom } = box(control);
      const line = Number.parseFloat(getComputedStyle(control).lineHeight) || 20;
      if (control.matches('.button, button:not(:has(*))') && bottom - top > 3.4 * line + 8)
        found.push(`a button of many lines: ${name(control)}`);
    }
    for (const [i, a] of controls.entries())
      for (const b of controls.slice(i + 1)) {
        if (a.contains(b) || b.contains(a)) continue;
        const [p, q] = [box(a), box(b)];
        const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (wide > 2 && high > 2) found.push(`over each other: ${name(a)} and ${name(b)}`);
      }
    const live = document.querySelector('svg.live');
    if (live) found.push(`board ${Math.round(box(live).width)}`);
    const shifts = await new Promise<Shift[]>((done) => {
      const observer = new PerformanceObserver((list) => done(list.getEntries() as Shift[]));
      observer.observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => done([]), 100);
    });
    for (const { value, sources } of shifts)
      if (value > 0.0005)
        found.push(
          `shift ${value.toFixed(3)}: ${sources.map(({ node }) => (node instanceof Element ? name(node) : '')).join(', ')}`,
        );
    return found;
  });
}
