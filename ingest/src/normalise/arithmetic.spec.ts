import { SOL_MINT } from '@cryptonite/contracts/chain';
import type { TradeExecuted } from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, buildTransaction, programAddress, selfCpi } from '../testing/build-transaction.js';
import { encodeEvent, type FieldValues, ZERO_KEY } from '../testing/encode-event.js';
import { curveBuyCost, feeOf, poolBuyCost, sellProceeds } from '../testing/oracles.js';
import { normaliseTransaction } from './normalise-transaction.js';

const POOL = addressOf('pool');
const MINT = addressOf('mint');
const source = { kind: 'market' as const, name: 'test' };

function tradeOf(program: 'pump' | 'pumpswap', name: string, values: FieldValues): TradeExecuted {
  const accounts = [POOL, addressOf('user'), addressOf('config'), MINT, SOL_MINT];
  const event = encodeEvent(program, name, { timestamp: 1n, mint: MINT, pool: POOL, ...values });
  const transaction = buildTransaction({
    outer: [{ program: programAddress(program), accounts }],
    inner: { 0: [selfCpi(program, event, 2)] },
  });
  return normaliseTransaction(transaction, null, source).records[0]!.facts[0] as TradeExecuted;
}

const amount = (min: bigint, max: bigint) => fc.bigInt({ min, max });
const reserves = fc.record({
  quote: amount(30_000_000_000n, 10n ** 15n),
  token: amount(10n ** 12n, 10n ** 15n),
  share: fc.integer({ min: 1, max: 900_000 }),
  basisPoints: amount(0n, 1_000n),
});
const partOf = (whole: bigint, share: number): bigint => (whole * BigInt(share)) / 1_000_000n || 1n;

describe('on a curve', () => {
  it('the reserves before a buy, from those after it, give its cost and its fee', () => {
    fc.assert(
      fc.property(reserves, ({ quote, token, share, basisPoints }) => {
        const tokens = partOf(token, share);
        const cost = curveBuyCost(quote, token, tokens);
        const trade = tradeOf('pump', 'TradeEvent', {
          is_buy: true,
          token_amount: tokens,
          sol_amount: cost,
          virtual_sol_reserves: quote + cost,
          virtual_token_reserves: token - tokens,
          fee_basis_points: basisPoints,
          fee: feeOf(cost, basisPoints),
          quote_amount: cost,
          virtual_quote_reserves: quote + cost,
        });
        const quoteBefore = trade.priceQuoteReserves! - trade.quoteAmount;
        const tokenBefore = trade.priceTokenReserves! + trade.tokenAmount;
        expect(trade.quoteAmount).toBe(curveBuyCost(quoteBefore, tokenBefore, trade.tokenAmount));
        expect(trade.protocolFee).toBe(feeOf(trade.quoteAmount, basisPoints));
        expect(trade.priceQuoteReserves! * trade.priceTokenReserves!).toBeGreaterThanOrEqual(quote * token);
      }),
    );
  });

  it('the reserves before a sale give its proceeds', () => {
    fc.assert(
      fc.property(reserves, ({ quote, token, share }) => {
        const tokens = partOf(token, share);
        const proceeds = sellProceeds(quote, token, tokens);
        const trade = tradeOf('pump', 'TradeEvent', {
          is_buy: false,
          token_amount: tokens,
          sol_amount: proceeds,
          virtual_sol_reserves: quote - proceeds,
          virtual_token_reserves: token + tokens,
        });
        expect(trade.side).toBe('sell');
        expect(trade.quoteAmount).toBe(
          sellProceeds(
            trade.priceQuoteReserves! + trade.quoteAmount,
            trade.priceTokenReserves! - trade.tokenAmount,
            trade.tokenAmount,
          ),
        );
      }),
    );
  });
});

