import { expect, it } from 'vitest';
import { language, sentence } from './index.svelte';

it('begins with a capital, but names points as the board does', () => {
  language.current = 'fr';
  expect(sentence({ en: '', fr: 'échec' })).toBe('Échec');
  expect(sentence({ en: '', fr: 'f1 n’est pas accessible depuis a5' })).toBe('f1 n’est pas accessible depuis a5');
  language.current = 'en';
  expect(sentence({ en: 'a2 is occupied', fr: '' })).toBe('a2 is occupied');
  expect(sentence({ en: 'a row of five', fr: '' })).toBe('A row of five');
});
