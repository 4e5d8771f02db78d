import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FetchFailed, FetchGuard, type FetchLimits, type Hop } from './guard.js';

const MB = 1 << 20;
const LIMITS: FetchLimits = { timeoutMs: 20_000, maxBytes: MB, turn: (_, work) => work() };

/**
 * The internet of a test: by address the local server that stands for it. A connection goes where undici and the system would
 * take it: the address is looked up by the options that undici gave.
 */
const internet = new Map<string, Server | net.Server>();
/** Names' addresses; several answers are given in turn, the last one from then on. */
const names = new Map<string, string[][]>();
/** Addresses that somebody tried to connect to. */
const dialled: string[] = [];
let lookUps = 0;

const servers: (Server | net.Server)[] = [];
const guards: FetchGuard[] = [];

beforeEach(() => {
  internet.clear();
  names.clear();
  dialled.length = 0;
  lookUps = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(guards.splice(0).map((guard) => guard.close()));
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});

async function listen<S extends Server | net.Server>(server: S): Promise<S> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return server;
}
const serve = (listener: RequestListener): Promise<Server> => listen(createServer(listener));
const portOf = (server: net.Server): number => (server.address() as AddressInfo).port;

/** A server that says what it is told to, byte for byte. */
const serveBytes = (say: (socket: Socket) => void): Promise<net.Server> =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => say(socket));
    }),
  );

function openGuard(trusted: readonly string[] = []): FetchGuard {
  const guard = new FetchGuard({
    trusted,
    resolve: async (host) => {
      lookUps += 1;
      const answers = names.get(host) ?? [];
      const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      return addresses.map((address) => ({ address, family: net.isIP(address) }));
    },
  });
  guards.push(guard);
  return guard;
}

