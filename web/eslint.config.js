import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  // Written by programs.
  { ignores: ['dist', 'src/api', 'src/games/shared/icons', 'test/fixtures'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    // Browser tests hand functions over to the page, so that both worlds meet in one file.
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }] },
  },
  {
    // Types themselves are checked by `npm run check`. Here they show a promise that is neither awaited nor marked with `void`.
    files: ['**/*.ts', '**/*.svelte'],
    languageOptions: {
      parserOptions: { parser: ts.parser, projectService: true, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
    },
  },
);
