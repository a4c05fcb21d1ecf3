import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running server. */
const server = process.env['TAIJITU_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // The content security policy has no place for data in style sheets or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'happy-dom',
  },
});
