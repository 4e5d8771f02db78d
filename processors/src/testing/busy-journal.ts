/**
 * A seeded market in full swing as journal records, for benches and properties: some thousand tokens a day old or less,
 * on curves and in pools, traded by Zipf's law (the n-th busiest token gets 1/n of the busiest one's trades), each trade
 * with the two balances that it changes.
 */
import { eventIdOf, positionOf, SOL_MINT, TRANSACTION_END } from '@cryptonite/contracts/chain';
import type { Fact, JournalRecord } from '@cryptonite/contracts/events';
import { CURVE } from '@cryptonite/contracts/rules';
import { curveOf, mintOf, randomOf, START_MS, START_SLOT, textOf, walletOf } from './journal.js';

const SLOTS_PER_S = 2.5;
const SOURCE = { kind: 'market', name: 'busy market' } as const;
const SOL = 1_000_000_000;
/** 50,000 launches a day at 100 trades/s. */
const TRADES_PER_LAUNCH = 170;
const DUSTED_PER_TRANSACTION = 20;
const WALLETS = 20_000;
const SWAPPED_SHARE = 0.2;

type Coin = {
  mint: string;
  creator: string;
  venue: string;
  isInPool: boolean;
  isLaunched: boolean;
  token: bigint;
  quote: bigint;
  balances: Map<string, bigint>;
  holders: string[];
};

type Transaction = { slot: number; time: number; transaction: number; signature: string };

export type BusyOptions = {
  seed: number;
  tokens: number;
  /** Stream time before the first second: trades every 10 s of it fill the windows. */
  historyS: number;
  tradesPerHistoryStep: number;
  seconds: number;
  tradesPerSecond: number;
  /** 170 unless told. */
  tradesPerLaunch?: number;
  /** That buy; 20,000 unless told. */
  wallets?: number;
  /** Accounts that a slot of the busy part puts a base unit of the busiest token into, each its owner's first; none unless told. */
  dustedPerSlot?: number;
};

