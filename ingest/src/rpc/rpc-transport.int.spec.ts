/** The transport over real sockets, against an RPC that says what a test tells it to. */
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { movedBy } from '@cryptonite/contracts/metrics-testing';
import { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PROGRAMS } from '../decode/programs.js';
import { readUpdate, type Update } from '../decode/update.js';
import { addressOf } from '../testing/build-transaction.js';
import { type RpcOptions, startRpc, transactionJson } from '../testing/rpc-server.js';
import { openRpcTransport } from './rpc-transport.js';

const pump = PROGRAMS[0]!.address;
const WITHIN_MS = 20_000;
const request = (fromSlot?: number, ...accountInclude: string[]) =>
  SubscribeRequest.fromPartial({
    transactions: { launchpads: { accountInclude: [pump, ...accountInclude] } },
    fromSlot: fromSlot?.toString(),
  });

let cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.reverse()) await each();
  cleanUp = [];
});

async function start(options: RpcOptions = {}) {
  const rpc = await startRpc(options);
  cleanUp.push(() => rpc.close());
  return rpc;
}
type Rpc = Awaited<ReturnType<typeof start>>;

type Options = { perSecond?: number; blockWithinMs?: number };

async function open(rpcs: readonly Rpc[], { perSecond = 1_000, blockWithinMs }: Options = {}) {
  const lines: string[] = [];
  const transport = openRpcTransport(
    rpcs.map(({ url }) => url),
    perSecond,
    (line) => lines.push(line),
    blockWithinMs,
  );
  cleanUp.push(() => transport.close());
  return { transport, lines };
}

async function follow(rpcs: readonly Rpc[], asked = request(), options: Options = {}) {
  const { transport, lines } = await open(rpcs, options);
  await transport.getVersion();
  const updates: Update[] = [];
  const malformed: string[] = [];
  const ends: string[] = [];
  const leftOut: string[] = [];
  const subscription = transport.subscribe(asked, {
    onUpdate: (bytes) => updates.push(readUpdate(bytes)),
    onMalformed: (_, reason) => malformed.push(reason),
    onLeftOut: (slot, reason) => leftOut.push(`${slot}: ${reason}`),
    onEnd: ({ message }) => ends.push(message),
  });
  cleanUp.push(() => subscription.close());
  await vi.waitFor(() => {
    for (const { sockets } of rpcs) expect(sockets.size).toBe(1);
  }, WITHIN_MS);
  const slots = () => updates.flatMap((update) => (update.kind === 'blockMeta' ? [update.slot] : []));
  const until = (...expected: number[]) => vi.waitFor(() => expect(slots()).toEqual(expected), WITHIN_MS);
  return { transport, subscription, updates, malformed, leftOut, ends, lines, slots, until };
}

