/** `npm run screenshots`: the pictures of the README, `docs/pictures/desk.png` and `docs/pictures/phone.png`. */
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig(tests, {
  testMatch: 'screenshots/*.screenshots.ts',
  workers: 1,
  reporter: [['line']],
});
