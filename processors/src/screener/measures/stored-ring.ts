/** Rings as they are stored. */
import type { Ring as StoredRing, TradersRing } from '@cryptonite/contracts/states';
import { NONE } from '../state/ledger/rows.js';
import type { Buckets } from './buckets.js';
import { bucketAt, emptyRing, type Ring } from './ring.js';

/** Its fields stand in the order of the schema: so they are read the fast way. */
export function storedRing({ buckets, oldest, before }: Ring): TradersRing {
  const stored: TradersRing = {
    bucket: [],
    buys: [],
    sells: [],
    quote: [],
    usdMicros: [],
    unpriced: [],
    foreign: [],
    close: [],
    before,
    newestOf: [],
  };
  for (let row = oldest; row !== NONE; row = buckets.next[row]!) {
    const close = buckets.close[row]!;
    stored.bucket.push(buckets.number[row]!);
    stored.buys.push(buckets.buys[row]!);
    stored.sells.push(buckets.sells[row]!);
    stored.newestOf.push(buckets.newestOf[row]!);
    stored.quote.push(buckets.quote.get(row));
    stored.usdMicros.push(buckets.usdMicros.get(row));
    stored.unpriced.push(buckets.unpriced[row]!);
    stored.foreign.push(buckets.foreign[row]!);
    stored.close.push(Number.isNaN(close) ? null : close);
  }
  return stored;
}

export function ringOf(buckets: Buckets, stored: StoredRing | TradersRing): Ring {
  const ring = emptyRing(buckets);
  ring.before = stored.before;
  for (const [place, number] of stored.bucket.entries()) {
    const row = bucketAt(ring, number);
    buckets.buys[row] = stored.buys[place]!;
    buckets.sells[row] = stored.sells[place]!;
    buckets.newestOf[row] = 'newestOf' in stored ? stored.newestOf[place]! : 0;
    buckets.quote.set(row, stored.quote[place]!);
    buckets.usdMicros.set(row, stored.usdMicros[place]!);
    buckets.unpriced[row] = stored.unpriced[place]!;
    buckets.foreign[row] = stored.foreign[place]!;
    buckets.close[row] = stored.close[place] ?? Number.NaN;
  }
  return ring;
}
