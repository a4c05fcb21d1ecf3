/** `npm run sheets`: contact sheets of every screen, for eyes. Nothing is asserted. */
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig(tests, {
  testMatch: 'sheets/*.sheets.ts',
  workers: 2,
  reporter: [['line']],
});
