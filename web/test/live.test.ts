import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Live, merged } from '../src/lib/live.svelte';

/** The server's end of a line. */
class Line {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(): void {}
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

let lines: Line[];
let live: Live<{ pupils: Record<string, { solved: number }> }>;
const line = (): Line => lines.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  lines = [];
  live = new Live('/classes/abc/desk', () => {
    lines.push(new Line());
    return line();
  });
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a live view', () => {
  test('follows the server', () => {
    expect([live.value, live.state]).toEqual([null, 'connecting']);
    line().says({ type: 'all', now: Date.now() + 60_000, value: { pupils: { a: { solved: 1 }, b: { solved: 0 } } } });
    expect(live.state).toBe('open');
    expect(live.now()).toBe(Date.now() + 60_000);
    const before = live.value;
    line().says({ type: 'change', now: Date.now(), patch: { pupils: { b: null, c: { solved: 2 } } } });
    expect(live.value).toEqual({ pupils: { a: { solved: 1 }, c: { solved: 2 } } });
    expect(live.value?.pupils.a).toBe(before?.pupils.a);
  });

  test('comes back after a lost connection, and keeps what it has', () => {
    line().says({ type: 'all', now: 0, value: { pupils: {} } });
    line().close();
    expect([live.value, live.state]).toEqual([{ pupils: {} }, 'connecting']);
    vi.advanceTimersByTime(400);
    expect(lines.length).toBe(2);
    line().says({ type: 'all', now: 0, value: { pupils: { a: { solved: 1 } } } });
    expect([live.value, live.state]).toEqual([{ pupils: { a: { solved: 1 } } }, 'open']);
  });

  test('gives up a line that says nothing', () => {
    line().says({ type: 'all', now: 0, value: { pupils: {} } });
    vi.advanceTimersByTime(20_000);
    line().says({ type: 'still', now: 0 });
    vi.advanceTimersByTime(20_000);
    expect(lines.length).toBe(1);
    vi.advanceTimersByTime(6_000);
    expect(lines.length).toBe(2);
  });

  test('ends when there is nothing to see', () => {
    line().says({ type: 'gone' });
    expect(live.state).toBe('gone');
    vi.advanceTimersByTime(60_000);
    expect(lines.length).toBe(1);
  });
});

test('a patch replaces lists and merges objects', () => {
  expect(merged({ a: [1, 2], b: { x: 1 } }, { a: [3], b: { y: 2 } })).toEqual({ a: [3], b: { x: 1, y: 2 } });
  expect(merged('text', { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } });
});
