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

/** Tries over and over for two minutes. @throws what the last try did */
async function tryOften<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const ms of RETRY_AFTER_MS) {
    try {
      return await attempt();
    } catch {
      await waited(ms);
    }
  }
  return attempt();
}

/** A file of code as the build's manifest has it; what it imports is named by the keys of the others. */
type Chunk = { file: string; name?: string; imports?: string[] };

async function read<Body>(path: string, body: (response: Response) => Promise<Body>): Promise<Body> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return body(response);
}

let manifest: Promise<Record<string, Chunk>> | null = null;

const readManifest = () => {
  manifest ??= read('/chunks.json', (response) => response.json()).catch((error: unknown) => {
    manifest = null;
    throw error;
  });
  return manifest;
};

/** Has the browser keep the files of the code that is called `name`. */
async function keepFiles(name: string): Promise<void> {
  const chunks = await readManifest();
  // A set is walked to its end, with what is added on the way.
  const wanted = new Set(Object.keys(chunks).filter((key) => chunks[key]?.name === name));
  for (const key of wanted) for (const imported of chunks[key]?.imports ?? []) wanted.add(imported);
  const files = [...wanted].flatMap((key) => chunks[key]?.file ?? []);
  await Promise.all(files.map((file) => read(`/${file}`, (response) => response.arrayBuffer())));
}

const ahead: (() => Promise<unknown>)[] = [];
/** What the page opens with is not asked for twice. */
let isOpening = true;

/**
 * What `load` brings, from the file called `name`, is loaded once, with the first who asks or ahead of all; what failed for
 * good is asked for again. The files are read before they are imported, since a browser imports no file that failed to come once.
 */
export function loadedAhead<Loaded>(name: string, load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  const once = () => {
    const isKept = isOpening || !import.meta.env.PROD;
    isOpening = false;
    loading ??= (isKept ? load() : tryOften(() => keepFiles(name)).then(load)).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  ahead.push(once);
  return once;
}

/** A part of the page in a file of its own, called `name`, loaded ahead once the page is idle. */
export const lazyAhead = <Props>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(loadedAhead(name, load));

/** Loads what was not shown yet, after what the page shows: then a press needs no network. */
export function loadAhead(): void {
  for (const load of ahead) turns(load).catch(() => {});
}
