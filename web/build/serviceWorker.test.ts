// @vitest-environment node
import { expect, it } from 'vitest';
import { withFiles } from './serviceWorker';

const SOURCE = "const VERSION = '__VERSION__';\nconst FILES = __FILES__;\n";

it('lists the files, and has another version for other files', () => {
  const [one, same, other] = [
    ['/b', '/a'],
    ['/a', '/b'],
    ['/a', '/c'],
  ].map((files) => withFiles(SOURCE, files));
  expect(one).toContain('const FILES = ["/a","/b"];');
  expect(one).toMatch(/const VERSION = "[0-9a-f]{12}";/);
  expect(same).toBe(one);
  expect(other?.split('\n')[0]).not.toBe(one?.split('\n')[0]);
});
