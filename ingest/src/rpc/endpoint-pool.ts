import { setTimeout as sleep } from 'node:timers/promises';
import { Outage } from '@cryptonite/contracts/outages';
import { checkEndpoint } from './cluster.js';
import type { RpcEndpoint } from './rpc-endpoint.js';

const PAUSE_MS = { first: 500, longest: 30_000 };

type Standing = {
  endpoint: RpcEndpoint;
  /** Whether it was seen to serve the chain, since it last failed to. */
  isChecked: boolean;
  /** It is left alone until then. */
  restsUntilMs: number;
  pauseMs: number;
  outage: Outage;
};

/** Endpoints of one chain side by side: whichever can answer soonest is asked, and one that fails is left alone for a while. */
export class EndpointPool {
  readonly #standings: Standing[];

  constructor(endpoints: readonly RpcEndpoint[], log: (line: string) => void) {
    this.#standings = endpoints.map((endpoint) => ({
      endpoint,
      isChecked: false,
      restsUntilMs: 0,
      pauseMs: PAUSE_MS.first,
      outage: new Outage(`the RPC ${endpoint.host}`, log),
    }));
  }

  get endpoints(): RpcEndpoint[] {
    return this.#standings.map(({ endpoint }) => endpoint);
  }

  /**
   * Sees which endpoints can be used at all.
   * @returns what the first of them says of itself
   * @throws Error with one line of what is wrong with each, where none can
   */
  async check(signal: AbortSignal): Promise<string> {
    const checked = await Promise.allSettled(
      this.#standings.map((standing) => this.#check(standing, signal)),
    );
    const version = checked.find(({ status }) => status === 'fulfilled');
    if (version?.status === 'fulfilled') return version.value;
    throw new Error(
      checked
        .map((each, index) => {
          const { host } = this.#standings[index]!.endpoint;
          return `${host}: ${each.status === 'rejected' ? (each.reason as Error).message : ''}`;
        })
        .join('; '),
    );
  }

  async #check(standing: Standing, signal: AbortSignal): Promise<string> {
    const { endpoint } = standing;
    try {
      const version = await checkEndpoint(endpoint, signal);
      standing.isChecked = true;
      this.answered(endpoint);
      return version;
    } catch (error) {
      standing.isChecked = false;
      if (!signal.aborted) this.failed(endpoint, (error as Error).message);
      throw error;
    }
  }

  /** One that does not rest and has a turn soonest; waits for one. */
  async pick(signal: AbortSignal): Promise<RpcEndpoint> {
    for (;;) {
      signal.throwIfAborted();
      const now = Date.now();
      const [best] = this.#standings
        .filter(({ restsUntilMs }) => restsUntilMs <= now)
        .sort((a, b) => a.endpoint.waitMs - b.endpoint.waitMs);
      if (best?.isChecked) return best.endpoint;
      if (best) await this.#check(best, signal).catch(() => {});
      else {
        const soonest = Math.min(...this.#standings.map(({ restsUntilMs }) => restsUntilMs));
        await sleep(Math.max(1, soonest - now), undefined, { signal });
      }
    }
  }

  answered(endpoint: RpcEndpoint): void {
    const standing = this.#of(endpoint);
    standing.pauseMs = PAUSE_MS.first;
    standing.outage.ended(Date.now());
  }

  failed(endpoint: RpcEndpoint, message: string): void {
    const standing = this.#of(endpoint);
    standing.outage.began(Date.now(), message);
    standing.restsUntilMs = Date.now() + standing.pauseMs * (1 - Math.random() / 2);
    standing.pauseMs = Math.min(2 * standing.pauseMs, PAUSE_MS.longest);
  }

  #of(endpoint: RpcEndpoint): Standing {
    return this.#standings.find((standing) => standing.endpoint === endpoint)!;
  }
}
