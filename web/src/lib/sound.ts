import { settings } from './settings.svelte';

/** What can be heard. Every sound is made here, of a few tones or a breath of noise; there are no files. */
export type Sound =
  | 'card'
  | 'die'
  | 'step'
  | 'blow'
  | 'turn'
  | 'won'
  | 'lost'
  | 'thunder'
  | 'wake'
  | 'tear'
  | 'fall'
  | 'rise'
  | 'rivet'
  | 'torch'
  | 'crystal'
  | 'splash'
  | 'block';

interface Tone {
  /** In hertz; without one it is noise. */
  pitch?: number;
  /** When it begins and how long it lasts, in seconds. */
  at: number;
  length: number;
  loud: number;
}

const tones: Record<Sound, Tone[]> = {
  card: [{ at: 0, length: 0.06, loud: 0.12 }],
  die: [0, 0.07, 0.13, 0.2, 0.29, 0.4].map((at) => ({ at, length: 0.03, loud: 0.25 - at / 3 })),
  step: [{ pitch: 180, at: 0, length: 0.07, loud: 0.2 }],
  blow: [
    { pitch: 70, at: 0, length: 0.22, loud: 0.4 },
    { at: 0, length: 0.08, loud: 0.3 },
  ],
  thunder: [
    { at: 0, length: 0.9, loud: 0.35 },
    { pitch: 48, at: 0.02, length: 0.8, loud: 0.4 },
  ],
  wake: [131, 196, 262, 392].map((pitch, index) => ({ pitch, at: index * 0.12, length: 0.5, loud: 0.2 })),
  tear: [0, 0.04, 0.09].map((at) => ({ at, length: 0.08, loud: 0.25 })),
  fall: [220, 165, 110, 73].map((pitch, index) => ({ pitch, at: index * 0.08, length: 0.16, loud: 0.25 })),
  rise: [262, 330, 392].map((pitch, index) => ({ pitch, at: index * 0.1, length: 0.3, loud: 0.16 })),
  rivet: [
    { pitch: 1320, at: 0, length: 0.05, loud: 0.15 },
    { pitch: 660, at: 0.02, length: 0.12, loud: 0.12 },
  ],
  torch: [{ at: 0, length: 0.5, loud: 0.15 }],
  crystal: [1047, 1568, 2093].map((pitch, index) => ({ pitch, at: index * 0.05, length: 0.4, loud: 0.08 })),
  splash: [0, 0.05, 0.12].map((at) => ({ at, length: 0.18, loud: 0.2 - at })),
  block: [
    { pitch: 440, at: 0, length: 0.05, loud: 0.25 },
    { at: 0, length: 0.05, loud: 0.2 },
  ],
  turn: [
    { pitch: 523, at: 0, length: 0.1, loud: 0.12 },
    { pitch: 784, at: 0.1, length: 0.16, loud: 0.12 },
  ],
  won: [392, 523, 659, 784].map((pitch, index) => ({ pitch, at: index * 0.13, length: 0.3, loud: 0.18 })),
  lost: [330, 262, 196].map((pitch, index) => ({ pitch, at: index * 0.18, length: 0.3, loud: 0.15 })),
};

let context: AudioContext | undefined;

/** Makes a sound, if the reader has chosen to hear any. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext !== 'function') return;
  context ??= new AudioContext();
  const { currentTime, destination, sampleRate } = context;
  for (const { pitch, at, length, loud } of tones[sound]) {
    const [start, end] = [currentTime + at, currentTime + at + length];
    const volume = context.createGain();
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    volume.connect(destination);
    let source: AudioScheduledSourceNode;
    if (pitch === undefined) {
      const noise = context.createBuffer(1, Math.ceil(sampleRate * length), sampleRate);
      const data = noise.getChannelData(0);
      for (let index = 0; index < data.length; index++) data[index] = Math.random() * 2 - 1;
      source = new AudioBufferSourceNode(context, { buffer: noise });
    } else {
      source = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
    }
    source.connect(volume);
    source.start(start);
    source.stop(end);
  }
}