/** From here on connections lead into {@link internet}. */
function goOnline(): void {
  const connect = (options: net.TcpNetConnectOpts): Socket => {
    const socket = new net.Socket();
    const dial = (address: string) => {
      dialled.push(address);
      const server = internet.get(address);
      if (server) socket.connect(portOf(server), '127.0.0.1');
      else socket.destroy(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    };
    const host = options.host!;
    if (net.isIP(host) !== 0) setImmediate(dial, host);
    else
      options.lookup!(host, { all: true }, (error, found) => {
        if (error) socket.destroy(error);
        else dial((found as { address: string }[])[0]!.address);
      });
    return socket;
  };
  vi.spyOn(net, 'connect').mockImplementation(connect as typeof net.connect);
}

async function failureOf(asked: Promise<unknown>): Promise<FetchFailed> {
  const outcome: unknown = await asked.catch((error) => error);
  if (!(outcome instanceof FetchFailed)) throw new Error(`no FetchFailed but ${outcome}`);
  expect(outcome.message).toMatch(/^[ -~]{1,300}$/);
  return outcome;
}

/** Asks a server as one that the operator configured. */
async function ask(
  server: net.Server,
  limits: Partial<FetchLimits> = {},
  path = '/secret-path',
): Promise<{ outcome: Awaited<ReturnType<FetchGuard['get']>> | FetchFailed; ms: number }> {
  const base = `http://127.0.0.1:${portOf(server)}`;
  const guard = openGuard([base]);
  const beganAt = performance.now();
  const outcome = await guard
    .get(`${base}${path}`, { ...LIMITS, isConfigured: true, ...limits })
    .catch((error) => error);
  if (outcome instanceof Error) {
    expect(outcome).toBeInstanceOf(FetchFailed);
    expect(outcome.message).not.toContain('secret');
  }
  return { outcome, ms: performance.now() - beganAt };
}

const PUBLIC = '93.184.215.14';

describe('where it connects to', () => {
  const inside = async () => {
    goOnline();
    const server = await serve((_, response) => response.end('inside'));
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1']) internet.set(address, server);
  };

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.0.0.1./',
    'http://0/',
    'http://0.0.0.0/',
    'http://%31%32%37.0.0.1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://①②⑦.⓪.⓪.①/',
    'http:\\\\127.0.0.1\\',
    'http:/127.0.0.1/',
    'http:127.0.0.1',
    ' http://127.0.0.1/',
    'ht\ntp://127.0.0.1/',
    'http://127.0.0.1:8080/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://100.100.100.200/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'https://127.0.0.1/',
    'https://[::1]/',
  ])('%s is refused, and nothing connects', async (url) => {
    await inside();
    const { failure } = await failureOf(openGuard().get(url, LIMITS));
    expect(failure).toBe('private-address');
    expect(dialled).toEqual([]);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [[PUBLIC, '10.0.0.1']],
    [['2606:4700:4700::1111', PUBLIC, 'fe80::1']],
    [['64:ff9b::8.8.8.8']],
  ])('a name that leads to %s is refused, and nothing connects', async (addresses) => {
    await inside();
    names.set('evil.example', [addresses]);
    const { failure } = await failureOf(openGuard().get('http://evil.example/', LIMITS));
    expect(failure).toBe('private-address');
    expect(dialled).toEqual([]);
  });

  it('a name that resolves to a private address at the second look-up gains nothing', async () => {
    await inside();
    const outside = await serve((_, response) => {
      response.setHeader('connection', 'close');
      response.end('outside');
    });
    internet.set(PUBLIC, outside);
    names.set('rebound.example', [[PUBLIC], ['127.0.0.1']]);
    const guard = openGuard();
    // One look-up, and what it said is connected to.
    const { bytes, host } = await guard.get('http://rebound.example/', LIMITS);
    expect([bytes.toString(), host, lookUps, dialled]).toEqual(['outside', 'rebound.example', 1, [PUBLIC]]);
    const { failure } = await failureOf(guard.get('http://rebound.example/', LIMITS));
    expect([failure, lookUps, dialled]).toEqual(['private-address', 2, [PUBLIC]]);
  });

  it.each([
    ['http://127.0.0.1/', 'private-address'],
    ['http://169.254.169.254/latest/meta-data/', 'private-address'],
    ['//localhost/', 'private-address'],
    ['http://[::ffff:7f00:1]/', 'private-address'],
    ['http://outside.example:6379/', 'no-address'],
    ['http://user@outside.example/', 'no-address'],
    ['file:///etc/passwd', 'no-address'],
    ['gopher://127.0.0.1/', 'no-address'],
  ])('a redirect to %s is not followed', async (location, failure) => {
    await inside();
    const outside = await serve((_, response) => response.writeHead(302, { location }).end());
    internet.set(PUBLIC, outside);
    names.set('outside.example', [[PUBLIC]]);
    names.set('localhost', [['127.0.0.1', '::1']]);
    const failed = await failureOf(openGuard().get('http://outside.example/', LIMITS));
    expect([failed.failure, dialled]).toEqual([failure, [PUBLIC]]);
  });

  it('what a stranger wrote is no configured address, even where it names one', async () => {
    const server = await serve((_, response) => response.end('inside'));
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    const base = `http://127.0.0.1:${portOf(server)}`;
    const guard = openGuard([base]);
    await failureOf(guard.get(`${base}/`, LIMITS));
    expect(connections).toBe(0);
    const { bytes } = await guard.get(`${base}/`, { ...LIMITS, isConfigured: true });
    expect([bytes.toString(), connections]).toEqual(['inside', 1]);
  });

  it('an address is configured by its origin, and leads no further inside by redirects', async () => {
    const other = await serve((_, response) => response.end('another service'));
    let connections = 0;
    other.on('connection', () => {
      connections += 1;
    });
    const server = await serve(({ url }, response) => {
      const location = url === '/home' ? '/here' : `http://127.0.0.1:${portOf(other)}/`;
      if (url === '/here') response.end('here');
      else response.writeHead(302, { location }).end();
    });
    const { outcome } = await ask(server, {}, '/home');
    expect(outcome).toMatchObject({ bytes: Buffer.from('here') });
    expect((await ask(server)).outcome).toBeInstanceOf(FetchFailed);
    const guard = openGuard([`http://127.0.0.1:${portOf(server)}`]);
    await failureOf(guard.get(`http://127.0.0.1:${portOf(other)}/`, { ...LIMITS, isConfigured: true }));
    expect(connections).toBe(0);
  });
});