describe('blocks', () => {
  it('come one after the other as they are confirmed, from the newest on', async () => {
    const rpc = await start();
    const { until, updates } = await follow([rpc]);
    rpc.confirm(100, [transactionJson('a', [pump])]);
    rpc.confirm(101);
    await until(100, 101);
    expect(updates.map(({ kind }) => kind)).toEqual([
      'transaction',
      'blockMeta',
      'slot',
      'blockMeta',
      'slot',
    ]);
    expect(rpc.asked.at(-1)).toMatchObject({
      method: 'getBlock',
      params: [
        101,
        { commitment: 'confirmed', transactionDetails: 'full', maxSupportedTransactionVersion: 1 },
      ],
    });
  });

  it('come from the slot that is asked for, in order, however they are answered, and skipped slots bring nothing', async () => {
    const rpc = await start();
    for (let slot = 49; slot <= 79; slot += 1) if (slot % 7 !== 0 || slot === 49) rpc.confirm(slot);
    const { until } = await follow([rpc], request(50));
    rpc.confirm(80);
    await until(...Array.from({ length: 31 }, (_, index) => 50 + index).filter((slot) => slot % 7 !== 0));
  });

  it('that are null are asked for again, too', async () => {
    let nulls = 0;
    const rpc = await start({
      answer: (method, [slot]) =>
        method === 'getBlock' && slot === 100 && nulls++ < 2 ? { result: null } : undefined,
    });
    const { until, lines } = await follow([rpc]);
    rpc.confirm(100);
    await until(100);
    expect(nulls).toBe(3);
    expect(lines).toEqual([]);
  });

  it('are asked for again while they cannot be had yet', async () => {
    let refusals = 0;
    const rpc = await start({
      answer: (method, [slot]) => {
        if (method !== 'getBlock' || slot !== 100 || refusals === 3) return undefined;
        refusals += 1;
        return { error: { code: -32004, message: 'Block not available for slot 100' } };
      },
    });
    const { until } = await follow([rpc]);
    rpc.confirm(100);
    rpc.confirm(101);
    await until(100, 101);
    expect(refusals).toBe(3);
  });

  it.each([
    ['has no more', { error: { code: -32001, message: 'Block 100 cleaned up' } }],
    ['cannot write', { error: { code: -32015, message: 'Transaction version (9) is not supported' } }],
    ['answers with what is none', { result: { no: 'block' } }],
    ['fails at', { error: { code: -32603, message: 'Internal error' } }],
  ])('that the node %s are left out and told, after a while', async (_, answer) => {
    const rpc = await start({
      answer: (method, [slot]) => (method === 'getBlock' && slot === 100 ? answer : undefined),
    });
    const { until, lines, leftOut, ends } = await follow([rpc], request(), { blockWithinMs: 1_000 });
    rpc.confirm(99);
    await until(99);
    rpc.confirm(100);
    rpc.confirm(101);
    await until(99, 101);
    expect(leftOut).toEqual([expect.stringMatching(`^100: ${rpc.url.host}: `)]);
    expect(lines.join()).toContain(`slot 100 is left out: ${rpc.url.host}: `);
    expect(lines.join()).not.toContain('\n');
    expect(ends).toEqual([]);
  });

  it('that are not confirmed for long are waited for', async () => {
    const rpc = await start();
    const { until, lines, ends } = await follow([rpc], request(), { blockWithinMs: 200 });
    rpc.confirm(99);
    await until(99);
    for (let slot = 100; slot <= 110; slot += 1) rpc.process(slot);
    const askedHowFar = () => rpc.asked.filter(({ method }) => method === 'getSlot').length;
    await vi.waitFor(() => expect(askedHowFar()).toBeGreaterThan(14), WITHIN_MS);
    for (let slot = 100; slot <= 110; slot += 1) rpc.confirm(slot);
    await until(...Array.from({ length: 12 }, (_, index) => 99 + index));
    expect([lines, ends]).toEqual([[], []]);
  });

  it('that nobody can give while the endpoint is away are not left out: the stream ends, and begins there again', async () => {
    let isAway = false;
    const rpc = await start({ refuse: () => (isAway ? { status: 503 } : undefined) });
    const { until, lines, ends } = await follow([rpc], request(), { blockWithinMs: 500 });
    rpc.confirm(99);
    await until(99);
    isAway = true;
    for (let slot = 100; slot <= 110; slot += 1) rpc.confirm(slot);
    await vi.waitFor(() => expect(ends).toEqual([`${rpc.url.host}: it answered with HTTP 503`]), WITHIN_MS);
    expect(lines.join()).not.toContain('left out');
  });

  it('that are refused one like the other end the stream with the reason', async () => {
    const rpc = await start({
      answer: (method) =>
        method === 'getBlock' ? { error: { code: -32601, message: 'Method not found' } } : undefined,
    });
    const { ends } = await follow([rpc], request(100), { blockWithinMs: 200 });
    for (let slot = 100; slot <= 120; slot += 1) rpc.confirm(slot);
    await vi.waitFor(() => expect(ends).toEqual([`${rpc.url.host}: Method not found`]), WITHIN_MS);
  });

  it('come from all endpoints alike, so many at once', async () => {
    const rpcs = [await start(), await start(), await start()];
    for (const rpc of rpcs) for (let slot = 100; slot <= 129; slot += 1) rpc.confirm(slot);
    const { until } = await follow(rpcs, request(100));
    for (const rpc of rpcs) rpc.confirm(130);
    await until(...Array.from({ length: 31 }, (_, index) => 100 + index));
    for (const rpc of rpcs) expect(rpc.askedBlocks().length).toBeGreaterThan(6);
  });

  it('that one node has no more come from another', async () => {
    const pruned = await start({
      answer: (method) =>
        method === 'getBlock' ? { error: { code: -32001, message: 'cleaned up' } } : undefined,
    });
    const sound = await start();
    const { until } = await follow([pruned, sound]);
    for (const rpc of [pruned, sound]) for (const slot of [100, 101, 102]) rpc.confirm(slot);
    await until(100, 101, 102);
  });

  it('of slots that were skipped are told by the next block’s parent, at once', async () => {
    const rpc = await start();
    const { until, lines } = await follow([rpc]);
    rpc.confirm(100);
    await until(100);
    const beganMs = performance.now();
    // Two leaders in a row.
    rpc.confirm(109);
    rpc.confirm(110);
    await until(100, 109, 110);
    expect(performance.now() - beganMs).toBeLessThan(5_000);
    expect(lines).toEqual([]);
  });

  it('whose elements claim another place stand where the block is', async () => {
    const rpc = await start();
    const { until, updates } = await follow([rpc]);
    rpc.confirm(100, [{ ...transactionJson('a', [pump]), slot: 95, index: 7, transactionIndex: 7 }]);
    await until(100);
    expect(updates[0]).toMatchObject({ kind: 'transaction', slot: 100, index: 0 });
  });

  it('are waited with while nobody takes them', async () => {
    const rpc = await start();
    const { subscription, until, slots } = await follow([rpc]);
    rpc.confirm(100);
    await until(100);
    subscription.pause();
    for (let slot = 101; slot <= 140; slot += 1) rpc.confirm(slot);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(slots()).toEqual([100]);
    expect(rpc.askedBlocks().length).toBeLessThan(20);
    subscription.resume();
    await until(...Array.from({ length: 41 }, (_, index) => 100 + index));
  });

  it('bring what is followed as soon as that changes', async () => {
    const rpc = await start();
    const { subscription, until, updates } = await follow([rpc]);
    const moved = [transactionJson('a', [addressOf('followed')])];
    rpc.confirm(100, moved);
    await until(100);
    subscription.send(request(undefined, addressOf('followed')));
    subscription.send(SubscribeRequest.fromPartial({ ping: { id: 1 } }));
    rpc.confirm(101, moved);
    await until(100, 101);
    expect(updates.filter(({ kind }) => kind === 'transaction')).toMatchObject([{ slot: 101, index: 0 }]);
  });

  it('in which something cannot be read bring the rest', async () => {
    const rpc = await start();
    const { until, malformed } = await follow([rpc]);
    rpc.confirm(100, [{ no: 'transaction' }]);
    await until(100);
    expect(malformed).toHaveLength(1);
  });
});

