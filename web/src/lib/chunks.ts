import pLimit from 'p-limit';
import { type ComponentType, lazy } from 'react';
import { ApiError, getText } from './api';

/** ms before each further try, the last before all that follow. */
const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** A cut of two minutes breaks nothing. */
const TRIED_FOR_MS = 120_000;
/** The server has another release by now: to ask again is of no use. */
const GONE = 404;

/** Ends each wait for a further try. */
const waits = new Set<() => void>();
const tryNow = () => {
  for (const end of waits) end();
};

/** Resolves after `ms`, or as soon as the network is back or somebody asks. */
const waited = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waits.delete(end);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    waits.add(end);
    addEventListener('online', end);
  });

/** Tries over and over for two minutes. @throws what the last try did */
async function tryOften<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const endMs = performance.now() + TRIED_FOR_MS;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if ((error instanceof ApiError && error.status === GONE) || performance.now() > endMs) throw error;
      await waited(RETRY_AFTER_MS[tries] ?? RETRY_AFTER_MS[4]);
    }
  }
}

/** A file of code as the build's manifest has it; what it imports is named by the keys of the others. */
type Chunk = { file: string; name?: string; imports?: string[] };

let manifest: Promise<Record<string, Chunk>> | null = null;

const readManifest = () => {
  manifest ??= getText('/chunks.json', 'low')
    .then((text) => JSON.parse(text))
    .catch((error: unknown) => {
      manifest = null;
      throw error;
    });
  return manifest;
};

/** Those that the browser has kept already. */
const kept = new Set<string>();

/** Has the browser keep the files of the code that is called `name`, one after the other: a cut fails one of them. */
async function keepFiles(name: string): Promise<void> {
  const chunks = await readManifest();
  // A set is walked to its end, with what is added on the way.
  const wanted = new Set(Object.keys(chunks).filter((key) => chunks[key]?.name === name));
  for (const key of wanted) for (const imported of chunks[key]?.imports ?? []) wanted.add(imported);
  for (const key of wanted) {
    const file = chunks[key]?.file;
    if (file === undefined || kept.has(file)) continue;
    await getText(`/${file}`, 'low');
    kept.add(file);
  }
}

/** One at a time, apart from the lists, which wait for none of it. */
const aheadTurns = pLimit(1);
/** What is to be loaded ahead; null once that has begun. */
let toCome: (() => Promise<unknown>)[] | null = [];
/** What the page opens with is not asked for twice. */
let isOpening = true;

const queueAhead = (load: () => Promise<unknown>) => void aheadTurns(load).catch(() => {});

/**
 * What `load` brings, from the file called `name`, is loaded once, with the first who asks or ahead of all. The files are read
 * before they are imported, since a browser imports no file that failed to come once.
 */
export function loadedAhead<Loaded>(name: string, load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  const once = () => {
    if (loading) {
      tryNow();
      return loading;
    }
    const isDirect = isOpening || !import.meta.env.PROD;
    isOpening = false;
    loading = (isDirect ? load() : tryOften(() => keepFiles(name)).then(load)).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  if (toCome) toCome.push(once);
  else queueAhead(once);
  return once;
}

/** A part of the page in a file of its own, called `name`, loaded ahead of being shown. */
export const lazyAhead = <Props>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(loadedAhead(name, load));

/** Begins to load what was not shown yet: then a press needs no network. */
export function loadAhead(): void {
  for (const load of toCome ?? []) queueAhead(load);
  toCome = null;
}
