import { SvelteMap } from 'svelte/reactivity';
import { api, Refused } from './api';
import { emotes, type Emote } from './emotes.svelte';
import { playsIn } from './mine';
import { namesHere } from './names';
import { settings } from './settings.svelte';
import { shuffleSteps } from './shuffle';
import { Socket } from './socket';
import type { FromServer, GameEnd, Halt, HintOption, Info, Level, Scene, Seen, Status, Step } from './types';
import { hereLine } from '../local/ask';
import { isHere } from '../local/base';
import { inThisPage } from '../local/codes';
import { Walk } from './walk.svelte';

type Change = Extract<FromServer, { type: 'table' | 'events' }>;
type Viewer = number | null;

/**
 * One match as this browser sees it. What the server sends is queued and shown move by move, so that people can follow quick
 * moves of bots; `skip` shows the rest at once. Several seats may share one screen: `holder` is the viewer whose view is shown. While
 * `curtain` is set none is shown, until the next player lifts it.
 */
export class Match {
  info = $state.raw<Info | null>(null);
  status = $state.raw<Status>({ to_act: [], over: false });
  connected = $state(false);
  /** There was a connection before: losing it is worth a message. */
  wasConnected = $state(false);
  /** Why the server has turned us away. */
  ended = $state.raw<Refused | null>(null);
  /** Whose eyes; null for a spectator. */
  holder = $state<Viewer>(null);
  /** The seat the screen is being passed to. */
  curtain = $state<Viewer>(null);
  /** What has just happened, for the holder's eyes. */
  news = $state.raw<Seen[]>([]);
  /** The first event that this browser has missed; null if none was. */
  missedFrom = $state<number | null>(null);
  /** Games of this match that have ended and were not looked at yet, oldest first. Nothing more is shown until they are. */
  gameEnds = $state.raw<GameEnd[]>([]);
  /** Finds the end of a game between two views; each game has its own. */
  findGameEnd: (before: unknown, after: unknown, list: Seen[]) => GameEnd | null = () => null;
  /** Something was done to the reader, or is about to be: nothing goes on until it was read, or the reader goes on. */
  halt = $state.raw<Halt | null>(null);
  /** Finds what a change does to the reader; each game has its own. */
  findHalt: (before: unknown, after: unknown, list: Seen[]) => Halt | null = () => null;
  /** Shows a change that is worth a scene, and says how long the scene takes, in ms; each game has its own. */
  stage: (before: unknown, after: unknown, list: Seen[]) => number = () => 0;
  /** How long it takes to read what has happened, in ms. */
  readingTime: (list: Seen[]) => number = () => 0;
  /** Changes that wait to be shown. */
  waiting = $state(0);

  readonly walk: Walk;
  private readonly views = new SvelteMap<Viewer, unknown>();
  private readonly logs = new SvelteMap<Viewer, Seen[]>();
  private readonly socket: Socket;
  private queue: Change[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The latest version received, shown or not. */
  private heardVersion: number | null = null;
  private shown = false;
  /** What our seats that are to act can choose first, as the latest change says. */
  private firstSteps: Extract<Change, { type: 'events' }>['steps'] = [];

  constructor(readonly id: string) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.walk = new Walk(
      {
        build: (choices) => this.socket.ask<Extract<FromServer, { type: 'step' }>>({ type: 'build', seat: this.seat, choices }),
        play: (action) => this.play({ action }).then(() => {}),
        decide: async (choices) => {
          const answer = await this.play({ choices });
          return answer.type === 'step' ? answer : null;
        },
      },
      () => settings.careful,
    );
    this.socket = new Socket(
      `${scheme}://${location.host}/api/matches/${id}/socket`,
      {
        heard: (message) => this.heard(message),
        connected: (is) => {
          this.connected = is;
          if (is) this.wasConnected = true;
        },
        version: () => this.heardVersion,
        ended: (why) => (this.ended = why),
      },
      isHere(id) ? () => hereLine(id) : undefined,
    );
    // A match of this page needs no network.
    if (isHere(id)) return;
    addEventListener('online', this.hurry);
    addEventListener('offline', this.drop);
  }

  /** The seats of this browser. */
  get mine(): number[] {
    return this.info?.chairs.filter((chair) => chair.yours && chair.kind === 'human').map((chair) => chair.seat) ?? [];
  }

  /** The names at the table. With one seat of our own, that one is called "You". */
  get names(): string[] {
    return namesHere(this.info?.chairs ?? []);
  }

  /** Those of them in which this browser still plays: not those given up. */
  get playing(): number[] {
    return this.info ? playsIn(this.info) : [];
  }

  /** Whether the holder has other people for company: bots do not look up when called. */
  get inCompany(): boolean {
    return this.holder !== null && (this.info?.chairs.some((chair) => chair.kind === 'human' && chair.joined && !chair.yours) ?? false);
  }