describe('an endpoint', () => {
  it('whose sockets close is subscribed to again, and nothing is missed', async () => {
    const rpc = await start();
    const { until, ends } = await follow([rpc]);
    rpc.confirm(100);
    await until(100);
    const [broken] = rpc.sockets;
    rpc.breakSockets();
    for (let slot = 101; slot <= 104; slot += 1) rpc.confirm(slot);
    const isBack = () => rpc.sockets.size === 1 && !rpc.sockets.has(broken!);
    await vi.waitFor(() => expect(isBack()).toBe(true), WITHIN_MS);
    rpc.confirm(105);
    await until(100, 101, 102, 103, 104, 105);
    expect(ends).toEqual([]);
  });

  it('that dies does not hold back what another tells', async () => {
    const [dying, sound] = [await start(), await start()];
    const { until } = await follow([dying, sound]);
    for (const rpc of [dying, sound]) rpc.confirm(100);
    await until(100);
    await dying.close();
    let slot = 101;
    await vi.waitFor(() => {
      sound.confirm(slot++);
      expect(sound.askedBlocks()).toContain(103);
    }, WITHIN_MS);
    expect(sound.asked.map(({ method }) => method)).not.toContain('getSlot');
  });

  it('that tells slots and no logs is asked for blocks some slots behind', async () => {
    const rpc = await start({
      subscribe: (method) =>
        method === 'logsSubscribe' ? { error: { code: -32601, message: 'Method not found' } } : undefined,
    });
    const { until, ends } = await follow([rpc]);
    const [socket] = rpc.sockets;
    rpc.add(100);
    rpc.add(101);
    rpc.process(104);
    rpc.process(105);
    await until(100, 101);
    expect([rpc.sockets.has(socket!), ends]).toEqual([true, []]);
  });

  it('that has had too many requests is left alone as long as it says', async () => {
    let refusedAtMs = 0;
    const rpc = await start({
      refuse: () => {
        if (rpc.askedBlocks().length < 1 || refusedAtMs > 0) return undefined;
        refusedAtMs = performance.now();
        return { status: 429, headers: { 'retry-after': '1' } };
      },
    });
    const { until } = await follow([rpc]);
    rpc.confirm(100);
    await until(100);
    rpc.confirm(101);
    await until(100, 101);
    expect(refusedAtMs).toBeGreaterThan(0);
    expect(rpc.asked.at(-1)!.atMs - refusedAtMs).toBeGreaterThan(990);
  });

  it('that never answers a request is asked again within seconds', async () => {
    let isSilent = true;
    const rpc = await start({
      hangs: (method, [slot]) => {
        const hangs = isSilent && method === 'getBlock' && slot === 100;
        if (hangs) isSilent = false;
        return hangs;
      },
    });
    const { until, ends } = await follow([rpc]);
    rpc.confirm(100);
    await until(100);
    expect([isSilent, ends]).toEqual([false, []]);
  });

  it('that never answers a request is asked again sooner where answers come at once', async () => {
    const startHangingAt = (hanging: number) => {
      let hasHung = false;
      return start({
        hangs: (method, [slot]) => {
          const hangs = method === 'getBlock' && slot === hanging && !hasHung;
          if (hangs) hasHung = true;
          return hangs;
        },
      });
    };
    const [unknown, known] = [await startHangingAt(100), await startHangingAt(160)];
    const { until } = await follow([known]);
    const slots = Array.from({ length: 60 }, (_, index) => 100 + index);
    for (const slot of slots) known.confirm(slot);
    await until(...slots);
    // Of this one nothing is known yet, so that it is waited for longer.
    const { until: untilUnknown } = await follow([unknown]);
    unknown.confirm(100);
    known.confirm(160);
    await until(...slots, 160);
    await untilUnknown(100);
    const secondOf = (rpc: typeof known, slot: number) =>
      rpc.asked.filter(({ params }) => params[0] === slot)[1]!;
    expect(secondOf(known, 160).atMs).toBeLessThan(secondOf(unknown, 100).atMs);
  });

  it('that answers a request late is heard, though it was asked again meanwhile', async () => {
    let tries = 0;
    let hear = () => {};
    const askedAgain = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const rpc = await start({
      hangs: (method, [slot]) => {
        if (method !== 'getBlock' || slot !== 100) return false;
        tries += 1;
        if (tries === 1) return askedAgain;
        hear();
        return true;
      },
    });
    const { until } = await follow([rpc]);
    rpc.confirm(100);
    await until(100);
    expect(tries).toBe(2);
  });

  it('that fails leaves its part to another', async () => {
    let isBroken = false;
    const refuse = () => (isBroken ? { status: 503, body: 'Service Unavailable' } : undefined);
    const [broken, sound] = [await start({ refuse }), await start()];
    const { until, lines, ends } = await follow([broken, sound]);
    const confirm = (slot: number) => {
      broken.confirm(slot);
      sound.confirm(slot);
    };
    for (let slot = 100; slot <= 110; slot += 1) confirm(slot);
    await until(...Array.from({ length: 11 }, (_, index) => 100 + index));
    // Both had their part.
    expect(Math.min(broken.askedBlocks().length, sound.askedBlocks().length)).toBeGreaterThan(0);
    isBroken = true;
    for (let slot = 111; slot <= 130; slot += 1) confirm(slot);
    await until(...Array.from({ length: 31 }, (_, index) => 100 + index));
    let slot = 131;
    await vi.waitFor(() => {
      confirm(slot++);
      expect(lines.join()).toContain(`the RPC ${broken.url.host} is away`);
    }, WITHIN_MS);
    expect(lines.join()).toContain('HTTP 503');
    expect(ends).toEqual([]);
  });

  it('is asked no more often than its budget allows', async () => {
    const rpc = await start();
    const { until } = await follow([rpc], request(100), { perSecond: 20 });
    for (let slot = 100; slot <= 139; slot += 1) rpc.confirm(slot);
    await until(...Array.from({ length: 40 }, (_, index) => 100 + index));
    const times = rpc.asked.map(({ atMs }) => atMs);
    for (let index = 25; index < times.length; index += 1)
      expect(times[index]! - times[index - 25]!, `request ${index}`).toBeGreaterThan(900);
  });
});

