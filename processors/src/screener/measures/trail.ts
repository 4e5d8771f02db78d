/**
 * The price trail of a listed token. Readers keep it from its measurements: it is told as the token comes onto a list,
 * and again where a measurement does not tell what the trail became.
 */
import { type Measurement, trailStepOf } from '@cryptonite/contracts/measures';
import { TRAIL } from '@cryptonite/contracts/rules';
import { describe } from '../facts/identity.js';
import { emit, type Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { priceQuoteOf } from './features.js';
import { closesOf } from './ring.js';

/**
 * A measurement tells the close of the step it stands in. Told so are neither a trade of a step before, nor a price that
 * no trade closed with (the agent's set prices, and count for nothing else), nor what changes all closes at once.
 */
function isToldBy(token: Token, { time, priceQuote }: Measurement): boolean {
  const { state, rings } = token;
  const { trailTouchedFrom } = state;
  if (trailTouchedFrom !== null && trailStepOf(trailTouchedFrom) < trailStepOf(time)) return false;
  return (
    priceQuote === null || priceQuote === priceQuoteOf(state, closesOf(rings.m5.ring, 'm5', time, 1)[0]!)
  );
}

/** Before the measurement goes out; `isNew` as the token comes onto a list. */
export function tellTrail(
  partition: Partition,
  token: Token,
  measurement: Measurement,
  isNew: boolean,
): void {
  const { state } = token;
  const { mint, position, time, rulesVersion } = measurement;
  if (isNew) describe(partition, state, `${time}:${position}`, time);
  if (isNew || !isToldBy(token, measurement))
    emit(partition, {
      kind: 'PriceTrailed',
      id: `${mint}:${time}:${position}:PriceTrailed`,
      mint,
      position,
      time,
      rulesVersion,
      closes: closesOf(token.rings.m5.ring, 'm5', time, TRAIL.steps).map((price) =>
        priceQuoteOf(state, price),
      ),
    });
}
