import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refused } from '../src/lib/api';
import { Socket, type Listener } from '../src/lib/socket';
import type { FromServer } from '../src/lib/types';

/** The other end of a line, played by the test. */
class Line {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  close(): void {
    this.breaks();
  }
}

let lines: Line[];
let addresses: string[];
let heard: FromServer[];
let states: boolean[];
let ended: Refused[];
let version: number | null;
let socket: Socket;

const line = (): Line => lines.at(-1)!;
const table = { type: 'table', version: 3, info: {}, views: [], seen: [] };
const play = { type: 'play' as const, seat: 0, version: 3, action: 'pass' };

beforeEach(() => {
  vi.useFakeTimers();
  [lines, addresses, heard, states, ended, version] = [[], [], [], [], [], null];
  const listener: Listener = {
    heard: (message) => heard.push(message),
    connected: (is) => states.push(is),
    version: () => version,
    ended: (why) => ended.push(why),
  };
  socket = new Socket('ws://table', listener, (address) => {
    lines.push(new Line());
    addresses.push(address);
    return line();
  });
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

describe('greeting', () => {
  test('says hello with nothing known, and hears the table', () => {
    line().open();
    expect(line().sent).toEqual([{ type: 'hello', protocol: 1, id: 1, version: null }]);
    line().says(table);
    expect(heard).toHaveLength(1);
    expect(states).toEqual([true]);
  });

  test('a greeting that is refused ends it: no further attempt', () => {
    line().open();
    line().says({ type: 'reject', id: 1, error: { code: 'match/unknown', message: 'there is no such match' } });
    expect(ended.map((why) => why.error.code)).toEqual(['match/unknown']);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
  });
});

describe('a match at another server', () => {
  const url = 'wss://other/socket?ticket=1';

  test('is followed there, and asked for anew after each loss', () => {
    line().open();
    line().says({ type: 'elsewhere', url });
    line().open();
    line().says(table);
    expect(heard).toHaveLength(1);
    expect(states).toEqual([true]);
    line().breaks();
    vi.advanceTimersByTime(400);
    expect(addresses).toEqual(['ws://table?follow', url, 'ws://table?follow']);
  });

  test('that cannot be reached is played through this one', () => {
    line().open();
    line().says({ type: 'elsewhere', url });
    line().breaks();
    vi.advanceTimersByTime(400);
    line().open();
    line().says(table);
    expect(addresses).toEqual(['ws://table?follow', url, 'ws://table']);
    expect(states.at(-1)).toBe(true);
  });
});

describe('questions', () => {
  test('an answer finds its question by its number', async () => {
    line().open();
    const first = socket.ask<Extract<FromServer, { type: 'ack' }>>(play);
    const second = socket.ask<Extract<FromServer, { type: 'ack' }>>(play);
    const [, one, two] = line().sent;
    line().says({ type: 'ack', id: two?.id, version: 9 });
    line().says({ type: 'ack', id: one?.id, version: 8 });
    expect([(await first).version, (await second).version]).toEqual([8, 9]);
    expect(heard).toEqual([]);
  });

  test('a refusal comes with code and clause', async () => {
    line().open();
    const asked = socket.ask(play);
    line().says({ type: 'reject', id: 2, error: { code: 'action/illegal', clause: 'GI-8', message: 'too low' } });
    await expect(asked).rejects.toMatchObject({ error: { code: 'action/illegal', clause: 'GI-8' } });
  });

  test('what is under way when the line breaks fails, and so does what is asked without a line', async () => {
    line().open();
    const asked = socket.ask(play);
    line().breaks();
    await expect(asked).rejects.toMatchObject({ error: { code: 'offline' } });
    await expect(socket.ask(play)).rejects.toMatchObject({ error: { code: 'offline' } });
  });
});

describe('a line that is stuck', () => {
  test('is shown two seconds after a question, and forgiven when it speaks again', () => {
    line().open();
    line().says(table);
    socket.ask(play).catch(() => {});
    vi.advanceTimersByTime(1999);
    expect(states).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(states).toEqual([true, false]);
    line().says({ type: 'pong' });
    expect(states).toEqual([true, false, true]);
    vi.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(1);
  });

  test('is given up in the end', () => {
    line().open();
    line().says(table);
    socket.ask(play).catch(() => {});
    vi.advanceTimersByTime(9000 + 400);
    expect(lines).toHaveLength(2);
  });

  test('is not suspected while the server answers pings: a hint may take long', () => {
    line().open();
    line().says(table);
    socket.ask(play).catch(() => {});
    vi.advanceTimersByTime(1000);
    expect(line().sent.at(-1)).toEqual({ type: 'ping' });
    line().says({ type: 'pong' });
    vi.advanceTimersByTime(15_000);
    expect(states).toEqual([true]);
  });

  test('is dropped at once when the browser says that the network is gone', () => {
    line().open();
    line().says(table);
    socket.drop();
    expect(states).toEqual([true, false]);
    vi.advanceTimersByTime(400);
    expect(lines).toHaveLength(2);
  });
});

describe('coming back', () => {
  test('asks for what it missed, by the version it knows', () => {
    line().open();
    line().says(table);
    version = 3;
    line().breaks();
    expect(states).toEqual([true, false]);
    vi.advanceTimersByTime(400);
    expect(lines).toHaveLength(2);
    line().open();
    expect(line().sent[0]).toMatchObject({ type: 'hello', version: 3 });
    line().says({ type: 'events', from: 3, version: 5, seen: [], views: [], status: {} });
    expect(states).toEqual([true, false, true]);
  });

  test('waits twice as long after each failure, eight seconds at most, and anew after a success', () => {
    const waits = [400, 800, 1600, 3200, 6400, 8000, 8000];
    for (const [failures, wait] of waits.entries()) {
      line().breaks();
      vi.advanceTimersByTime(wait - 1);
      expect(lines).toHaveLength(failures + 1);
      vi.advanceTimersByTime(1);
      expect(lines).toHaveLength(failures + 2);
    }
    line().open();
    line().says(table);
    line().breaks();
    vi.advanceTimersByTime(400);
    expect(lines).toHaveLength(waits.length + 2);
  });

  test('hurries when it is told to, once', () => {
    line().breaks();
    socket.hurry();
    socket.hurry();
    expect(lines).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(2);
  });

  test('a line that is silent after a ping is given up', () => {
    line().open();
    line().says(table);
    vi.advanceTimersByTime(20_000);
    expect(line().sent.at(-1)).toEqual({ type: 'ping' });
    line().says({ type: 'pong' });
    vi.advanceTimersByTime(20_000);
    expect(states).toEqual([true]);
    vi.advanceTimersByTime(20_000);
    expect(states).toEqual([true, false]);
  });

  test('greets anew on another line without a word, and the old one is not heard any more', async () => {
    line().open();
    line().says(table);
    const old = line();
    const asked = socket.ask({ type: 'build', seat: 0, choices: [] });
    version = 0;
    socket.restart();
    await expect(asked).rejects.toMatchObject({ error: { code: 'offline' } });
    line().open();
    expect(line().sent[0]).toMatchObject({ type: 'hello', version: 0 });
    old.says(table);
    old.breaks();
    vi.advanceTimersByTime(5_000);
    expect([lines.length, states, heard.length]).toEqual([2, [true], 1]);
  });

  test('a page that closes does not come back', () => {
    line().open();
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
  });
});
