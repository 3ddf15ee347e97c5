// How much longer bots think in the module than in the program, at their usual iterations: `cargo build --release -p golemry-wasm --example
// thinking`, then `node web/engine/speed.mjs`. GOLEMRY_MODULE names another module, GOLEMRY_THINKING another program.
// Both do the same jobs in turn, several times; the shortest time of each counts, so the ratio hardly depends on what else the machine does.
// It fails if they think otherwise, or if a game takes more than twice as long in the module.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { networks } from './networks.mjs';
import { open } from './replay.mjs';

const ROUNDS = 5;
/** Before them, so that the engine has optimised what runs often: milliseconds of each game and level. */
const WARM_UP = 1000;
const MOST = 2;

const module = process.env.GOLEMRY_MODULE ?? fileURLToPath(new URL('engine.wasm.gz', import.meta.url));
const say = await open(await WebAssembly.compile(gunzipSync(await readFile(module))));
for (const bytes64 of await networks()) say(JSON.stringify({ do: 'network', game: '', bytes64 }));

const thinking = process.env.GOLEMRY_THINKING ?? fileURLToPath(new URL('../../target/release/examples/thinking', import.meta.url));
const program = spawn(thinking, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
const next = async () => (await lines.next()).value;

const jobs = [];
for (let line = await next(); line !== ''; line = await next()) {
  const [name, message] = JSON.parse(line);
  jobs.push({ name, message, native: Infinity, wasm: Infinity });
}

for (const name of new Set(jobs.map((job) => job.name))) {
  const all = jobs.filter((job) => job.name === name);
  for (const end = performance.now() + WARM_UP; performance.now() < end;) all.forEach(({ message }) => say(message));
}

for (let round = 0; round < ROUNDS; round += 1) {
  for (const job of jobs) {
    program.stdin.write(`${job.message}\n`);
    const [native, reply] = JSON.parse(await next());
    const start = performance.now();
    const same = say(job.message) === reply;
    job.wasm = Math.min(job.wasm, performance.now() - start);
    job.native = Math.min(job.native, native);
    if (!same) throw new Error(`${job.name}: the module thinks otherwise than the program`);
  }
}
program.stdin.end();

let worst = 0;
const sum = (all, of) => all.reduce((total, job) => total + job[of], 0);
for (const name of new Set(jobs.map((job) => job.name))) {
  const all = jobs.filter((job) => job.name === name);
  const [native, wasm] = [sum(all, 'native'), sum(all, 'wasm')];
  const ratio = wasm / native;
  worst = Math.max(worst, ratio);
  console.log(
    `${name.padEnd(40)} ${String(all.length).padStart(2)} decisions ${native.toFixed(1).padStart(8)} ms ${wasm.toFixed(1).padStart(8)} ms   ${ratio.toFixed(2)}`,
  );
}
console.log(`the slowest takes ${worst.toFixed(2)} times as long in the module; ${MOST} are allowed`);
process.exitCode = worst > MOST ? 1 : 0;
