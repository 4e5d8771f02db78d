import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import {
  encodeJournalRecord,
  Fact,
  type JournalRecord,
  launchCreatedSamples,
  type TradeExecuted,
  tradeExecutedSamples,
} from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { addressOf } from '../testing/build-transaction.js';
import { RESUME_MARGIN_MS } from '../yellowstone/chain-stream.js';
import { NEEDED_MS, parseLine, summarise } from './journal-tail.js';
import { QuotePrices, TOLD_FOR_MS } from './quote-prices.js';
import { slotConfirmed } from './slot-facts.js';

fc.configureGlobal({ seed: 7 });

const COIN = addressOf('coin');
const TOKEN = addressOf('token');
const POOL = addressOf('pool');

const sample = Fact.parse(tradeExecutedSamples[0]) as TradeExecuted;
const trade = (change: Partial<TradeExecuted>): TradeExecuted => ({ ...sample, pool: POOL, ...change });
const ofCoin = (change: Partial<TradeExecuted> = {}) => trade({ mint: COIN, ...change });
const inCoin = trade({ mint: TOKEN, quoteMint: COIN });

const recordOf = (...facts: Fact[]): JournalRecord => ({
  v: 1,
  mint: TOKEN,
  slot: 9,
  time: 9_000,
  signature: null,
  feePayer: null,
  source: { kind: 'tape', name: 'a.tape' },
  facts,
});
const told = (prices: QuotePrices, ...facts: Fact[]) => prices.observe(9, 9_000, [recordOf(...facts)]);

it('tells what a coin costs once something is quoted in it, also in the same slot', () => {
  const prices = new QuotePrices();
  expect(told(prices, ofCoin())).toEqual([]);
  const [price, ...others] = told(prices, ofCoin(), inCoin);
  expect(others).toEqual([]);
  expect(price).toMatchObject({
    kind: 'QuotePriceObserved',
    id: `quote-price:9:${COIN}:${POOL}`,
    time: 9_000,
    quoteMint: COIN,
    pricedIn: 'SOL',
    pool: POOL,
    priceTokenReserves: sample.priceTokenReserves,
    priceQuoteReserves: sample.priceQuoteReserves,
  });
  expect(Fact.parse(z.encode(Fact, price!))).toEqual(price);
  expect(told(prices, ofCoin({ quoteMint: USDC_MINT }))).toMatchObject([{ pricedIn: 'USDC' }]);
});

it('knows a coin by a launch in it', () => {
  const prices = new QuotePrices();
  const launch = { ...Fact.parse(launchCreatedSamples[0]), quoteMint: COIN } as Fact;
  expect(told(prices, launch)).toEqual([]);
  expect(told(prices, ofCoin())).toHaveLength(1);
});

it.each<[string, Partial<TradeExecuted>]>([
  ['is in yet another coin', { quoteMint: addressOf('third') }],
  ['does not tell its reserves', { priceQuoteReserves: null }],
  ['left nothing', { priceTokenReserves: 0n }],
  ['does not name its place', { pool: null }],
])('tells nothing by a trade that %s', (_, change) => {
  expect(told(new QuotePrices(), inCoin, ofCoin(change))).toEqual([]);
});

it('tells of each place the newest trade of the slot, in the order of their ids', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ coin: fc.nat(3), pool: fc.nat(2), quote: fc.bigInt({ min: 1n, max: 1_000n }) }), {
        maxLength: 20,
      }),
      (made) => {
        const prices = new QuotePrices();
        const coinOf = (number: number) => addressOf(`coin ${number}`);
        for (let coin = 0; coin <= 2; coin += 1) told(prices, trade({ quoteMint: coinOf(coin) }));
        const newest = new Map<string, bigint>();
        // Nothing is quoted in the last of them.
        for (const { coin, pool, quote } of made)
          if (coin < 3) newest.set(`${coinOf(coin)} ${addressOf(`pool ${pool}`)}`, quote);
        const facts = told(
          prices,
          ...made.map(({ coin, pool, quote }) =>
            trade({ mint: coinOf(coin), pool: addressOf(`pool ${pool}`), priceQuoteReserves: quote }),
          ),
        );
        expect(
          new Map(
            facts.map((fact) =>
              fact.kind === 'QuotePriceObserved'
                ? [`${fact.quoteMint} ${fact.pool}`, fact.priceQuoteReserves]
                : [fact.kind, 0n],
            ),
          ),
        ).toEqual(newest);
        expect(facts.map(({ id }) => id)).toEqual(facts.map(({ id }) => id).sort());
      },
    ),
  );
});

it('tells a coin that was named in the slots just before, and none of a later slot', () => {
  const prices = new QuotePrices();
  const at = (slot: number, timeMs: number, ...facts: Fact[]) =>
    prices.observe(slot, timeMs, [recordOf(...facts)]);
  at(1_000, 0, inCoin);
  expect(at(999, 0, ofCoin())).toEqual([]);
  expect(at(1_172, TOLD_FOR_MS, ofCoin())).toHaveLength(1);
  expect(at(1_344, 2 * TOLD_FOR_MS, ofCoin())).toHaveLength(1);
  expect(at(1_345, 3 * TOLD_FOR_MS + 1, ofCoin())).toEqual([]);
  expect(at(1_346, 3 * TOLD_FOR_MS + 2, trade({ quoteMint: SOL_MINT }))).toEqual([]);
});

it('tells of each slot the same when it is read again after a restart', () => {
  const slots = 400;
  const slotMs = 200;
  const seldom = fc.nat(100).map((chance) => chance > 97);
  const playing = fc.record({ quoted: seldom, traded: fc.nat(100).map((chance) => chance > 90) });
  let restarts = 0;
  fc.assert(
    fc.property(
      fc.array(fc.array(playing, { minLength: 3, maxLength: 3 }), { minLength: slots, maxLength: slots }),
      fc.integer({ min: 1, max: slots - 1 }),
      (played, last) => {
        const recordsAt = (slot: number) =>
          played[slot]!.flatMap(({ quoted, traded }, number) => {
            const coin = addressOf(`coin ${number}`);
            const facts = [
              ...(quoted ? [trade({ mint: TOKEN, quoteMint: coin })] : []),
              ...(traded ? [trade({ mint: coin })] : []),
            ];
            return facts.length === 0 ? [] : [{ ...recordOf(...facts), slot, time: slot * slotMs }];
          });
        const prices = new QuotePrices();
        const toldAt = played.map((_, slot) => prices.observe(slot, slot * slotMs, recordsAt(slot)));
        const lines = played.slice(0, last + 1).flatMap((_, slot) => {
          const time = slot * slotMs;
          const end = { ...recordOf(slotConfirmed(slot, null, time), ...toldAt[slot]!), slot, time };
          return [...recordsAt(slot), end].map(
            (record) => parseLine(Buffer.from(encodeJournalRecord(record)))!,
          );
        });
        const readBack = lines.filter(({ time }) => time >= last * slotMs - NEEDED_MS);
        const restarted = new QuotePrices(summarise([readBack]).quotedIn);
        for (let slot = Math.max(0, last - RESUME_MARGIN_MS / slotMs); slot < slots; slot += 1) {
          const told = restarted.observe(slot, slot * slotMs, recordsAt(slot));
          expect(told).toEqual(toldAt[slot]);
          if (slot <= last) restarts += told.length;
        }
      },
    ),
    { numRuns: 30 },
  );
  expect(restarts).toBeGreaterThan(30);
});