describe('the stream ends', () => {
  it('where the chain is too far ahead to catch up with', async () => {
    const rpc = await start();
    const { until, ends } = await follow([rpc], request(), { perSecond: 3 });
    rpc.confirm(100);
    await until(100);
    rpc.confirm(400);
    await vi.waitFor(() => expect(ends).toHaveLength(1), WITHIN_MS);
    expect(ends[0]).toMatch(/the chain is \d+ slots ahead of what is asked for within the budget$/);
  });

  it('and says how fast the chain is, once that was measured', async () => {
    const rpc = await start({ slotS: 0.2 });
    const { until, ends } = await follow([rpc], request(101), { perSecond: 100 });
    for (let slot = 101; slot <= 250; slot += 1) rpc.confirm(slot);
    await until(...Array.from({ length: 150 }, (_, index) => 101 + index));
    rpc.confirm(20_000);
    await vi.waitFor(() => expect(ends).toHaveLength(1), WITHIN_MS);
    expect(ends[0]).toMatch(
      /: it makes 5\.0 slots a second, which takes 6\.[23] requests a second, and 100 are allowed$/,
    );
  });

  it('and from where it begins anew the chain is caught up with, while it goes on', async () => {
    const rpc = await start();
    for (let slot = 1; slot <= 1_000; slot += 1) rpc.confirm(slot);
    const { transport } = await open([rpc], { perSecond: 4 });
    await transport.getVersion();
    const first = await transport.getFirstAvailable(5);
    const { ends, slots } = await follow([rpc], request(first!), { perSecond: 4 });
    rpc.confirm(1_001);
    await vi.waitFor(() => expect(slots().length).toBeGreaterThan(3), WITHIN_MS);
    expect([slots()[0], ends]).toEqual([first, []]);
  });

  it('begins anew no further back than can be caught up with, and says so', async () => {
    const rpc = await start();
    rpc.confirm(10_000);
    const { transport } = await open([rpc], { perSecond: 4 });
    await transport.getVersion();
    expect(await transport.getFirstAvailable(null)).toBeNull();
    expect(await transport.getFirstAvailable(5)).toBe(10_000 - 120);
    expect(transport.whyNotBefore!(7)).toBe(
      'what happened before slot 7 could not be caught up with within 4 requests a second',
    );
  });
});

