import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSharedStream } from './shared-stream';
import type { Wish } from './shown-lists';

/** An EventSource that does what the test says. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  onopen: (() => void) | null = null;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  say(name: string, data: string, lastEventId = '') {
    this.dispatchEvent(Object.assign(new Event(name), { data, lastEventId }));
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
  vi.stubGlobal('window', Object.assign(new EventTarget(), { BroadcastChannel: FakeChannel }));
}

/** A tab that shows a list. */
function openTab(wish: Wish | null = { lists: ['qualified'], after: '0:5' }) {
  const seen: string[] = [];
  const stream = openSharedStream({
    name: 'stream',
    urlOf: ({ lists, after }) => `${lists.join()} after ${after}`,
    events: ['token', 'health'],
    createReader: () => (name, data) => (data === 'unheard of' ? null : { name, data: `${data}!` }),
    onEvent: (name, data) => seen.push(`${name} ${data}`),
    onLink: (isUp) => seen.push(isUp ? 'up' : 'down'),
    onHeard: () => {},
  });
  if (wish) stream.wish(wish);
  return { seen, ...stream };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all = [];
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('window', new EventTarget());
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
    expect(seen).toEqual(['up', 'token {}!']);
    stop();
    expect(FakeSource.newest.readyState).toBe(FakeSource.CLOSED);
  });

  it('leaves a dropped connection to the browser', () => {
    const { seen, stop } = openTab();
    FakeSource.newest.say('health', '1');
    FakeSource.newest.fail(0);
    vi.advanceTimersByTime(4_000);
    FakeSource.newest.say('health', '2');
    expect(seen).toEqual(['up', 'health 1!', 'down', 'up', 'health 2!']);
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
    vi.advanceTimersByTime(6_000);
    expect(seen).toEqual(['up', 'health 1!', 'down']);
    expect(FakeSource.all).toHaveLength(2);
    stop();
  });

  it('waits longer for one that falls silent again, and says at once that it is down', () => {
    const { seen, stop } = openTab();
    FakeSource.newest.say('health', '1');
    vi.advanceTimersByTime(6_000);
    FakeSource.newest.say('health', '2');
    vi.advanceTimersByTime(9_000);
    expect(seen).toEqual(['up', 'health 1!', 'down', 'up', 'health 2!', 'down']);
    expect(FakeSource.all).toHaveLength(2);
    FakeSource.newest.say('health', '3');
    vi.advanceTimersByTime(12_000);
    expect(FakeSource.all).toHaveLength(3);
    stop();
  });
});

describe('what a stream is opened for', () => {
  it('are the lists on screen, from where they were answered', () => {
    const { stop } = openTab();
    expect(FakeSource.all.map(({ url }) => url)).toEqual(['qualified after 0:5']);
    stop();
  });

  it('is nothing while no list is there', () => {
    const { stop } = openTab(null);
    vi.advanceTimersByTime(3_000);
    expect(FakeSource.all).toEqual([]);
    stop();
  });

  it('is another list from the earlier of both places: where the stream stands, and where that was answered', () => {
    const { wish, stop } = openTab();
    FakeSource.newest.say('token', 'a', '0:9,1:4');
    wish({ lists: ['bonded'], after: '0:8,1:6' });
    expect(FakeSource.all.map(({ readyState }) => readyState)).toEqual([FakeSource.CLOSED, 1]);
    expect(FakeSource.newest.url).toBe('bonded after 0:8,1:4');
    stop();
  });

  it('begins anew with a list of which nobody knows where it stands', () => {
    const { wish, stop } = openTab();
    FakeSource.newest.say('token', 'a', '0:9');
    wish({ lists: ['bonded'], after: null });
    expect(FakeSource.newest.url).toBe('bonded after null');
    stop();
  });

  it('goes on after silence from the last event', () => {
    const { stop } = openTab();
    FakeSource.newest.say('token', 'a', '0:9');
    vi.advanceTimersByTime(6_000);
    expect(FakeSource.newest.url).toBe('qualified after 0:9');
    stop();
  });

  it('stays shut while the browser says that it has no network, and opens when it has one', () => {
    const { seen, stop } = openTab();
    FakeSource.newest.say('health', '1');
    window.dispatchEvent(new Event('offline'));
    expect(seen).toEqual(['up', 'health 1!', 'down']);
    expect(FakeSource.newest.readyState).toBe(FakeSource.CLOSED);
    vi.advanceTimersByTime(60_000);
    expect(FakeSource.all).toHaveLength(1);
    window.dispatchEvent(new Event('online'));
    expect(FakeSource.all).toHaveLength(2);
    stop();
  });

  it('leaves out what cannot be made whole', () => {
    const { seen, stop } = openTab();
    FakeSource.newest.say('token', 'unheard of');
    expect(seen).toEqual([]);
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
    expect(first.seen).toEqual(['up', 'token a!']);
    expect(second.seen).toEqual(['up', 'token a!']);
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

  it('get a stream of all that they show, and of less when one goes', () => {
    const first = openTab();
    const second = openTab({ lists: ['bonded', 'qualified'], after: '0:4' });
    expect(FakeSource.all.map(({ url }) => url)).toEqual([
      'qualified after 0:5',
      'bonded,qualified after 0:4',
    ]);
    FakeSource.newest.say('token', 'a', '0:9');
    second.stop();
    expect(FakeSource.newest.url).toBe('qualified after 0:9');
    first.stop();
  });

  it('show nothing any more once closed, and again what they showed when they come back', () => {
    const first = openTab();
    const window = new EventTarget();
    vi.stubGlobal('window', Object.assign(window, { BroadcastChannel }));
    const second = openTab({ lists: ['bonded'], after: '0:4' });
    expect(FakeSource.newest.url).toBe('bonded,qualified after 0:4');
    window.dispatchEvent(new Event('pagehide'));
    expect(FakeSource.newest.url).toBe('qualified after 0:4');
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(FakeSource.newest.url).toBe('bonded,qualified after 0:4');
    first.stop();
    second.stop();
  });

  it('hand on what all of them show, and go on where the first was', async () => {
    const first = openTab();
    const second = openTab({ lists: ['bonded'], after: '0:5' });
    const third = openTab({ lists: ['qualified'], after: '0:5' });
    FakeSource.newest.say('token', 'a', '0:9');
    first.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeSource.newest.url).toBe('bonded,qualified after 0:9');
    second.stop();
    third.stop();
  });

  it('hand the stream on when the one that held it goes', async () => {
    const first = openTab();
    const second = openTab();
    first.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeSource.all).toHaveLength(2);
    FakeSource.newest.say('token', 'b');
    expect(second.seen).toEqual(['up', 'token b!']);
    second.stop();
  });

  it('poll when the one that holds it says nothing any more', () => {
    const first = openTab();
    const second = openTab();
    FakeSource.newest.say('token', 'a');
    FakeSource.newest.say = () => {};
    vi.advanceTimersByTime(6_000);
    expect(second.seen).toEqual(['up', 'token a!', 'down']);
    first.stop();
    second.stop();
  });
});
