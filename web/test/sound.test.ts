import { beforeEach, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();
const felt: number[][] = [];
/** How loud each part of a sound gets. */
const heard: number[] = [];
let still = false;

class Audible {
  connect<T>(next: T): T {
    return next;
  }
  start(): void {}
  stop(): void {}
}
vi.stubGlobal('document', { documentElement: { dataset: {} } });
vi.stubGlobal('matchMedia', () => ({ matches: still, addEventListener() {} }));
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true }, vibrate: (pattern: number[]) => felt.push(pattern) });
vi.stubGlobal(
  'AudioContext',
  class {
    currentTime = 0;
    sampleRate = 100;
    destination = {};
    createBuffer = (_channels: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  },
);
for (const name of ['OscillatorNode', 'AudioBufferSourceNode', 'BiquadFilterNode']) vi.stubGlobal(name, Audible);
vi.stubGlobal(
  'GainNode',
  class extends Audible {
    gain = { setValueAtTime() {}, linearRampToValueAtTime: (loud: number) => heard.push(loud), exponentialRampToValueAtTime() {} };
  },
);

/** The page as it starts with what is kept. */
async function begin() {
  vi.resetModules();
  const [{ play }, { settings }] = await Promise.all([import('../src/lib/sound'), import('../src/lib/settings.svelte')]);
  return { play, settings };
}

beforeEach(() => {
  kept.clear();
  [felt.length, heard.length, still] = [0, 0, false];
});

it('nothing is heard until the reader says so, and the answer is remembered', async () => {
  const { play, settings } = await begin();
  play('won');
  expect([heard.length, settings.soundAsked]).toEqual([0, false]);
  settings.setSound(true);
  play('won');
  expect(heard.length).toBeGreaterThan(0);
  const later = await begin();
  expect([later.settings.sound, later.settings.soundAsked]).toEqual([true, true]);
});

it('the volume makes everything quieter, down to nothing', async () => {
  const { play, settings } = await begin();
  settings.setSound(true);
  const loudest = (volume: number): number => {
    heard.length = 0;
    settings.setVolume(volume);
    play('blow');
    return Math.max(0, ...heard);
  };
  expect(loudest(50)).toBeCloseTo(loudest(100) / 2);
  expect(loudest(0)).toBe(0);
  expect((await begin()).settings.volume).toBe(0);
});

it('a blow, a theft and a win are felt where things may move', async () => {
  const { play } = await begin();
  for (const sound of ['card', 'blow', 'tear', 'won'] as const) play(sound);
  expect(felt).toHaveLength(3);
  still = true;
  (await begin()).play('blow');
  expect(felt).toHaveLength(3);
});
