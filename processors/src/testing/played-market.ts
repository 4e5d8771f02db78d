/**
 * A played market as journal records, for tests that need every kind of fact: mayhem coins, several quotes, graduates,
 * pools. To what the market's command makes come prices of SOL and a hole in the stream, as ingest would write them, pools
 * that others open and trade in before a migration, liquidity that goes into pools, that is pulled and comes back, creators who
 * dump, and a day without a slot, in which all tokens leave the screener; those that are traded afterwards come back.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { partitionOf, placeOf, positionOf, slotOf } from '@cryptonite/contracts/chain';
import {
  decodeJournalRecord,
  type Fact,
  type JournalRecord,
  type TradeExecuted,
} from '@cryptonite/contracts/events';
import { randomOf, textOf, type Written } from './journal.js';

const COMMAND = fileURLToPath(new URL('../../../deploy/market/dist/command.js', import.meta.url));

export type PlayedMarket = { launches: number; seed: number; partitions: number };

const PRICE_EVERY_MS = 60_000;
/** The hole begins at this share of the slots, among the launches, and is so long. */
const HOLE_AT = 0.02;
const HOLE_MS = 30_000;
/** At this share of the records, when the first hours of the launches are over. */
const PAUSE_AT = 0.885;
const PAUSE = { slots: 225_000, ms: 25 * 3_600_000 };

/** The records in the order in which ingest writes them, with their partitions. */
export async function playMarket({ launches, seed, partitions }: PlayedMarket): Promise<Written[]> {
  return playOn(await generate(launches, seed), { seed, partitions });
}

/** What comes to the records that the market's command made. */
export function playOn(
  generated: JournalRecord[],
  { seed, partitions }: Omit<PlayedMarket, 'launches'>,
): Written[] {
  const records = withPause(withHole(withPools(withPulls(withDumpers(generated)))));
  const random = randomOf(seed);
  let cents = 40_000;
  let toldAt = Number.NEGATIVE_INFINITY;
  return records.flatMap((record): Written[] => {
    if (record.mint !== null) return [{ partition: partitionOf(record.mint, partitions), record }];
    const facts = [...record.facts];
    const isConfirmed = facts.some(({ kind }) => kind === 'SlotConfirmed');
    if (isConfirmed && record.time - toldAt >= PRICE_EVERY_MS) {
      toldAt = record.time;
      cents += Math.round((random() - 0.5) * 60);
      facts.push(priceOf(record, cents));
    }
    return Array.from({ length: partitions }, (_, partition) => ({
      partition,
      record: { ...record, facts },
    }));
  });
}

