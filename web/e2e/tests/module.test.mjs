// The module makes the same moves with the same values in a browser as the program: whole matches are compared reply by reply, to the byte.
// `cargo xtask wasm --part test` does the same in Node; both read what the program wrote down.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { launch } from '../lib/browser.mjs';
import { networks } from '../../engine/networks.mjs';

const engine = join(import.meta.dirname, '../../engine');

test('the module replies in a browser as the program does', { timeout: 600_000 }, async () => {
  const browser = await launch();
  const page = await browser.newPage();
  const files = {
    'replay.mjs': [await readFile(join(engine, 'replay.mjs')), 'text/javascript'],
    module: [await readFile(process.env.GOLEMRY_MODULE ?? join(engine, 'engine.wasm.gz')), 'application/octet-stream'],
    transcript: [await readFile(process.env.GOLEMRY_TRANSCRIPT), 'text/plain; charset=utf-8'],
    networks: [JSON.stringify(await networks()), 'application/json'],
  };
  // Nothing is asked of any network.
  await page.route('**/*', (route) => {
    const [body, contentType] = files[new URL(route.request().url()).pathname.slice(1)] ?? ['<!doctype html>', 'text/html'];
    return route.fulfill({ body, contentType });
  });
  await page.goto('http://localhost/');
  const { said, matches, difference } = await page.evaluate(async () => {
    const { replay } = await import('/replay.mjs');
    const packed = (await fetch('/module')).body;
    const plain = new Response(packed.pipeThrough(new DecompressionStream('gzip')), { headers: { 'content-type': 'application/wasm' } });
    const module = await WebAssembly.compileStreaming(plain);
    const lines = (await (await fetch('/transcript')).text()).split('\n');
    return replay(module, lines, await (await fetch('/networks')).json());
  });
  assert.deepEqual(difference, null);
  assert.ok(said > 1000 && matches > 40, `${said} messages of ${matches} matches`);
  await browser.close();
});
