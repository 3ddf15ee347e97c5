import { play as sound, type Sound } from './sound';
import type { Info, Own, Seen, Translate } from './types';

/** Something that moves in a scene: what (a selector within the stage), how, from when on and for how long, in ms. */
export interface Beat {
  what: string;
  how: Keyframe[];
  at: number;
  lasts: number;
  easing?: string;
}

/** A staged moment, as data: what moves in which order, and what is heard. No scene is longer than `LONGEST`. */
export interface Scene {
  beats: Beat[];
  sounds?: { at: number; sound: Sound }[];
}

/** A scene that is shown: with its words in large letters, and what lies over the table in it (see parts/Staged.svelte). */
export interface Moment {
  scene: Scene;
  title?: string;
  light?: 'lightning' | 'glow' | 'dusk';
}

/** What a change of the table looks like: told from what has happened, as everything is. `seat`: whose eyes. */
export type Staging<G extends Own = Own> = (told: {
  before: G['view'];
  after: G['view'];
  seen: Seen<G>;
  seat: number | null;
  names: string[];
  options: Info['options'];
  /** The deck in play. */
  material: G['material'];
  t: Translate;
}) => Moment | null;

export const LONGEST = 1500;
export const lengthOf = ({ beats }: Scene): number => Math.min(LONGEST, Math.max(0, ...beats.map(({ at, lasts }) => at + lasts)));

/** Where scenes are played: one at a time, over before the next begins. */
class Stage {
  /** What is shown now. */
  moment = $state.raw<Moment | null>(null);
  private moving: Animation[] = [];
  private timers: ReturnType<typeof setTimeout>[] = [];

  /** Plays a scene on what is drawn within `root`; `rate` 2 is twice as fast. */
  play(root: HTMLElement, moment: Moment, rate = 1): void {
    this.end();
    this.moment = moment;
    const after = (ms: number, act: () => void): void => void this.timers.push(setTimeout(act, ms / rate));
    // What lies over the table is drawn first.
    after(0, () => {
      for (const { what, how, at, lasts, easing = 'ease-out' } of moment.scene.beats) {
        for (const one of root.querySelectorAll(what)) {
          const animation = one.animate(how, { delay: at / rate, duration: lasts / rate, easing, fill: 'both' });
          this.moving.push(animation);
        }
      }
    });
    for (const { at, sound: heard } of moment.scene.sounds ?? []) after(at, () => sound(heard));
    after(lengthOf(moment.scene), () => this.end());
  }

  /** Ends what is shown; everything lies as the table has it. */
  end(): void {
    for (const one of this.moving) one.cancel();
    for (const one of this.timers) clearTimeout(one);
    [this.moving, this.timers, this.moment] = [[], [], null];
  }
}

export const stage = new Stage();
