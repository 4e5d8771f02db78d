import { KNOWN_ACCOUNTS, positionOf, SLOT_END } from '@cryptonite/contracts/chain';
import { encodeJournalRecord, type JournalRecord } from '@cryptonite/contracts/events';
import { decodeFrame, isFrame, measurementsOf } from '@cryptonite/contracts/frames';
import type { Measurement } from '@cryptonite/contracts/measures';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Update } from '@cryptonite/provider/update.js';
import { SubscribeUpdate, SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOKEN, TOKEN_2022, toBase58, USDC, WRAPPED_SOL } from './addresses.js';
import { type Coin, TOKEN_DECIMALS } from './coin.js';
import { TOKEN_SUPPLY } from './curve.js';
import { Market } from './market.js';
import { BOUNDED_START_MS, type BoundedMarketOptions, playBounded } from './market-source.js';
import { readTransactions, type Transaction } from './read-transactions.js';
import { clockOf } from './slot-clock.js';

const play = (options: Partial<BoundedMarketOptions>): Generator<Update[]> =>
  playBounded({
    seed: 7,
    startMs: BOUNDED_START_MS,
    launches: Number.POSITIVE_INFINITY,
    transactions: Number.POSITIVE_INFINITY,
    regime: 'middle',
    ...options,
  });

const OUTSIDE = new Set([toBase58(WRAPPED_SOL), toBase58(USDC)]);
const TOKEN_PROGRAMS = new Set([toBase58(TOKEN), toBase58(TOKEN_2022)]);
/** Of MintTo and Burn: where the mint stands among the accounts, and which way the supply goes. */
const MINTS: Readonly<Record<number, { mintAt: number; sign: bigint }>> = {
  7: { mintAt: 0, sign: 1n },
  8: { mintAt: 1, sign: -1n },
};

/** Adds up, from the balances that transactions show, what all owners of each launch hold, and what was minted and burnt. */
class Holdings {
  readonly #accounts = new Map<string, bigint>();
  readonly #supplies = new Map<string, bigint>();
  readonly #minted = new Map<string, bigint>();
  readonly #touched = new Set<string>();
  /** What was looked at: supplies, and transactions of the kinds that move tokens in ways of their own. */
  readonly seen = {
    ...{ supplies: 0, failed: 0, inUsdc: 0, inCoin: 0, migrations: 0, afterMigration: 0 },
    ...{ burns: 0, mayhem: 0 },
  };

  /** Throws where a balance is not what the last transaction left, or a supply is not what was minted of it, less what was burnt. */
  noteSlot(updates: readonly Update[]): void {
    for (const transaction of readTransactions(updates)) this.#note(transaction);
    for (const mint of this.#touched) {
      const [supply, minted] = [this.#supplies.get(mint), this.#minted.get(mint)];
      if (supply !== minted) throw new Error(`${mint} has a supply of ${supply}, and ${minted} were minted`);
      this.seen.supplies += 1;
    }
    this.#touched.clear();
  }

  #note(shown: Transaction): void {
    const { transaction, meta } = shown;
    const { seen } = this;
    const keyOf = (index: number): string =>
      Buffer.from(transaction!.message!.accountKeys[index]!).toString('latin1');
    const { preTokenBalances, postTokenBalances, logMessages, err } = meta!;
    for (const { accountIndex, mint, uiTokenAmount } of preTokenBalances) {
      if (OUTSIDE.has(mint)) continue;
      const key = keyOf(accountIndex);
      const before = BigInt(uiTokenAmount!.amount);
      // Accounts for another coin are opened where no subscriber of launchpads looks.
      if (before !== (this.#accounts.get(key) ?? 0n)) throw new Error(`${mint}: ${before} came from nowhere`);
      this.#accounts.delete(key);
      this.#add(mint, -before);
    }
    for (const { accountIndex, mint, uiTokenAmount } of postTokenBalances) {
      if (OUTSIDE.has(mint)) continue;
      this.#accounts.set(keyOf(accountIndex), BigInt(uiTokenAmount!.amount));
      this.#add(mint, BigInt(uiTokenAmount!.amount));
    }
    const mints = [...new Set(postTokenBalances.map(({ mint }) => mint))];
    if (err !== undefined) seen.failed += 1;
    else this.#noteMinted(shown);
    if (mints.includes(toBase58(USDC))) seen.inUsdc += 1;
    if (mints.filter((mint) => !OUTSIDE.has(mint)).length > 1) seen.inCoin += 1;
    if (logMessages.includes('Program log: Instruction: MigrateV2')) seen.migrations += 1;
    else if (seen.migrations > 0) seen.afterMigration += 1;
  }

  #noteMinted({ transaction, meta }: Transaction): void {
    const { accountKeys, instructions } = transaction!.message!;
    const keys = accountKeys.map((key) => toBase58(Buffer.from(key).toString('latin1')));
    const inner = meta!.innerInstructions.flatMap((set) => set.instructions);
    let launches = 0;
    for (const { programIdIndex, accounts, data } of [...instructions, ...inner]) {
      const change = TOKEN_PROGRAMS.has(keys[programIdIndex]!) ? MINTS[data[0]!] : undefined;
      if (change === undefined) continue;
      const mint = keys[accounts[change.mintAt]!]!;
      const amount = change.sign * Buffer.from(data).readBigUInt64LE(1);
      this.#minted.set(mint, (this.#minted.get(mint) ?? 0n) + amount);
      this.#touched.add(mint);
      if (amount < 0n) this.seen.burns += 1;
      if (amount === TOKEN_SUPPLY) launches += 1;
    }
    if (launches === 2) this.seen.mayhem += 1;
  }

  #add(mint: string, amount: bigint): void {
    this.#supplies.set(mint, (this.#supplies.get(mint) ?? 0n) + amount);
    this.#touched.add(mint);
  }
}

