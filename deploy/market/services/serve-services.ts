import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { localUserOf } from '@cryptonite/contracts/local-users';
import { listenAt, refuseStranger } from '@cryptonite/provider/loopback.js';
import { Random } from '@cryptonite/provider/random.js';
import type { PublicMarket } from '../public-market.js';
import { type Answer, type Ask, badGateway, json, text } from './answer.js';
import { serveDexScreener } from './dexscreener.js';
import { serveContent } from './metadata.js';
import { servePrices } from './prices.js';
import { countRequests, serveRpc } from './rpc.js';
import { RpcFaults } from './rpc-faults.js';
import { RpcSubscriptions } from './rpc-subscriptions.js';
import { serveTelegram, serveX } from './social.js';
import { serveWebsite } from './websites.js';

export interface ServicesOptions {
  seed: number;
  market: PublicMarket;
  /** 0 lets the system choose. */
  port: number;
  /** 127.0.0.1 unless told otherwise. */
  host?: string;
  /** Multiplies how often requests fail and documents and pictures are served badly: 0 is never, 1 the usual. */
  faultScale: number;
  /** Whether callers are held to what the real services allow them. */
  isLimited: boolean;
  /** Hears the name of the service for every request beyond its limit. */
  onRefused?: (service: string) => void;
  /** Of the RPC; none unless told otherwise. */
  rpcFaults?: RpcFaults;
  /** Hears that somebody subscribes to what happens. */
  onSubscriber?: () => void;
}

export interface RunningServices {
  url: string;
  server: Server;
  hasSubscribers(): boolean;
  /** Closes every socket with subscriptions, and says how many there were. */
  disconnect(): number;
  close(): void;
}

interface Service {
  name: string;
  path: RegExp;
  /** As the real one allows a caller without a key. */
  limit: { requests: number; perMs: number };
  answer: (ask: Ask) => Answer | null;
  /** How many requests an ask counts for against the limit: one unless told. */
  count?: (ask: Ask) => number;
  /** What it says beyond its limit. */
  refusal: unknown;
}

const MINUTE_MS = 60_000;
/** Share of requests that fail in the usual market, and how long the same request keeps failing. */
const FAILED_SHARE = 0.01;
const FAILURE_MS = 10_000;
const TIMEOUT_MS = 30_000;

/** A batch of a hundred accounts has 5 kB. */
const MAX_BODY_BYTES = 64 << 10;

/**
 * The services that a screener asks besides the chain, in the shapes of the real ones, at one address:
 * JSON-RPC, an IPFS gateway, Jupiter's prices, DexScreener, X and Telegram. What they say is a function of the seed,
 * of the address asked for and of the public market.
 */
export async function serveServices(options: ServicesOptions): Promise<RunningServices> {
  const { seed, market, port, host, faultScale, isLimited, onRefused } = options;
  const { rpcFaults = new RpcFaults(new Random(`rpc faults ${seed}`)) } = options;
  const services = listServices(options, rpcFaults);
  const counts = new Map<string, { window: number; requests: number }>();

  /** Null, or in how many seconds there may be a turn again: what is refused takes none. */
  const takeTurn = ({ name, limit, count: countOf }: Service, ask: Ask, caller: string): number | null => {
    const window = Math.floor(Date.now() / limit.perMs);
    const key = `${name} ${caller}`;
    const count = counts.get(key);
    const requests = (count?.window === window ? count.requests : 0) + (countOf?.(ask) ?? 1);
    if (requests > limit.requests) return Math.ceil(((window + 1) * limit.perMs - Date.now()) / 1_000);
    counts.set(key, { window, requests });
    return null;
  };

  const answer = (ask: Ask, caller: string): Answer => {
    const { pathname, search } = ask.url;
    const service = services.find(({ path }) => path.test(pathname));
    const retryAfterS = service && isLimited ? takeTurn(service, ask, caller) : null;
    if (service && retryAfterS !== null) {
      onRefused?.(service.name);
      return json(429, service.refusal, { 'retry-after': String(retryAfterS) });
    }
    return (
      (service && (failing(`${service.name} ${pathname}${search} ${ask.body}`) ?? service.answer(ask))) ??
      json(404, { error: `nothing is served at ${ask.method} ${pathname}` })
    );
  };

  /** The same request fails or succeeds alike for some seconds. */
  const failing = (request: string): Answer | null => {
    const random = new Random(`failure ${seed}:${Math.floor(market.nowMs / FAILURE_MS)}:${request}`);
    if (!random.chance(FAILED_SHARE * faultScale)) return null;
    return random.pick([
      badGateway(502),
      badGateway(503),
      { ...badGateway(504), delayMs: TIMEOUT_MS },
      { ...json(200, {}), isCut: true },
    ]);
  };

  const server = createServer((request, response) => {
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    void handle(request, response, answer).catch((error) => {
      console.error(`a service failed: ${error instanceof Error ? error.stack : String(error)}`);
      response.destroy();
    });
  });
  const subscriptions = new RpcSubscriptions(market, rpcFaults, options.onSubscriber ?? (() => {}));
  subscriptions.serve(server);
  return {
    url: await listenAt(server, port, host),
    server,
    hasSubscribers: () => subscriptions.hasSubscribers,
    disconnect: () => subscriptions.disconnect(),
    close() {
      server.close();
      server.closeAllConnections();
      subscriptions.disconnect();
    },
  };
}

