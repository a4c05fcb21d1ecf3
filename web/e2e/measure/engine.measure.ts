/**
 * How fast the engines are in a worker of the browser, beside native code: nodes a second in every game, from its start, in
 * alternation on the same machine, with tables of the same size. A search before the measured one gives the browser time to compile
 * what is called often a second time, and native code to make its tables. The native numbers come from the example `parity` beside the program, which has to be built
 * with the same profile: `cargo build --release -p taijitu-browser --example parity`.
 */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { binary } from '../support/binary';
import { GAMES } from '../support/games';
import { allInWorker } from '../support/module';
import { test } from '../support/test';

const MS = 1500;
const WARM_UP_MS = 700;
const ROUNDS = 3;
const AIM = 0.5;

/** Yin Yang begins with writing laws, which is no search: here they are written. */
const OPTIONS: Record<string, Record<string, string>> = {
  yinyang: {
    laws_black: 'bbbb>bb.b,bwbw>b.bw,b..b>bwwb,wwbb>w.bb',
    laws_white: 'bbbb>.bbb,bwbw>bw.w,.b..>bbw.,wwbw>.wbw',
  },
};

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

test('nodes a second in WebAssembly and in native code', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/en/about');
  const native = join(dirname(binary()), 'examples/parity');
  for (const game of GAMES) {
    const rates: { here: number[]; native: number[] } = { here: [], native: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const study = { game, options: OPTIONS[game] ?? {}, turns: [] };
      const searches = [WARM_UP_MS, MS].map((movetime) => ({ kind: 'search', text: JSON.stringify({ study, movetime }) }));
      const answers = await allInWorker(page, searches);
      const { ok } = JSON.parse(answers.at(-1) ?? '') as { ok: { nodes: number; ms: number } };
      rates.here.push(ok.nodes / ok.ms);
      const said = JSON.parse(
        execFileSync(native, ['speed', JSON.stringify(study), String(MS)], { encoding: 'utf8' }),
      ) as typeof ok;
      rates.native.push(said.nodes / said.ms);
    }
    const [here, there] = [median(rates.here), median(rates.native)];
    const ratio = here / there;
    const note = ratio < AIM ? '  below the aim' : '';
    console.log(`${game}: ${Math.round(here)} of ${Math.round(there)} thousand nodes a second, ${ratio.toFixed(2)}${note}`);
  }
});
