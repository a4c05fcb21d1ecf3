/** `npm run measure`: the page measured, one thing at a time. Nothing is asserted: times say as much about the machine as about the page. */
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig(tests, {
  testMatch: 'measure/*.measure.ts',
  workers: 1,
  reporter: [['line']],
});
