/** A worker with the module in it. The page starts two of them: one answers questions, one runs engines. */
import { Tables, Thinker, answer, initSync, supplyWeights } from 'taijitu-wasm';
import type { FromWorker, Job, ToWorker } from './messages';
import weights from './weights';

let tables: Tables | undefined;
let thinker: Thinker | undefined;
let memory: WebAssembly.Memory | undefined;

const send = (message: FromWorker) => postMessage(message);

function work(id: number, job: Job): string {
  switch (job.kind) {
    case 'answer':
      return answer(job.text);
    case 'table':
      return (tables ??= new Tables()).request(job.text);
    case 'find':
      return (thinker ??= new Thinker()).find(job.text);
    case 'reply':
      return (thinker ??= new Thinker()).reply(job.text, job.seed);
    case 'analyse':
      return (thinker ??= new Thinker()).analyse(job.text, (news: string) => send({ id, news }));
    case 'memory':
      return JSON.stringify({ ok: memory?.buffer.byteLength });
    case 'search':
      thinker ??= new Thinker();
      return 'memory' in job
        ? thinker.searchWithMemory(job.text, job.memory)
        : thinker.search(job.text, (news: string) => send({ id, news }));
  }
}

/** The games whose weights the module has. */
const supplied = new Set<string>();

/** Loads the weights of the game that is to be thought about, once. */
async function supply(job: Job): Promise<void> {
  if (!('text' in job) || job.kind === 'answer' || job.kind === 'table') return;
  const request = JSON.parse(job.text) as { game?: string; study?: { game?: string } };
  const game = request.game ?? request.study?.game ?? '';
  const address = Object.hasOwn(weights, game) ? weights[game] : undefined;
  if (address === undefined || supplied.has(game)) return;
  const file = await fetch(address);
  if (!file.ok) throw new Error(`the weights of ${game} were not loaded: ${file.status}`);
  supplyWeights(game, new Uint8Array(await file.arrayBuffer()));
  supplied.add(game);
}

async function take(message: ToWorker): Promise<void> {
  try {
    if ('module' in message) {
      memory = initSync({ module: message.module }).memory;
      send({ ready: true });
      return;
    }
    const { id, job } = message;
    await supply(job);
    send({ id, text: work(id, job) });
  } catch (error) {
    send({ failed: String(error) });
  }
}

/** Messages are taken one after the other: a later one does not overtake one that loads something. */
let queue = Promise.resolve();

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  queue = queue.then(() => take(data));
};
