/**
 * One server-sent event stream for all tabs of a browser: the tab that holds a Web Lock opens it and passes every
 * event on by BroadcastChannel. When that tab goes, the lock, and with it the stream, goes to the next one.
 * A browser without either gets a stream per tab.
 */
export type SharedStreamOptions = {
  url: string;
  /** The event names to listen for. */
  events: readonly string[];
  onEvent: (name: string, data: string) => void;
  /** Called on every change of whether events arrive. */
  onLink: (isUp: boolean) => void;
};

type Message =
  | { kind: 'event'; name: string; data: string }
  | { kind: 'link'; isUp: boolean }
  | { kind: 'ask' };

/** The server sends health about once per second; a stream silent for this long is dead, whatever TCP says. */
const SILENCE_MS = 10_000;
const CHECK_MS = 1_000;
const RETRY_MS = { first: 1_000, most: 10_000 } as const;

/** Starts the stream; the answer stops it. */
export function openSharedStream({ url, events, onEvent, onLink }: SharedStreamOptions): () => void {
  const stop = new AbortController();
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window;
  const channel = canShare ? new BroadcastChannel(url) : null;
  let isUp = false;
  let isLeader = false;
  let heardAt = Date.now();

  const setUp = (next: boolean) => {
    if (next) heardAt = Date.now();
    if (next === isUp) return;
    isUp = next;
    onLink(next);
  };
  const tell = (message: Message) => channel?.postMessage(message);

  const lead = () => {
    isLeader = true;
    return keepOpen({
      url,
      events,
      signal: stop.signal,
      onEvent: (name, data) => {
        setUp(true);
        tell({ kind: 'event', name, data });
        onEvent(name, data);
      },
      onLink: (next) => {
        setUp(next);
        tell({ kind: 'link', isUp: next });
      },
    });
  };

  if (channel) {
    channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
      if (message.kind === 'ask') {
        if (isLeader) tell({ kind: 'link', isUp });
      } else if (message.kind === 'link') {
        setUp(message.isUp);
      } else {
        setUp(true);
        onEvent(message.name, message.data);
      }
    };
    tell({ kind: 'ask' });
    navigator.locks.request(url, { signal: stop.signal }, lead).catch((error: unknown) => {
      if (!stop.signal.aborted) console.warn('the stream is not shared between tabs', error);
    });
  } else {
    void lead();
  }

  // A follower whose leader was frozen or killed hears nothing: it polls until another tab leads.
  const watch = setInterval(() => {
    if (!isLeader && Date.now() - heardAt > SILENCE_MS) setUp(false);
  }, CHECK_MS);

  return () => {
    stop.abort();
    clearInterval(watch);
    channel?.close();
  };
}

type OpenOptions = SharedStreamOptions & { signal: AbortSignal };

/** Keeps an EventSource open until `signal`; its promise, and so the lock, ends with it. */
function keepOpen({ url, events, onEvent, onLink, signal }: OpenOptions): Promise<void> {
  let source: EventSource | null = null;
  let heardAt = Date.now();
  let retryMs: number = RETRY_MS.first;
  let retryAt = 0;

  const close = () => {
    source?.close();
    source = null;
    onLink(false);
  };
  const open = () => {
    source = new EventSource(url, { withCredentials: true });
    heardAt = Date.now();
    for (const name of events) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        heardAt = Date.now();
        retryMs = RETRY_MS.first;
        onEvent(name, data);
      });
    }
    source.onerror = () => {
      // A dropped connection is taken up again by the browser, after the last event id. An answer that is not a
      // stream is final for it, and then a new one is opened here.
      onLink(false);
      if (source?.readyState === EventSource.CLOSED) {
        close();
        retryAt = Date.now() + retryMs;
        retryMs = Math.min(retryMs * 2, RETRY_MS.most);
      }
    };
  };

  open();
  const watch = setInterval(() => {
    if (source && Date.now() - heardAt > SILENCE_MS) {
      close();
      retryAt = Date.now();
    }
    if (!source && Date.now() >= retryAt) open();
  }, CHECK_MS);

  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearInterval(watch);
      source?.close();
      resolve();
    });
  });
}