  /** Not dealt yet: players draw the seed together first. */
  get undealt(): boolean {
    return this.info !== null && isUndealt(this.info);
  }

  get view(): unknown {
    return this.views.get(this.holder) ?? null;
  }

  get log(): Seen[] {
    return this.logs.get(this.holder) ?? [];
  }

  /** The table as the holder sees it. */
  get scene(): Scene {
    return {
      view: this.view,
      seat: this.holder,
      names: this.names,
      options: this.info?.options ?? {},
      step: this.step,
      chosen: this.walk.chosen,
    };
  }

  /** What can be chosen now; null where the holder is not to act. */
  get step(): Step | null {
    return this.myTurn && this.curtain === null ? this.walk.step : null;
  }

  get myTurn(): boolean {
    return (
      this.holder !== null &&
      this.waiting === 0 &&
      this.halt === null &&
      this.gameEnds.length === 0 &&
      this.status.to_act.includes(this.holder) &&
      this.playing.includes(this.holder)
    );
  }

  hurry = (): void => this.socket.hurry();
  private drop = (): void => this.socket.drop();

  /** Takes the match back from another tab, with all that was played there. */
  takeBack(): void {
    this.ended = null;
    this.heardVersion = null;
    this.socket.reopen();
  }

  close(): void {
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.drop);
    clearTimeout(this.timer);
    this.socket.close();
  }

  /** Shows all queued changes at once. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (let change = this.queue.shift(); change; change = this.queue.shift()) this.show(change);
    this.waiting = 0;
    this.halt = null;
    void this.seated();
  }

  /** The end of a game was looked at: on with the match. */
  goOn(): void {
    this.gameEnds = this.gameEnds.slice(1);
    if (this.gameEnds.length > 0) return;
    if (this.queue.length > 0 && this.timer === undefined) this.showNext();
    else void this.seated();
  }

  /** What was done to the reader was read. */
  readOn(): void {
    clearTimeout(this.timer);
    this.showNext();
  }

  /** The next player has the screen. */
  liftCurtain(): void {
    this.holder = this.curtain;
    this.curtain = null;
    this.news = [];
    void this.seated();
  }

  /** Switches to the view of another of our seats: once the match is over, nothing is hidden any more. */
  lookAs(seat: Viewer): void {
    this.holder = seat;
    this.news = [];
  }

  /** Why an action is not allowed; null if it is. */
  async check(action: unknown): Promise<Refused | null> {
    try {
      await this.socket.ask({ type: 'check', seat: this.seat, action });
      return null;
    } catch (thrown) {
      return thrown as Refused;
    }
  }

  /** What a good bot would do. */
  async hint(): Promise<HintOption[]> {
    try {
      return (await this.socket.ask<Extract<FromServer, { type: 'hint' }>>({ type: 'hint', seat: this.seat })).options;
    } catch (thrown) {
      throw thrown instanceof Refused && isHere(this.id) ? new Refused(inThisPage(thrown.error)) : thrown;
    }
  }

  /** What these choices would lead to if nobody interfered, where the game can say; nothing while there is no connection. */
  async preview(choices: unknown[]): Promise<unknown> {
    const step = await this.socket
      .ask<Extract<FromServer, { type: 'step' }>>({ type: 'build', seat: this.seat, choices })
      .catch(() => null);
    return step?.preview ?? null;
  }

  /** Shows something to everyone at the table. */
  async emote(emote: Emote): Promise<void> {
    await this.socket.ask({ type: 'emote', seat: this.seat, emote });
  }

  async refresh(change: Promise<Info>): Promise<void> {
    this.learn(await change);
  }

  /** Somebody came, went or resigned. A resignation can end the match without an event, and ends what its player was choosing. */
  private learn(info: Info): void {
    this.info = info;
    if (info.status.over && !info.status.scores) this.status = info.status;
    if (this.holder !== null && !this.playing.includes(this.holder)) this.walk.leave();
  }

  /** The seat that decides; a spectator never asks. */
  private get seat(): number {
    return this.holder!;
  }

  private play(decision: { action: unknown } | { choices: unknown[] }): Promise<Extract<FromServer, { type: 'ack' | 'step' }>> {
    return this.socket.ask({ type: 'play', seat: this.seat, version: this.heardVersion ?? 0, ...decision });
  }

  private heard(message: FromServer): void {
    if (message.type === 'info') {
      // Gaining or losing a seat changes which views we get: resync.
      const before = this.mine.join();
      this.learn(message.info);
      this.shuffle(message.info);
      if (this.mine.join() !== before && this.shown) {
        this.heardVersion = null;
        this.socket.restart();
      }
      return;
    }
    if (message.type === 'emote') {
      if (!settings.muted) emotes.show(message.seat, message.emote);
      return;
    }
    if (message.type !== 'table' && message.type !== 'events') return;
    if (message.type === 'table' && isUndealt(message.info)) {
      // There is nothing to show, and nothing to go on from after a lost connection.
      this.info = message.info;
      this.shuffle(message.info);
      return;
    }
    this.heardVersion = message.version;
    this.queue.push(message);
    this.waiting = this.queue.length;
    // No pause before the first view.
    if (!this.shown || settings.pace === 'none') this.skip();
    else if (this.timer === undefined && this.gameEnds.length === 0) this.showNext();
  }

  /** Does our part of the shuffle. What gets lost is said again after the next message. */
  private shuffle(info: Info): void {
    for (const step of shuffleSteps(info)) void this.socket.ask(step).catch(() => {});
  }

  private showNext(): void {
    const change = this.queue.shift();
    const before = this.view;
    this.waiting = this.queue.length;
    this.timer = undefined;
    this.halt = null;
    if (change) this.show(change);
    // Nobody watches a hidden page.
    if (document.hidden) return this.skip();
    if (this.gameEnds.length > 0) return;
    if (change && before && this.news.length > 0) this.halt = this.findHalt(before, this.view, this.news);
    const scene = change && before && this.news.length > 0 ? this.stage(before, this.view, this.news) : 0;
    const reading = settings.paced(this.readingTime(this.news));
    // What was done to the reader is told once its scene is over.
    const pause = this.halt ? scene + 2 * reading : Math.max(scene, reading);
    if (this.halt || this.waiting > 0 || (change && !this.oursNow)) this.timer = setTimeout(() => this.showNext(), pause);
    if (this.waiting === 0 && !this.halt) void this.seated();
  }

  /** Whether the match waits for a seat of this browser, or is over: then no pause is needed. */
  private get oursNow(): boolean {
    return this.status.over || this.status.to_act.some((seat) => this.playing.includes(seat));
  }

  private show(change: Change): void {
    this.walk.settle();
    this.firstSteps = change.steps;
    if (change.type === 'table') {
      this.info = change.info;
      this.status = change.info.status;
      this.views.clear();
      for (const { seat, view } of change.views) this.views.set(seat, view);
      this.logs.clear();
      this.logs.set(change.views[0]?.seat ?? null, change.seen);
      for (const { seat, list } of change.also_seen ?? []) this.logs.set(seat, list);
      this.news = [];
      this.firstLook(change.version);
    } else {
      this.status = change.status;
      // Now the server shows its part of the shuffle, and ours can be checked.
      if (change.status.over && this.info?.shuffle) void this.refresh(api.match(this.id)).catch(() => {});
      if (this.info) this.info = { ...this.info, status: change.status, version: change.version };
      const before = this.view;
      for (const { seat, view } of change.views) this.views.set(seat, view);
      for (const { seat, list } of change.seen) {
        const known = (this.logs.get(seat) ?? []).filter((seen) => seen.event < change.from);
        this.logs.set(seat, [...known, ...list]);
      }
      this.news = change.from === 0 ? [] : (change.seen.find(({ seat }) => seat === this.holder)?.list ?? []);
      const end = before && this.news.length > 0 && !change.status.over ? this.findGameEnd(before, this.view, this.news) : null;
      if (end) this.gameEnds = [...this.gameEnds, end];
    }
    this.remember(change.version);
    this.shown = true;
  }

  /** Chooses the viewer to start with, and finds out what this browser has missed. */
  private firstLook(version: number): void {
    const eyes = [...this.views.keys()];
    if (!eyes.includes(this.holder)) this.holder = eyes[0] ?? null;
    const seenBefore = Number(localStorage.getItem(`seen.${this.id}`) ?? version);
    if (seenBefore < version) this.missedFrom = seenBefore;
  }

  private remember(version: number): void {
    localStorage.setItem(`seen.${this.id}`, String(version));
  }

  /** Decides who has the screen now, and asks what they can do. */
  private async seated(): Promise<void> {
    const { to_act, over } = this.status;
    if (over || this.ended) return this.walk.leave();
    const mine = to_act.filter((seat) => this.playing.includes(seat));
    const next = this.holder !== null && mine.includes(this.holder) ? this.holder : mine[0];
    if (next === undefined) return this.walk.leave();
    if (next !== this.holder || (this.mine.length > 1 && !this.held)) {
      this.held = true;
      this.walk.leave();
      this.curtain = next;
      return;
    }
    await this.walk.begin(this.firstSteps.find(({ seat }) => seat === next) ?? null);
  }
  /** With several players on one screen, even the first view is behind the curtain. */
  private held = false;
}

const isUndealt = (info: Info): boolean => info.shuffle !== undefined && info.shuffle.stage !== 'done';

/** A fresh copy of what the server says about a match, for changes that go over HTTP. */
export const chairs = {
  relink: (match: Match, seat: number) => match.refresh(api.relink(match.id, seat)),
  resign: (match: Match, seat: number) => match.refresh(api.resign(match.id, seat)),
  bot: (match: Match, seat: number, level: Level | null) => match.refresh(api.bot(match.id, seat, level)),
};
