/** The measurements of a token, computed again from its facts alone by the definitions in the columns' comments. */
import { KNOWN_ACCOUNTS } from '@cryptonite/contracts/chain';
import { type Judged, judge } from './checks.js';
import {
  countsOf,
  creatorHoldsOf,
  dayGrowthOf,
  NOT_COUNTED,
  NOT_YOUNG,
  priceOfHighOf,
  UNTOLD,
  whaleNetOf,
  whalesHoldingOf,
  whalesIn,
} from './inputs.js';
import { gateColumns, isCandidate } from './lists.js';
import type { Creator, Looked, Pulled, Withdrawal } from './looked.js';
import {
  betterOf,
  dumpOf,
  firstTradeOf,
  hasFloor,
  NOT_SCORED,
  type Pattern,
  patternOf,
  scoresOf,
  solPerQuote,
  takenPercent,
  youngOf,
} from './points.js';
import type { Raw, RawFact, RawQuotePrice, RawTrade, Slot } from './raw.js';
import {
  AGENT,
  coinPricesOf,
  completionPriceOf,
  dollarsOf,
  firstOf,
  lamportsOf,
  microsOfLamports,
  type Prices,
  progressOf,
  quoteToCompleteOf,
  SOL,
  type Standing,
  slotOf,
  standingsOf,
  supplyOf,
  USDC,
  usdMicrosOf,
  usdOfMicros,
} from './standing.js';
import {
  type Counted,
  inCells,
  laterHalfStart,
  MINUTE,
  SECOND,
  type Seen,
  sawAllOf,
  windowColumns,
  windowOf,
  windowStart,
} from './windows.js';

const HOUR = 3_600_000;
/** A token is matched with the patterns that long after its first trade, wherever it stands. */
const MATCHED_AFTER = [10 * MINUTE, HOUR];
const DAY = 24 * HOUR;
const NO_COIN = { quote_price_sol: null, quote_price_usdc: null };
const QUOTES: Readonly<Record<string, string>> = { [SOL]: 'SOL', [USDC]: 'USDC' };

/** All that the tables of measurements say of one, but who it is about and when. */
export type Expected = Record<string, unknown> & {
  live: Judged;
  whitepaper: Judged;
  /** What the lists besides go by. */
  placed: { now: number; ageMs: number | null; isBonded: boolean | null; hasLeft: boolean };
};

/** The definition names the table; what follows from it is computed here again. */
const NEVER_HOLDERS = new Set(KNOWN_ACCOUNTS.map(({ address }) => address));

