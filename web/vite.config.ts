import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { serviceWorker } from './build/serviceWorker';
import { wasmModule } from './build/wasmModule';

/** Where `npm run dev` finds a running server. */
const server = process.env['TAIJITU_SERVER'] ?? 'http://127.0.0.1:8080';
/** Where the rules and engines lie, compiled and bound; without it the page asks the server for everything. */
const wasm = process.env['TAIJITU_WASM_DIR'];

export default defineConfig({
  plugins: [svelte(), wasmModule(wasm), serviceWorker()],
  worker: { format: 'es', plugins: () => [wasmModule(wasm)] },
  build: {
    target: 'es2022',
    // The content security policy has no place for data in style sheets or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
  },
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['.', ...(wasm ? [wasm] : [])] } },
  test: {
    include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
    environment: 'happy-dom',
  },
});
