import { setTimeout as sleep } from 'node:timers/promises';
import { Deadline } from '@cryptonite/contracts/deadlines';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { totalOf } from '@cryptonite/contracts/metrics-testing';
import { status } from '@grpc/grpc-js';
import type { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PROGRAMS } from '../decode/programs.js';
import type { Update } from '../decode/update.js';
import {
  type Call,
  encodeUpdate,
  type GeyserOptions,
  type GeyserServer,
  refuse,
  startGeyser,
} from '../testing/geyser-server.js';
import { ChainStream } from './chain-stream.js';
import { openGrpcTransport } from './grpc-transport.js';
import { openOfficialTransport } from './official-transport.js';

const slotUpdate = (slot: number) => encodeUpdate({ slot: { slot: String(slot), status: 1 } });

let cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const each of cleanUp.reverse()) await each();
  cleanUp = [];
});

type Open = typeof openGrpcTransport;

async function follow(
  open: Open,
  options: Partial<GeyserOptions>,
  lastSlot: number | null = null,
  followed: () => readonly string[] = () => [],
  deadline?: Deadline,
) {
  const requests: SubscribeRequest[] = [];
  const updates: Update[] = [];
  const begun: (string | null)[] = [];
  const malformed: string[] = [];
  const tooLarge: (string | number)[][] = [];
  const lines: string[] = [];
  let newest = lastSlot;
  const server: GeyserServer = await startGeyser({
    ...options,
    onSubscribe: (call, request) => {
      requests.push(request);
      options.onSubscribe?.(call, request);
    },
  });
  const transport = open(server.url, 'secret', undefined, deadline);
  const stream = new ChainStream({
    transport,
    host: 'test',
    lastSlot: () => newest,
    slotsIn: (ms) => ms / 400,
    firstPauseMs: 10,
    silenceMs: 2_000,
    followed,
    followEveryMs: 20,
    log: (line) => lines.push(line),
    listener: {
      onBegin: (_, reason) => begun.push(reason),
      onUpdate: (update) => {
        updates.push(update);
        if (update.kind === 'slot') newest = Math.max(newest ?? 0, update.slot);
      },
      onMalformed: (_, reason) => malformed.push(reason),
      onTooLarge: (afterSlot, reason) => tooLarge.push([afterSlot, reason]),
      onAway: () => {},
      onBack: () => {},
      onFailure: (error) => lines.push(String(error)),
    },
  });
  const stopping = new AbortController();
  const following = stream.follow(stopping.signal);
  cleanUp.push(async () => {
    stopping.abort();
    await following;
    transport.close();
    await server.close();
  });
  return { server, stream, requests, updates, begun, malformed, tooLarge, lines };
}

