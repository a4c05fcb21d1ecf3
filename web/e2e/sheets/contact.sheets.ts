/**
 * Every screen on every size, light and dark, in French and in English, on a few pictures for each combination and group of
 * screens: `test-results/sheets/360x640-light-fr-yinsh-1.png`. Beside them `360x640-light-fr.txt` lists what looks wrong to a machine.
 * `SHEETS=360x640-light-fr,1440x900-dark-en` makes those only, `SCREENS=main,yinsh` these groups only.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Language, Person } from '../support/person';
import { test } from '../support/test';
import { audit } from './audit';
import { build, type House } from './house';
import { screens, type Screen } from './screens';

const OUT = 'test-results/sheets';
mkdirSync(OUT, { recursive: true });

const SIZES = [
  [360, 640],
  [390, 844],
  [740, 360],
  [820, 1180],
  [1440, 900],
  [3840, 2160],
] as const;
const THEMES = ['light', 'dark'] as const;
const LANGUAGES: readonly Language[] = ['fr', 'en'];
/** From this width on there is a mouse, and scroll bars take room. */
const HANDHELD = 1000;
/** How wide a picture is on the sheet at most, in pixels. */
const WIDEST = 640;
/** The size of a sheet that can be read at once, in pixels. */
const SHEET = { width: 1950, height: 1760 };
const asked = process.env['SHEETS']?.split(',');
const groups = process.env['SCREENS']?.split(',');

type Cookies = Awaited<ReturnType<Person['context']['cookies']>>;
let made: Promise<{ house: House; cookies: Cookies }> | undefined;

/** The site, and the cookie of the player who made it: once for all sheets of this process. */
async function houseOf(person: Person, arrive: () => Promise<Person>): Promise<House> {
  await person.page.addInitScript(() => localStorage.setItem('taijitu.somebody', 'yes'));
  made ??= (async () => {
    const entrants = await Promise.all(Array.from({ length: 5 }, arrive));
    for (const entrant of entrants) await entrant.ask('/api/guest', {});
    const house = await build(person, await arrive(), entrants);
    return { house, cookies: await person.context.cookies() };
  })();
  const { house, cookies } = await made;
  await person.context.addCookies(cookies);
  return house;
}

/** Looks at a screen; its picture, and what looks wrong. */
async function shoot(person: Person, { address, then }: Screen): Promise<{ picture: string; wrong: string[] }> {
  await person.visit(address);
  await person.page.waitForLoadState('networkidle');
  // Two players at one screen hand it over before secrets are shown.
  const ready = person.page.locator('.curtain button');
  if (await ready.isVisible()) await ready.click();
  const problem = await then?.(person).then(
    () => undefined,
    (error: unknown) => `not reached: ${String(error).split('\n')[0]}`,
  );
  const picture = (await person.page.screenshot()).toString('base64');
  const wrong = await audit(person);
  await person.context.setOffline(false);
  return { picture, wrong: problem ? [problem, ...wrong] : wrong };
}

for (const [width, height] of SIZES)
  for (const theme of THEMES)
    for (const language of LANGUAGES) {
      const name = `${width}x${height}-${theme}-${language}`;
      test(name, async ({ arrive, expected }) => {
        test.skip(asked !== undefined && !asked.includes(name), 'another one was asked for');
        test.setTimeout(1_200_000);
        expected.push(/./);
        const device = width < HANDHELD ? 'phone' : 'desktop';
        const person = await arrive({ device, language, dark: theme === 'dark', settings: { confirm: 'always' } });
        await person.page.setViewportSize({ width, height });
        const all = screens(await houseOf(person, () => arrive()));
        const lines: string[] = [];
        for (const [group, list] of Object.entries(all)) {
          if (groups && !groups.includes(group)) continue;
          const pictures: string[] = [];
          for (const [i, screen] of list.entries()) {
            const { picture, wrong } = await shoot(person, screen);
            pictures.push(picture);
            lines.push(...wrong.map((what) => `${group} ${i + 1} ${screen.address}: ${what}`));
          }
          await compose(person, pictures, [width, height], `${name}-${group}`, list);
        }
        writeFileSync(`${OUT}/${name}.txt`, `${lines.join('\n')}\n`);
      });
    }

/** All pictures side by side, each below its address, on as many sheets as they need. */
async function compose(
  person: Person,
  pictures: string[],
  [width, height]: readonly [number, number],
  name: string,
  shown: readonly Screen[],
): Promise<void> {
  const scale = Math.min(1, WIDEST / width);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  const columns = Math.max(1, Math.floor(SHEET.width / (wide + 6)));
  const each = columns * Math.max(1, Math.floor(SHEET.height / (high + 22)));
  const cells = pictures.map(
    (data, i) =>
      `<figure style="margin:0"><figcaption style="font:11px sans-serif;width:${wide}px;overflow:hidden;white-space:nowrap">${i + 1} ${encodeURI(shown[i]?.address ?? '')}</figcaption><img width="${wide}" height="${high}" src="data:image/png;base64,${data}"></figure>`,
  );
  const sheet = await person.context.newPage();
  for (let n = 0; n * each < cells.length; n++) {
    const some = cells.slice(n * each, (n + 1) * each).join('');
    await sheet.setContent(
      `<!doctype html><body style="margin:6px;background:#999;display:grid;grid-template-columns:repeat(${columns},max-content);gap:6px;width:max-content">${some}</body>`,
    );
    await sheet.locator('body').screenshot({ path: `${OUT}/${name}-${n + 1}.png` });
  }
  await sheet.close();
}
