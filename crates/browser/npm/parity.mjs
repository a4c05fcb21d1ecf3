// Asks the module what native code was asked, and compares the hashes of the answers. Reads lines of `parity COUNT`.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [, , folder] = process.argv;
const { Thinker, answer, supplyWeights } = await import(pathToFileURL(`${folder}/taijitu.js`).href);
const MEMORY = 16;
for (const file of readdirSync(`${folder}/weights`)) {
  supplyWeights(file.replace(/\..*/, ''), readFileSync(`${folder}/weights/${file}`));
}
const thinker = new Thinker();
const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function answers({ study, touch, search }) {
  const answerHash = (question, about) => hash(answer(JSON.stringify({ [question]: about })));
  const all = {
    look: answerHash('look', study),
    turns: answerHash('turns', study),
    key: answerHash('key', study),
    why: answerHash('why', { ...study, touch }),
    branch: answerHash('branch', { ...study, touches: [touch] }),
  };
  if (search) all.search = hash(thinker.searchWithMemory(JSON.stringify(search), MEMORY));
  return all;
}

let positions = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const position = JSON.parse(line);
  for (const [what, found] of Object.entries(answers(position))) {
    if (found === position.hashes[what]) continue;
    console.error(`${what} differs from native code: ${JSON.stringify(position.study)}`);
    process.exit(1);
  }
  positions += 1;
}
if (positions === 0) {
  console.error('no position was read');
  process.exit(1);
}
console.log(`${positions} positions: the same as native code`);
