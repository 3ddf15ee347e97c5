import { settings } from './settings.svelte';

/** What things are made of: each has one timbre. */
type Material = 'stone' | 'wood' | 'brass' | 'crystal' | 'thunder';

interface Timbre {
  wave: OscillatorType;
  /** What sounds along with the pitch: how many times as high, and how loud. */
  partials: [ratio: number, loud: number][];
  /** The breath of noise it begins with: the filter's place as a multiple of the pitch, how loud, and for how much of the length. */
  noise: [type: BiquadFilterType, ratio: number, loud: number, length: number];
}

const timbres: Record<Material, Timbre> = {
  stone: { wave: 'sine', partials: [[1, 1], [1.62, 0.35]], noise: ['lowpass', 5, 0.9, 0.5] }, // prettier-ignore
  wood: { wave: 'triangle', partials: [[1, 0.8], [2.4, 0.2]], noise: ['bandpass', 4, 0.8, 0.35] }, // prettier-ignore
  brass: { wave: 'sawtooth', partials: [[1, 0.35], [2, 0.2], [3.01, 0.12]], noise: ['highpass', 3, 0.1, 0.1] }, // prettier-ignore
  crystal: { wave: 'sine', partials: [[1, 0.6], [2.76, 0.25], [5.4, 0.08]], noise: ['highpass', 4, 0.06, 0.05] }, // prettier-ignore
  thunder: { wave: 'sine', partials: [[1, 0.8], [0.71, 0.5]], noise: ['lowpass', 6, 1.4, 1] }, // prettier-ignore
};

/** Something that is struck. */
interface Stroke {
  of: Material;
  /** In hertz. */
  pitch: number;
  /** When it begins and how long it lasts, in seconds. */
  at: number;
  length: number;
  loud: number;
}

/** One stroke after another, evenly. */
const run = (of: Material, pitches: number[], apart: number, length: number, loud: number): Stroke[] =>
  pitches.map((pitch, index) => ({ of, pitch, at: index * apart, length, loud }));

/** Every sound is made here; there are no files. */
const sounds = {
  card: run('wood', [340], 0, 0.07, 0.14),
  die: [0, 0.07, 0.13, 0.2, 0.29, 0.4].map((at) => ({ of: 'wood' as const, pitch: 520 - at * 300, at, length: 0.05, loud: 0.3 - at / 3 })),
  step: run('stone', [120], 0, 0.12, 0.25),
  blow: run('stone', [62, 48], 0.03, 0.35, 0.5),
  block: [...run('stone', [150], 0, 0.12, 0.3), ...run('brass', [640], 0, 0.18, 0.25)],
  fall: run('stone', [190, 140, 96, 64], 0.09, 0.25, 0.35),
  tear: run('wood', [260, 220, 180], 0.05, 0.12, 0.35),
  torch: run('thunder', [120], 0, 0.5, 0.12),
  thunder: run('thunder', [46, 38], 0.12, 1, 0.4),
  splash: run('thunder', [240, 190, 300], 0.07, 0.22, 0.2),
  wake: [...run('thunder', [44], 0, 0.7, 0.3), ...run('brass', [131, 196, 262, 392], 0.12, 0.5, 0.3)],
  rise: run('stone', [131, 165, 196], 0.1, 0.35, 0.3),
  rivet: run('brass', [660, 990], 0.02, 0.14, 0.25),
  crystal: run('crystal', [1047, 1319, 1568], 0.06, 0.5, 0.14),
  turn: run('crystal', [523, 784], 0.1, 0.3, 0.18),
  won: run('brass', [392, 523, 659, 784], 0.13, 0.4, 0.32),
  lost: run('wood', [330, 262, 196], 0.18, 0.3, 0.3),
} satisfies Record<string, Stroke[]>;

/** What can be heard. */
export type Sound = keyof typeof sounds;
export const isSound = (name: string): name is Sound => name in sounds;

/** What a hand feels of it: ms on, ms off, and so on. */
const felt: Partial<Record<Sound, number[]>> = { blow: [60], tear: [25, 30, 25], won: [40, 60, 40, 60, 120] };

let context: AudioContext | undefined;

/** Makes a sound, if the reader has chosen to hear any; a phone may be felt as well, where things may move. */
export function play(sound: Sound): void {
  const shake = felt[sound];
  // Browsers complain of a page that shakes before it was touched.
  if (shake && !settings.motionless && typeof navigator === 'object' && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shake);
  if (!settings.sound || settings.volume === 0 || typeof AudioContext !== 'function') return;
  context ??= new AudioContext();
  for (const stroke of sounds[sound]) strike(context, stroke, settings.volume / 100);
}

function strike(context: AudioContext, { of, pitch, at, length, loud }: Stroke, volume: number): void {
  const { wave, partials, noise } = timbres[of];
  const start = context.currentTime + at;
  /** A source that dies away, through a filter if there is one. */
  const sing = (source: AudioScheduledSourceNode, gain: number, lasts: number, filter?: BiquadFilterNode): void => {
    const fades = new GainNode(context, { gain: 0 });
    fades.gain.setValueAtTime(0, start);
    fades.gain.linearRampToValueAtTime(gain * loud * volume, start + 0.004);
    fades.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    (filter ? source.connect(filter) : source).connect(fades).connect(context.destination);
    source.start(start);
    source.stop(start + lasts);
  };
  for (const [ratio, gain] of partials) sing(new OscillatorNode(context, { type: wave, frequency: pitch * ratio }), gain, length);
  const [type, ratio, gain, share] = noise;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length * share), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < data.length; index++) data[index] = Math.random() * 2 - 1;
  const filter = new BiquadFilterNode(context, { type, frequency: Math.min(pitch * ratio, 12_000) });
  sing(new AudioBufferSourceNode(context, { buffer }), gain, length * share, filter);
}
