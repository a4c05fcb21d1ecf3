/** How the page's code is checked: TypeScript's strict rules with types, and those of Svelte. Layout is Prettier's. */
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  // The types are generated from the Rust ones.
  { ignores: ['dist', 'test-results', 'public', 'src/sw.js', 'src/lib/api/types.ts'] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: { allowDefaultProject: ['*.js'] }, extraFileExtensions: ['.svelte'] },
    },
  },
  {
    rules: {
      // A number in a text is what it looks like.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      // `() => list.push(x)` as a handler, and `return refuse()` to leave a function that returns nothing.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // `void promise` says that nobody waits; `void value` in an effect says that it depends on the value.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // With `noUncheckedIndexedAccess`, `!` marks an index that is known to be there.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // French has narrow spaces.
      'no-irregular-whitespace': ['error', { skipStrings: true, skipTemplates: true }],
      // Fixtures of Playwright begin with `{}`.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // What a screen depends on is replaced as a whole; other maps and sets are plain on purpose.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // ESLint does not know the types of components and snippets; `svelte-check` does.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-useless-default-assignment': 'off',
    },
  },
  {
    // What stands for a server answers with promises.
    files: ['**/*.test.ts'],
    rules: { '@typescript-eslint/require-await': 'off' },
  },
);
