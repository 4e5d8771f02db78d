import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Tabs of one browser: they share its storage, and each was pressed in or not. */
let tones: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  tones = [];
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openTab(name: string, hasBeenActive: boolean, canPlay = true) {
  class FakeAudio {
    state = 'running';
    currentTime = 0;
    destination = {};
    createGain = () => ({
      gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
      connect: () => {},
    });
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: () => ({ connect: () => {} }),
      start: () => tones.push(name),
      stop: () => {},
    });
    constructor() {
      if (!canPlay) throw new Error('refused');
    }
  }
  vi.resetModules();
  const tab = await import('./sound');
  return () => {
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive } });
    vi.stubGlobal('AudioContext', FakeAudio);
    return tab.soundNews();
  };
}

it('is one tone for all tabs', async () => {
  const [first, second] = [await openTab('first', true), await openTab('second', true)];
  await first();
  await second();
  expect(tones).toEqual(['first']);
});

it('is that of the tab that may play it', async () => {
  const [silent, broken] = [await openTab('silent', false), await openTab('broken', true, false)];
  const last = await openTab('last', true);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const play of [silent, broken, last]) await play();
  expect(tones).toEqual(['last']);
});

it('comes again after twenty seconds, whatever the clock did', async () => {
  const play = await openTab('only', true);
  await play();
  vi.advanceTimersByTime(19_999);
  await play();
  expect(tones).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await play();
  vi.setSystemTime(0);
  await play();
  expect(tones).toHaveLength(3);
});
