import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm run dev` shows the page with hot reload; everything under /api comes from a `golemry serve` that runs beside it.
const server = process.env.GOLEMRY_SERVER ?? 'http://localhost:4646';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // These know light-dark(). Rewritten for older ones, a part of a table that is always dark would have the colours of the day.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // What several pages share comes in one file: dozens of small ones cost more in headers than in code.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'svelte', test: /node_modules/ },
            { name: 'shared', test: /src\/(lib|art|parts|games\/shared)\/|data\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  // Runes live in the browser's build of Svelte.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  // On a busy machine a table takes its time to load: that is no failure.
  test: { include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
