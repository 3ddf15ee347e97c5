import type { Reply, Talk } from './messages';

interface Exports {
  memory: WebAssembly.Memory;
  input: (length: number) => number;
  call: () => number;
  output: () => number;
}

/** Starts an instance of the module: JSON goes in, JSON comes out. */
export async function startInstance(module: WebAssembly.Module): Promise<Talk> {
  const { exports } = await WebAssembly.instantiate(module, { env: { now: () => performance.now() } });
  const { memory, input, call, output } = exports as unknown as Exports;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return {
    talk(message) {
      const bytes = encoder.encode(JSON.stringify(message));
      const at = input(bytes.length) >>> 0;
      // The memory may have grown: its buffer is asked for anew each time.
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = call() >>> 0;
      return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, output() >>> 0, length))) as Reply;
    },
  };
}
