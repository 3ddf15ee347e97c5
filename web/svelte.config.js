import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

// A page is made anew for each address, so that what it is given does not change while it lives: reading it once is fine.
const ignored = ['state_referenced_locally'];

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true, warningFilter: (warning) => !ignored.includes(warning.code) },
};