describe('of an endpoint that cannot be used', () => {
  const why = async (options: RpcOptions) => {
    const rpc = await start(options);
    const { transport, lines } = await open([rpc]);
    const { message } = await transport.getVersion().then(
      () => new Error('usable'),
      (error) => error as Error,
    );
    expect(`${message}${lines.join()}`).not.toContain('secret-key');
    expect(message).not.toContain('\n');
    return message.replace(rpc.url.host, 'host');
  };
  const answers = (wanted: string, result: unknown) => ({
    answer: (method: string) => (method === wanted ? { result } : undefined),
  });

  it.each([
    [
      'refuses',
      { refuse: () => ({ status: 403, body: 'Forbidden' }) },
      'host: it refuses (HTTP 403), as endpoints do that need a key: Forbidden',
    ],
    [
      'needs a key',
      { refuse: () => ({ status: 401, body: 'missing api key' }) },
      'host: it refuses (HTTP 401), as endpoints do that need a key: missing api key',
    ],
    ['has had too much', { refuse: () => ({ status: 429 }) }, 'host: it has had too many requests (429)'],
    ['is broken', { refuse: () => ({ status: 502, body: '<html>' }) }, 'host: it answered with HTTP 502'],
    [
      'is no RPC',
      { refuse: () => ({ status: 200, body: '<html>' }) },
      'host: it answered with what is no JSON',
    ],
    [
      'is none either',
      { refuse: () => ({ status: 200, body: '[]' }) },
      'host: it answered with what is no JSON-RPC',
    ],
    [
      'repeats the key',
      { refuse: () => ({ status: 403, body: 'no such\nkey: secret-key' }) },
      'host: it refuses (HTTP 403), as endpoints do that need a key: no such key: …',
    ],
    [
      'is behind',
      {
        answer: (method: string) =>
          method === 'getHealth'
            ? { error: { code: -32005, message: 'Node is behind by 57 slots' } }
            : undefined,
      },
      'host: it is not healthy: Node is behind by 57 slots',
    ],
    [
      'serves another cluster',
      answers('getGenesisHash', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'),
      'host: it serves devnet, and the launchpads are on mainnet-beta',
    ],
    [
      'serves another chain',
      answers('getGenesisHash', '11111111111111111111111111111111'),
      'host: it serves a chain that begins with 11111111111111111111111111111111, and the launchpads are on mainnet-beta',
    ],
  ] as [string, RpcOptions, string][])('that %s one line says it', async (_, options, line) => {
    expect(await why(options)).toBe(line);
  });

  it('that is down one line says it', async () => {
    const rpc = await start();
    await rpc.close();
    const { transport } = await open([rpc]);
    await expect(transport.getVersion()).rejects.toThrow(
      /^127\.0\.0\.1:\d+: it cannot be reached: connect ECONNREFUSED/,
    );
  });

  it('that refuses subscriptions is asked how far the chain is', { timeout: 60_000 }, async () => {
    const rpc = await start({ subscribe: () => ({ error: { code: -32601, message: 'Method not found' } }) });
    const { transport } = await open([rpc]);
    await transport.getVersion();
    rpc.confirm(100);
    const slots: number[] = [];
    const subscription = transport.subscribe(request(100), {
      onUpdate: (bytes) => {
        const update = readUpdate(bytes);
        if (update.kind === 'slot') slots.push(update.slot);
      },
      onMalformed: () => {},
      onEnd: () => {},
    });
    cleanUp.push(() => subscription.close());
    await vi.waitFor(() => expect(slots).toEqual([100]), 50_000);
  });

  it('that refuses subscriptions and goes nowhere the end of the stream says it', {
    timeout: 60_000,
  }, async () => {
    const rpc = await start({ subscribe: () => ({ error: { code: -32601, message: 'Method not found' } }) });
    const { transport } = await open([rpc]);
    await transport.getVersion();
    const ends: string[] = [];
    const subscription = transport.subscribe(request(), {
      onUpdate: () => {},
      onMalformed: () => {},
      onEnd: ({ message }) => ends.push(message),
    });
    cleanUp.push(() => subscription.close());
    await vi.waitFor(() => expect(ends).toHaveLength(1), 50_000);
    expect(ends[0]).toBe(`${rpc.url.host}: it refuses a subscription: Method not found`);
  });

  it('for its cluster is neither asked for blocks nor believed about slots', async () => {
    const devnet = await start(answers('getGenesisHash', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'));
    const sound = await start();
    const { transport } = await open([devnet, sound]);
    await transport.getVersion();
    const slots: number[] = [];
    const subscription = transport.subscribe(request(), {
      onUpdate: (bytes) => {
        const update = readUpdate(bytes);
        if (update.kind === 'slot') slots.push(update.slot);
      },
      onMalformed: () => {},
      onEnd: () => {},
    });
    cleanUp.push(() => subscription.close());
    await vi.waitFor(() => expect(sound.sockets.size).toBe(1), WITHIN_MS);
    sound.confirm(100);
    sound.confirm(101);
    await vi.waitFor(() => expect(slots).toEqual([100, 101]), WITHIN_MS);
    expect([devnet.sockets.size, devnet.askedBlocks()]).toEqual([0, []]);
  });

  it('beside one that can be used is no obstacle', async () => {
    const [down, sound] = [await start({ refuse: () => ({ status: 403 }) }), await start()];
    const { transport } = await open([down, sound]);
    expect(JSON.parse(await transport.getVersion())).toEqual({ 'solana-core': '3.0.6' });
  });
});

it('a source of our own says what it simulates', async () => {
  const label = { package: 'cryptonite-market', source: { kind: 'market', name: 'seed 7' } };
  const rpc = await start({ answer: (method) => (method === 'getVersion' ? { result: label } : undefined) });
  const { transport } = await open([rpc]);
  expect(JSON.parse(await transport.getVersion())).toEqual(label);
  expect(rpc.asked.map(({ method }) => method)).not.toContain('getGenesisHash');
});

it('what an endpoint is asked, answers and fails to is counted', async () => {
  let failures = 0;
  const rpc = await start({
    refuse: () =>
      rpc.askedBlocks().length === 1 && failures++ === 0 ? { status: 503, body: 'busy' } : undefined,
  });
  const { ingest_rpc_requests_total, ingest_rpc_failures_total, ingest_rpc_bytes_total } =
    metricsOf('ingest');
  const counters = { ingest_rpc_requests_total, ingest_rpc_failures_total, ingest_rpc_bytes_total };
  const moved = await movedBy(counters, async () => {
    const { until } = await follow([rpc]);
    rpc.confirm(100, [transactionJson('a', [pump])]);
    await until(100);
    rpc.confirm(101);
    await until(100, 101);
  });
  expect(moved.ingest_rpc_requests_total).toBe(rpc.asked.length + 1);
  expect(moved.ingest_rpc_failures_total).toBe(1);
  expect(moved.ingest_rpc_bytes_total).toBeGreaterThan(500);
});
