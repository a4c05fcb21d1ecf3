// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { wasmModule, weightsModule } from './wasmModule';

/** The two hooks of the plugin, as Vite calls them. */
interface Hooks {
  resolveId: (id: string) => string | null;
  load: (id: string) => string | null;
}

const hooks = (folder: string | undefined) => wasmModule(folder) as unknown as Hooks;
const ADDRESS = '/web/src/lib/device/address.ts';

it('builds a page without rules and engines: what its worker imports is there, and the module has no address', () => {
  const { resolveId, load } = hooks(undefined);
  const source = load(resolveId('taijitu-wasm') ?? '') ?? '';
  const worker = readFileSync(new URL('../src/lib/device/worker.ts', import.meta.url), 'utf8');
  const imported = /import \{ (.+) \} from 'taijitu-wasm'/.exec(worker)?.[1]?.split(', ') ?? [];
  expect(imported).toContain('initSync');
  for (const name of imported) expect(source).toContain(`absent as ${name}`);
  expect([load(ADDRESS), resolveId('svelte')]).toEqual([null, null]);
});

it('builds a page with the module that was bound', () => {
  const { resolveId, load } = hooks('/bound');
  expect(resolveId('taijitu-wasm')).toBe('/bound/taijitu.js');
  expect(load(ADDRESS)).toContain('"/bound/taijitu_bg.wasm?url"');
});

it('says where the weights of each game lie, and nothing else of their folder', () => {
  const source = weightsModule('/bound', ['sexta.network', 'README.md', 'y.txt', 'yinsh.network']);
  expect(source).toContain('import w0 from "/bound/weights/sexta.network?url";');
  expect(source).toContain('import w1 from "/bound/weights/y.txt?url";');
  expect(source).toContain('import w2 from "/bound/weights/yinsh.network?url";');
  expect(source).toContain('export default { "sexta": w0, "y": w1, "yinsh": w2 };');
  expect(weightsModule('/bound', [])).toBe('export default {  };\n');
});
