import type { JournalRecord, LayoutDrift, Source } from '@cryptonite/contracts/events';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { movedBy } from '@cryptonite/contracts/metrics-testing';
import type { SourceState } from '@cryptonite/contracts/source-state';
import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import { describe, expect, it, vi } from 'vitest';
import { FollowedAccounts } from './follow/followed-accounts.js';
import { Ingest, type JournalWriter } from './ingest.js';
import type { JournalTail } from './publish/journal-tail.js';
import { SeenIds } from './publish/seen-ids.js';
import {
  addressOf,
  type BuiltTransaction,
  encodeTransaction,
  programAddress,
  selfCpi,
} from './testing/build-transaction.js';
import { encodeEvent } from './testing/encode-event.js';
import { encodeUpdate } from './testing/geyser-server.js';
import type { SubscriptionListener, Transport } from './yellowstone/transport.js';

const tape: Source = { kind: 'tape', name: 'a.tape' };
const emptyTail: JournalTail = {
  partitions: [],
  last: null,
  confirmedSlots: new Map(),
  quotedIn: new Map(),
  source: null,
};

const RECORD_WEIGHT = 100;

/** An ingest whose provider says what the test tells it to, and a journal of two partitions in memory. */
async function start(
  options: {
    tail?: Partial<JournalTail>;
    known?: readonly LayoutDrift[];
    price?: string;
    firstAvailable?: () => number;
    followed?: readonly string[];
  } = {},
) {
  const written: { partition: number; record: JournalRecord }[] = [];
  const dead: string[] = [];
  const deadBytes: Uint8Array[] = [];
  const drifts: LayoutDrift[] = [];
  const sourceStates: SourceState[] = [];
  const lines: string[] = [];
  const partitions = [0, 1].map(() => ({ seen: new SeenIds(), toldPrice: null }));
  let isBrokerAway = false;
  let unwritten = 0;
  let wake = () => {};
  const publisher: JournalWriter = {
    partitions,
    get backlog() {
      return unwritten;
    },
    publish: (partition, record) => {
      written.push({ partition, record });
      // Each stands for many, of which a test would take long to make.
      if (isBrokerAway) unwritten += RECORD_WEIGHT;
    },
    publishDeadLetter: (reason, origin, bytes) => {
      dead.push(`${origin}: ${reason}`);
      deadBytes.push(bytes);
    },
    publishDrift: (drift) => void drifts.push(drift),
    publishSourceState: (state) => void sourceStates.push(state),
    flush: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
  let listener: SubscriptionListener | null = null;
  let fromSlot: string | undefined;
  let isPaused = false;
  const transport: Transport = {
    getVersion: async () => JSON.stringify({ package: 'cryptonite-tape', source: tape }),
    getFirstAvailable: async () => options.firstAvailable?.() ?? null,
    subscribe: (request, given) => {
      listener = given;
      fromSlot = request.fromSlot;
      return {
        send: () => {},
        pause: () => {
          isPaused = true;
        },
        resume: () => {
          isPaused = false;
        },
        close: () => {},
      };
    },
    close: () => {},
  };
  const price = options.price === undefined ? null : { priceUsd: options.price, from: 'test' };
  const ingest = new Ingest({
    transport,
    host: 'h',
    publisher,
    tail: { ...emptyTail, ...options.tail },
    drifts: options.known ?? [],
    followed: followedOf(options.followed ?? []),
    solPrice: () => price,
    firstPauseMs: 1,
    log: (line) => lines.push(line),
  });
  const stopping = new AbortController();
  void ingest.follow(stopping.signal);
  while (listener === null) await Promise.resolve();
  const say = (...updates: Buffer[]) => {
    for (const update of updates) listener!.onUpdate(update);
  };
  const leaveOut = (slot: number, reason: string) => listener!.onLeftOut!(slot, reason);
  /** The stream ends, and the next one begins. */
  const breakOff = async (message: string) => {
    const ended = listener!;
    listener = null;
    ended.onEnd({ message, isReplayRefusal: false });
    await vi.waitFor(() => expect(listener).not.toBeNull(), 5_000);
  };
  const factsIn = (partition: number) =>
    written.filter((each) => each.partition === partition).flatMap(({ record }) => record.facts);
  const broker = {
    leave: () => {
      isBrokerAway = true;
    },
    comeBack: () => {
      isBrokerAway = false;
      unwritten = 0;
      wake();
    },
  };
  return {
    say,
    leaveOut,
    partitions,
    written,
    dead,
    deadBytes,
    drifts,
    sourceStates,
    lines,
    factsIn,
    broker,
    breakOff,
    isPaused: () => isPaused,
    fromSlot: () => fromSlot,
    stop: () => stopping.abort(),
  };
}

function followedOf(mints: readonly string[]): FollowedAccounts {
  const followed = new FollowedAccounts(10);
  const accounts = [{ account: addressOf('holder'), partsPerMillion: 1 }];
  for (const mint of mints) followed.note({ mint, accounts }, Date.now());
  return followed;
}

/** A plain transfer, which names no launchpad. */
const transfer = (slot: number, change: Partial<BuiltTransaction> = {}): Buffer => {
  const held = { mint: addressOf('mint'), owner: addressOf('sender'), account: addressOf('from') };
  const other = { mint: addressOf('mint'), owner: addressOf('receiver'), account: addressOf('to') };
  const body = encodeTransaction({
    slot,
    outer: [{ program: addressOf('token program') }],
    before: [{ ...held, amount: 7n }],
    after: [
      { ...held, amount: 3n },
      { ...other, amount: 4n },
    ],
    ...change,
  });
  return encodeUpdate({ transaction: SubscribeUpdateTransaction.decode(body) });
};

const trade = (slot: number, index = 0): Buffer => {
  const event = encodeEvent('pump', 'TradeEvent', {
    mint: addressOf('mint'),
    user: addressOf('user'),
    timestamp: BigInt(slot),
  });
  const body = encodeTransaction({
    slot,
    index,
    outer: [{ program: programAddress('pump') }],
    inner: { 0: [selfCpi('pump', event, 2)] },
  });
  return encodeUpdate({ transaction: SubscribeUpdateTransaction.decode(body) });
};
const end = (slot: number, parentSlot = slot - 1): Buffer[] => [
  encodeUpdate({
    blockMeta: { slot: `${slot}`, parentSlot: `${parentSlot}`, blockTime: { timestamp: `${slot}` } },
  }),
  encodeUpdate({ slot: { slot: `${slot}`, status: 1 } }),
];

describe('a slot', () => {
  it('becomes its tokens’ records, then its confirmation in every partition, labelled with the source', async () => {
    const { say, written, stop } = await start();
    say(trade(10, 1), trade(10, 0), ...end(10));
    stop();
    const [first, second, ...rest] = written.map(({ record }) => record);
    expect([first, second].map((record) => [record!.mint, record!.facts[0]!.position])).toEqual([
      [addressOf('mint'), '000000000010-000000-000-0001'],
      [addressOf('mint'), '000000000010-000001-000-0001'],
    ]);
    expect(rest.map(({ mint, facts }) => [mint, facts.map(({ kind }) => kind)])).toEqual([
      [null, ['SlotConfirmed']],
      [null, ['SlotConfirmed']],
    ]);
    expect(new Set(written.map(({ record }) => record.source))).toEqual(new Set([tape]));
  });

  it('that cannot be read in part gives the rest, and a dead letter', async () => {
    const broken = SubscribeUpdateTransaction.decode(
      encodeTransaction({ slot: 10, index: 1, outer: [{ program: programAddress('pump') }] }),
    );
    broken.transaction!.transaction!.message!.accountKeys[0] = new Uint8Array(31);
    const { say, dead, factsIn, stop } = await start();
    say(encodeUpdate({ transaction: broken }), Buffer.from([0x22, 0xff]), trade(10, 2), ...end(10));
    stop();
    expect(dead).toHaveLength(2);
    expect(dead[0]).toMatch(/^stream after slot none: protobuf/);
    expect(dead[1]).toBe('10/1: MalformedBytes: account key is not 32 bytes');
    expect([...factsIn(0), ...factsIn(1)].map(({ kind }) => kind)).toContain('TradeExecuted');
  });
});

describe('layouts that are not known', () => {
  const HOUR_S = 3_600;
  const longer = Uint8Array.from([
    ...encodeEvent('pump', 'TradeEvent', {
      mint: addressOf('mint'),
      user: addressOf('user'),
      timestamp: 7_200n,
    }),
    7,
  ]);
  const unknown = Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 9);
  const emit = (slot: number, ...events: Uint8Array[]): Buffer => {
    const inner = { 0: events.map((event) => selfCpi('pump', event, 2)) };
    const body = encodeTransaction({ slot, outer: [{ program: programAddress('pump') }], inner });
    return encodeUpdate({ transaction: SubscribeUpdateTransaction.decode(body) });
  };

  it('are read as far as they are known, counted, and of unknown ones the bytes are kept, once an hour', async () => {
    const { say, dead, deadBytes, drifts, factsIn, stop } = await start();
    const first = 2 * HOUR_S;
    say(emit(first, longer, unknown), ...end(first));
    say(emit(first + 1, longer, unknown), ...end(first + 1));
    stop();
    expect([...factsIn(0), ...factsIn(1)].filter(({ kind }) => kind === 'TradeExecuted')).toHaveLength(2);
    expect(drifts.slice(-2)).toMatchObject([
      { event: 'TradeEvent', since: first * 1_000, lengths: [{ bytes: longer.length, count: 2 }] },
      { event: null, discriminator: '0011223344556677', lengths: [{ bytes: 9, count: 2 }] },
    ]);
    expect(deadBytes).toEqual([unknown]);
    expect(dead[0]).toMatch(
      /^7200\/0\/[1-9A-Za-z]+: pump event with unknown discriminator 0011223344556677, 9 bytes$/,
    );
  });

  it('are counted on by the next run', async () => {
    const earlier = await start();
    const [slot, next] = [2 * HOUR_S, 2 * HOUR_S + 1];
    earlier.say(emit(slot, longer, unknown), ...end(slot));
    earlier.stop();
    const tail = { last: { slot, timeMs: slot * 1_000 }, source: tape };
    const { say, dead, drifts, stop } = await start({ tail, known: earlier.drifts });
    say(emit(slot, longer, unknown), ...end(slot), emit(next, longer, unknown), ...end(next));
    stop();
    expect(drifts).toMatchObject([{ lengths: [{ count: 2 }] }, { lengths: [{ count: 2 }] }]);
    expect(dead).toEqual([]);
  });
});

