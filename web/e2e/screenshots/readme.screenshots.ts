/** The pictures of the README: a game on a desk and a game on a phone, as they are today. */
import { script } from '../support/script';
import { test } from '../support/test';

const OUT = '../docs/pictures';

test('a game of YINSH on a desk', async ({ arrive }) => {
  const player = await arrive({ settings: { board: 'wood' } });
  const { options, turns } = script('yinsh');
  await player.open({ game: 'yinsh', options, hotseat: true, start: true }, turns.slice(0, Math.floor(turns.length * 0.5)));
  await player.mayPlay();
  await player.page.waitForLoadState('networkidle');
  await player.page.screenshot({ path: `${OUT}/desk.png` });
});

test('a game of Zen on a phone', async ({ arrive }) => {
  const player = await arrive({ device: 'phone', dark: true, settings: { board: 'wood' } });
  await player.page.setViewportSize({ width: 390, height: 700 });
  const { options, turns } = script('zen');
  await player.open({ game: 'zen', options, hotseat: true, start: true }, turns.slice(0, Math.floor(turns.length * 0.6)));
  await player.mayPlay();
  await player.page.waitForLoadState('networkidle');
  await player.page.screenshot({ path: `${OUT}/phone.png` });
});