/** The number of entries of an ordered list that `isBefore` holds for. */
function countBefore<Entry>(entries: readonly Entry[], isBefore: (entry: Entry) => boolean): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(entries[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

type HolderColumns = Record<
  | 'holders'
  | 'top1_holder_percent'
  | 'top10_holder_percent'
  | 'top10_of_sold_percent'
  | 'excluded_holder_percent'
  | 'holder_coverage',
  number | null
>;

/** The stream as a whole: slots, prices, holes. */
export class Stream {
  readonly #raw: Raw;
  readonly #atOfSlot: Map<number, number>;

  constructor(raw: Raw) {
    this.#raw = raw;
    this.#atOfSlot = new Map(raw.slots.map(({ slot, at }) => [slot, at]));
  }

  get gaps(): Raw['gaps'] {
    return this.#raw.gaps;
  }

  /** The slot at whose confirmation a measurement was made: the first of its second, or that of its position. */
  measuredAt(time: number, position: string): Slot {
    const slot = Math.max(
      this.#raw.slots[countBefore(this.#raw.slots, ({ at }) => at < time)]?.slot ?? 0,
      slotOf(position),
    );
    return { slot, at: this.timeOf(slot) };
  }

  /** The last slot with the time of this one. */
  lastWithTimeOf({ slot, at }: Slot): number {
    const end = countBefore(this.#raw.slots, (other) => other.at <= at);
    return Math.max(slot, this.#raw.slots[end - 1]?.slot ?? 0);
  }

  /** The first slot of the second after this slot's, or of one so much later; infinite where the stream ends before. */
  firstOfNextSecond(slot: number, laterMs = 0): number {
    const next = (Math.floor((this.timeOf(slot) + laterMs) / SECOND) + 1) * SECOND;
    return (
      this.#raw.slots[countBefore(this.#raw.slots, ({ at }) => at < next)]?.slot ?? Number.POSITIVE_INFINITY
    );
  }

  /** The first confirmed slot at or after a time; null where the stream ends before. */
  firstAt(time: number): Slot | null {
    return this.#raw.slots[countBefore(this.#raw.slots, ({ at }) => at < time)] ?? null;
  }

  /** Stream time at the end. */
  get endsAt(): number {
    return this.#raw.slots.at(-1)!.at;
  }

  timeOf(slot: number): number {
    return this.#atOfSlot.get(slot) ?? Number.NaN;
  }

  /** The SOL price as of the end of the slot before this one. */
  solUsdBefore(slot: number): string | null {
    return (
      this.#raw.prices[countBefore(this.#raw.prices, ({ position }) => slotOf(position) < slot) - 1]?.usd ??
      null
    );
  }

  /** As of the end of the slot before this one, for a quote; `at` is the stream time by which a coin's price is too old. */
  pricesBefore(slot: number, quoteMint: string | null, at = this.timeBefore(slot)): Prices {
    return { solUsd: this.solUsdBefore(slot), coin: this.#coinPriceBefore(slot, quoteMint, at) };
  }

  /** Stream time as of the end of the slot before this one. */
  timeBefore(slot: number): number {
    return this.#raw.slots[countBefore(this.#raw.slots, (other) => other.slot < slot) - 1]?.at ?? Number.NaN;
  }

  /** Of the place that is believed after each price told of the coin. */
  #coinPriceBefore(slot: number, quoteMint: string | null, at: number): RawQuotePrice | null {
    let believed: RawQuotePrice | null = null;
    for (const price of this.#raw.quotePrices) {
      if (price.slot >= slot) break;
      if (price.quote_mint === quoteMint && (believed === null || this.#replaces(price, believed)))
        believed = price;
    }
    return believed !== null && at - believed.at <= HOUR ? believed : null;
  }

  #replaces(price: RawQuotePrice, before: RawQuotePrice): boolean {
    const isComplete =
      before.venue === 'pump-curve' &&
      (before.real_token_reserves === '0' || before.real_token_reserves === before.price_token_reserves);
    if (price.pool === before.pool || isComplete || price.at - before.at > 5 * MINUTE) return true;
    const depthOf = ({ priced_in, real_quote_reserves: held, slot }: RawQuotePrice): bigint => {
      if (held === null || priced_in === 'USDC') return BigInt(held ?? 0);
      // Both are weighed as the later is told.
      const solUsd = this.solUsdBefore(Math.max(slot, price.slot));
      return solUsd === null ? 0n : microsOfLamports(BigInt(held), solUsd);
    };
    return depthOf(price) > depthOf(before);
  }

  /** The first slot after the newest hole. */
  gapSlotAt(slot: number): number | null {
    return this.#raw.gaps.filter(({ beforeSlot }) => beforeSlot <= slot).at(-1)?.beforeSlot ?? null;
  }

  /** Since when everything was seen. */
  watchedFrom(slot: number): number {
    return this.#raw.gaps.filter(({ beforeSlot }) => beforeSlot <= slot).at(-1)?.at ?? this.#raw.slots[0]!.at;
  }
}

export class TokenScores {
  readonly #facts: readonly RawFact[];
  readonly #standings: readonly Standing[];
  readonly #counted: Counted[];
  readonly #stream: Stream;
  readonly #owners: Owners;
  /** The best of its first hour of trading so far. */
  #best: Pattern | null = null;
  /** When its creator dumped last, as its measurements find. */
  #dumpedAt: number | null = null;
  /** How often it was matched where it need not be scored, and in which slots. */
  #matched = 0;
  readonly #matchedIn: number[] = [];

  constructor(facts: readonly RawFact[], stream: Stream) {
    this.#facts = facts;
    this.#stream = stream;
    this.#standings = standingsOf(facts, stream.gaps);
    this.#owners = new Owners(facts);
    this.#counted = facts.flatMap((fact, index) => {
      if (fact.table !== 'trades_executed' || fact.row.trader === AGENT) return [];
      return [this.#count(fact.row, fact.at, this.#standings[index]!)];
    });
  }

  /** The trades that count, in the order of the chain. */
  get counted(): readonly Counted[] {
    return this.#counted;
  }

  /** Time of the launch; null where it was not seen. */
  get launchedAt(): number | null {
    return this.#standings.at(-1)?.createdAt ?? null;
  }

  #count(trade: RawTrade, at: number, { price, quoteMint }: Standing): Counted {
    const slot = slotOf(trade.position);
    const prices = this.#stream.pricesBefore(slot, trade.quote_mint);
    return {
      position: trade.position,
      quotedIn: quoteMint,
      // A stamp ahead of its block counts at the block's time.
      at: Math.min(at, this.#stream.timeOf(slot) || at),
      isBuy: trade.side === 'buy',
      trader: trade.trader,
      quote: trade.quote_mint === quoteMint ? BigInt(trade.quote_amount) : null,
      usdMicros: usdMicrosOf(trade, prices),
      lamports: lamportsOf(trade, prices),
      price,
    };
  }

  /** The newest fact up to the end of a slot. */
  newestPosition(slot: number): string | undefined {
    return this.#facts[countBefore(this.#facts, ({ row }) => slotOf(row.position) <= slot) - 1]?.row.position;
  }

  /** What a measurement at `slot`, with the facts up to `position` and the prices before `pricedSlot`, must say. */
  expected(now: number, position: string, slot: number, pricedSlot: number): Expected {
    const known = countBefore(this.#facts, ({ row }) => row.position <= position);
    this.#matchUntil(now);
    const { looked, prices, held, marketCap, liquidity, coinPrices, inSol } = this.#look(
      now,
      known,
      slot,
      pricedSlot,
    );
    const { standing, seen, trades, supply } = looked;
    const { lifecycle, quoteMint, quoteDecimals, curve, price } = standing;
    if (lifecycle === null || quoteMint === null) throw new Error(`${position}: nothing can be measured yet`);
    const { solUsd } = prices;
    const quoteUsd = dollarsOf(quoteMint, quoteDecimals, prices);
    const unit = unitOf(standing);
    const inQuote = (base: number | null) => (base === null || unit === null ? null : base / unit);
    const isOfLaunchpad = curve !== null || standing.completedAt !== null || standing.migratedAt !== null;
    const wholePrice = price === null || unit === null || !isOfLaunchpad ? null : (price * 1e6) / unit;
    const toComplete = curve === null ? null : quoteToCompleteOf(curve);
    const completionPrice = curve === null || toComplete === null ? null : completionPriceOf(curve);
    const raised = curve?.realQuote ?? null;
    const micros = trades.map(({ usdMicros }) => usdMicros);

    const m5 = windowOf(trades, standing, '5m', seen);
    const whalesWithin = (windowMs: number) => {
      const isComplete =
        sawAllOf(seen, now - windowMs) &&
        !trades.some((trade) => trade.isBuy && trade.lamports === null && trade.at > now - windowMs);
      const found = whalesIn(trades, now, windowMs).length;
      const known = (needed: number) => (isComplete || found >= needed ? found : null);
      return { isComplete, found, known };
    };
    const whales = whalesWithin(60 * MINUTE);
    const whales10m = whalesWithin(10 * MINUTE);
    const bondedUntil = standing.migratedAt ?? standing.completedAt;
    const isBonded =
      lifecycle === 'graduated'
        ? bondedUntil === null
          ? null
          : now <= bondedUntil + DAY
        : lifecycle === 'migrating';
    // Quiet for a day it leaves the lists, whatever it is.
    const hasLeft = now - this.#stream.timeOf(slotOf(position)) > DAY;
    const columns = this.#columnsOf(looked, { marketCap, liquidity });
    const growth = dayGrowthOf(looked);
    const whaleNet = whaleNetOf(trades, seen);
    const ageMs = standing.createdAt === null ? null : Math.max(0, now - standing.createdAt);
    const isNear = lifecycle === 'bonding' ? (looked.progress ?? 0) >= 25 : isBonded === true;
    const isOnItsWay = isCandidate({ ...columns, ...growth }, ageMs);
    const isScored = (isNear || isOnItsWay || hasFloor(looked)) && !hasLeft;
    const first = this.#firstTrade;
    const isMatched = this.#matchedIn.includes(slot);
    const isYoung = first !== null && trades.length > 0 && (now < first.at + HOUR || isMatched);
    const isLookedAt = isScored || (isMatched && !hasLeft);
    const counts =
      isLookedAt && (isYoung || isOnItsWay) ? countsOf(looked, firstTradeOf(looked)) : NOT_COUNTED;
    const young = isLookedAt && isYoung ? youngOf(looked, inSol) : NOT_YOUNG;
    if (isScored && isYoung) this.#best = betterOf(this.#best, patternOf(looked, inSol));
    const more = {
      growth: growth.volume_growth_24h_percent,
      whales: whales.isComplete ? whales.found : null,
      whaleNet,
      traderGrowth: counts.trader_growth_5m,
    };
    const scores = isScored ? scoresOf(looked, this.#best, more) : NOT_SCORED;
    const gates = isScored
      ? gateColumns({ ...columns, ...growth, ...scores }, ageMs)
      : { live_gates: null, whitepaper_gates: null };
    const inputs = {
      lifecycle,
      progress: looked.progress,
      isBonded,
      priceChangePercent: m5.priceChangePercent,
      buySellRatio: m5.buySellRatio,
      buyShare: m5.buyShare,
      volumeGrowth: this.#volumeGrowth(trades, standing, seen),
      whalesIn60m: whales.known,
      whalesIn10m: whales10m.known,
      score: scores.score,
      rugRisk: scores.rug_risk,
    };
    const listed = (judged: Judged): Judged => (hasLeft ? { ...judged, source: '', verdict: '' } : judged);
    const live = listed(judge('live', inputs));
    const whitepaper = listed(judge('whitepaper', inputs));
    const newest = this.#facts[known - 1]!;
    return {
      live,
      whitepaper,
      placed: { now, ageMs, isBonded, hasLeft },
      ...UNTOLD,
      ...growth,
      whale_net_sol_1h: whaleNet,
      ...counts,
      ...young,
      creator_holds: isLookedAt ? creatorHoldsOf(looked, looked.creator) : null,
      price_of_high_percent: isLookedAt ? looked.priceOfHigh : null,
      ...gates,
      created_at: standing.createdAt,
      rules_version: 5,
      source_kind: newest.row.source_kind,
      source_name: newest.row.source_name,
      sol_price_usd: solUsd === null ? null : Number(solUsd),
      lifecycle,
      quote: QUOTES[quoteMint] ?? 'other',
      ...coinPrices,
      quote_raised: inQuote(raised === null ? null : Number(raised)),
      quote_to_complete: inQuote(toComplete === null ? null : Number(toComplete)),
      bonding_progress_percent: inputs.progress,
      quote_progress_percent:
        raised === null || toComplete === null ? null : (Number(raised) / Number(toComplete)) * 100,
      price_quote: wholePrice,
      price_usd: wholePrice === null || quoteUsd === null ? null : wholePrice * quoteUsd,
      ...namedInUsd('market_cap', marketCap),
      ...namedInUsd(
        'completion_market_cap',
        inUsd(
          standing,
          prices,
          completionPrice === null || supply === null ? null : completionPrice * Number(supply),
        ),
      ),
      ...namedInUsd('liquidity', liquidity),
      volume_usd: micros.includes(null)
        ? null
        : usdOfMicros(micros.reduce<bigint>((sum, each) => sum + each!, 0n)),
      trade_count: String(trades.length),
      buy_count: trades.filter(({ isBuy }) => isBuy).length,
      sell_count: trades.filter(({ isBuy }) => !isBuy).length,
      ...windowColumns(trades, standing, seen),
      whale_buyers_seen: whales.found,
      is_whale_hour_whole: whales.isComplete,
      whale_buyers: whales.known(3),
      whale_buyers_holding: whalesHoldingOf(looked),
      whale_buyers_10m_seen: whales10m.found,
      is_whale_10m_whole: whales10m.isComplete,
      whale_buyers_10m: whales10m.known(2),
      volume_growth: inputs.volumeGrowth,
      ...scores,
      ...held,
      gap_seen: this.#gapSeenAt(slot),
      live_checks: live.codes,
      whitepaper_checks: whitepaper.codes,
      live_passed_checks: live.passed,
      live_source: live.source,
      live_verdict: live.verdict,
      whitepaper_passed_checks: whitepaper.passed,
      whitepaper_source: whitepaper.source,
      whitepaper_verdict: whitepaper.verdict,
      last_trade_at: trades.length === 0 ? null : Math.max(...trades.slice(-50).map(({ at }) => at)),
      completed_at: standing.completedAt,
      migrated_at: standing.migratedAt,
    };
  }

  /** The columns that gates look at. */
  #columnsOf(
    { standing, seen, trades, top1, top10, holders }: Looked,
    usd: { marketCap: InUsd; liquidity: InUsd },
  ) {
    return {
      ...windowColumns(trades, standing, seen),
      market_cap_usd: usd.marketCap.usd,
      liquidity_usd: usd.liquidity.usd,
      holders,
      top1_holder_percent: top1,
      top10_holder_percent: top10,
    };
  }

  #gapSeenAt(slot: number): boolean {
    const gapSlot = this.#stream.gapSlotAt(slot);
    return gapSlot !== null && gapSlot > slotOf(this.#facts[0]!.row.position);
  }

  /** What the layers and the pattern look at, after the first `known` facts. */
  #look(now: number, known: number, slot: number, pricedSlot: number) {
    const standing = this.#standings[known - 1]!;
    const position = this.#facts[known - 1]!.row.position;
    // In another quote than now nothing is told of it.
    const trades = this.#counted
      .slice(
        0,
        countBefore(this.#counted, (trade) => trade.position <= position),
      )
      .map((trade) =>
        trade.quotedIn === standing.quoteMint ? trade : { ...trade, quote: null, price: null },
      );
    const gapSeen = this.#gapSeenAt(slot);
    const isWhole = firstOf(this.#facts)?.table === 'launches_created' && !gapSeen;
    const seen: Seen = { now, isWhole, watchedFrom: this.#stream.watchedFrom(slot) };
    const { quoteMint, quoteDecimals, price } = standing;
    const prices = this.#stream.pricesBefore(pricedSlot, quoteMint, now);
    const supply = supplyOf(standing);
    const isGraduated = standing.lifecycle === 'graduated';
    const isPoolToBe = standing.completedAt !== null && standing.poolToBeSince !== null;
    const { curve, poolReserves } = standing;
    const liquid = (isGraduated || isPoolToBe ? poolReserves?.realQuote : curve?.realQuote) ?? null;
    const marketCap = inUsd(
      standing,
      prices,
      price === null || supply === null ? null : price * Number(supply),
    );
    const liquidity = inUsd(
      standing,
      prices,
      liquid === null ? null : Number(liquid) * (isGraduated ? 2 : 1),
    );
    const { balances, columns } = this.#holders(
      known,
      standing,
      supply,
      gapSeen ? this.#stream.gapSlotAt(slot) : null,
    );
    const coinPrices =
      quoteMint === null || QUOTES[quoteMint] === undefined ? coinPricesOf(quoteDecimals, prices) : NO_COIN;
    const solUsd = prices.solUsd === null ? null : Number(prices.solUsd);
    const looked = {
      standing,
      seen,
      trades,
      balances,
      supply,
      holders: columns.holders,
      top1: columns.top1_holder_percent,
      top10: columns.top10_holder_percent,
      top10OfSold: columns.top10_of_sold_percent,
      priceOfHigh: priceOfHighOf(standing, trades, seen),
      progress: progressOf(standing),
      liquidityUsd: liquidity.usd,
      liquidityQuote: liquidity.quote,
      marketCapQuote: marketCap.quote,
      marketCapUsd: marketCap.usd,
      creator: this.#creatorAfter(known),
      pulled: this.#pulledAfter(known),
    };
    this.#dumpedAt = dumpOf(looked) ?? this.#dumpedAt;
    const inSol = quoteMint === null ? null : solPerQuote(quoteMint, coinPrices, solUsd);
    return {
      looked: { ...looked, dumpedAt: this.#dumpedAt } satisfies Looked,
      ...{ prices, held: columns, marketCap, liquidity, coinPrices, inSol },
    };
  }

  /** Quote of the last 5 minutes ÷ that of the 5 before; in its first 10 minutes the halves of its life. */
  #volumeGrowth(trades: readonly Counted[], { createdAt }: Standing, seen: Seen): number | null {
    const { now, isWhole } = seen;
    const age = createdAt === null ? null : now - createdAt;
    let earlierEnd = windowStart(now, 10 * SECOND, 5 * MINUTE);
    let all = inCells(trades, now, 10 * SECOND, 10 * MINUTE);
    if (isWhole && age !== null && age < 10 * MINUTE) {
      const cell = age < MINUTE ? SECOND : 10 * SECOND;
      if (age < MINUTE) all = inCells(trades, now, SECOND, MINUTE);
      earlierEnd = laterHalfStart(now, age, cell);
    } else if (!sawAllOf(seen, now - 10 * MINUTE)) return null;
    if (all.some(({ quote }) => quote === null)) return null;
    const sum = (some: readonly Counted[]) => some.reduce((total, { quote }) => total + quote!, 0n);
    const earlier = sum(all.filter(({ at }) => at < earlierEnd));
    return earlier === 0n ? null : Number(sum(all) - earlier) / Number(earlier);
  }

  #holders(known: number, standing: Standing, supply: bigint | null, seenFromSlot: number | null) {
    const { balances, seen } = this.#owners.after(known, seenFromSlot);
    return { balances, columns: this.#holderColumns(balances, seen, standing, supply) };
  }

  #holderColumns(
    balances: ReadonlyMap<string, bigint>,
    seen: bigint,
    standing: Standing,
    supply: bigint | null,
  ): HolderColumns {
    const unknown = {
      holders: null,
      top1_holder_percent: null,
      top10_holder_percent: null,
      top10_of_sold_percent: null,
      excluded_holder_percent: null,
    };
    if (supply === null || supply === 0n) return { ...unknown, holder_coverage: null };
    const holder_coverage = Math.min(1, Number(seen) / Number(supply));
    const venue = standing.lifecycle === 'graduated' ? standing.pool : standing.bondingCurve;
    if (holder_coverage < 0.9 || venue === null) return { ...unknown, holder_coverage };
    const isHolder = (owner: string) =>
      owner !== standing.bondingCurve && owner !== standing.pool && !NEVER_HOLDERS.has(owner);
    const held = [...balances]
      .filter(([owner]) => isHolder(owner))
      .map(([, balance]) => balance)
      .sort((a, b) => (a < b ? 1 : -1));
    const excluded = [...balances].filter(([owner]) => !isHolder(owner)).map(([, balance]) => balance);
    const total = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);
    const share = (amounts: readonly bigint[], of = supply) =>
      Math.min(1, Number(total(amounts)) / Number(of)) * 100;
    const sold = supply - total(excluded);
    return {
      holders: held.length,
      top1_holder_percent: share(held.slice(0, 1)),
      top10_holder_percent: share(held.slice(0, 10)),
      top10_of_sold_percent: sold > 0n ? share(held.slice(0, 10), sold) : null,
      excluded_holder_percent: share(excluded),
      holder_coverage,
    };
  }

  /** What its creator traded of it, of the first `count` facts: known from the launch, else from the first trade that names it. */
  #creatorAfter(count: number): Creator {
    const creator: Creator = { wallet: null, bought: 0n, sold: 0n, sales: null };
    for (const { table, row, at } of this.#facts.slice(0, count)) {
      if (table === 'launches_created') creator.wallet = row.creator ?? row.user;
      if (table !== 'trades_executed') continue;
      creator.wallet ??= row.creator;
      if (row.trader === AGENT || row.trader !== creator.wallet) continue;
      creator.sales ??= [];
      const amount = BigInt(row.token_amount);
      if (row.side === 'buy') creator.bought += amount;
      else {
        creator.sold += amount;
        creator.sales.push({ at: Math.min(at, this.#stream.timeOf(slotOf(row.position)) || at), amount });
      }
    }
    return creator;
  }

  /**
   * Out of its own pool, since that is its own: what each withdrawal took of the quote that stood there. Half and more within
   * an hour is pulled, until the square root of the reserves' product is above half of what it was; then all of it is over.
   */
  #pulledAfter(count: number): Pulled {
    const none = { depthBefore: 0, percent: 0 };
    const depthOf = (token: number, quote: number): number => Math.sqrt(token * quote);
    let withdrawals: Withdrawal[] = [];
    let pulled = none;
    for (const [index, { table, row, at }] of this.#facts.slice(0, count).entries()) {
      const { pool, poolReserves } = this.#standings[index]!;
      const isMoved = pool !== (this.#standings[index - 1]?.pool ?? null);
      if (isMoved && (table === 'tokens_migrated' || table === 'trades_executed'))
        [withdrawals, pulled] = [[], none];
      if (table === 'liquidity_changed' && row.change === 'withdraw' && row.pool === pool) {
        const [taken, left] = [Number(row.quote_amount), Number(row.real_quote_reserves)];
        const stampedAt = Math.min(at, this.#stream.timeOf(slotOf(row.position)) || at);
        withdrawals.push({ at: stampedAt, share: taken + left === 0 ? 0 : taken / (taken + left) });
        const now = this.#stream.timeBefore(slotOf(row.position));
        const percent = takenPercent(withdrawals, now);
        const leftBefore = 1 - takenPercent(withdrawals.slice(0, -1), now) / 100;
        const depth = depthOf(Number(row.token_amount) + Number(row.real_token_reserves), taken + left);
        if (percent >= 50)
          pulled = {
            depthBefore: Math.max(depth / (leftBefore || 1), pulled.depthBefore),
            percent: Math.max(percent, pulled.percent),
          };
      }
      const { realToken = null, realQuote = null } = poolReserves ?? {};
      const isKnown = pulled !== none && realToken !== null && realQuote !== null;
      if (isKnown && 2 * depthOf(Number(realToken), Number(realQuote)) > pulled.depthBefore)
        [withdrawals, pulled] = [[], none];
    }
    return { withdrawals, notBack: pulled.percent };
  }

  /** Null where nobody can say when it was: a hole before it, or no purchase. */
  get #firstTrade(): Counted | null {
    const [first] = this.#counted;
    const isKnown =
      firstOf(this.#facts)?.table === 'launches_created' &&
      first?.isBuy &&
      !this.#gapSeenAt(slotOf(first.position));
    return isKnown ? first : null;
  }

  /** The best that it matched, once it was asked what all rows up to then must say. */
  patternBy(time: number): Pattern | null {
    this.#matchUntil(time);
    return this.#best;
  }

  /** Ten minutes after its first trade, and as its first hour ends. Asked, as all is, in the order of the chain. */
  #matchUntil(now: number): void {
    const first = this.#firstTrade;
    if (first === null) return;
    for (const afterMs of MATCHED_AFTER.slice(this.#matched)) {
      const end = this.#stream.firstAt(first.at + afterMs);
      if (end === null || end.at > now) return;
      this.#matched += 1;
      if (end.at >= first.at + HOUR + MINUTE) return;
      const known = countBefore(this.#facts, ({ row }) => slotOf(row.position) <= end.slot);
      const { looked, inSol } = this.#look(end.at, known, end.slot, end.slot);
      this.#matchedIn.push(end.slot);
      this.#best = betterOf(this.#best, patternOf(looked, inSol));
    }
  }
}

/** Base units in a whole unit of the quote. */
const unitOf = ({ quoteDecimals }: Standing): number | null =>
  quoteDecimals === null ? null : 10 ** quoteDecimals;

type InUsd = { quote: number | null; usd: number | null };

/** Base units of the quote as whole units, and in dollars. */
function inUsd(standing: Standing, prices: Prices, base: number | null): InUsd {
  const unit = unitOf(standing);
  const quote = base === null || unit === null ? null : base / unit;
  const { quoteMint, quoteDecimals } = standing;
  const quoteUsd = quoteMint === null ? null : dollarsOf(quoteMint, quoteDecimals, prices);
  return { quote, usd: quote === null || quoteUsd === null ? null : quote * quoteUsd };
}

const namedInUsd = (name: string, { quote, usd }: InUsd) => ({
  [`${name}_quote`]: quote,
  [`${name}_usd`]: usd,
});

/** Balances by owner. Asked in the order of the chain, so that each fact is taken once. */
class Owners {
  readonly #facts: readonly RawFact[];
  readonly #accounts = new Map<string, { owner: string | null; amount: bigint; slot: number }>();
  #taken = 0;

  constructor(facts: readonly RawFact[]) {
    this.#facts = facts;
  }

  /** After the first `count` facts; `seen` counts what stands in accounts seen from a slot on, where one is given. */
  after(count: number, seenFromSlot: number | null): { balances: Map<string, bigint>; seen: bigint } {
    for (; this.#taken < count; this.#taken += 1) {
      const fact = this.#facts[this.#taken]!;
      if (fact.table !== 'balances_changed') continue;
      const { account, owner_after: owner, amount, position } = fact.row;
      this.#accounts.set(account, { owner, amount: BigInt(amount), slot: slotOf(position) });
    }
    const balances = new Map<string, bigint>();
    let seen = 0n;
    for (const { owner, amount, slot } of this.#accounts.values()) {
      if (owner === null || amount === 0n) continue;
      balances.set(owner, (balances.get(owner) ?? 0n) + amount);
      if (seenFromSlot === null || slot >= seenFromSlot) seen += amount;
    }
    return { balances, seen };
  }
}
