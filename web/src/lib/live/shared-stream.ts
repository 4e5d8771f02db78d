/**
 * One server-sent event stream for all tabs of a browser: the tab that holds a Web Lock opens it for the lists that any of
 * them shows, and passes every event on by BroadcastChannel, tokens whole. When that tab goes, the lock, and with it the
 * stream, goes to the next one. A browser without either gets a stream per tab.
 */
import { CHECK_MS, type Kept, keepOpen, type ReadEvent, SILENCE_MS } from './keep-open';
import { earlierOf } from './position';
import type { Wish } from './shown-lists';

export type SharedStreamOptions = {
  /** Tabs share by this name. */
  name: string;
  urlOf: (wish: Wish) => string;
  /** The event names to listen for. */
  events: readonly string[];
  createReader: () => ReadEvent;
  onEvent: (name: string, data: unknown) => void;
  /** Called on every change of whether events arrive. */
  onLink: (isUp: boolean) => void;
  onHeard: (at: number) => void;
};

export type SharedStream = { wish: (wish: Wish) => void; stop: () => void };

type Message =
  | { kind: 'event'; name: string; data: unknown; id: string }
  | { kind: 'link'; isUp: boolean }
  | { kind: 'wish'; tab: string; wish: Wish }
  | { kind: 'bye'; tab: string }
  | { kind: 'ask' };

export function openSharedStream(options: SharedStreamOptions): SharedStream {
  const { name, urlOf, events, createReader, onEvent, onLink, onHeard } = options;
  const stop = new AbortController();
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window;
  const channel = canShare ? new BroadcastChannel(name) : null;
  const tab = canShare ? crypto.randomUUID() : '';
  /** What each tab shows. One that was killed is remembered until this tab goes, which costs bytes alone. */
  const wishes = new Map<string, Wish>();
  /** What the connection was opened for, and the last id that came over it or over one before it. */
  let named: readonly string[] = [];
  let lastId: string | null = null;
  let kept: Kept | null = null;
  let isUp = false;
  let heardAt = Date.now();

  const setUp = (next: boolean) => {
    if (next) {
      heardAt = Date.now();
      onHeard(heardAt);
    }
    if (next === isUp) return;
    isUp = next;
    onLink(next);
  };
  const tell = (message: Message) => channel?.postMessage(message);
  const tellOwn = () => {
    const own = wishes.get(tab);
    if (own) tell({ kind: 'wish', tab, wish: { ...own, after: lastId ?? own.after } });
  };
  const leave = () => tell({ kind: 'bye', tab });
  const hear = (event: string, data: unknown, id: string) => {
    setUp(true);
    if (id) lastId = id;
    onEvent(event, data);
  };

  /** The leader connects anew when the lists on screen are others, from where the last connection or the new list stands. */
  const takeWish = (from: string, wish: Wish) => {
    wishes.set(from, wish);
    connectForAll(wish.after);
  };
  const connectForAll = (after: string | null) => {
    const wished = [...new Set([...wishes.values()].flatMap(({ lists }) => lists))].sort();
    if (!kept || wished.join() === named.join()) return;
    const isFirst = named.length === 0;
    if (wished.some((list) => !named.includes(list)))
      lastId = isFirst && lastId === null ? after : earlierOf(lastId, after);
    named = wished;
    kept.reopen();
  };

  const lead = () => {
    kept = keepOpen({
      url: () => (named.length === 0 ? null : urlOf({ lists: named, after: lastId })),
      events,
      createReader,
      onEvent: (event, data, id) => {
        hear(event, data, id);
        tell({ kind: 'event', name: event, data, id });
      },
      onLink: (next) => {
        setUp(next);
        tell({ kind: 'link', isUp: next });
      },
    });
    const own = wishes.get(tab);
    if (own) takeWish(tab, { ...own, after: lastId ?? own.after });
    tell({ kind: 'ask' });
    return new Promise<void>((resolve) => {
      stop.signal.addEventListener('abort', () => {
        kept?.close();
        resolve();
      });
    });
  };

  if (channel) {
    channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
      if (message.kind === 'event') hear(message.name, message.data, message.id);
      else if (message.kind === 'link') setUp(message.isUp);
      else if (message.kind === 'wish') {
        // The leader's answer tells a tab that has just come whether the stream is up.
        if (kept) tell({ kind: 'link', isUp });
        takeWish(message.tab, message.wish);
      } else if (message.kind === 'bye') {
        wishes.delete(message.tab);
        connectForAll(lastId);
      } else {
        tellOwn();
      }
    };
    navigator.locks.request(name, { signal: stop.signal }, lead).catch((error: unknown) => {
      if (!stop.signal.aborted) console.warn('the stream is not shared between tabs', error);
    });
  } else {
    void lead();
  }

  // A tab that is closed or loaded anew unmounts nothing; one that is kept may be shown again.
  window.addEventListener('pagehide', leave, { signal: stop.signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && tellOwn(), { signal: stop.signal });

  // A follower whose leader was frozen or killed hears nothing: it polls until another tab leads.
  const watch = setInterval(() => {
    if (!kept && Date.now() - heardAt > SILENCE_MS) setUp(false);
  }, CHECK_MS);

  return {
    wish: (wish) => {
      tell({ kind: 'wish', tab, wish });
      takeWish(tab, wish);
    },
    stop: () => {
      leave();
      stop.abort();
      clearInterval(watch);
      channel?.close();
    },
  };
}
