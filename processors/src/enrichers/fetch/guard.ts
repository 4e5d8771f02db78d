/** The only way by which enrichers reach the outside. */
import { Agent, type Dispatcher } from 'undici';
import { CONNECT_MS, connectNowhere, connectOutside } from './connect-outside.js';
import { FetchFailed, failureOf } from './fetch-failed.js';
import { ACCEPT_ENCODING, drop, readBody } from './read-body.js';
import { type Resolve, resolveStrangers } from './resolve-strangers.js';
import { retryAfterOf } from './retry-after.js';
import { hostnameOf, nextTarget, readTarget, refuseOddPort } from './target.js';

export { FetchFailed, NotAsked, OwnNetworkFailed, WayIsAway } from './fetch-failed.js';

/** One request: the first address's, or that of one to which a redirect leads. */
export type Hop = {
  /** In one spelling, whatever the port: a limit is a machine's. */
  hostname: string;
  /** At the first address's origin, as all before it. */
  isHome: boolean;
};
/** Does a hop's work when it is its turn, and ends as the work does. */
export type Turn = <T>(hop: Hop, work: () => Promise<T>) => Promise<T>;

export type FetchLimits = {
  /** For everything but waiting for turns: look-ups, redirects, the last byte. */
  timeoutMs: number;
  turn: Turn;
  /** Of the answer, as it comes and unpacked. */
  maxBytes: number;
  /** Sent to the first address's origin alone, until a redirect leads to another. */
  headers?: Readonly<Record<string, string>>;
  method?: 'GET' | 'POST';
  body?: string;
  /**
   * The address was put together from one of the guard's `trusted`, and so may lead inside. What a launch or anybody else
   * wrote never is, not even where it names such an origin.
   */
  isConfigured?: boolean;
};

export type Fetched = {
  /** One of success. */
  status: number;
  bytes: Buffer;
  /** As stated; what the bytes are only they themselves say. */
  contentType: string | null;
  /** Who answered, after redirects. */
  host: string;
};

const USER_AGENT = 'cryptonite-screener';
const REDIRECTS_MOST = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The time of {@link FetchLimits} bounds all of an exchange; undici's own for its parts are off. */
const AGENT_OPTIONS: Agent.Options = {
  maxHeaderSize: 16 << 10,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveMaxTimeout: 10_000,
};

/** It reads no environment: no proxy stands between, and it keeps no cookies. */
export class FetchGuard {
  readonly #trusted: ReadonlySet<string>;
  readonly #inside = new Agent({ ...AGENT_OPTIONS, connect: { timeout: CONNECT_MS } });
  readonly #outside: Agent;

  /**
   * `trusted`: the addresses that the operator configured, whose origins may be inside the network. Without `asksStrangers`
   * nobody else is asked.
   */
  constructor({
    trusted,
    asksStrangers = true,
    resolve = resolveStrangers(),
  }: {
    trusted: readonly string[];
    asksStrangers?: boolean;
    resolve?: Resolve;
  }) {
    this.#trusted = new Set(trusted.map((base) => new URL(base).origin));
    const connect = asksStrangers ? connectOutside(resolve) : connectNowhere;
    this.#outside = new Agent({ ...AGENT_OPTIONS, connect });
  }

  /** Throws {@link FetchFailed} for whatever is not a whole answer with a status of success. */
  async get(url: string, limits: FetchLimits): Promise<Fetched> {
    const first = readTarget(url);
    const isTrusted = limits.isConfigured === true && this.#trusted.has(first.origin);
    let target = first;
    // Once it has led elsewhere, an address is a stranger's for good, also one that leads back.
    let isHome = true;
    let leftMs = limits.timeoutMs;
    for (let redirects = 0; redirects <= REDIRECTS_MOST; redirects++) {
      isHome &&= target.origin === first.origin;
      const isInside = isTrusted && isHome;
      if (!isInside) refuseOddPort(target);
      const headers = isHome ? limits.headers : undefined;
      const agent = isInside ? this.#inside : this.#outside;
      const from = target;
      const answered = await limits.turn({ hostname: hostnameOf(from), isHome }, async () => {
        const beganAtMs = performance.now();
        try {
          return await exchange(agent, from, { ...limits, headers }, leftMs);
        } finally {
          leftMs -= performance.now() - beganAtMs;
        }
      });
      if ('bytes' in answered) return answered;
      target = nextTarget(from, answered.location);
    }
    throw new FetchFailed('too-many-redirects', `more than ${REDIRECTS_MOST} from ${first.host} on`);
  }

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    await Promise.all([this.#inside.destroy(), this.#outside.destroy()]);
  }
}

/** The whole answer, or where it leads. */
async function exchange(
  agent: Agent,
  target: URL,
  limits: FetchLimits,
  withinMs: number,
): Promise<Fetched | { location: unknown }> {
  const { host } = target;
  const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(withinMs)));
  try {
    const answer = await ask(agent, target, limits, deadline);
    const { statusCode: status, headers, body } = answer;
    if (status >= 200 && status < 300) {
      const bytes = await readBody(answer, limits.maxBytes, host);
      return { status, bytes, contentType: textOf(headers['content-type']), host };
    }
    drop(body);
    if (!REDIRECTS.has(status) || limits.method === 'POST') throw refusalOf(host, answer);
    return { location: headers.location };
  } catch (error) {
    if (deadline.aborted && !(error instanceof FetchFailed))
      throw new FetchFailed('too-slow', `${host}: no whole answer within ${limits.timeoutMs} ms`);
    throw failureOf(error, host);
  }
}

function ask(
  agent: Agent,
  { origin, pathname, search }: URL,
  { headers, method = 'GET', body }: FetchLimits,
  deadline: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  deadline.throwIfAborted();
  const asked = agent.request({
    origin,
    path: `${pathname}${search}`,
    method,
    headers: { 'user-agent': USER_AGENT, accept: '*/*', 'accept-encoding': ACCEPT_ENCODING, ...headers },
    body: body ?? null,
    signal: deadline,
  });
  // Before a connection stands undici does not hear the signal.
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
    asked.then(resolve, reject);
  });
}

const textOf = (header: unknown): string | null => (typeof header === 'string' ? header : null);

function refusalOf(host: string, { statusCode: status, headers }: Dispatcher.ResponseData): FetchFailed {
  const failure =
    status === 429 ? 'rate-limited' : status === 404 || status === 410 ? 'not-found' : 'refused';
  return new FetchFailed(
    failure,
    `${host} answered ${status}`,
    retryAfterOf(status, headers, Date.now()),
    status,
  );
}
