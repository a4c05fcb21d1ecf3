/** Writes `sw.js` with the list of the files it keeps and a version that changes with them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/sw.js', import.meta.url));

/** The text of the service worker for a page made of these files. */
export function withFiles(source: string, files: readonly string[]): string {
  const list = [...files].sort();
  const version = createHash('sha256').update(source).update(list.join('\n')).digest('hex').slice(0, 12);
  return source.replace("'__VERSION__'", JSON.stringify(version)).replace('__FILES__', JSON.stringify(list));
}

export function serviceWorker(): Plugin {
  return {
    name: 'taijitu-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        const source = withFiles(
          readFileSync(SOURCE, 'utf8'),
          files.map((name) => `/${name}`),
        );
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
