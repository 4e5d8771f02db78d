import { setTimeout as sleep } from 'node:timers/promises';
import { Outage } from '@cryptonite/contracts/outages';
import { checkEndpoint, type Served } from './cluster.js';
import type { RpcEndpoint } from './rpc-endpoint.js';

const PAUSE_MS = { first: 200, longest: 30_000 };

type Standing = {
  endpoint: RpcEndpoint;
  /** Whether it was seen to serve the chain, since it last failed to. */
  isChecked: boolean;
  /** The check under way: whoever wants one takes part in it. */
  checking: Promise<Served> | null;
  /** It is left alone until then, ms since 1970, and what was asked before it began says nothing new. */
  restsUntilMs: number;
  restsSinceMs: number;
  pauseMs: number;
  /** Failures since it last answered; those of one moment are one. */
  failures: number;
  outage: Outage;
};

/** Endpoints of one chain side by side: whichever can answer soonest is asked, and one that fails is left alone for a while. */
export class EndpointPool {
  readonly #standings: Standing[];
  /** Which chain the first of them served. */
  #chain: string | null = null;

  constructor(endpoints: readonly RpcEndpoint[], log: (line: string) => void) {
    this.#standings = endpoints.map((endpoint) => ({
      endpoint,
      isChecked: false,
      checking: null,
      restsUntilMs: 0,
      restsSinceMs: 0,
      pauseMs: PAUSE_MS.first,
      failures: 0,
      outage: new Outage(`the RPC ${endpoint.host}`, log),
    }));
  }

  get endpoints(): RpcEndpoint[] {
    return this.#standings.map(({ endpoint }) => endpoint);
  }

  /** Those that were seen to serve the chain. */
  get checked(): RpcEndpoint[] {
    return this.#standings.flatMap(({ endpoint, isChecked }) => (isChecked ? [endpoint] : []));
  }

  /**
   * Sees which endpoints can be used, and waits for the first.
   * @returns what that says of itself
   * @throws Error with one line of what is wrong with each, where none can
   */
  async check(signal: AbortSignal): Promise<string> {
    const checks = this.#standings.map((standing) => this.#check(standing, signal));
    try {
      return (await Promise.any(checks)).version;
    } catch (error) {
      const reasons = (error as AggregateError).errors as Error[];
      const hosts = this.endpoints.map(({ host }) => host);
      throw new Error(reasons.map(({ message }, index) => `${hosts[index]}: ${message}`).join('; '), {
        cause: error,
      });
    }
  }

  #check(standing: Standing, signal: AbortSignal): Promise<Served> {
    standing.checking ??= this.#checkAlone(standing, signal).finally(() => {
      standing.checking = null;
    });
    return standing.checking;
  }

  async #checkAlone(standing: Standing, signal: AbortSignal): Promise<Served> {
    const { endpoint } = standing;
    const beganMs = Date.now();
    try {
      const served = await checkEndpoint(endpoint, signal);
      this.#chain ??= served.chain;
      if (served.chain !== this.#chain)
        throw new Error(`it serves ${served.chain}, and what is read is ${this.#chain}`);
      standing.isChecked = true;
      this.answered(endpoint);
      return served;
    } catch (error) {
      standing.isChecked = false;
      if (!signal.aborted) this.failed(endpoint, (error as Error).message, beganMs);
      throw error;
    }
  }

  /** One that does not rest and has a turn soonest; waits for one. Those that are not checked yet are, beside it. */
  async pick(signal: AbortSignal): Promise<RpcEndpoint> {
    for (;;) {
      signal.throwIfAborted();
      const now = Date.now();
      const awake = this.#standings.filter(({ restsUntilMs }) => restsUntilMs <= now);
      const checks = awake.filter(({ isChecked }) => !isChecked).map((each) => this.#check(each, signal));
      for (const check of checks) check.catch(() => {});
      const [best] = awake
        .filter(({ isChecked }) => isChecked)
        .sort((a, b) => a.endpoint.waitMs - b.endpoint.waitMs);
      if (best) return best.endpoint;
      const soonest = Math.min(...this.#standings.map(({ restsUntilMs }) => restsUntilMs));
      if (checks.length > 0) await Promise.any(checks).catch(() => {});
      else await sleep(Math.max(1, soonest - now), undefined, { signal });
    }
  }

  answered(endpoint: RpcEndpoint): void {
    const standing = this.#of(endpoint);
    standing.pauseMs = PAUSE_MS.first;
    standing.failures = 0;
    standing.outage.ended(Date.now());
  }

  /** @param beganMs when the request that failed was begun: several that fail together are one failure */
  failed(endpoint: RpcEndpoint, message: string, beganMs: number): void {
    const standing = this.#of(endpoint);
    if (beganMs < standing.restsSinceMs) return;
    standing.failures += 1;
    // One request in a hundred fails at public endpoints, which nobody wants to hear of.
    if (standing.failures > 1) standing.outage.began(beganMs, message);
    standing.restsSinceMs = Date.now();
    standing.restsUntilMs = Date.now() + standing.pauseMs * (1 - Math.random() / 2);
    standing.pauseMs = Math.min(2 * standing.pauseMs, PAUSE_MS.longest);
  }

  #of(endpoint: RpcEndpoint): Standing {
    return this.#standings.find((standing) => standing.endpoint === endpoint)!;
  }
}