describe.each([
  { client: 'grpc-js', open: openGrpcTransport },
  { client: 'the official client', open: openOfficialTransport },
])('over $client', ({ open }) => {
  describe('a subscription', () => {
    it('asks for the launchpads’ transactions and confirmed slots, with the token', async () => {
      const { requests, server } = await follow(open, { onSubscribe: () => {} });
      await vi.waitFor(() => expect(requests).toHaveLength(1));
      expect(requests[0]).toMatchObject({ commitment: 1, fromSlot: undefined });
      expect(Object.values(requests[0]!.transactions)).toMatchObject([
        { vote: false, accountInclude: PROGRAMS.map(({ address }) => address) },
      ]);
      expect(Object.values(requests[0]!.slots)).toMatchObject([{ filterByCommitment: true }]);
      expect(server.tokens).toEqual(['secret']);
    });

    it('begins with the oldest slot there is, where nothing was published yet', async () => {
      const { requests } = await follow(open, { firstAvailable: () => 70, onSubscribe: () => {} });
      await vi.waitFor(() => expect(requests[0]?.fromSlot).toBe('70'));
    });

    it('answers pings, and lets what it does not need pass by', async () => {
      const answers: SubscribeRequest[] = [];
      const { updates } = await follow(open, {
        onRequest: (request) => answers.push(request),
        onSubscribe: (call) => {
          call.write(encodeUpdate({ ping: {} }));
          call.write(encodeUpdate({ entry: { slot: '1' } }));
          call.write(slotUpdate(5));
        },
      });
      await vi.waitFor(() => expect(updates.map(({ kind }) => kind)).toEqual(['other', 'slot']));
      await vi.waitFor(() => expect(answers).toHaveLength(1));
      expect(answers[0]).toMatchObject({ ping: { id: 1 }, transactions: {}, slots: {} });
    });

    it('follows accounts beside the launchpads, and others as soon as others are wanted', async () => {
      let followed = ['a', 'b'];
      const later: SubscribeRequest[] = [];
      const { requests } = await follow(
        open,
        {
          firstAvailable: () => 70,
          onSubscribe: (call) => void call.write(slotUpdate(70)),
          onRequest: (request) => later.push(request),
        },
        null,
        () => followed,
      );
      await vi.waitFor(() => expect(requests).toHaveLength(1));
      const { launchpads, followed: also } = requests[0]!.transactions;
      expect(launchpads).toMatchObject({ accountInclude: PROGRAMS.map(({ address }) => address) });
      expect(also).toMatchObject({ vote: false, failed: false, accountInclude: ['a', 'b'] });
      followed = ['b', 'c'];
      await vi.waitFor(() => expect(later).not.toEqual([]));
      expect(later[0]).toMatchObject({ commitment: 1, fromSlot: undefined });
      expect(later[0]!.transactions.followed?.accountInclude).toEqual(['b', 'c']);
      expect(later[0]!.transactions.launchpads).toEqual(launchpads);
      followed = [];
      await vi.waitFor(() => expect(Object.keys(later.at(-1)!.transactions)).toEqual(['launchpads']));
      expect(later).toHaveLength(2);
    });

    it('tells how many accounts it follows', async () => {
      const { requests } = await follow(open, { onSubscribe: () => {} }, null, () => ['a', 'b', 'c']);
      await vi.waitFor(() => expect(requests).toHaveLength(1));
      expect(await totalOf(metricsOf('ingest').ingest_followed_accounts)).toBe(3);
    });

    it('follows as many accounts as the provider names, and none where it names none and refuses', async () => {
      const wanted = Array.from({ length: 200 }, (_, index) => `account ${index}`);
      const allowed = 50;
      const refuseMany = (call: Call, { transactions }: SubscribeRequest, details: string) => {
        const asked = transactions.followed?.accountInclude.length ?? 0;
        if (asked > allowed) refuse(call, status.INVALID_ARGUMENT, details);
        else call.write(slotUpdate(5));
      };
      const named = await follow(
        open,
        {
          onSubscribe: (call, request) =>
            refuseMany(
              call,
              request,
              'failed to create filter: Max amount of account_include reached, only 50 allowed',
            ),
        },
        3,
        () => wanted,
      );
      await vi.waitFor(() => expect(named.updates).not.toEqual([]));
      const sizes = ({ requests }: typeof named) =>
        requests.map(({ transactions }) => transactions.followed?.accountInclude.length ?? 0);
      expect(sizes(named)).toEqual([200, 50]);
      // What was refused are the accounts, not the slot to begin with.
      expect(named.begun).toEqual([null, null]);

      const unnamed = await follow(
        open,
        { onSubscribe: (call, request) => refuseMany(call, request, 'too many filters') },
        3,
        () => wanted.slice(0, 60),
      );
      await vi.waitFor(() => expect(unnamed.updates).not.toEqual([]));
      expect(sizes(unnamed)).toEqual([60, 0]);
      expect(unnamed.lines.join()).toContain('the provider does not follow 60 accounts: from now on 0');
    });

    it('takes updates of 10 MB', async () => {
      const signature = new Uint8Array(64);
      const logMessages = [new Array(10 << 20).fill('x').join('')];
      const large = encodeUpdate({
        transaction: { slot: '8', transaction: { signature, index: '1', meta: { logMessages } } },
      });
      const { updates } = await follow(open, { onSubscribe: (call) => void call.write(large) });
      await vi.waitFor(() => expect(updates).toMatchObject([{ kind: 'transaction', slot: 8 }]), 10_000);
    });

    it('holds the provider back while it is paused', async () => {
      const chunk = encodeUpdate({ blockMeta: { slot: '1', blockhash: 'x'.repeat(1 << 20) } });
      let written = 0;
      const pump = (call: Call): void => {
        while (written < 200 && !call.cancelled) {
          written++;
          if (!call.write(chunk)) {
            call.once('drain', () => pump(call));
            return;
          }
        }
      };
      const { stream, updates } = await follow(open, { onSubscribe: pump });
      stream.pause();
      await sleep(1_500);
      const heldBackAt = written;
      expect(heldBackAt).toBeLessThan(100);
      stream.resume();
      await vi.waitFor(() => expect(updates).toHaveLength(200), 20_000);
    });
  });

  it('is had of a busy provider, which answers later than it is waited for at first', async () => {
    const asked = { onSubscribe: () => {}, answersAfterMs: 300 };
    const { requests } = await follow(open, asked, null, () => [], new Deadline(50, 5_000));
    await vi.waitFor(() => expect(requests).toHaveLength(1), 10_000);
  });

  describe('a lost stream', () => {
    it('is taken up again some slots behind the last one', async () => {
      const { requests, begun } = await follow(open, {
        onSubscribe: (call) => {
          call.write(slotUpdate(500));
          setTimeout(() => call.end(), 50);
        },
      });
      await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1), 5_000);
      expect(requests[1]?.fromSlot).toBe('468');
      expect(begun.slice(0, 2)).toEqual([null, null]);
    });

    it('is taken up from the oldest slot kept, where that is later, and says so', async () => {
      const { requests, begun } = await follow(
        open,
        { firstAvailable: () => 490, onSubscribe: () => {} },
        500,
      );
      await vi.waitFor(() => expect(requests[0]?.fromSlot).toBe('490'));
      expect(begun).toEqual(['the provider keeps no updates before slot 490']);
    });

    it.each([status.OUT_OF_RANGE, status.INTERNAL, status.INVALID_ARGUMENT])(
      'goes on without a replay where the provider refuses one with status %i',
      async (code) => {
        const { requests, begun, updates } = await follow(
          open,
          {
            onSubscribe: (call, { fromSlot }) => {
              if (fromSlot === undefined) call.write(slotUpdate(900));
              else refuse(call, code, 'from_slot is not supported');
            },
          },
          500,
        );
        await vi.waitFor(() => expect(updates).toHaveLength(1), 5_000);
        expect(requests.map(({ fromSlot }) => fromSlot)).toEqual(['468', undefined]);
        expect(begun).toEqual([null, 'the provider cannot replay: from_slot is not supported']);
      },
    );

    it('is asked for again as before, where the token is refused', async () => {
      const { requests, begun, lines } = await follow(
        open,
        { onSubscribe: (call) => refuse(call, status.UNAUTHENTICATED, 'No valid auth token') },
        500,
      );
      await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1), 5_000);
      expect(requests.slice(0, 2).map(({ fromSlot }) => fromSlot)).toEqual(['468', '468']);
      expect(begun.slice(0, 2)).toEqual([null, null]);
      expect(lines[0]).toContain('No valid auth token');
    });

    it('whose connection broke is taken up again, once there is a provider', async () => {
      const { server, requests, begun } = await follow(open, {
        onSubscribe: (call) => void call.write(slotUpdate(500)),
      });
      await vi.waitFor(() => expect(requests).toHaveLength(1), 5_000);
      await sleep(50);
      await server.close();
      const later: (string | undefined)[] = [];
      const back = await startGeyser(
        { onSubscribe: (_, { fromSlot }) => later.push(fromSlot) },
        Number(server.url.port),
      );
      cleanUp.push(() => back.close());
      await vi.waitFor(() => expect(later).toEqual(['468']), 10_000);
      expect(begun.every((reason) => reason === null)).toBe(true);
    });

    it('that goes silent is given up', async () => {
      let sentMs = 0;
      const { requests, lines } = await follow(open, {
        onSubscribe: (call) => {
          sentMs ||= Date.now();
          call.write(slotUpdate(500));
        },
      });
      await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1), 10_000);
      expect(lines.join()).toContain('nothing came for 2000 ms');
      // Told from its last word, not from when it was given up.
      const [, since = ''] = /is away since (\S+): /.exec(lines.join()) ?? [];
      expect(Date.parse(since) - sentMs).toBeLessThan(1_500);
    });
  });

  it('waits for a provider that is not there', async () => {
    const gone = await startGeyser({ onSubscribe: () => {} });
    await gone.close();
    const transport = open(gone.url, undefined);
    const lines: string[] = [];
    const begun: unknown[] = [];
    let failedAttempts = 0;
    const stopping = new AbortController();
    const listener = {
      onBegin: (source: unknown) => begun.push(source),
      onUpdate: () => {},
      onMalformed: () => {},
      onTooLarge: () => {},
      onAway: () => {
        failedAttempts += 1;
      },
      onBack: () => {},
      onFailure: () => {},
    };
    const stream = new ChainStream({
      transport,
      host: 'h',
      lastSlot: () => null,
      slotsIn: (ms) => ms / 400,
      listener,
      log: (line) => lines.push(line),
      firstPauseMs: 100,
    });
    const following = stream.follow(stopping.signal);
    await vi.waitFor(() => expect(failedAttempts).toBeGreaterThan(1), 10_000);
    expect(lines).toEqual([expect.stringMatching(/^the source h is away since /)]);
    const version = JSON.stringify({ package: 'cryptonite-tape', source: { kind: 'tape', name: 'a.tape' } });
    const back = await startGeyser({ version, onSubscribe: () => {} }, Number(gone.url.port));
    await vi.waitFor(() => expect(begun).toEqual([{ kind: 'tape', name: 'a.tape' }]), 30_000);
    stopping.abort();
    await following;
    transport.close();
    await back.close();
  });
});

