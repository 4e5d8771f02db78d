import { type ComponentType, lazy } from 'react';
import { turns } from './turns';

/** ms before each further try: a cut of two minutes breaks nothing, a file that is gone says so after these. */
const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** Resolves after `ms`, or as soon as the browser says that its network is back. */
const waited = (ms: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener('online', go);
  });

/** Loads what may fail for want of a network, over and over for two minutes. @throws what the last try did */
export async function loadSurely<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (const ms of RETRY_AFTER_MS) {
    try {
      return await load();
    } catch {
      await waited(ms);
    }
  }
  return load();
}

const ahead: (() => Promise<unknown>)[] = [];

/** What `load` brings is loaded once, with the first who asks or ahead of all; one that failed for good is asked for again. */
export function loadedAhead<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  const once = () => {
    loading ??= loadSurely(load).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  ahead.push(once);
  return once;
}

/** A part of the page in a file of its own, loaded ahead once the page is idle. */
export const lazyAhead = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(loadedAhead(load));

/** Loads what was not shown yet, after what the page shows: then a press needs no network. */
export function loadAhead(): void {
  for (const load of ahead) turns(load).catch(() => {});
}
