/** How providers reach the outside: from the cache, or guarded and when it is their turn. */
import type { Nearness } from '@cryptonite/contracts/asks';
import type { FetchCache } from './fetch/cache.js';
import { type Fetched, FetchFailed, type FetchGuard } from './fetch/guard.js';
import type { Hosts } from './fetch/hosts.js';

export type Wanted = {
  nearness: Nearness;
  timeoutMs: number;
  maxBytes: number;
  /** The configured service whose limit the request counts against; null for a host that somebody else named. */
  service: string | null;
  /** What the address answers may be told again without asking: always the same, or what may change; null where it may not. */
  keep: 'immutable' | 'changing' | null;
  headers?: Readonly<Record<string, string>>;
  /** With it the request is a POST of JSON. */
  body?: string;
};

export class Outside {
  constructor(
    private readonly guard: FetchGuard,
    /** By names of services, beside hosts: several may answer at one address. */
    private readonly hosts: Hosts,
    private readonly cache: FetchCache,
  ) {}

  /** Rejects with {@link FetchFailed} for whatever is not a whole answer with a status of success. */
  async get(url: string, wanted: Wanted): Promise<Fetched> {
    const { keep } = wanted;
    if (keep === null) return this.#ask(url, wanted);
    const kept = await this.cache.find(url);
    const outcome = kept ?? (await this.#ask(url, wanted).catch(failedOf));
    if (!kept) await this.cache.keep(url, outcome, keep === 'immutable');
    if (outcome instanceof FetchFailed) throw outcome;
    return outcome;
  }

  #ask(
    url: string,
    { service, nearness, timeoutMs, maxBytes, headers = {}, body }: Wanted,
  ): Promise<Fetched> {
    const asPost = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    } as const;
    const request = body === undefined ? { headers } : asPost;
    const isConfigured = service !== null;
    return this.hosts.run(service ?? new URL(url).host, nearness, () =>
      this.guard.get(url, { timeoutMs, maxBytes, isConfigured, ...request }),
    );
  }
}

function failedOf(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error;
  throw error;
}