/** Checks the supplies at every slot until enough has been seen, or to the end. */
function checkSupplies(
  slots: Iterable<Update[]>,
  isEnough: (seen: Holdings['seen']) => boolean = () => false,
): Holdings['seen'] {
  const holdings = new Holdings();
  for (const updates of slots) {
    holdings.noteSlot(updates);
    if (isEnough(holdings.seen)) break;
  }
  return holdings.seen;
}

describe('a market of any seed', () => {
  it('conserves what was minted of every launch and not burnt over all owners at every slot, through failures and a migration', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const seen = checkSupplies(
          play({ seed, regime: 'high' }),
          ({ afterMigration }) => afterMigration > 3_000,
        );
        expect(seen.failed).toBeGreaterThan(1_000);
      }),
      { numRuns: 3, seed: 4 },
    );
  }, 60_000);

  it('conserves it where USDC is paid, or a coin that has a pool', () => {
    const seen = checkSupplies(
      play({ seed: 7, regime: 'high', launches: 1_000 }),
      ({ inUsdc, inCoin }) => inUsdc > 100 && inCoin > 100,
    );
    expect(seen.inUsdc).toBeGreaterThan(100);
    expect(seen.inCoin).toBeGreaterThan(100);
  }, 60_000);

  it('conserves it of 300 launches as they come, of which some are burnt, and mayhem coins twice as many', () => {
    const seen = checkSupplies(play({ launches: 300 }));
    expect(seen.supplies).toBeGreaterThan(3_000);
    expect(seen.burns).toBeGreaterThan(10);
    expect(seen.mayhem).toBeGreaterThan(3);
  }, 60_000);
});

/** The services' own code, as it was built: no package of deploy imports it. */
const built = (path: string): Promise<Record<string, (...given: never[]) => unknown>> =>
  import(new URL(`../../${path}`, import.meta.url).href);

type Screened = { apply(record: JournalRecord): void; measurements(): Measurement[] };

async function openScreener(): Promise<Screened> {
  const { openScreenerFold } = (await built('processors/dist/screener/screener-fold.js')) as unknown as {
    openScreenerFold: (
      partition: number,
      stored: Map<string, Buffer>,
    ) => Promise<{
      read(record: { offset: number; value: Buffer }): unknown;
      apply(read: unknown): void;
      take(): { topic: string; value: Buffer | string | null }[];
    }>;
  };
  const fold = await openScreenerFold(0, new Map());
  let offset = 0;
  return {
    apply: (record) =>
      fold.apply(fold.read({ offset: offset++, value: Buffer.from(encodeJournalRecord(record)) })),
    measurements: () =>
      fold
        .take()
        .flatMap(({ topic, value }) =>
          topic === TOPICS.screening.name && Buffer.isBuffer(value) && isFrame(value)
            ? measurementsOf(decodeFrame(value))
            : [],
        ),
  };
}

/** As ingest reads a transaction where the stream follows every holder. */
async function openIngest(): Promise<(update: Update, timeMs: number) => JournalRecord[]> {
  const { readTransaction } = await built('ingest/dist/decode/transaction.js');
  const { normaliseTransaction } = await built('ingest/dist/normalise/normalise-transaction.js');
  const read = readTransaction as unknown as (body: DataView) => object;
  const normalise = normaliseTransaction as unknown as (
    ...given: [object, number, JournalRecord['source'], { has(): boolean }]
  ) => { records: JournalRecord[]; failures: string[] };
  return ({ body }, timeMs) => {
    const { transaction } = SubscribeUpdate.decode(body);
    const bytes = SubscribeUpdateTransaction.encode(transaction!).finish();
    const decoded = read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const { records, failures } = normalise(decoded, timeMs, SOURCE, { has: () => true });
    expect(failures).toEqual([]);
    return records.filter(({ mint }) => mint !== null && !OUTSIDE.has(mint));
  };
}

