import { setTimeout as sleep } from 'node:timers/promises';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { Outage } from '@cryptonite/contracts/outages';
import { checkEndpoint, type Served } from './cluster.js';
import type { RpcEndpoint } from './rpc-endpoint.js';

const metrics = metricsOf('ingest');

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
  /** Which chain those serve that are checked. */
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
      if (this.checked.length === 0) this.#chain = served.chain;
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

  /**
   * One that does not rest and has a turn soonest, when it has it. Those that are not checked yet are, beside it.
   * @param without not these; one at least is not among them
   */
  async pick(signal: AbortSignal, without: ReadonlySet<RpcEndpoint> = new Set()): Promise<RpcEndpoint> {
    const standings = this.#standings.filter(({ endpoint }) => !without.has(endpoint));
    for (;;) {
      signal.throwIfAborted();
      const now = Date.now();
      const awake = standings.filter(({ restsUntilMs }) => restsUntilMs <= now);
      const checks = awake.filter(({ isChecked }) => !isChecked).map((each) => this.#check(each, signal));
      for (const check of checks) check.catch(() => {});
      const [best] = awake
        .filter(({ isChecked }) => isChecked)
        .sort((a, b) => a.endpoint.waitMs - b.endpoint.waitMs);
      if (best) {
        await best.endpoint.turn(signal);
        if (best.isChecked && best.restsUntilMs <= Date.now()) return best.endpoint;
        continue;
      }
      const soonest = Math.min(...standings.map(({ restsUntilMs }) => restsUntilMs));
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
    metrics.ingest_rpc_failures_total.inc({ host: endpoint.host });
    const standing = this.#of(endpoint);
    if (beganMs < standing.restsSinceMs) return;
    standing.failures += 1;
    // One request in a hundred fails at public endpoints, which nobody wants to hear of. Where the only one cannot be used at
    // all, the stream says so.
    const isHeard = standing.isChecked || this.#standings.length > 1;
    if (standing.failures > 1 && isHeard) standing.outage.began(beganMs, message);
    standing.restsSinceMs = Date.now();
    standing.restsUntilMs = Date.now() + standing.pauseMs * (1 - Math.random() / 2);
    standing.pauseMs = Math.min(2 * standing.pauseMs, PAUSE_MS.longest);
  }

  #of(endpoint: RpcEndpoint): Standing {
    return this.#standings.find((standing) => standing.endpoint === endpoint)!;
  }
}