describe('a gap', () => {
  const tail = {
    last: { slot: 100, timeMs: 100_000 },
    confirmedSlots: new Map([[100, 100_000]]),
    source: tape,
  };

  it('is told in every partition before what follows it, with the reason', async () => {
    const { say, factsIn, fromSlot, stop } = await start({ tail, firstAvailable: () => 150 });
    say(...end(150));
    stop();
    expect(fromSlot()).toBe('150');
    for (const partition of [0, 1])
      expect(factsIn(partition)).toMatchObject([
        {
          kind: 'GapDetected',
          afterSlot: 100,
          beforeSlot: 150,
          durationMs: 50_000,
          reason: 'the provider keeps no updates before slot 150',
        },
        { kind: 'SlotConfirmed' },
      ]);
  });

  it('is told with the reason of its own stream, not of an earlier one that left none', async () => {
    let first = 101;
    const { say, factsIn, breakOff, stop } = await start({ tail, firstAvailable: () => first });
    say(...end(101), ...end(110, 109));
    first = 150;
    await breakOff('lost');
    first = 0;
    await breakOff('lost again');
    say(...end(120, 119));
    stop();
    const gaps = factsIn(0).flatMap((fact) => (fact.kind === 'GapDetected' ? [fact] : []));
    expect(gaps.map(({ beforeSlot, reason }) => [beforeSlot, reason])).toEqual([
      [110, 'the provider did not send these slots'],
      [120, 'the provider did not send these slots'],
    ]);
  });

  it('is left, with a dead letter, where an update is twice too large to be received', async () => {
    const { say, factsIn, dead, fromSlot, breakOff, stop } = await start({ tail, firstAvailable: () => 1 });
    say(...end(101));
    await breakOff('Received message larger than max (9 vs 8)');
    say(...end(101));
    await breakOff('Received message larger than max (9 vs 8)');
    expect(fromSlot()).toBe('103');
    say(...end(103));
    await breakOff('lost');
    expect(fromSlot()).toBe('103');
    say(...end(103), ...end(110, 109));
    stop();
    const reason = 'an update after slot 101 cannot be received: Received message larger than max (9 vs 8)';
    expect(dead).toEqual([`stream after slot 101: ${reason}`]);
    const gaps = factsIn(0).flatMap((fact) => (fact.kind === 'GapDetected' ? [fact] : []));
    expect(gaps.map((gap) => [gap.afterSlot, gap.beforeSlot, gap.reason])).toEqual([
      [101, 103, reason],
      [103, 110, 'the provider did not send these slots'],
    ]);
  });

  it('is told with the block that could not be had, and the next one is not', async () => {
    const { say, leaveOut, factsIn, stop } = await start({ tail });
    say(...end(101));
    leaveOut(102, 'rpc.example: it answered with HTTP 500');
    say(...end(103, 102), ...end(110, 109));
    stop();
    const gaps = factsIn(0).flatMap((fact) => (fact.kind === 'GapDetected' ? [fact] : []));
    expect(gaps.map((gap) => [gap.afterSlot, gap.beforeSlot, gap.reason])).toEqual([
      [101, 103, 'slot 102 is left out: rpc.example: it answered with HTTP 500'],
      [103, 110, 'the provider did not send these slots'],
    ]);
  });

  it('is none where another tape or market begins', async () => {
    const other = { ...tail, source: { kind: 'market' as const, name: 'market simulator, seed 7' } };
    const { say, factsIn, fromSlot, stop } = await start({ tail: other });
    say(trade(7), ...end(7));
    stop();
    expect(fromSlot()).toBeUndefined();
    expect(factsIn(0).map(({ kind }) => kind)).not.toContain('GapDetected');
  });
});