describe('in a pool', () => {
  const boosted = fc.record({ trade: reserves, virtualShare: fc.integer({ min: -900_000, max: 900_000 }) });

  it('a buy costs what real and virtual quote together ask, however it was ordered', () => {
    fc.assert(
      fc.property(
        boosted,
        fc.boolean(),
        ({ trade: { quote, token, share, basisPoints }, virtualShare }, isExact) => {
          const virtual = (quote * BigInt(virtualShare)) / 1_000_000n;
          const tokens = partOf(token, share);
          const cost = poolBuyCost(quote + virtual, token, tokens);
          const lpFee = feeOf(cost, basisPoints);
          const gross = cost + lpFee + 7n;
          const trade = tradeOf('pumpswap', 'BuyEvent', {
            base_amount_out: tokens,
            quote_amount_in: isExact ? gross : cost,
            user_quote_amount_in: isExact ? cost : gross,
            lp_fee: lpFee,
            pool_base_token_reserves: token,
            pool_quote_token_reserves: quote,
            virtual_quote_reserves: virtual,
            ix_name: isExact ? 'buy_exact_quote_in' : 'buy',
          });
          const quoteBefore = trade.priceQuoteReserves! - trade.quoteAmount - trade.lpFee!;
          const tokenBefore = trade.priceTokenReserves! + trade.tokenAmount;
          expect(trade.quoteAmount).toBe(poolBuyCost(quoteBefore, tokenBefore, trade.tokenAmount));
          expect(trade.realQuoteReserves).toBe(quote + cost + lpFee);
        },
      ),
    );
  });

  it('what fees a trade leaves in the vault the next event has in it, and not in its price', () => {
    const fees = fc.record({
      protocol: fc.nat(1_000_000),
      creator: fc.nat(1_000_000),
      lp: fc.nat(1_000_000),
    });
    fc.assert(
      fc.property(
        boosted,
        fees,
        fc.boolean(),
        ({ trade: { quote, token, share }, virtualShare }, fee, isKept) => {
          const virtual = (quote * BigInt(virtualShare)) / 1_000_000n;
          const tokens = partOf(token, share);
          const cost = poolBuyCost(quote + virtual, token, tokens);
          const [protocolFee, creatorFee, lpFee] = [
            BigInt(fee.protocol),
            BigInt(fee.creator),
            BigInt(fee.lp),
          ];
          const buyback = protocolFee / 2n;
          const bought = tradeOf('pumpswap', 'BuyEvent', {
            base_amount_out: tokens,
            quote_amount_in: cost,
            user_quote_amount_in: cost + lpFee + protocolFee + creatorFee,
            lp_fee: lpFee,
            protocol_fee: protocolFee,
            buyback_fee: buyback,
            coin_creator_fee: creatorFee,
            protocol_fee_recipient: isKept ? ZERO_KEY : addressOf('protocol'),
            pool_base_token_reserves: token,
            pool_quote_token_reserves: quote,
            virtual_quote_reserves: virtual,
            ix_name: 'buy_v2',
          });
          // What the next event states as before it, by the program's own books.
          const kept = isKept ? protocolFee - buyback + creatorFee : 0n;
          const next = { vault: quote + cost + lpFee + kept, virtual: virtual - kept };
          expect(bought.realQuoteReserves).toBe(next.vault);
          expect(bought.priceQuoteReserves).toBe(next.vault + next.virtual);
        },
      ),
    );
  });

  it('a sale brings what real and virtual quote together give', () => {
    fc.assert(
      fc.property(boosted, ({ trade: { quote, token, share, basisPoints }, virtualShare }) => {
        const virtual = (quote * BigInt(virtualShare)) / 1_000_000n;
        const tokens = partOf(token, share);
        const proceeds = sellProceeds(quote + virtual, token, tokens);
        fc.pre(proceeds <= quote);
        const lpFee = feeOf(proceeds, basisPoints);
        const trade = tradeOf('pumpswap', 'SellEvent', {
          base_amount_in: tokens,
          quote_amount_out: proceeds,
          lp_fee: lpFee,
          pool_base_token_reserves: token,
          pool_quote_token_reserves: quote,
          virtual_quote_reserves: virtual,
        });
        const quoteBefore = trade.priceQuoteReserves! + trade.quoteAmount - trade.lpFee!;
        const tokenBefore = trade.priceTokenReserves! - trade.tokenAmount;
        expect(trade.quoteAmount).toBe(sellProceeds(quoteBefore, tokenBefore, trade.tokenAmount));
      }),
    );
  });
});
