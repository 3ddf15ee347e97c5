// Says to a module what a program said to itself, and compares every reply with the program's, to the byte. It runs in Node and in pages.

/** The lines of a transcript: `["house" | "thinker", message, reply]`, and `["new", name, ""]` after a match. */
export async function replay(module, lines, networks) {
  let [said, matches] = [0, 0];
  let instances = await pair(module, networks);
  for (const line of lines) {
    if (line === '') continue;
    const [to, message, expected] = JSON.parse(line);
    if (to === 'new') {
      matches += 1;
      instances = await pair(module, networks);
      continue;
    }
    const reply = instances[to](message);
    said += 1;
    if (reply !== expected) {
      return { said, matches, difference: { to, message, expected: around(expected, reply), reply: around(reply, expected) } };
    }
  }
  return { said, matches, difference: null };
}

/** The part of a text where it differs from another. */
function around(text, other) {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return text.slice(Math.max(0, at - 100), at + 100);
}

async function pair(module, networks) {
  const [house, thinker] = [await open(module), await open(module)];
  for (const bytes64 of networks) {
    const message = JSON.stringify({ do: 'network', game: '', bytes64 });
    house(message);
    thinker(message);
  }
  return { house, thinker };
}

/** An instance: takes the text of a message, and gives that of its reply. */
export async function open(module) {
  const { exports } = await WebAssembly.instantiate(module, { env: { now: () => performance.now() } });
  const { memory, input, call, output } = exports;
  return (message) => {
    const bytes = new TextEncoder().encode(message);
    // The memory moves when it grows: look at it only now.
    const place = input(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const length = call();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length));
  };
}