it('the provider waits while 5,000 records wait for the broker, and is heard again once they are written', async () => {
  const { say, written, broker, isPaused, stop } = await start();
  broker.leave();
  for (let slot = 100; !isPaused(); slot++) {
    expect(written.length * RECORD_WEIGHT).toBeLessThan(5_000);
    say(...[0, 1, 2, 3].map((index) => trade(slot, index)), ...end(slot));
  }
  // At most the slot that was just read stands beyond the limit: four trades, and its confirmation in two partitions.
  expect(written.length * RECORD_WEIGHT).toBeLessThan(5_000 + 6 * RECORD_WEIGHT);
  broker.comeBack();
  await Promise.resolve();
  await Promise.resolve();
  expect(isPaused()).toBe(false);
  stop();
});

it('a rolled back slot is told in every partition, at its block time; what comes late for it is counted', async () => {
  const tail = {
    last: { slot: 100, timeMs: 100_000 },
    confirmedSlots: new Map([
      [99, 99_000],
      [100, 100_000],
    ]),
    source: tape,
  };
  const { say, factsIn, lines, dead, stop } = await start({ tail });
  say(...end(101, 99), trade(100), trade(100, 1), ...end(102));
  stop();
  for (const partition of [0, 1]) {
    expect(factsIn(partition)[0]).toMatchObject({ kind: 'SlotRolledBack', slot: 100, time: 100_000 });
    expect(factsIn(partition).map(({ kind }) => kind)).not.toContain('TradeExecuted');
  }
  expect(lines).toContain('slot 100 is dead: 2 transactions passed by');
  expect(dead).toEqual([]);
});

