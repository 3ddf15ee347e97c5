// The module as a page holds it: what it asks of the page, and that it answers. `cargo xtask wasm --part test` names the module.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { open as instance } from './replay.mjs';

const committed = new URL('engine.wasm.gz', import.meta.url);
const module = await WebAssembly.compile(gunzipSync(await readFile(process.env.GOLEMRY_MODULE ?? committed)));

/** An instance, and how to send it a message. */
async function open() {
  const say = await instance(module);
  return (message) => JSON.parse(say(typeof message === 'string' ? message : JSON.stringify(message)));
}

test('the module asks the page for nothing but the time', () => {
  const imports = WebAssembly.Module.imports(module).map(({ module, name, kind }) => `${kind} ${module}.${name}`);
  assert.deepEqual(
    imports.filter((it) => it !== 'function env.now'),
    [],
  );
});

test('the module exports its memory and three functions', () => {
  const exports = WebAssembly.Module.exports(module).map(({ name }) => name);
  for (const name of ['memory', 'input', 'call', 'output']) assert.ok(exports.includes(name), name);
});

test('the module says which messages it knows', async () => {
  const send = await open();
  assert.equal(send({ do: 'hello' }).protocol, 1);
});

test('what is not a message is answered, and the next message too', async () => {
  const send = await open();
  for (const nonsense of ['', '{', 'null', '[]', '{"do":"nothing"}', '\u{fffd}'.repeat(100_000)]) {
    assert.equal(typeof send(nonsense), 'object', nonsense.slice(0, 20));
  }
  assert.equal(send({ do: 'hello' }).protocol, 1);
});
