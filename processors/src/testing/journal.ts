/** A small seeded market as journal records, for tests: launches, trades on exact curves, balances, migrations. */
import { eventIdOf, partitionOf, positionOf, SOL_MINT, TRANSACTION_END } from '@cryptonite/contracts/chain';
import type { Fact, JournalRecord } from '@cryptonite/contracts/events';
import { CURVE } from '@cryptonite/contracts/rules';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A made-up address or signature: the same number gives the same text. */
export function textOf(kind: string, number: number, length = 44): string {
  let rest = number + 1;
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET[rest % 58] + digits;
    rest = Math.floor(rest / 58);
  }
  return `${kind}${digits.padStart(length - kind.length, '1')}`;
}

export const mintOf = (number: number): string => textOf('Mint', number);
export const walletOf = (number: number): string => textOf('Wa', number);
export const curveOf = (mint: string): string => `Cu${mint.slice(2)}`;
const signatureOf = (number: number): string => textOf('Sig', number, 88);

/** mulberry32: a small generator with a seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const START_MS = 1_760_000_000_000;
export const START_SLOT = 380_000_000;
const SLOT_MS = 400;
const SOURCE = { kind: 'market', name: 'test market' } as const;

export type Written = { partition: number; record: JournalRecord };

type Curve = { token: bigint; quote: bigint; realToken: bigint; realQuote: bigint };

/** Records in the order in which ingest writes them, slot after slot, with their partitions. */
export function* marketJournal(options: {
  seed: number;
  slots: number;
  tradesPerSlot: number;
  partitions: number;
}): Generator<Written> {
  const random = randomOf(options.seed);
  const curves = new Map<string, Curve>();
  const balances = new Map<string, bigint>();
  const live: string[] = [];
  let signatures = options.seed * 1_000_000;
  const everywhere = function* (facts: Fact[], slot: number, time: number): Generator<Written> {
    for (let partition = 0; partition < options.partitions; partition += 1)
      yield {
        partition,
        record: { v: 1, mint: null, slot, time, signature: null, feePayer: null, source: SOURCE, facts },
      };
  };

  for (let number = 0; number < options.slots; number += 1) {
    const slot = START_SLOT + number;
    const time = START_MS + Math.floor((number * SLOT_MS) / 1_000) * 1_000;
    if (number % 50 === 0) {
      const price = (150 + Math.floor(random() * 500) / 100).toFixed(2);
      const position = positionOf({ slot, transaction: 0, instruction: 0, inner: 0 });
      const fact = {
        kind: 'SolPriceObserved',
        id: `sol:${slot}`,
        position,
        time,
        priceUsd: price,
        from: 'test',
      };
      yield* everywhere([fact as Fact], slot, time);
    }
    for (let transaction = 1; transaction <= options.tradesPerSlot; transaction += 1) {
      signatures += 1;
      const signature = signatureOf(signatures);
      const at = (instruction: number, inner: number, kind: string) => ({
        id: eventIdOf(signature, instruction, inner, kind),
        position: positionOf({ slot, transaction, instruction, inner }),
        time,
      });
      const facts: Fact[] = [];
      const isLaunch = live.length < 3 || random() < 0.05;
      const mint = isLaunch ? mintOf(curves.size) : (live[Math.floor(random() ** 2 * live.length)] ?? '');
      const wallet = walletOf(Math.floor(random() * 400));
      let curve = curves.get(mint);
      if (!curve) {
        curve = {
          token: CURVE.initialVirtualTokenReserves,
          quote: CURVE.initialVirtualSolLamports,
          realToken: CURVE.initialRealTokenReserves,
          realQuote: 0n,
        };
        curves.set(mint, curve);
        live.push(mint);
        facts.push({
          kind: 'LaunchCreated',
          ...at(0, 1, 'LaunchCreated'),
          mint,
          name: `Token ${curves.size} \ud83d`,
          symbol: `T${curves.size}`,
          uri: 'https://example.com/token.json',
          bondingCurve: curveOf(mint),
          user: wallet,
          creator: wallet,
          tokenProgram: null,
          quoteMint: SOL_MINT,
          virtualTokenReserves: curve.token,
          virtualQuoteReserves: curve.quote,
          realTokenReserves: curve.realToken,
          tokenTotalSupply: CURVE.totalSupply,
          isMayhem: false,
          isCashback: false,
          creatorFeeBasisPoints: null,
        });
      }
      const balanceKey = `${mint}/${wallet}`;
      const balance = balances.get(balanceKey) ?? 0n;
      const isBuy = balance === 0n || random() < 0.6;
      const wanted = isBuy
        ? BigInt(Math.floor(random() * 40_000_000_000_000)) + 1n
        : (balance * BigInt(Math.floor(random() * 100) + 1)) / 100n + 1n;
      const tokenAmount = isBuy
        ? wanted < curve.realToken
          ? wanted
          : curve.realToken
        : wanted < balance
          ? wanted
          : balance;
      if (tokenAmount === 0n) continue;
      const invariant = curve.token * curve.quote;
      const tokenAfter = isBuy ? curve.token - tokenAmount : curve.token + tokenAmount;
      const quoteAfter = (invariant + tokenAfter - 1n) / tokenAfter;
      const quoteAmount = isBuy ? quoteAfter - curve.quote : curve.quote - quoteAfter;
      curve.realToken += tokenAfter - curve.token;
      curve.realQuote += quoteAfter - curve.quote;
      if (curve.realQuote < 0n) curve.realQuote = 0n;
      curve.token = tokenAfter;
      curve.quote = quoteAfter;
      const balanceAfter = isBuy ? balance + tokenAmount : balance - tokenAmount;
      balances.set(balanceKey, balanceAfter);
      facts.push({
        kind: 'TradeExecuted',
        ...at(2, 3, 'TradeExecuted'),
        mint,
        venue: 'pump-curve',
        pool: curveOf(mint),
        side: isBuy ? 'buy' : 'sell',
        tokenAmount,
        quoteMint: SOL_MINT,
        quoteDecimals: 9,
        quoteAmount,
        protocolFee: null,
        creatorFee: null,
        lpFee: null,
        trader: wallet,
        feePayer: wallet,
        priceTokenReserves: curve.token,
        priceQuoteReserves: curve.quote,
        realTokenReserves: curve.realToken,
        realQuoteReserves: curve.realQuote,
        creator: null,
        isMayhem: false,
        tokenSupply: null,
        instructionName: null,
      });
      if (curve.realToken === 0n) {
        live.splice(live.indexOf(mint), 1);
        facts.push({
          kind: 'CurveCompleted',
          ...at(2, 4, 'CurveCompleted'),
          mint,
          bondingCurve: curveOf(mint),
          user: wallet,
          quoteMint: SOL_MINT,
        });
        facts.push({
          kind: 'Migrated',
          ...at(3, 1, 'Migrated'),
          mint,
          venue: 'pumpswap',
          bondingCurve: curveOf(mint),
          pool: `Po${mint.slice(2)}`,
          user: wallet,
          quoteMint: SOL_MINT,
          tokenAmount: null,
          quoteAmount: null,
          migrationFee: null,
        });
      }
      const accounts: [string, string, bigint][] = [
        [`Ac${mint.slice(-20)}${wallet.slice(-20)}`, wallet, balanceAfter],
        [
          `Cv${mint.slice(2)}`,
          curveOf(mint),
          CURVE.totalSupply - CURVE.initialRealTokenReserves + curve.realToken,
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
      yield {
        partition: partitionOf(mint, options.partitions),
        record: { v: 1, mint, slot, time, signature, feePayer: wallet, source: SOURCE, facts },
      };
    }
    const confirmed: Fact = {
      kind: 'SlotConfirmed',
      id: `slot:${slot}:SlotConfirmed`,
      position: positionOf({ slot, transaction: 999_999, instruction: 999, inner: 0 }),
      time,
      slot,
      parentSlot: slot - 1,
    };
    yield* everywhere([confirmed], slot, time);
  }
}
