/**
 * The browser tests. They play against a real server: the binary named by `TAIJITU_BIN`, started with an empty data folder
 * on a free port (see `e2e/support/server.ts`), or whatever already answers at `BASE_URL`.
 */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/run',
  globalSetup: './e2e/support/server.ts',
  fullyParallel: true,
  // A test plays turn after turn and mostly waits for the one before: two of them do not keep two cores busy.
  workers: 4,
  forbidOnly: true,
  retries: 0,
  // Patience for machines that are busy with something else; nothing waits that long for its own sake.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  use: {
    baseURL: process.env['BASE_URL'] ?? 'http://127.0.0.1:8080',
    browserName: 'chromium',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