// The official client leaves a map's empty values out, as protobuf allows; the codec of the test's server drops these.
it('asks for block metas', async () => {
  const { requests } = await follow(openGrpcTransport, { onSubscribe: () => {} });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(Object.keys(requests[0]!.blocksMeta)).toHaveLength(1);
});

describe('bytes that are no update', () => {
  const damaged = (call: Call): void => {
    call.write(Buffer.from([0x22, 0x7f]));
    call.write(slotUpdate(5));
  };

  it('are told, and the stream goes on', async () => {
    const { updates, malformed, requests } = await follow(openGrpcTransport, { onSubscribe: damaged });
    await vi.waitFor(() => expect(updates).toHaveLength(1));
    expect(malformed).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });

  it('end the stream over the official client, which begins anew', async () => {
    const { lines, requests } = await follow(openOfficialTransport, { onSubscribe: damaged });
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1), 5_000);
    expect(lines[0]).toContain('failed to decode Protobuf message');
  });
});

describe.each([
  { client: 'grpc-js', open: openGrpcTransport },
  { client: 'the official client', open: openOfficialTransport },
])('an update above the largest message, over $client', ({ open }) => {
  const withLimit: Open = (url, token) => open(url, token, 1_000);

  it('met twice at the same place is told and left out; where its slot is a later one, that is left out, too', async () => {
    const chain: [slot: number, bytes: Buffer][] = [
      [50, slotUpdate(50)],
      [52, Buffer.alloc(1_001, 0x5a)],
      [53, slotUpdate(53)],
    ];
    const { requests, begun, updates, tooLarge } = await follow(
      withLimit,
      {
        firstAvailable: () => 1,
        onSubscribe: (call, { fromSlot }) => {
          for (const [slot, bytes] of chain) if (slot >= Number(fromSlot)) call.write(bytes);
        },
      },
      49,
    );
    await vi.waitFor(() => expect(updates.at(-1)).toMatchObject({ slot: 53 }), 20_000);
    expect(requests.map(({ fromSlot }) => fromSlot)).toEqual(['17', '18', '52', '52', '53']);
    const reasons = [50, 51].map((slot) =>
      expect.stringMatching(new RegExp(`^an update after slot ${slot} cannot be received: .*1001`)),
    );
    expect(tooLarge).toEqual([
      [50, reasons[0]],
      [51, reasons[1]],
    ]);
    expect(begun).toEqual([null, null, reasons[0], reasons[0], reasons[1]]);
  });

  it('that comes once only leaves nothing out', async () => {
    let isFirst = true;
    const { requests, begun, updates, tooLarge } = await follow(
      withLimit,
      {
        firstAvailable: () => 1,
        onSubscribe: (call) => {
          call.write(isFirst ? Buffer.alloc(1_001, 0x5a) : slotUpdate(50));
          isFirst = false;
        },
      },
      49,
    );
    await vi.waitFor(() => expect(updates).toHaveLength(1), 5_000);
    expect(requests.map(({ fromSlot }) => fromSlot)).toEqual(['17', '17']);
    expect([begun, tooLarge]).toEqual([[null, null], []]);
  });
});
