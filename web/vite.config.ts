import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// `npm run dev` shows the page with hot reload; everything under /api comes from a `golemry serve` that runs beside it.
const server = process.env.GOLEMRY_SERVER ?? 'http://localhost:4646';

/**
 * Files name each other by relative addresses, so that a copy of the page works under any path. The page itself is shown at many paths,
 * and names them by absolute ones; `golemry site` makes these relative, too.
 */
const absolute: Plugin = {
  name: 'absolute addresses in index.html',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll('="./', '="/') },
};

/** Not for the page itself: pictures for others, and what is shown nowhere without a network. */
const OTHERS = ['og.png'];

/** Builds `sw.js` beside the page, and writes into its first line what it keeps. */
const serviceWorker: Plugin = {
  name: 'service worker',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: join(import.meta.dirname, 'src/sw.ts'), fileName: 'sw.js' });
  },
  // After Vite's own plugin has written index.html.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk' || worker.imports.length > 0) throw new Error('sw.js has to be one file');
      const folder = join(import.meta.dirname, 'public');
      const files = new Map<string, string | Uint8Array>();
      for (const name of readdirSync(folder)) files.set(name, readFileSync(join(folder, name)));
      for (const [name, file] of Object.entries(bundle)) files.set(name, file.type === 'chunk' ? file.code : file.source);
      for (const name of OTHERS) if (!files.delete(name)) throw new Error(`there is no ${name}`);
      // The worker's own code counts as well.
      const names = [...files.keys()].sort();
      const hash = createHash('sha256');
      for (const name of names) hash.update(name).update('\0').update(files.get(name)!);
      const kept = names.filter((name) => name !== 'sw.js').map((name) => (name === 'index.html' ? './' : name));
      // As `Shell` in src/lib/shell.ts says.
      const shell = { version: hash.digest('hex').slice(0, 16), files: kept };
      worker.code = `self.shell=${JSON.stringify(shell)};\n${worker.code}`;
    },
  },
};

export default defineConfig({
  plugins: [svelte(), absolute, serviceWorker],
  base: './',
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
            // No table needs it: only what several people look at together.
            { name: 'live', test: /src\/lib\/live/, minShareCount: 2 },
            { name: 'shared', test: /src\/(lib|art|parts(?!\/duel|\/GameOptions|\/Variants)|games\/shared)\/|data\//, minShareCount: 2 },
            // Puzzles, programs and settings, which several pages show and no table does.
            { name: 'bench', test: /src\/parts\//, minShareCount: 2 },
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
