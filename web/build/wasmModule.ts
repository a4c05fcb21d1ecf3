/**
 * Where `taijitu-wasm` comes from: the folder that `crates/webui` has bound the module into. Without one the page is built
 * all the same, and asks the server for everything.
 */
import { readdirSync } from 'node:fs';
import type { Plugin } from 'vite';

const MODULE = 'taijitu-wasm';
const ADDRESS = '/src/lib/device/address.ts';
const WEIGHTS = '/src/lib/device/weights.ts';
/** The files of weights: networks, and the text of a policy. */
const FILE = /^([a-z]+)\.(?:network|txt)$/;

/** The script of a page that is built without the module. It is never called, because the address of the module is `null`. */
const ABSENT = `
const absent = () => { throw new Error('the page was built without rules and engines'); };
export { absent as Tables, absent as Thinker, absent as answer, absent as initSync, absent as supplyWeights };
`;

/** The source of a module that says where the weights of each game lie. */
export function weightsModule(folder: string, files: readonly string[]): string {
  const found = files.map((file) => FILE.exec(file)).filter((match) => match !== null);
  const imports = found.map(([file], i) => `import w${i} from ${JSON.stringify(`${folder}/weights/${file}?url`)};\n`);
  const entries = found.map(([, game], i) => `${JSON.stringify(game)}: w${i}`);
  return `${imports.join('')}export default { ${entries.join(', ')} };\n`;
}

export function wasmModule(folder: string | undefined): Plugin {
  return {
    name: 'taijitu-wasm',
    enforce: 'pre',
    resolveId(id) {
      if (id === MODULE && folder !== undefined) return `${folder}/taijitu.js`;
      return id === MODULE ? `\0${id}` : null;
    },
    load(id) {
      if (id === `\0${MODULE}`) return ABSENT;
      if (folder === undefined) return null;
      if (id.endsWith(ADDRESS)) return `export { default } from ${JSON.stringify(`${folder}/taijitu_bg.wasm?url`)};`;
      return id.endsWith(WEIGHTS) ? weightsModule(folder, readdirSync(`${folder}/weights`)) : null;
    },
  };
}