const LAUNCHES = 60;
const SOURCE = { kind: 'market', name: 'test' } as const;
const NEVER_HOLDERS = new Set(KNOWN_ACCOUNTS.map(({ address }) => address));

const confirmed = (slot: number, time: number): JournalRecord => {
  const position = positionOf({ slot, ...SLOT_END, inner: 0 });
  return {
    ...{ v: 1, mint: null, slot, time, signature: null, feePayer: null, source: SOURCE },
    facts: [
      { kind: 'SlotConfirmed', id: `${slot}:SlotConfirmed`, position, time, slot, parentSlot: slot - 1 },
    ],
  };
};

/** What the token accounts of the market's own ledger say of a coin. */
function held(market: Market, coin: Coin) {
  const byOwner = new Map<string, bigint>();
  for (const account of market.ledger.accountsOfMint(coin.mint)) {
    const { owner, amount } = market.ledger.token(account)!;
    byOwner.set(toBase58(owner), (byOwner.get(toBase58(owner)) ?? 0n) + amount);
  }
  const venues = new Set([toBase58(coin.keys.curve), coin.poolKeys && toBase58(coin.poolKeys.pool)]);
  const isHolder = (owner: string) => !venues.has(owner) && !NEVER_HOLDERS.has(owner);
  const all = [...byOwner].filter(([, amount]) => amount > 0n);
  const sumOf = (some: readonly bigint[]): bigint => some.reduce((sum, amount) => sum + amount, 0n);
  const amounts = all.flatMap(([owner, amount]) => (isHolder(owner) ? [amount] : []));
  amounts.sort((a, b) => (a < b ? 1 : -1));
  const supply = sumOf(all.map(([, amount]) => amount));
  const percent = (part: bigint) => (Number(part) / Number(supply)) * 100;
  return {
    supply,
    holders: amounts.length,
    top1HolderPercent: percent(amounts[0] ?? 0n),
    top10HolderPercent: percent(sumOf(amounts.slice(0, 10))),
    excludedHolderPercent: percent(supply - sumOf(amounts)),
    holderCoverage: 1,
  };
}

const isAlike = (a: number | null, b: number): boolean => a !== null && Math.abs(a - b) <= 1e-9 * Math.abs(b);

it('is screened with the market caps, shares and coverage that its token accounts give, at every measurement', async () => {
  const [screener, recordsOf] = [await openScreener(), await openIngest()];
  const market = new Market({
    seed: 11,
    regime: 'high',
    startSlot: clockOf().slotAt(BOUNDED_START_MS),
    activity: 1,
    launches: 150,
  });
  const seen = { measured: 0, burnt: 0, aTenthBurnt: 0, mayhem: 0, inPool: 0 };
  const faults: string[] = [];
  const coins = new Map<string, Coin>();
  const coinOf = (mint: string): Coin | null => {
    if (!coins.has(mint)) for (const each of market.coins()) coins.set(toBase58(each.mint), each);
    const coin = coins.get(mint);
    return coin ? market.coin(coin.mint) : null;
  };
  while (!market.isOver) {
    const updates = market.next();
    if (updates.length === 0) continue;
    const { newestSlot: slot, nowMs } = market;
    const timeMs = Math.floor(nowMs / 1_000) * 1_000;
    for (const update of updates)
      if (update.kind === 'transaction')
        for (const record of recordsOf(update, timeMs)) screener.apply(record);
    screener.apply(confirmed(slot, timeMs));
    for (const measurement of screener.measurements()) {
      const coin = coinOf(measurement.mint);
      if (!coin) continue;
      const { supply, ...shares } = held(market, coin);
      const cap = (measurement.priceQuote! * Number(supply)) / 10 ** TOKEN_DECIMALS;
      const expected = { marketCapQuote: cap, ...shares };
      for (const [name, value] of Object.entries(expected)) {
        const said = measurement[name as keyof typeof expected];
        if (!isAlike(said, value)) faults.push(`${measurement.mint} ${slot} ${name}: ${said}, not ${value}`);
      }
      const launched = coin.mayhem ? 2n * TOKEN_SUPPLY : TOKEN_SUPPLY;
      seen.measured += 1;
      if (supply < launched) seen.burnt += 1;
      if (supply * 10n < launched * 9n) seen.aTenthBurnt += 1;
      if (coin.mayhem) seen.mayhem += 1;
      if (coin.pool) seen.inPool += 1;
    }
    if (market.launched >= LAUNCHES) market.skipQuiet();
  }
  expect(faults.slice(0, 20)).toEqual([]);
  expect(seen.measured).toBeGreaterThan(5_000);
  for (const count of [seen.burnt, seen.aTenthBurnt, seen.mayhem, seen.inPool])
    expect(count).toBeGreaterThan(20);
}, 300_000);