/** The records slot by slot: each slot's trades, then its confirmation; `isHistory` until the busy part begins. */
export function* busyJournal(
  options: BusyOptions,
): Generator<{ isHistory: boolean; records: JournalRecord[] }> {
  const random = randomOf(options.seed);
  const coins = Array.from({ length: options.tokens }, (_, number) =>
    newCoin(number, random() < SWAPPED_SHARE),
  );
  let minted = coins.length;
  const cumulative: number[] = [];
  for (let rank = 1; rank <= coins.length; rank += 1) cumulative.push((cumulative.at(-1) ?? 0) + 1 / rank);
  const draw = () => {
    const at = random() * (cumulative.at(-1) ?? 0);
    let low = 0;
    let high = cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const { tradesPerLaunch = TRADES_PER_LAUNCH, wallets = WALLETS, dustedPerSlot = 0 } = options;
  let signatures = options.seed * 10_000_000;
  /** Who is given dust trades on. */
  const target = dustedPerSlot > 0 ? coins[0]! : null;
  let dusted = 0;

  const slotOf = (number: number, time: number, trades: number, dustCount = 0): JournalRecord[] => {
    const slot = START_SLOT + number;
    const records: JournalRecord[] = [];
    const about = (facts: Fact[]) =>
      records.push({ v: 1, mint: null, slot, time, signature: null, feePayer: null, source: SOURCE, facts });
    if (number % 25 === 0)
      about([
        {
          kind: 'SolPriceObserved',
          id: `sol:${slot}`,
          position: positionOf({ slot, transaction: 0, instruction: 0, inner: 0 }),
          time,
          priceUsd: (150 + Math.floor(random() * 500) / 100).toFixed(2),
          from: 'busy market',
        },
      ]);
    for (let transaction = 1; transaction <= trades; transaction += 1) {
      signatures += 1;
      const rank = draw();
      if (random() < 1 / tradesPerLaunch && coins[rank] !== target) {
        coins[rank] = newCoin(minted, false);
        minted += 1;
      }
      records.push(
        recordOf(coins[rank]!, { slot, time, transaction, signature: textOf('Sig', signatures, 88) }),
      );
    }
    for (let from = 0; from < dustCount; from += DUSTED_PER_TRANSACTION) {
      signatures += 1;
      records.push(
        dustOf(coins[0]!, Math.min(DUSTED_PER_TRANSACTION, dustCount - from), {
          slot,
          time,
          transaction: trades + 1 + from,
          signature: textOf('Sig', signatures, 88),
        }),
      );
    }
    about([
      {
        kind: 'SlotConfirmed',
        id: `slot:${slot}:SlotConfirmed`,
        position: positionOf({ slot, transaction: 999_999, instruction: 999, inner: 0 }),
        time,
        slot,
        parentSlot: slot - 1,
      },
    ]);
    return records;
  };

  const dustOf = (
    { mint }: Coin,
    count: number,
    { slot, time, transaction, signature }: Transaction,
  ): JournalRecord => {
    const facts = Array.from({ length: count }, (_, inner): Fact => {
      dusted += 1;
      const owner = walletOf(20_000_000 + dusted);
      return {
        kind: 'BalanceChanged',
        id: eventIdOf(signature, TRANSACTION_END, inner, 'BalanceChanged'),
        position: positionOf({ slot, transaction, instruction: TRANSACTION_END, inner }),
        time,
        mint,
        account: textOf('Du', dusted),
        ownerBefore: owner,
        ownerAfter: owner,
        amount: 1n,
      };
    });
    return { v: 1, mint, slot, time, signature, feePayer: walletOf(0), source: SOURCE, facts };
  };

  const recordOf = (coin: Coin, { slot, time, transaction, signature }: Transaction): JournalRecord => {
    const { mint } = coin;
    const facts: Fact[] = [];
    const at = (instruction: number, inner: number, kind: string) => ({
      id: eventIdOf(signature, instruction, inner, kind),
      position: positionOf({ slot, transaction, instruction, inner }),
      time,
    });
    if (!coin.isLaunched && !coin.isInPool) {
      facts.push({
        kind: 'LaunchCreated',
        ...at(0, 1, 'LaunchCreated'),
        mint,
        name: `Token of ${coin.creator.slice(-6)}${random() < 0.1 ? ' \u{1f680}' : ''}`,
        symbol: `T${coin.creator.slice(-4)}`,
        uri: `https://ipfs.io/ipfs/${textOf('bafkrei', signatures, 59)}`,
        bondingCurve: coin.venue,
        user: coin.creator,
        creator: coin.creator,
        tokenProgram: null,
        quoteMint: SOL_MINT,
        virtualTokenReserves: coin.token,
        virtualQuoteReserves: coin.quote,
        realTokenReserves: CURVE.initialRealTokenReserves,
        tokenTotalSupply: CURVE.totalSupply,
        isMayhem: false,
        isCashback: false,
        creatorFeeBasisPoints: null,
      });
      coin.isLaunched = true;
    }
    const realToken = coin.token - (CURVE.initialVirtualTokenReserves - CURVE.initialRealTokenReserves);
    const isNearEnd = !coin.isInPool && realToken < CURVE.initialRealTokenReserves / 4n;
    const isBuy = coin.holders.length === 0 || random() < (isNearEnd ? 0.2 : 0.58);
    const trader = isBuy
      ? walletOf(Math.floor(random() ** 2 * wallets))
      : coin.holders[Math.floor(random() * coin.holders.length)]!;
    const balance = coin.balances.get(trader) ?? 0n;
    const invariant = coin.token * coin.quote;
    // Most buys are of some tenths of a SOL, one in fifty of more than five.
    const paid = BigInt(Math.floor((0.05 + random() ** 12 * 8) * SOL));
    let tokenAmount = isBuy
      ? coin.token - (invariant + coin.quote + paid - 1n) / (coin.quote + paid)
      : random() < 0.5
        ? balance
        : balance / 2n + 1n;
    if (isBuy && !coin.isInPool && tokenAmount > realToken / 2n) tokenAmount = realToken / 2n;
    const tokenAfter = isBuy ? coin.token - tokenAmount : coin.token + tokenAmount;
    const quoteAfter = (invariant + tokenAfter - 1n) / tokenAfter;
    const quoteAmount = isBuy ? quoteAfter - coin.quote : coin.quote - quoteAfter;
    coin.token = tokenAfter;
    coin.quote = quoteAfter;
    const left = isBuy ? balance + tokenAmount : balance - tokenAmount;
    if (balance === 0n && left > 0n) coin.holders.push(trader);
    if (left === 0n) {
      coin.holders[coin.holders.indexOf(trader)] = coin.holders.at(-1)!;
      coin.holders.pop();
    }
    coin.balances.set(trader, left);
    const outside = CURVE.initialVirtualTokenReserves - CURVE.initialRealTokenReserves;
    const virtualQuote = coin.isInPool ? 0n : CURVE.initialVirtualSolLamports;
    facts.push({
      kind: 'TradeExecuted',
      ...at(2, 3, 'TradeExecuted'),
      mint,
      venue: coin.isInPool ? 'pumpswap' : 'pump-curve',
      pool: coin.venue,
      side: isBuy ? 'buy' : 'sell',
      tokenAmount,
      quoteMint: SOL_MINT,
      quoteDecimals: 9,
      quoteAmount,
      protocolFee: (quoteAmount * 95n) / 10_000n,
      creatorFee: (quoteAmount * 30n) / 10_000n,
      lpFee: coin.isInPool ? (quoteAmount * 20n) / 10_000n : null,
      trader,
      feePayer: trader,
      priceTokenReserves: coin.token,
      priceQuoteReserves: coin.quote,
      realTokenReserves: coin.isInPool ? coin.token : coin.token - outside,
      realQuoteReserves: coin.quote > virtualQuote ? coin.quote - virtualQuote : 0n,
      creator: coin.creator,
      isMayhem: false,
      tokenSupply: null,
      instructionName: isBuy ? 'buy' : 'sell',
    });
    const accounts: [string, string, bigint][] = [
      [`Ac${mint.slice(-21)}${trader.slice(-21)}`, trader, left],
      [
        `Cv${mint.slice(2)}`,
        coin.venue,
        coin.isInPool
          ? coin.token
          : coin.token - outside + CURVE.totalSupply - CURVE.initialRealTokenReserves,
      ],
    ];
    for (const [index, [account, owner, amount]] of accounts.entries())
      facts.push({
        kind: 'BalanceChanged',
        ...at(TRANSACTION_END, index, 'BalanceChanged'),
        mint,
        account,
        ownerBefore: owner,
        ownerAfter: owner,
        amount,
      });
    return { v: 1, mint, slot, time, signature, feePayer: trader, source: SOURCE, facts };
  };

  let number = 0;
  for (let at = 0; at < options.historyS; at += 10) {
    yield { isHistory: true, records: slotOf(number, START_MS + at * 1_000, options.tradesPerHistoryStep) };
    number += 10 * SLOTS_PER_S;
  }
  const startMs = START_MS + options.historyS * 1_000;
  const slots = options.seconds * SLOTS_PER_S;
  let owed = 0;
  for (let done = 0; done < slots; done += 1) {
    owed += options.tradesPerSecond / SLOTS_PER_S;
    const trades = Math.floor(owed);
    owed -= trades;
    const time = startMs + Math.floor(done / SLOTS_PER_S) * 1_000;
    yield { isHistory: false, records: slotOf(number, time, trades, dustedPerSlot) };
    number += 1;
  }
}

function newCoin(number: number, isInPool: boolean): Coin {
  const mint = mintOf(number);
  return {
    mint,
    creator: walletOf(10_000_000 + number),
    venue: isInPool ? textOf('Po', number) : curveOf(mint),
    isInPool,
    isLaunched: false,
    token: isInPool ? 200_000_000_000_000n : CURVE.initialVirtualTokenReserves,
    quote: isInPool ? 90_000_000_000n : CURVE.initialVirtualSolLamports,
    balances: new Map(),
    holders: [],
  };
}
