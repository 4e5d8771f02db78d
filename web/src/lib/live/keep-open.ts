/** Keeps one EventSource open, whatever becomes of its connections. */
import { Deadline } from '@cryptonite/contracts/deadlines';

/** The server says something every second; a stream silent for this long is down, whatever TCP says. */
export const SILENCE_MS = 5_000;
/** One that was opened anew and fell silent again is waited for longer: a busy server would be kept busy by that alone. */
const SILENCE_MOST_MS = 60_000;
export const CHECK_MS = 1_000;
const RETRY_MS = { first: 1_000, most: 10_000 } as const;

/** Makes whole what a connection says in parts; null for what cannot be. Throws on what breaks its contract. */
export type ReadEvent = (name: string, data: string) => { name: string; data: unknown } | null;

export type KeptOptions = {
  /** Where to connect to now; null while there is nothing to ask for. */
  url: () => string | null;
  /** The event names to listen for. */
  events: readonly string[];
  /** A reader for each connection. */
  createReader: () => ReadEvent;
  onEvent: (name: string, data: unknown, id: string) => void;
  onLink: (isUp: boolean) => void;
};

export type Kept = {
  /** Connects anew at once, because `url` says something else now. */
  reopen: () => void;
  close: () => void;
};

export function keepOpen({ url, events, createReader, onEvent, onLink }: KeptOptions): Kept {
  let source: EventSource | null = null;
  const silence = new Deadline(SILENCE_MS, SILENCE_MOST_MS);
  let heardAt = Date.now();
  let retryMs: number = RETRY_MS.first;
  let retryAt = 0;

  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    const target = url();
    if (target === null) return;
    const opened = new EventSource(target, { withCredentials: true });
    source = opened;
    heardAt = Date.now();
    let read = createReader();
    // The browser has connected again by itself: the server begins anew to tell what changed.
    opened.onopen = () => {
      read = createReader();
    };
    for (const name of events)
      opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        heardAt = Date.now();
        retryMs = RETRY_MS.first;
        try {
          const event = read(name, data);
          if (event) onEvent(event.name, event.data, lastEventId);
        } catch (error) {
          // It is left out; the next answer that is read sets the lists right.
          console.warn(`stream event ${name} was not understood`, error);
        }
      });
    opened.onerror = () => {
      // A dropped connection is taken up again by the browser, after the last event id. An answer that is not a
      // stream is final for it, and then a new one is opened here.
      onLink(false);
      if (opened.readyState !== EventSource.CLOSED) return;
      close();
      retryAt = Date.now() + retryMs;
      retryMs = Math.min(retryMs * 2, RETRY_MS.most);
    };
  };
  const goOffline = () => {
    close();
    onLink(false);
    retryAt = Number.POSITIVE_INFINITY;
  };
  const goOnline = () => {
    retryMs = RETRY_MS.first;
    retryAt = 0;
    if (!source) open();
  };

  open();
  window.addEventListener('offline', goOffline);
  window.addEventListener('online', goOnline);
  const watch = setInterval(() => {
    const now = Date.now();
    const silentMs = now - heardAt;
    if (source && silentMs > SILENCE_MS) {
      onLink(false);
      if (silentMs <= silence.at(now)) return;
      silence.missed(silentMs, now);
      open();
    } else if (!source && Date.now() >= retryAt) open();
  }, CHECK_MS);

  return {
    reopen: open,
    close: () => {
      clearInterval(watch);
      window.removeEventListener('offline', goOffline);
      window.removeEventListener('online', goOnline);
      close();
    },
  };
}
