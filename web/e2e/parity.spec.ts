/** The module in the browser answers what native code answers, byte for byte. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { binary } from './support/binary';
import { expect, test } from './support/test';
import { GAMES } from './support/games';
import { allInWorker, inWorker } from './support/module';

const POSITIONS = 2000;
/** Mebibytes of the engine's table, as in `crates/browser/examples/parity.rs`. */
const MEMORY = 16;

interface Position {
  study: Record<string, unknown>;
  touch: unknown;
  search?: unknown;
  hashes: Record<string, string>;
}

test(`${POSITIONS} positions are the same in WebAssembly and in native code`, async ({ arrive }) => {
  test.slow();
  const program = join(dirname(binary()), 'examples/parity');
  const { stdout } = await promisify(execFile)(program, [String(POSITIONS)], { maxBuffer: 1 << 28 });
  const positions = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Position);
  expect(positions).toHaveLength(POSITIONS);
  const { page } = await arrive();
  await page.goto('/en/about');
  const jobs = positions.map(({ study, touch, search }) => ({
    look: { kind: 'answer', text: JSON.stringify({ look: study }) },
    turns: { kind: 'answer', text: JSON.stringify({ turns: study }) },
    key: { kind: 'answer', text: JSON.stringify({ key: study }) },
    why: { kind: 'answer', text: JSON.stringify({ why: { ...study, touch } }) },
    branch: { kind: 'answer', text: JSON.stringify({ branch: { ...study, touches: [touch] } }) },
    ...(search ? { search: { kind: 'search', text: JSON.stringify(search), memory: MEMORY } } : {}),
  }));
  const found: string[] = [];
  // Some at a time: an answer has up to 20 kB.
  for (let from = 0; from < jobs.length; from += 200) {
    found.push(
      ...(await inWorker(
        page,
        jobs.slice(from, from + 200).flatMap((all) => Object.values(all)),
      )),
    );
  }
  let at = 0;
  for (const [i, { study, hashes }] of positions.entries()) {
    for (const what of Object.keys(jobs[i]!)) {
      expect(found[at], `${what} of ${JSON.stringify(study)}`).toBe(hashes[what]);
      at += 1;
    }
  }
});

test('a worker that has thought about every game has less than 200 MB', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/en/about');
  const thinking = GAMES.map((game) => ({ kind: 'search', text: JSON.stringify({ study: { game }, movetime: 300, lines: 3 }) }));
  const answers = await allInWorker(page, [...thinking, { kind: 'memory' }]);
  for (const [i, game] of GAMES.entries()) expect(answers[i], game).toContain('"nodes":');
  const { ok } = JSON.parse(answers.at(-1) ?? '') as { ok: number };
  console.log(`a worker that thinks: ${Math.round(ok / 1e6)} MB`);
  expect(ok).toBeLessThan(200e6);
});