it('the price of SOL is told in every partition, once a minute while it stays', async () => {
  const { say, factsIn, stop } = await start({ price: '150.25' });
  say(...end(10), ...end(11), ...end(59), ...end(60));
  stop();
  for (const partition of [0, 1]) {
    const prices = factsIn(partition).filter(({ kind }) => kind === 'SolPriceObserved');
    expect(prices.map(({ time }) => time)).toEqual([10_000, 60_000]);
  }
});

describe('what a coin costs that tokens are quoted in', () => {
  const [coin, curve] = [addressOf('coin'), addressOf('curve')];
  const tradeOf = (slot: number, index: number, values: Record<string, bigint | string>) => {
    const event = encodeEvent('pump', 'TradeEvent', {
      user: addressOf('user'),
      timestamp: BigInt(slot),
      ...values,
    });
    const body = encodeTransaction({
      slot,
      index,
      outer: [
        {
          program: programAddress('pump'),
          accounts: [addressOf('global'), addressOf('fees'), String(values.mint), curve, addressOf('vault')],
          data: Uint8Array.from(Buffer.from('66063d1201daebea', 'hex')),
        },
      ],
      inner: { 0: [selfCpi('pump', event, 2)] },
    });
    return encodeUpdate({ transaction: SubscribeUpdateTransaction.decode(body) });
  };
  const ofCoin = (slot: number, index: number, quote: bigint) =>
    tradeOf(slot, index, {
      mint: coin,
      sol_amount: 5n,
      token_amount: 5n,
      virtual_sol_reserves: quote,
      virtual_quote_reserves: quote,
      virtual_token_reserves: 1_000n,
    });
  const inCoin = (slot: number, index: number) =>
    tradeOf(slot, index, { mint: addressOf('mint'), quote_mint: coin, quote_amount: 5n, token_amount: 5n });

  it('is told in every partition, behind its slot', async () => {
    const { say, factsIn, dead, stop } = await start();
    say(
      ofCoin(10, 0, 30n),
      ...end(10),
      inCoin(11, 0),
      ...end(11),
      ofCoin(12, 0, 31n),
      ofCoin(12, 1, 32n),
      ...end(12),
    );
    stop();
    expect(dead).toEqual([]);
    for (const partition of [0, 1]) {
      const facts = factsIn(partition).filter(({ position }) => position >= '000000000012-999999');
      expect(facts).toMatchObject([
        { kind: 'SlotConfirmed', slot: 12 },
        {
          kind: 'QuotePriceObserved',
          quoteMint: coin,
          pool: curve,
          pricedIn: 'SOL',
          priceQuoteReserves: 32n,
          time: 12_000,
        },
      ]);
      expect(factsIn(partition).filter(({ kind }) => kind === 'QuotePriceObserved')).toHaveLength(1);
    }
  });

  it('is told after a restart where it was not, by what the journal says of the slots before', async () => {
    const { say, partitions, written, stop } = await start({
      tail: {
        last: { slot: 12, timeMs: 12_000 },
        confirmedSlots: new Map([[11, 11_000]]),
        quotedIn: new Map([[11, { timeMs: 11_000, coins: new Set([coin]) }]]),
        source: tape,
      },
      firstAvailable: () => 1,
    });
    partitions[0]!.seen.add(12, 'slot:12:SlotConfirmed');
    say(ofCoin(12, 0, 31n), ...end(12));
    stop();
    const ends = written.filter(({ record }) => record.mint === null);
    expect(ends.map(({ partition, record }) => [partition, record.facts.map(({ kind }) => kind)])).toEqual([
      [1, ['SlotConfirmed', 'QuotePriceObserved']],
    ]);
  });
});