function listServices({ seed, market, faultScale }: ServicesOptions, rpcFaults: RpcFaults): Service[] {
  const tooMany = { error: 'Too many requests' };
  return [
    {
      name: 'rpc',
      path: /^\/$/,
      limit: { requests: 100, perMs: 10_000 },
      answer: (ask) => serveRpc(ask, market, rpcFaults),
      count: ({ body }) => countRequests(body),
      refusal: {
        jsonrpc: '2.0',
        error: { code: 429, message: 'Too many requests for a specific RPC call' },
        id: null,
      },
    },
    {
      name: 'ipfs',
      path: /^\/ipfs\//,
      limit: { requests: 300, perMs: MINUTE_MS },
      answer: ({ url }) => serveContent(url.pathname, faultScale),
      refusal: tooMany,
    },
    {
      name: 'websites',
      path: /^\/site\//,
      limit: { requests: 6_000, perMs: MINUTE_MS },
      answer: ({ url }) => serveWebsite(url.pathname),
      refusal: tooMany,
    },
    {
      name: 'jupiter',
      path: /^\/price\//,
      limit: { requests: 60, perMs: MINUTE_MS },
      answer: (ask) => servePrices(ask, market, seed),
      refusal: { code: 429, message: 'Rate limit exceeded' },
    },
    {
      name: 'dexscreener',
      path: /^\/(token-|orders\/|ds-data\/)/,
      limit: { requests: 60, perMs: MINUTE_MS },
      answer: (ask) => serveDexScreener(ask, { seed, market }),
      refusal: tooMany,
    },
    ...['tweets', 'users'].map((what) => ({
      name: `x ${what}`,
      path: new RegExp(`^/2/${what}/`),
      // Of an app, of each path by itself: docs.x.com/x-api/fundamentals/rate-limits.
      limit: { requests: 300, perMs: 15 * MINUTE_MS },
      answer: (ask: Ask) => serveX(ask, market),
      refusal: { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 },
    })),
    {
      name: 'telegram',
      path: /^\/bot/,
      limit: { requests: 30, perMs: 1_000 },
      answer: (ask) => serveTelegram(ask, market),
      refusal: { ok: false, error_code: 429, description: 'Too Many Requests: retry later' },
    },
  ];
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (ask: Ask, caller: string) => Answer,
): Promise<void> {
  const stranger = refuseStranger(request);
  if (stranger !== null) return send(response, text(403, stranger));
  const { method = 'GET', url = '/', headers } = request;
  if (method !== 'GET' && method !== 'POST') return send(response, text(405, 'Method Not Allowed'));
  const body = Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES ? null : await readBody(request);
  if (body === null) return send(response, text(413, 'Payload Too Large'));
  const asked = URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : null;
  if (!asked) return send(response, text(400, 'Bad Request'));
  await send(response, answer({ method, url: asked, headers, body }, await callerOf(request.socket)));
}

/** All addresses are one on this machine; where the system does not tell its users apart, they share a limit. */
const callerOf = async (socket: Socket): Promise<string> => String(await localUserOf(socket));

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function send(response: ServerResponse, { status, headers, body, ...way }: Answer): Promise<void> {
  const { delayMs = 0, times = 1, isCut = false } = way;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (delayMs > 0) await sleep(delayMs, undefined, { signal: gone.signal, ref: false }).catch(() => {});
  if (gone.signal.aborted) return;
  const bytes = Buffer.from(body);
  if (isCut) {
    response.writeHead(status, { ...headers, 'content-length': bytes.length });
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    return;
  }
  if (times === 1) {
    response.writeHead(status, { ...headers, 'content-length': bytes.length });
    response.end(bytes);
    return;
  }
  response.writeHead(status, headers);
  for (let sent = 0; sent < times && !gone.signal.aborted; sent++) {
    if (!response.write(bytes)) await once(response, 'drain', { signal: gone.signal }).catch(() => {});
  }
  response.end();
}
