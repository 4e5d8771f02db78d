import { Deadline } from '@cryptonite/contracts/deadlines';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { z } from 'zod';
import { Pace } from './pace.js';

const metrics = metricsOf('ingest');

const ANSWER_MS = { first: 10_000, most: 60_000 };
/** Where a refusal does not say when to ask again. */
const REST_MS = { first: 1_000, longest: 30_000 };
/** Of JSON as it is unpacked: several times the largest blocks. */
const MAX_ANSWER_BYTES = 32 << 20;
const MAX_TEXT = 300;

/** An RPC's own answer that it cannot give what was asked; codes are Agave's. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const Slot = z.int().nonnegative();
const Answered = z.union([
  z.object({ id: z.number().nullable(), error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ id: z.number(), result: z.unknown() }),
]);

/** One JSON-RPC endpoint, asked no faster than the budget allows. Its address may hold a key, so nothing names more than its host. */
export class RpcEndpoint {
  readonly host: string;
  /** Where it tells what happens. */
  readonly socketUrl: URL;
  readonly #url: URL;
  readonly #pace: Pace;
  /** Parts of its address that may be a key. */
  readonly #secrets: readonly string[];
  readonly #deadline = new Deadline(ANSWER_MS.first, ANSWER_MS.most);
  #restMs = REST_MS.first;
  #restsUntilMs = 0;
  #id = 0;
  /** What it was asked and has answered since that was last told; bytes as they were unpacked. */
  requests = 0;
  bytes = 0;

  /** @param url ws or wss; requests go to the same address by http or https */
  constructor(url: URL, requestsPerSecond: number) {
    this.host = url.host;
    this.socketUrl = url;
    this.#url = new URL(url);
    this.#url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:';
    this.#pace = new Pace(requestsPerSecond);
    this.#secrets = secretsOf(url);
  }

  /** How long a request would wait for its turn, ms; below 0, for how long none was asked that might have been. */
  get waitMs(): number {
    return this.#pace.waitMs;
  }

  /** How long an answer is waited for now, ms: longer, once one took that long. */
  get patienceMs(): number {
    return this.#deadline.at(performance.now());
  }

  /** What it says, in one line, cut, and without what may be a key. */
  quote(text: string): string {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    return this.#secrets.reduce((said, secret) => said.replaceAll(secret, '…'), line).slice(0, MAX_TEXT);
  }

  /** Resolves when it may be asked. */
  turn(signal: AbortSignal): Promise<void> {
    return this.#pace.turn(signal);
  }

  /** Bytes that it sent. */
  count(bytes: number): void {
    this.bytes += bytes;
    metrics.ingest_rpc_bytes_total.inc({ host: this.host }, bytes);
  }

  /**
   * Whoever asks has a turn. Throws RpcRefusal for its own refusals, else an Error, each with one line about what is wrong.
   */
  async ask(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    const timeoutMs = this.patienceMs;
    this.#id += 1;
    const id = this.#id;
    this.requests += 1;
    metrics.ingest_rpc_requests_total.inc({ host: this.host });
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    // Not by AbortSignal.any: of Node 20 a composed signal may be collected, and then nothing ends the request.
    const limit = new AbortController();
    const stop = (): void => limit.abort(signal.reason);
    signal.addEventListener('abort', stop);
    const late = setTimeout(() => limit.abort(new DOMException('too late', 'TimeoutError')), timeoutMs);
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip' };
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers,
        body,
        signal: limit.signal,
        redirect: 'error',
      });
      if (response.status === 429) this.#rest(response.headers.get('retry-after'));
      else this.#restMs = REST_MS.first;
      const text = await this.#read(response);
      if (response.status === 429) throw new Error('it has had too many requests (429)');
      if (response.status === 401 || response.status === 403)
        throw new Error(`it refuses (HTTP ${response.status}), as endpoints do that need a key: ${text}`);
      if (!response.ok && !text.startsWith('{')) throw new Error(`it answered with HTTP ${response.status}`);
      return resultOf(text, id);
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof RpcRefusal) throw new RpcRefusal(error.code, this.quote(error.message));
      if (error instanceof Error && error.name === 'TimeoutError') {
        this.#deadline.missed(timeoutMs, performance.now());
        throw new Error(`it did not answer within ${timeoutMs / 1_000} s`, { cause: error });
      }
      throw new Error(this.quote(wordsFor(error)), { cause: error });
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
    }
  }

  /** What it cost since this was last asked, in words. */
  takeCost(): string {
    const cost = `${this.host}: ${this.requests} requests, ${(this.bytes / 1e6).toFixed(0)} MB`;
    this.requests = 0;
    this.bytes = 0;
    return cost;
  }

  /** As long as it says, or longer each time; requests that were under way together are one time. */
  #rest(retryAfter: string | null): void {
    const now = performance.now();
    if (now < this.#restsUntilMs) return;
    const saidMs = millisecondsOf(retryAfter);
    const restMs = saidMs > 0 ? Math.min(saidMs, REST_MS.longest) : this.#restMs;
    this.#restsUntilMs = now + restMs;
    this.#pace.rest(restMs);
    this.#restMs = Math.min(2 * this.#restMs, REST_MS.longest);
  }

  async #read(response: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      this.count(chunk.length);
      if (bytes > MAX_ANSWER_BYTES) throw new Error(`it answered with more than ${MAX_ANSWER_BYTES} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }
}

/** Too short a part is none, and would be found in every text. */
const SHORTEST_KEY = 6;

function secretsOf({ pathname, search }: URL): string[] {
  const values = search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const parts = [...pathname.split('/'), ...values];
  return [...new Set([...parts, ...parts.map(decoded)])].filter(({ length }) => length >= SHORTEST_KEY);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Of a `Retry-After`: seconds, or a date (RFC 9110, 10.2.3). NaN where it says neither. */
function millisecondsOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - Date.now() : seconds * 1_000;
}

/** How far the chain is that it serves, by its own word; it has a turn. */
export async function confirmedSlotOf(endpoint: RpcEndpoint, signal: AbortSignal): Promise<number> {
  const { data } = Slot.safeParse(await endpoint.ask('getSlot', [{ commitment: 'confirmed' }], signal));
  if (data === undefined) throw new Error('it answered getSlot with what is no slot');
  return data;
}

function resultOf(text: string, id: number): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('it answered with what is no JSON');
  }
  const { data } = Answered.safeParse(json);
  if (data === undefined) throw new Error('it answered with what is no JSON-RPC');
  if ('error' in data) throw new RpcRefusal(data.error.code, data.error.message);
  if (data.id !== id) throw new Error('it answered another request');
  return data.result;
}

/** What a failed request says to a person: the cause, not that "fetch failed". */
function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(error instanceof TypeError) || !(cause instanceof Error)) return error.message;
  // Of a name with several addresses each failed for itself.
  const [first] = cause instanceof AggregateError ? (cause.errors as Error[]) : [cause];
  return `it cannot be reached: ${first?.message ?? cause.message}`;
}
