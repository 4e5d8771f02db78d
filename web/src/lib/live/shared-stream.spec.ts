import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSharedStream } from './shared-stream';

/** An EventSource that does what the test says. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  say(name: string, data: string) {
    this.dispatchEvent(Object.assign(new Event(name), { data }));
  }
  fail(readyState: number) {
    this.readyState = readyState;
    this.onerror?.();
  }
  static get newest() {
    return FakeSource.all.at(-1)!;
  }
}

/** Tabs of one browser: a lock that is handed on in order, and channels that hear each other. */
function fakeBrowser() {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const channels = new Set<FakeChannel>();
  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor() {
      channels.add(this);
    }
    postMessage(data: unknown) {
      for (const other of channels) if (other !== this) other.onmessage?.({ data });
    }
    close() {
      channels.delete(this);
    }
  }
  const next = () => {
    isHeld = false;
    waiting.shift()?.();
  };
  const request = (_name: string, _options: object, lead: () => Promise<void>) =>
    new Promise<void>((resolve) => {
      const start = () => {
        isHeld = true;
        void lead().then(() => {
          resolve();
          next();
        });
      };
      if (isHeld) waiting.push(start);
      else start();
    });
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('window', { BroadcastChannel: FakeChannel });
}

function openTab() {
  const seen: string[] = [];
  const stop = openSharedStream({
    url: '/api/stream?profile=live',
    events: ['token', 'health'],
    onEvent: (name, data) => seen.push(`${name} ${data}`),
    onLink: (isUp) => seen.push(isUp ? 'up' : 'down'),
  });
  return { seen, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all = [];
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a browser that cannot share', () => {
  it('gets a stream of its own, which is up from its first event', () => {
    const { seen, stop } = openTab();
    FakeSource.newest.say('token', '{}');
    expect(seen).toEqual(['up', 'token {}']);
    stop();
    expect(FakeSource.newest.readyState).toBe(FakeSource.CLOSED);
  });

  it('leaves a dropped connection to the browser', () => {
    const { seen, stop } = openTab();
    FakeSource.newest.say('health', '1');
    FakeSource.newest.fail(0);
    vi.advanceTimersByTime(5_000);
    FakeSource.newest.say('health', '2');
    expect(seen).toEqual(['up', 'health 1', 'down', 'up', 'health 2']);
    expect(FakeSource.all).toHaveLength(1);
    stop();
  });

  it('opens a new one after an answer that was no stream, waiting longer each time', () => {
    const { stop } = openTab();
    const openedAfter = (ms: number) => {
      FakeSource.newest.fail(FakeSource.CLOSED);
      const before = FakeSource.all.length;
      vi.advanceTimersByTime(ms - 1_000);
      expect(FakeSource.all).toHaveLength(before);
      vi.advanceTimersByTime(1_000);
      expect(FakeSource.all).toHaveLength(before + 1);
    };
    openedAfter(1_000);
    openedAfter(2_000);
    openedAfter(4_000);
    stop();
  });

  it('gives up a stream that fell silent', () => {
    const { seen, stop } = openTab();
    FakeSource.newest.say('health', '1');
    vi.advanceTimersByTime(12_000);
    expect(seen).toEqual(['up', 'health 1', 'down']);
    expect(FakeSource.all).toHaveLength(2);
    stop();
  });
});

describe('tabs of one browser', () => {
  beforeEach(fakeBrowser);

  it('share one stream', () => {
    const first = openTab();
    const second = openTab();
    FakeSource.newest.say('token', 'a');
    expect(FakeSource.all).toHaveLength(1);
    expect(first.seen).toEqual(['up', 'token a']);
    expect(second.seen).toEqual(['up', 'token a']);
    first.stop();
    second.stop();
  });

  it('tell a late one at once whether the stream is up', () => {
    const first = openTab();
    FakeSource.newest.say('health', '1');
    const late = openTab();
    expect(late.seen).toEqual(['up']);
    first.stop();
    late.stop();
  });

  it('hand the stream on when the one that held it goes', async () => {
    const first = openTab();
    const second = openTab();
    first.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeSource.all).toHaveLength(2);
    FakeSource.newest.say('token', 'b');
    expect(second.seen).toEqual(['up', 'token b']);
    second.stop();
  });

  it('poll when the one that holds it says nothing any more', () => {
    const first = openTab();
    const second = openTab();
    FakeSource.newest.say('token', 'a');
    FakeSource.newest.say = () => {};
    vi.advanceTimersByTime(12_000);
    expect(second.seen).toEqual(['up', 'token a', 'down']);
    first.stop();
    second.stop();
  });
});
