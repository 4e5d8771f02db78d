import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import {
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
import { QuotePrices } from './quote-prices.js';

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

it('forgets the coin that nothing was quoted in for longest, where there are too many', () => {
  const prices = new QuotePrices();
  told(prices, inCoin);
  const other = (number: number) => trade({ quoteMint: addressOf(`coin ${number}`) });
  for (let number = 0; number < 9_999; number += 1) told(prices, other(number));
  expect(told(prices, ofCoin())).toHaveLength(1);
  told(prices, other(9_999));
  expect(told(prices, ofCoin())).toEqual([]);
  expect(told(prices, trade({ quoteMint: SOL_MINT }))).toEqual([]);
});
