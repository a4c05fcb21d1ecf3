/**
 * Every screen on every size, light and dark, in French and in English, on one picture for each combination:
 * `test-results/sheets/360x640-light-fr.png`. `SHEETS=360x640-light-fr,1440x900-dark-en` makes those only.
 */
import { mkdirSync } from 'node:fs';
import type { Me, Puzzles } from '../../src/lib/api/types';
import { GAMES } from '../support/games';
import { finish } from '../support/finished';
import type { Language, Person } from '../support/person';
import { script } from '../support/script';
import { test } from '../support/test';

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
/** How wide a picture is on the sheet at most, in pixels. */
const WIDEST = 480;
const asked = process.env['SHEETS']?.split(',');

/** The addresses of all screens; tables and games are made first. */
async function screens(person: Person): Promise<string[]> {
  const { id } = await finish(person, 'y');
  const me = await person.ask<Me>('/api/me');
  const { puzzles } = await person.ask<Puzzles>('/api/puzzles');
  const tables: string[] = [];
  for (const game of GAMES) {
    const { options, turns } = script(game);
    const order = { game, options, hotseat: true, start: true };
    const { table } = await person.ask<{ table: string }>('/api/tables', order);
    const some = game === 'yinyang' ? 6 : Math.floor(turns.length * 0.6);
    for (const [i, text] of turns.slice(0, some).entries())
      await person.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn: i + 1, text });
    tables.push(`table/${table}`);
  }
  const { table: waiting } = await person.ask<{ table: string }>('/api/tables', { game: 'yinsh', seat: 1 });
  return [
    '',
    'new/zen',
    `table/${waiting}`,
    ...tables,
    `game/${id}/5`,
    'watch',
    'watch/finished',
    'games',
    'archive',
    'import',
    'numbers',
    'numbers/y',
    `player/${encodeURIComponent(me.name ?? '')}`,
    'puzzles',
    `puzzle/${puzzles[0]?.id ?? 'daily'}`,
    'analysis',
    'analysis/yinsh?turns=f6;e5',
    'learn',
    'learn/yinsh?step=3',
    'rules/yinyang',
    'print/yinyang',
    'settings',
    'account',
    'recover',
    'about',
    'credits',
    'privacy',
    'nowhere',
  ];
}

for (const [width, height] of SIZES)
  for (const theme of THEMES)
    for (const language of LANGUAGES) {
      const name = `${width}x${height}-${theme}-${language}`;
      test(name, async ({ arrive, expected }) => {
        test.skip(asked !== undefined && !asked.includes(name), 'another one was asked for');
        expected.push(/404/);
        const person = await arrive({ language, dark: theme === 'dark' });
        await person.page.setViewportSize({ width, height });
        const pictures: string[] = [];
        for (const address of await screens(person)) {
          await person.visit(address);
          await person.page.waitForLoadState('networkidle');
          // Two players at one screen hand it over before secrets are shown.
          const ready = person.page.locator('.curtain button');
          if (await ready.isVisible()) await ready.click();
          pictures.push((await person.page.screenshot()).toString('base64'));
        }
        await compose(person, pictures, [width, height], name);
      });
    }

/** All pictures side by side. */
async function compose(
  person: Person,
  pictures: string[],
  [width, height]: readonly [number, number],
  name: string,
): Promise<void> {
  const scale = Math.min(1, WIDEST / width);
  const columns = Math.max(2, Math.floor(2400 / (width * scale)));
  const cells = pictures.map(
    (data) =>
      `<img width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" src="data:image/png;base64,${data}">`,
  );
  const sheet = await person.context.newPage();
  await sheet.setContent(
    `<body style="margin:6px;background:#777;display:grid;grid-template-columns:repeat(${columns},max-content);gap:6px;width:max-content">${cells.join('')}</body>`,
  );
  await sheet.locator('body').screenshot({ path: `${OUT}/${name}.png` });
  await sheet.close();
}
