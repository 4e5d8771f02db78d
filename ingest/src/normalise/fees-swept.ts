import type { FeesSwept } from '@cryptonite/contracts/events';
import type { LocatedEvent } from '../decode/located-event.js';
import { type Context, eventBaseOf } from './context.js';
import type { FieldsOf } from './fields.js';
import { quoteMintOf, sidesOf } from './quote.js';
import { need, Unreadable } from './unreadable.js';

/** pump.fun `SweepBondingCurveFeeEvent`. */
export function normaliseCurveSweep(
  fields: FieldsOf<'SweepBondingCurveFeeEvent'>,
  located: LocatedEvent,
  context: Context,
): FeesSwept {
  return {
    kind: 'FeesSwept',
    ...eventBaseOf(context, located, 'FeesSwept', fields.timestamp),
    mint: need(fields.mint, 'mint').toString(),
    venue: 'pump-curve',
    pool: need(fields.bonding_curve, 'bonding_curve').toString(),
    feeMint: quoteMintOf(need(fields.quote_mint, 'quote_mint')),
    ...payoutOf(fields),
  };
}

/** PumpSwap `SweepPoolFeeEvent`; null for a pool of two quote assets. */
export function normalisePoolSweep(
  fields: FieldsOf<'SweepPoolFeeEvent'>,
  located: LocatedEvent,
  context: Context,
): FeesSwept | null {
  const quote = quoteMintOf(need(fields.quote_mint, 'quote_mint'));
  const sides = sidesOf({ base: need(fields.base_mint, 'base_mint').toString(), quote });
  if (sides === null) return null;
  return {
    kind: 'FeesSwept',
    ...eventBaseOf(context, located, 'FeesSwept', fields.timestamp),
    mint: sides.mint,
    venue: 'pumpswap',
    pool: need(fields.pool, 'pool').toString(),
    feeMint: quote,
    ...payoutOf(fields),
  };
}

const BUCKETS = ['protocol', 'creator'] as const;

function payoutOf(fields: FieldsOf<'SweepBondingCurveFeeEvent'> | FieldsOf<'SweepPoolFeeEvent'>) {
  const bucket = BUCKETS[need(fields.bucket, 'bucket')];
  if (bucket === undefined) throw new Unreadable(`bucket ${fields.bucket} is neither protocol nor creator`);
  return {
    bucket,
    recipient: need(fields.recipient, 'recipient').toString(),
    amount: need(fields.amount, 'amount'),
  };
}
