/** How providers reach the outside: from the cache, or guarded and when it is their turn. */
import type { Nearness } from '@cryptonite/contracts/asks';
import type { FetchCache } from './fetch/cache.js';
import { type Fetched, FetchFailed, type FetchGuard, NotAsked, type Turn } from './fetch/guard.js';
import type { Hosts } from './fetch/hosts.js';

export type Wanted = {
  nearness: Nearness;
  /** Of a wait for its turn, from the beginning. */
  turnWithinMs: number;
  /** Of the requests themselves. */
  timeoutMs: number;
  maxBytes: number;
  /** The configured service whose limit the request counts against; null for a host that somebody else named. */
  service: string | null;
  /** What the address answers may be told again without asking: always the same, or what may change; null where it may not. */
  keep: 'immutable' | 'changing' | null;
  /** Hears how it went where somebody was asked; whether that may be kept. */
  heard?: (outcome: Fetched | FetchFailed) => boolean;
  headers?: Readonly<Record<string, string>>;
  /** With it the request is a POST of JSON. */
  body?: string;
};

export class Outside {
  /** @param services by the host at which each answers: whoever names that host asks within the service's limit */
  constructor(
    private readonly guard: FetchGuard,
    /** By names of services, beside hosts: several may answer at one address. */
    private readonly hosts: Hosts,
    private readonly cache: FetchCache,
    private readonly services: ReadonlyMap<string, string>,
  ) {}

  /** Rejects with {@link FetchFailed} for whatever is not a whole answer with a status of success. */
  async get(url: string, wanted: Wanted): Promise<Fetched> {
    const { keep, service, maxBytes } = wanted;
    const key = { url, service, maxBytes };
    const kept = keep === null ? null : await this.cache.find(key);
    if (kept instanceof FetchFailed) throw kept;
    if (kept) return kept;
    let isAsked = false;
    const outcome = await this.#ask(url, wanted, () => {
      isAsked = true;
    }).catch(failedOf);
    const isHeard = isAsked && !(outcome instanceof NotAsked);
    const mayKeep = !isHeard || (wanted.heard?.(outcome) ?? true);
    if (keep !== null && mayKeep) await this.cache.keep(key, outcome, keep === 'immutable');
    if (outcome instanceof FetchFailed) throw outcome;
    return outcome;
  }

  /** Ms for which a service is left alone. */
  pausedMs(service: string): number {
    return this.hosts.pausedMs(service);
  }

  /** A gateway may lead to a name of each content's own: `<cid>.ipfs.dweb.link`. */
  #nameOf(hostname: string): string {
    return this.services.get(hostname.replace(/^[^.]+\.ipfs\./, '')) ?? hostname;
  }

  #ask(url: string, wanted: Wanted, onAsked: () => void): Promise<Fetched> {
    const { service, nearness, turnWithinMs, timeoutMs, maxBytes, headers = {}, body } = wanted;
    const asPost = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    } as const;
    const request = body === undefined ? { headers } : asPost;
    const untilMs = performance.now() + turnWithinMs;
    const turn: Turn = ({ hostname, isHome }, work) => {
      const name = isHome && service !== null ? service : this.#nameOf(hostname);
      return this.hosts.run(name, nearness, Math.max(0, Math.ceil(untilMs - performance.now())), () => {
        onAsked();
        return work();
      });
    };
    return this.guard.get(url, { turn, timeoutMs, maxBytes, isConfigured: service !== null, ...request });
  }
}

function failedOf(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error;
  throw error;
}