it('waits for a turn of each host on the way, which hears of its own part', async () => {
  goOnline();
  const limited = await serve((_, response) => response.writeHead(429, { 'retry-after': '60' }).end());
  const led = await serve((_, response) =>
    response.writeHead(302, { location: 'http://limited.example./' }).end(),
  );
  const first = await serve(({ url }, response) =>
    response.writeHead(302, { location: url === '/' ? '/on' : 'http://led.example:8080/' }).end(),
  );
  for (const [index, [name, server]] of Object.entries({ first, led, limited }).entries()) {
    names.set(`${name}.example`, [[`93.184.215.${index}`]]);
    internet.set(`93.184.215.${index}`, server);
  }
  names.set('limited.example.', [['93.184.215.2']]);
  const hops: (Hop & { failure: string | null })[] = [];
  const turn: FetchLimits['turn'] = async (hop, work) => {
    try {
      const done = await work();
      hops.push({ ...hop, failure: null });
      return done;
    } catch (error) {
      hops.push({ ...hop, failure: (error as FetchFailed).failure });
      throw error;
    }
  };
  const { failure } = await failureOf(openGuard().get('http://first.example/', { ...LIMITS, turn }));
  expect(failure).toBe('rate-limited');
  expect(hops).toEqual([
    { hostname: 'first.example', isHome: true, failure: null },
    { hostname: 'first.example', isHome: true, failure: null },
    { hostname: 'led.example', isHome: false, failure: null },
    { hostname: 'limited.example', isHome: false, failure: 'rate-limited' },
  ]);
});

describe('what it sends', () => {
  it.each([
    ['a public address', '93.184.215.15', '200'],
    ['one inside', '127.0.0.1', 'private-address'],
  ])(
    'to %s that is configured, and that a stranger leads back to, is no header',
    async (_, address, expected) => {
      goOnline();
      const seen: (string | undefined)[] = [];
      const home = await serve(({ url, headers }, response) => {
        seen.push(headers.authorization);
        response.writeHead(url === '/' ? 302 : 200, { location: 'http://outside.example/' }).end();
      });
      const outside = await serve((_, response) =>
        response.writeHead(302, { location: `http://${address}/admin` }).end(),
      );
      internet.set(PUBLIC, outside);
      internet.set(address, home);
      names.set('outside.example', [[PUBLIC]]);
      const outcome = await openGuard([`http://${address}`])
        .get(`http://${address}/`, { ...LIMITS, isConfigured: true, headers: { authorization: 'Bearer x' } })
        .then(({ status }) => String(status))
        .catch(({ failure }) => failure);
      expect([outcome, seen]).toEqual([
        expected,
        expected === '200' ? ['Bearer x', undefined] : ['Bearer x'],
      ]);
    },
  );

  it('is a fixed name, no cookie, and the headers given', async () => {
    const seen: Record<string, unknown>[] = [];
    const server = await serve(({ headers }, response) => {
      seen.push(headers);
      response.setHeader('set-cookie', 'a=b');
      response.end('{}');
    });
    const base = `http://127.0.0.1:${portOf(server)}`;
    const guard = openGuard([base]);
    for (let i = 0; i < 2; i++)
      await guard.get(base, { ...LIMITS, isConfigured: true, headers: { authorization: 'Bearer x' } });
    for (const headers of seen) {
      expect(headers).toMatchObject({ 'user-agent': 'cryptonite-screener', authorization: 'Bearer x' });
      expect(headers).not.toHaveProperty('cookie');
    }
    expect(seen).toHaveLength(2);
  });

  it('asks no proxy that the environment names', async () => {
    const proxied: unknown[] = [];
    const proxy = await serve((request, response) => {
      proxied.push(request.url);
      response.end('proxied');
    });
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])
      vi.stubEnv(name, `http://127.0.0.1:${portOf(proxy)}`);
    const server = await serve((_, response) => response.end('itself'));
    const { outcome } = await ask(server);
    vi.unstubAllEnvs();
    expect([outcome, proxied]).toMatchObject([{ bytes: Buffer.from('itself') }, []]);
  });

  it('shows its headers to no other origin', async () => {
    goOnline();
    const seen: (string | undefined)[] = [];
    const first = await serve(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(307, { location: 'http://second.example/' }).end();
    });
    const second = await serve(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end('{}');
    });
    internet.set(PUBLIC, first);
    internet.set('93.184.215.15', second);
    names.set('first.example', [[PUBLIC]]);
    names.set('second.example', [['93.184.215.15']]);
    const { host } = await openGuard().get('http://first.example/', {
      ...LIMITS,
      headers: { authorization: 'Bearer x' },
    });
    expect([host, seen]).toEqual(['second.example', ['Bearer x', undefined]]);
  });

  it('posts, and posts nothing on where a redirect leads', async () => {
    const server = await serve(async (request, response) => {
      if (request.url === '/away') return response.writeHead(307, { location: '/' }).end();
      const chunks = await request.toArray();
      return response.end(`${request.method} ${Buffer.concat(chunks)}`);
    });
    const post = { method: 'POST', body: '{"id":1}' } as const;
    expect((await ask(server, post)).outcome).toMatchObject({ bytes: Buffer.from('POST {"id":1}') });
    expect((await ask(server, post, '/away')).outcome).toMatchObject({ failure: 'refused', status: 307 });
  });
});

