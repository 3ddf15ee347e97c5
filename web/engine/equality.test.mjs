// The module makes the same moves with the same values as the program: every reply of whole matches is compared, to the byte.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { networks } from './networks.mjs';
import { replay } from './replay.mjs';

const committed = new URL('engine.wasm.gz', import.meta.url);

test('the module replies as the program does', async () => {
  const module = await WebAssembly.compile(gunzipSync(await readFile(process.env.GOLEMRY_MODULE ?? committed)));
  const lines = (await readFile(process.env.GOLEMRY_TRANSCRIPT, 'utf8')).split('\n');
  const { said, matches, difference } = await replay(module, lines, await networks());
  assert.deepEqual(difference, null);
  assert.ok(said > 1000 && matches > 40, `${said} messages of ${matches} matches`);
  console.log(`${said} messages of ${matches} matches`);
});
