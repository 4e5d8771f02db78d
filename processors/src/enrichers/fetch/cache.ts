import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FetchFailure } from '@cryptonite/contracts/events';
import { Outage } from '@cryptonite/contracts/outages';
import { messageOf } from '../../runtime/service.js';
import { FetchFailed } from './fetch-failed.js';
import type { Fetched } from './guard.js';
import { type Head, readKept, writeKept } from './kept-file.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Of an address that names its content, and of any other, whose content may change. */
const FETCHED_MS = { immutable: 24 * HOUR_MS, changing: 10 * MINUTE_MS };
/** What is an address's own fault lasts longer than what is its host's. */
const FAILED_MS: Readonly<Record<FetchFailure, number>> = {
  'no-address': HOUR_MS,
  'private-address': HOUR_MS,
  unresolved: 10 * MINUTE_MS,
  unreachable: MINUTE_MS,
  'too-slow': 10 * MINUTE_MS,
  'too-large': HOUR_MS,
  cut: MINUTE_MS,
  'not-found': 10 * MINUTE_MS,
  refused: MINUTE_MS,
  // Says when to ask, nothing of what was asked for.
  'rate-limited': 0,
  'too-many-redirects': 10 * MINUTE_MS,
  'wrong-type': HOUR_MS,
  unreadable: 10 * MINUTE_MS,
  'wrong-shape': HOUR_MS,
  'too-many-pixels': HOUR_MS,
};

/** What the smallest file takes of a disk: without it tiny failures would be without number. */
const BLOCK_BYTES = 4_096;
const onDisk = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/** What was asked for, as who: no stranger's address tells what a service told us, and what is too large is so of a bound. */
export type CacheKey = {
  url: string;
  /** Null for an address that somebody else named. */
  service: string | null;
  maxBytes: number;
};

const NAME = /^[0-9a-f]{64}$/;
/** An address may hold a token: only its hash is written. */
const nameOf = ({ url, service, maxBytes }: CacheKey): string =>
  createHash('sha256')
    .update(JSON.stringify([service, maxBytes, url]))
    .digest('hex');

/**
 * Answers and failures in files, so that a restart asks nobody for what was just said. What is damaged, too old or gone is a
 * miss; a disk that fails costs the cache and nothing else. One process at a time has a folder.
 */
export class FetchCache {
  readonly #dir: string;
  readonly #maxBytes: number;
  readonly #outage: Outage;
  /** What each file takes on disk, oldest first. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #partials = 0;

  private constructor(dir: string, maxBytes: number, log: (line: string) => void) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
    this.#outage = new Outage('the cache of what was fetched', log);
  }

  /** `maxBytes` bounds what the folder's files take on disk together. */
  static async open(options: {
    dir: string;
    maxBytes: number;
    log: (line: string) => void;
  }): Promise<FetchCache> {
    const cache = new FetchCache(options.dir, options.maxBytes, options.log);
    await mkdir(options.dir, { recursive: true });
    await cache.#readFolder();
    return cache;
  }

  /** What was kept; null without, or no more. */
  async find(key: CacheKey): Promise<Fetched | FetchFailed | null> {
    const name = nameOf(key);
    if (!this.#sizes.has(name)) return null;
    const file = await this.#try('reading', () => readFile(join(this.#dir, name)));
    if (file === null) {
      this.#forget(name);
      return null;
    }
    const kept = readKept(file);
    if (kept === null || kept.head.keptUntilMs <= Date.now()) {
      await this.#remove(name);
      return null;
    }
    const { head, bytes } = kept;
    if (head.kind === 'failed') return new FetchFailed(head.failure, head.detail, null, head.status);
    const { status, contentType, host } = head;
    return { status, bytes, contentType, host };
  }

  /** `isImmutable`: the address names its content, as IPFS' do. */
  async keep(key: CacheKey, outcome: Fetched | FetchFailed, isImmutable: boolean): Promise<void> {
    const keptMs =
      outcome instanceof FetchFailed
        ? FAILED_MS[outcome.failure]
        : FETCHED_MS[isImmutable ? 'immutable' : 'changing'];
    const file = fileOf(outcome, Date.now() + keptMs);
    if (keptMs === 0 || onDisk(file.length) > this.#maxBytes) return;
    const name = nameOf(key);
    this.#partials += 1;
    const partial = join(this.#dir, `${name}.${this.#partials}.partial`);
    const isKept = await this.#try('writing', async () => {
      try {
        await writeFile(partial, file);
        await rename(partial, join(this.#dir, name));
        return true;
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined);
        throw error;
      }
    });
    if (isKept === null) return;
    this.#forget(name);
    this.#note(name, file.length);
    await this.#makeRoom();
  }

  async #readFolder(): Promise<void> {
    const found: { name: string; size: number; writtenAtMs: number }[] = [];
    for (const name of await readdir(this.#dir)) {
      const path = join(this.#dir, name);
      if (name.endsWith('.partial')) await rm(path, { force: true });
      if (!NAME.test(name)) continue;
      const { size, mtimeMs } = await stat(path);
      found.push({ name, size, writtenAtMs: mtimeMs });
    }
    found.sort((a, b) => a.writtenAtMs - b.writtenAtMs);
    for (const { name, size } of found) this.#note(name, size);
    await this.#makeRoom();
  }

  #note(name: string, size: number): void {
    this.#sizes.set(name, onDisk(size));
    this.#bytes += onDisk(size);
  }

  #forget(name: string): void {
    this.#bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }

  async #makeRoom(): Promise<void> {
    for (const name of this.#sizes.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      await this.#remove(name);
    }
  }

  async #remove(name: string): Promise<void> {
    this.#forget(name);
    await this.#try('removing', () => rm(join(this.#dir, name), { force: true }));
  }

  /** Null where the disk refuses. One that is full still reads. */
  async #try<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    const beganAtMs = Date.now();
    try {
      const result = await work();
      this.#outage.ended(Date.now(), what);
      return result;
    } catch (error) {
      this.#outage.began(beganAtMs, messageOf(error), what);
      return null;
    }
  }
}

function fileOf(outcome: Fetched | FetchFailed, keptUntilMs: number): Buffer {
  if (outcome instanceof FetchFailed) {
    const { failure, message: detail, status } = outcome;
    return writeKept({ kind: 'failed', keptUntilMs, failure, detail, status }, Buffer.alloc(0));
  }
  const { status, contentType, host, bytes } = outcome;
  const head: Head = { kind: 'fetched', keptUntilMs, status, contentType, host };
  return writeKept(head, bytes);
}