it('slots, facts and gaps are counted, and the newest slot’s time is told', async () => {
  const { ingest_slots_total, ingest_facts_total, ingest_gaps_total, ingest_slot_time_seconds } =
    metricsOf('ingest');
  const { say, stop } = await start();
  const moved = await movedBy({ ingest_slots_total, ingest_facts_total, ingest_gaps_total }, () => {
    say(trade(10, 0), ...end(10), trade(13, 0), trade(13, 1), ...end(13, 12));
  });
  stop();
  expect(moved).toEqual({ ingest_slots_total: 2, ingest_facts_total: 3, ingest_gaps_total: 1 });
  expect((await ingest_slot_time_seconds.get()).values).toMatchObject([{ value: 13 }]);
});

describe('a plain transfer', () => {
  it('says who holds how much of a token that is followed', async () => {
    const { say, written, dead, stop } = await start({ followed: [addressOf('mint')] });
    say(transfer(10), ...end(10));
    stop();
    const [{ record }] = written as [(typeof written)[number]];
    expect(record).toMatchObject({ mint: addressOf('mint'), slot: 10, time: 10_000, source: tape });
    expect(record.facts).toMatchObject([
      { kind: 'BalanceChanged', account: addressOf('from'), ownerAfter: addressOf('sender'), amount: 3n },
      { kind: 'BalanceChanged', account: addressOf('to'), ownerAfter: addressOf('receiver'), amount: 4n },
    ]);
    expect(dead).toEqual([]);
  });

  it.each([
    ['of a token that nobody follows', [addressOf('other')], {}],
    ['that failed', [addressOf('mint')], { isFailed: true }],
  ])('%s says nothing', async (_, followed, change) => {
    const { say, written, dead, stop } = await start({ followed });
    say(transfer(10, change), ...end(10));
    stop();
    expect(written.filter(({ record }) => record.mint !== null)).toEqual([]);
    expect(dead).toEqual([]);
  });

  it('beside a trade in another token is told too', async () => {
    const event = encodeEvent('pump', 'TradeEvent', {
      mint: addressOf('traded'),
      user: addressOf('user'),
      timestamp: 10n,
    });
    const outer = [{ program: programAddress('pump') }];
    const { say, written, stop } = await start({ followed: [addressOf('mint')] });
    say(transfer(10, { outer, inner: { 0: [selfCpi('pump', event, 2)] } }), ...end(10));
    stop();
    const told = written.flatMap(({ record: { mint, facts } }) => facts.map(({ kind }) => [mint, kind]));
    expect(told.filter(([mint]) => mint !== null)).toEqual([
      [addressOf('traded'), 'TradeExecuted'],
      [addressOf('mint'), 'BalanceChanged'],
      [addressOf('mint'), 'BalanceChanged'],
    ]);
  });
});