describe('what comes', () => {
  const BROTLI_QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

  it.each([
    [200, {}, { status: 200 }],
    [204, {}, { status: 204 }],
    [404, {}, { failure: 'not-found', status: 404, retryAfterMs: null }],
    [410, {}, { failure: 'not-found', status: 410 }],
    [400, {}, { failure: 'refused', status: 400 }],
    [403, {}, { failure: 'refused', status: 403 }],
    [500, {}, { failure: 'refused', status: 500, retryAfterMs: null }],
    [503, { 'retry-after': '9' }, { failure: 'refused', status: 503, retryAfterMs: 9_000 }],
    [429, {}, { failure: 'rate-limited', status: 429, retryAfterMs: null }],
    [429, { 'retry-after': '17' }, { failure: 'rate-limited', retryAfterMs: 17_000 }],
    [304, {}, { failure: 'refused', status: 304 }],
    [302, {}, { failure: 'refused' }],
  ])('a status %s with %o', async (status, headers, expected) => {
    const server = await serve((_, response) => response.writeHead(status, headers).end());
    expect((await ask(server)).outcome).toMatchObject(expected);
  });

  it('a date until which nobody may ask', async () => {
    const until = new Date(Date.now() + 600_000).toUTCString();
    const server = await serve((_, response) => response.writeHead(429, { 'retry-after': until }).end());
    const { outcome } = await ask(server);
    const { retryAfterMs } = outcome as FetchFailed;
    expect(retryAfterMs).toBeGreaterThan(500_000);
    expect(retryAfterMs).toBeLessThanOrEqual(600_000);
  });

  it.each([
    [0, 'whole'],
    [3, 'whole'],
    [4, 'too-many-redirects'],
    [Number.POSITIVE_INFINITY, 'too-many-redirects'],
  ])('%s redirects', async (count, expected) => {
    let asked = 0;
    const server = await serve((_, response) => {
      asked += 1;
      if (asked > count) response.end();
      else response.writeHead(301, { location: '/again' }).end('a page that nobody reads');
    });
    const { outcome } = await ask(server);
    expect(outcome instanceof FetchFailed ? outcome.failure : 'whole').toBe(expected);
    expect(asked).toBe(Math.min(count + 1, 4));
  });

  it('2 GB that are stated: nothing of them is read', async () => {
    let sent = 0;
    let isGone = false;
    const server = await serve((_, response) => {
      response.on('close', () => {
        isGone = true;
      });
      response.writeHead(200, { 'content-length': 2 * 1_024 * MB });
      const push = () => {
        sent += MB;
        if (!response.destroyed && response.write(Buffer.alloc(MB))) setImmediate(push);
      };
      response.on('drain', push);
      push();
    });
    expect((await ask(server)).outcome).toMatchObject({ failure: 'too-large' });
    // Long before its time is over.
    await vi.waitFor(() => expect(isGone).toBe(true), 10_000);
    expect(sent).toBeLessThan(64 * MB);
  });

  it('a document without an end', async () => {
    let isGone = false;
    const server = await serve((_, response) => {
      const push = () => {
        while (!response.destroyed && response.write('{"name":"aaaaaaaaaaaaaaa",\n'.repeat(1_000)));
      };
      response.on('drain', push).on('close', () => {
        isGone = true;
      });
      push();
    });
    expect((await ask(server)).outcome).toMatchObject({ failure: 'too-large' });
    await vi.waitFor(() => expect(isGone).toBe(true), 10_000);
  });

  it('just what is allowed, and a byte more', async () => {
    const server = await serve(({ url }, response) => response.end('x'.repeat(Number(url?.slice(1)))));
    expect((await ask(server, { maxBytes: 1_000 }, '/1000')).outcome).toMatchObject({ status: 200 });
    expect((await ask(server, { maxBytes: 1_000 }, '/1001')).outcome).toMatchObject({ failure: 'too-large' });
  });

  it.each([
    ['gzip', () => gzipSync(Buffer.alloc(200 * MB))],
    ['br', () => brotliCompressSync(Buffer.alloc(200 * MB), BROTLI_QUICKLY)],
  ])('a %s of 200 MB zeros in little', async (encoding, compress) => {
    const bomb = compress();
    expect(bomb.length).toBeLessThan(MB);
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    const before = process.memoryUsage.rss();
    expect((await ask(server)).outcome).toMatchObject({ failure: 'too-large' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MB);
  });

  it.each([
    ['gzip', gzipSync('{"a":1}'), { bytes: Buffer.from('{"a":1}') }],
    ['GZIP', gzipSync('{"a":1}'), { bytes: Buffer.from('{"a":1}') }],
    ['br', brotliCompressSync('{"a":1}'), { bytes: Buffer.from('{"a":1}') }],
    ['identity', Buffer.from('{"a":1}'), { bytes: Buffer.from('{"a":1}') }],
    ['gzip', Buffer.alloc(0), { bytes: Buffer.alloc(0) }],
    ['gzip', gzipSync('{"a":1}').subarray(0, 20), { failure: 'cut' }],
    ['br', brotliCompressSync('x'.repeat(5_000)).subarray(0, 5), { failure: 'cut' }],
    ['gzip', Buffer.from('{"a":1}'), { failure: 'unreadable' }],
    ['gzip, gzip', gzipSync(gzipSync('{"a":1}')), { failure: 'wrong-type' }],
    ['constructor', Buffer.from('{"a":1}'), { failure: 'wrong-type' }],
  ])('%s around %o', async (encoding, bytes, expected) => {
    const server = await serve((_, response) =>
      response
        .writeHead(200, { 'content-encoding': encoding, 'content-type': 'application/json' })
        .end(bytes),
    );
    expect((await ask(server)).outcome).toMatchObject(expected);
  });

  const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
  it.each([
    ['less than it states', `${HEAD}content-length: 100\r\n\r\n{"name":`, 'cut'],
    [
      'less than it states, last on its connection',
      `${HEAD}connection: close\r\ncontent-length: 100\r\n\r\n{"name":`,
      'cut',
    ],
    ['pieces without the last', `${HEAD}transfer-encoding: chunked\r\n\r\n8\r\n{"name":\r\n`, 'cut'],
    [
      'pieces without the last, last on its connection',
      `${HEAD}connection: close\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"name":\r\n`,
      'cut',
    ],
    ['half of its headers', HEAD, 'cut'],
    ['nothing', '', 'cut'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'unreadable'],
    ['a piece of no length', `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`, 'unreadable'],
    ['two lengths', `${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`, 'cut'],
    ['a hundred kB of headers', `${HEAD}x: ${'a'.repeat(100_000)}\r\n\r\n`, 'too-large'],
    ['thousands of headers', `${HEAD}${'x: a\r\n'.repeat(10_000)}\r\n`, 'too-large'],
  ])('%s', async (_what, bytes, failure) => {
    const server = await serveBytes((socket) => socket.end(bytes));
    expect((await ask(server)).outcome).toMatchObject({ failure });
  });

  it('a connection that breaks', async () => {
    const server = await serveBytes((socket) => {
      socket.write(`${HEAD}content-length: 100\r\n\r\n{"name":`, () => socket.resetAndDestroy());
    });
    expect((await ask(server)).outcome).toMatchObject({ failure: 'cut' });
  });

  it('an answer that ends with its connection, as of old', async () => {
    const server = await serveBytes((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\n{}'));
    expect((await ask(server)).outcome).toMatchObject({ bytes: Buffer.from('{}'), contentType: null });
  });

  it('nobody', async () => {
    const server = await serve(() => {});
    const port = portOf(server);
    server.close();
    const base = `http://127.0.0.1:${port}`;
    const { failure } = await failureOf(openGuard([base]).get(base, { ...LIMITS, isConfigured: true }));
    expect(failure).toBe('unreachable');
    goOnline();
    expect((await failureOf(openGuard().get('http://nobody.example/', LIMITS))).failure).toBe('unresolved');
    expect((await failureOf(openGuard().get(`https://${PUBLIC}/`, LIMITS))).failure).toBe('unreachable');
  });
});

describe('when it comes', () => {
  const timeoutMs = 300;
  /** Ten times what is seen, and far below what the server would take. */
  const IN_TIME_MS = 5_000;

  it.each<[string, (socket: Socket) => Promise<void> | void]>([
    ['never', () => {}],
    [
      'a byte now and then',
      async (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
        for (; !socket.destroyed; await sleep(50)) socket.write('a');
      },
    ],
    [
      'a header now and then',
      async (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        for (; !socket.destroyed; await sleep(50)) socket.write('x: a\r\n');
      },
    ],
    [
      'after many a promise',
      async (socket) => {
        for (; !socket.destroyed; await sleep(50)) socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
      },
    ],
  ])('%s: all ends in time', async (_when, say) => {
    const server = await serveBytes((socket) => void say(socket));
    const { outcome, ms } = await ask(server, { timeoutMs });
    expect(outcome).toMatchObject({ failure: 'too-slow' });
    expect(ms).toBeGreaterThan(timeoutMs - 10);
    expect(ms).toBeLessThan(IN_TIME_MS);
  });

  it('a redirect at a time: all of them have one limit', async () => {
    const server = await serve(async (_, response) => {
      await sleep(200);
      response.writeHead(302, { location: '/again' }).end();
    });
    const { outcome } = await ask(server, { timeoutMs });
    expect(outcome).toMatchObject({ failure: 'too-slow' });
  });

  it('a look-up that has no end', async () => {
    const guard = new FetchGuard({ trusted: [], resolve: () => new Promise(() => {}) });
    guards.push(guard);
    const beganAt = performance.now();
    const { failure } = await failureOf(guard.get('http://slow.example/', { ...LIMITS, timeoutMs }));
    expect(failure).toBe('too-slow');
    expect(performance.now() - beganAt).toBeLessThan(IN_TIME_MS);
  });

  it('the end of the guard breaks off what is under way', async () => {
    const server = await serve(() => {});
    const base = `http://127.0.0.1:${portOf(server)}`;
    const guard = openGuard([base]);
    const asked = failureOf(guard.get(base, { ...LIMITS, isConfigured: true }));
    await once(server, 'request');
    await guard.close();
    expect((await asked).failure).toBe('unreachable');
  });
});

it('that asks no strangers looks up and connects to what is configured alone', async () => {
  const server = await serve((_, response) => void response.end('well'));
  const base = `http://127.0.0.1:${portOf(server)}`;
  let asked = 0;
  const guard = new FetchGuard({
    trusted: [base],
    asksStrangers: false,
    resolve: async () => {
      asked += 1;
      return [];
    },
  });
  guards.push(guard);
  expect((await guard.get(base, { ...LIMITS, isConfigured: true })).bytes.toString()).toBe('well');
  for (const [url, failure] of [
    ['http://ipfs.io/etc/passwd', 'unresolved'],
    ['http://localhost/', 'unresolved'],
    ['http://93.184.216.34/', 'unresolved'],
    ['http://10.0.0.1/', 'private-address'],
  ])
    expect((await failureOf(guard.get(url ?? '', LIMITS))).failure, url).toBe(failure);
  expect([asked, dialled]).toEqual([0, []]);
});