async function generate(launches: number, seed: number): Promise<JournalRecord[]> {
  const folder = mkdtempSync(join(tmpdir(), 'played-market-'));
  try {
    await promisify(execFile)(process.execPath, [
      COMMAND,
      ...['--launches', String(launches), '--seed', String(seed), '--regime', 'high'],
      ...['--out', join(folder, 'out')],
    ]);
    const text = readFileSync(join(folder, 'out', 'journal.jsonl'), 'utf8');
    return text.trimEnd().split('\n').map(decodeJournalRecord);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const DUMPED = 100_000_000_000_000n;

/** Who is the first to have sold a tenth of the supply, at once or not, becomes the creator of a token that does not graduate. */
function withDumpers(records: JournalRecord[]): JournalRecord[] {
  const soldBy = new Map<string, bigint>();
  const dumpers = new Map<string, string>();
  for (const { facts } of records)
    for (const fact of facts) {
      if (fact.kind === 'Migrated') dumpers.delete(fact.mint);
      if (
        fact.kind !== 'TradeExecuted' ||
        fact.venue !== 'pump-curve' ||
        fact.side !== 'sell' ||
        dumpers.has(fact.mint)
      )
        continue;
      const key = `${fact.mint} ${fact.trader}`;
      const sold = (soldBy.get(key) ?? 0n) + fact.tokenAmount;
      soldBy.set(key, sold);
      if (sold >= DUMPED) dumpers.set(fact.mint, fact.trader);
    }
  return records.map((record) => ({
    ...record,
    facts: record.facts.map((fact) =>
      fact.kind === 'LaunchCreated' ? { ...fact, creator: dumpers.get(fact.mint) ?? fact.creator } : fact,
    ),
  }));
}

/**
 * How much of a pool's liquidity is there, in tenths, from so many trades in it on, over and over: some is taken out, then most
 * of the rest, so that it was pulled; then it comes back in two steps, of which the first is half of what stood there.
 */
const LIQUIDITY = [
  { from: 0, tenths: 10n },
  { from: 200, tenths: 6n },
  { from: 210, tenths: 2n },
  { from: 280, tenths: 5n },
  { from: 300, tenths: 10n },
];
const LIQUIDITY_REPEATS = 600;
/** Before its last trades most of it is taken out for good. */
const LAST_TRADES = 20;

const tenthsAt = (trades: number, toCome: number): bigint =>
  toCome <= LAST_TRADES ? 2n : LIQUIDITY.findLast(({ from }) => from <= trades % LIQUIDITY_REPEATS)!.tenths;

function withPulls(records: JournalRecord[]): JournalRecord[] {
  const toCome = new Map<string, number>();
  for (const { facts } of records)
    for (const fact of facts) if (isInPool(fact)) toCome.set(fact.pool, (toCome.get(fact.pool) ?? 0) + 1);
  const tradesIn = new Map<string, number>();
  return records.map((record) => ({
    ...record,
    facts: record.facts.flatMap((fact): Fact[] => {
      if (!isInPool(fact)) return [fact];
      const { pool } = fact;
      const [trades, left] = [(tradesIn.get(pool) ?? 0) + 1, toCome.get(pool)! - 1];
      tradesIn.set(pool, trades);
      toCome.set(pool, left);
      const [before, after] = [tenthsAt(trades - 1, left + 1), tenthsAt(trades, left)];
      const trade = withReserves(fact, before);
      return before === after ? [trade] : [trade, moved(trade, withReserves(fact, after))];
    }),
  }));
}

type PoolTrade = TradeExecuted & { pool: string };
const isInPool = (fact: Fact): fact is PoolTrade =>
  fact.kind === 'TradeExecuted' && fact.venue !== 'pump-curve' && fact.pool !== null;

const RESERVES = [
  'priceTokenReserves',
  'priceQuoteReserves',
  'realTokenReserves',
  'realQuoteReserves',
] as const;

function withReserves(trade: PoolTrade, tenths: bigint): PoolTrade {
  const reserves = RESERVES.map((name) => {
    const amount = trade[name];
    return [name, amount === null ? null : (amount * tenths) / 10n];
  });
  return { ...trade, ...Object.fromEntries(reserves) };
}

/** The withdrawal or deposit that leaves the reserves of `after`. */
function moved(trade: PoolTrade, after: PoolTrade): Fact {
  const [token, quote] = [after.realTokenReserves ?? 0n, after.realQuoteReserves ?? 0n];
  const [more, moreQuote] = [
    token - (trade.realTokenReserves ?? 0n),
    quote - (trade.realQuoteReserves ?? 0n),
  ];
  const isDeposit = moreQuote > 0n;
  return {
    kind: 'LiquidityChanged',
    ...lastIn(trade, 904, 'LiquidityChanged'),
    venue: 'pumpswap',
    ...{ pool: trade.pool, quoteMint: trade.quoteMint },
    tokenAmount: isDeposit ? more : -more,
    quoteAmount: isDeposit ? moreQuote : -moreQuote,
    change: isDeposit ? 'deposit' : 'withdraw',
    user: trade.trader,
    lpTokenAmount: 1n,
    realTokenReserves: token,
    realQuoteReserves: quote,
  };
}

const LIQUIDITY_EVERY = 7;

/**
 * After a buy beyond the curve somebody opens a pool beside the one to be, trades there and adds to it, at a price that is
 * not the token's; after some trades in pools somebody adds a tenth to what they hold.
 */
function withPools(records: JournalRecord[]): JournalRecord[] {
  let pools = 0;
  let poolTrades = 0;
  return records.map((record) => {
    const added = record.facts.flatMap((fact): Fact[] => {
      if (fact.kind !== 'TradeExecuted') return [];
      if (isBeyondCurve(fact)) {
        pools += 1;
        return poolOfOthers(fact, textOf('Beside', pools));
      }
      if (fact.venue === 'pump-curve') return [];
      poolTrades += 1;
      return poolTrades % LIQUIDITY_EVERY === 0 ? deposit(fact, fact.pool, 900) : [];
    });
    return { ...record, facts: [...record.facts, ...added].sort(byPosition) };
  });
}

const byPosition = (a: Fact, b: Fact): number => (a.position < b.position ? -1 : 1);

const isBeyondCurve = (trade: TradeExecuted): boolean =>
  trade.venue === 'pump-curve' &&
  trade.priceTokenReserves !== null &&
  trade.priceTokenReserves === trade.realTokenReserves;

/** Place and id of a fact that comes after all others of the transaction. */
function lastIn({ id, position, time, mint }: TradeExecuted, instruction: number, kind: Fact['kind']) {
  const [signature] = id.split(':');
  return {
    id: `${signature}:${instruction}:0:${kind}`,
    position: positionOf({ ...placeOf(position), instruction, inner: 0 }),
    time,
    mint,
  };
}

function poolOfOthers(trade: TradeExecuted, pool: string): Fact[] {
  const { quoteMint, quoteDecimals, trader } = trade;
  const [tokenAmount, quoteAmount] = [1_000_000_000n, 5_000_000_000n];
  const tradeThere: TradeExecuted = {
    ...trade,
    ...lastIn(trade, 901, 'TradeExecuted'),
    venue: 'pumpswap',
    pool,
    tokenAmount: 1_000n,
    quoteAmount: 5_000n,
    priceTokenReserves: tokenAmount,
    priceQuoteReserves: quoteAmount,
    realTokenReserves: tokenAmount,
    realQuoteReserves: quoteAmount,
  };
  return [
    {
      kind: 'PoolCreated',
      ...lastIn(trade, 900, 'PoolCreated'),
      venue: 'pumpswap',
      ...{ pool, quoteMint, quoteDecimals, tokenAmount, quoteAmount },
      isInverted: false,
      user: trader,
      creator: null,
      isMayhem: null,
    },
    tradeThere,
    ...deposit(tradeThere, pool, 902),
  ];
}

function deposit(trade: TradeExecuted, pool: string | null, instruction: number): Fact[] {
  const { realTokenReserves, realQuoteReserves, quoteMint, trader } = trade;
  if (pool === null || realTokenReserves === null || realQuoteReserves === null) return [];
  const [tokenAmount, quoteAmount] = [realTokenReserves / 10n, realQuoteReserves / 10n];
  return [
    {
      kind: 'LiquidityChanged',
      ...lastIn(trade, instruction, 'LiquidityChanged'),
      venue: 'pumpswap',
      ...{ pool, quoteMint, tokenAmount, quoteAmount },
      change: 'deposit',
      user: trader,
      lpTokenAmount: 1n,
      realTokenReserves: realTokenReserves + tokenAmount,
      realQuoteReserves: realQuoteReserves + quoteAmount,
    },
  ];
}

/** Takes the records of some minutes away, and says so where the stream goes on. */
function withHole(records: JournalRecord[]): JournalRecord[] {
  const slots = records.filter(({ mint }) => mint === null);
  const last = slots[Math.floor(slots.length * HOLE_AT)]!;
  const next = slots.find(({ time }) => time > last.time + HOLE_MS)!;
  const gap: Fact = {
    kind: 'GapDetected',
    id: `slot:${next.slot}:GapDetected`,
    position: positionOf({ slot: next.slot, transaction: 0, instruction: 0, inner: 0 }),
    time: next.time,
    afterSlot: last.slot,
    beforeSlot: next.slot,
    durationMs: next.time - last.time,
    reason: 'left out',
  };
  return [
    ...records.filter(({ slot }) => slot <= last.slot),
    { ...next, facts: [gap] },
    ...records.filter(({ slot }) => slot >= next.slot),
  ];
}

/** Has everything from some slot on happen a day later. */
function withPause(records: JournalRecord[]): JournalRecord[] {
  const from = records[Math.floor(records.length * PAUSE_AT)]!.slot;
  const later = <Fact extends { position: string; time: number }>(fact: Fact): Fact => ({
    ...fact,
    position: positionOf({ ...placeOf(fact.position), slot: slotOf(fact.position) + PAUSE.slots }),
    time: fact.time + PAUSE.ms,
    ...('slot' in fact && { slot: Number(fact.slot) + PAUSE.slots }),
  });
  return records.map((record) =>
    record.slot < from
      ? record
      : {
          ...record,
          slot: record.slot + PAUSE.slots,
          time: record.time + PAUSE.ms,
          facts: record.facts.map(later),
        },
  );
}

const priceOf = ({ slot, time }: JournalRecord, cents: number): Fact => ({
  kind: 'SolPriceObserved',
  id: `sol-price:${slot}:test`,
  position: positionOf({ slot, transaction: 999_999, instruction: 999, inner: 2 }),
  time,
  priceUsd: (cents / 100).toFixed(2),
  from: 'test',
});