it('says each reason for which the source is away once, and its host once', async () => {
  const { say, breakOff, lines, sourceStates, stop } = await start();
  say(...end(10));
  for (const reason of ['h: refused', 'h: refused', 'h: busy', 'h: busy']) await breakOff(reason);
  say(...end(11));
  stop();
  expect(lines.filter((line) => / away|back/.test(line))).toEqual([
    expect.stringMatching(/^the source h is away since .*: refused$/),
    'the source h is still away: busy',
    expect.stringMatching(/^the source h is back: /),
  ]);
  expect(sourceStates.map(({ reason }) => reason)).toEqual([
    null,
    'refused',
    'refused',
    'busy',
    'busy',
    null,
  ]);
});

it('says why the source is away, and that it is back', async () => {
  const { say, breakOff, sourceStates, stop } = await start();
  say(...end(10));
  await breakOff('it refuses (HTTP 403)');
  say(...end(11));
  stop();
  expect(sourceStates).toEqual([
    { v: 1, host: 'h', at: expect.any(Number), awaySince: null, reason: null },
    {
      v: 1,
      host: 'h',
      at: expect.any(Number),
      awaySince: expect.any(Number),
      reason: 'it refuses (HTTP 403)',
    },
    { v: 1, host: 'h', at: expect.any(Number), awaySince: null, reason: null },
  ]);
});
