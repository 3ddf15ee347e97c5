import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const persist = vi.fn(() => Promise.resolve(true));
const finish = async (browser: object) => {
  vi.stubGlobal('navigator', browser);
  vi.resetModules();
  const { finishedOne, install } = await import('../src/lib/install.svelte');
  await finishedOne();
  return install;
};
const safari = { standalone: false, maxTouchPoints: 5, storage: { persist } };

describe('after the first finished match', () => {
  test('the browser is asked once to keep it', async () => {
    persist.mockClear();
    const browser = { maxTouchPoints: 0, storage: { persist } };
    await finish(browser);
    expect((await finish(browser)).forgetful).toBe(false);
    expect(persist).toHaveBeenCalledOnce();
  });

  test('a browser that has no such thing, or refuses, is fine', async () => {
    await finish({ maxTouchPoints: 0 });
    kept.clear();
    await finish({ maxTouchPoints: 0, storage: { persist: () => Promise.reject(new Error('no')) } });
  });

  test('Safari on a phone says once that it forgets, and not on the home screen', async () => {
    expect((await finish(safari)).forgetful).toBe(true);
    expect((await finish(safari)).forgetful).toBe(false);
    kept.clear();
    expect((await finish({ ...safari, standalone: true })).forgetful).toBe(false);
  });
});

test('the browser’s offer to install is kept until the reader asks for it', async () => {
  const listeners: Record<string, (event: unknown) => void> = {};
  vi.stubGlobal('addEventListener', (kind: string, listener: (event: unknown) => void) => (listeners[kind] = listener));
  const { askToInstall, install, listenForInstall } = await import('../src/lib/install.svelte');
  listenForInstall();
  const offer = { preventDefault: vi.fn(), prompt: vi.fn(() => Promise.resolve()) };
  listeners.beforeinstallprompt?.(offer);
  expect(offer.preventDefault).toHaveBeenCalledOnce();
  expect(install.offer).toBe(offer);
  await askToInstall();
  expect(offer.prompt).toHaveBeenCalledOnce();
  expect(install.offer).toBeNull();
});
