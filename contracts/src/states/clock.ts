import { z } from 'zod';
import { DecimalString, PositiveI128, U64 } from '../amounts/index.js';
import { Address, Mint, Position, TimeMs } from '../chain/index.js';
import { QuotePriceObserved, Source } from '../events/index.js';
import { LOOK_INTERVALS, LOOKED_AT_MINUTES } from '../rules/index.js';

/** What a coin costs that tokens are quoted in, as of the newest trade in the place that is believed. */
const QuotePrice = z.object({
  quoteMint: Mint,
  pool: Address,
  pricedIn: QuotePriceObserved.shape.pricedIn,
  /** Price = quote ÷ token, of base units. */
  priceToken: PositiveI128,
  priceQuote: PositiveI128,
  /** What stands there, by which places are weighed. */
  realQuote: U64.nullable(),
  /** A curve that is complete: any other place replaces it. */
  isOver: z.boolean(),
  position: Position,
  /** Stream time. */
  at: TimeMs,
});
export type QuotePrice = z.infer<typeof QuotePrice>;

/** How tokens were looked at: by minute of stream time, the newest last. */
const Looks = z.object({
  /** Kept from then on; null where from the first look on. */
  since: TimeMs.nullable(),
  minutes: z
    .array(
      z.object({
        minute: z.int(),
        /** Tokens whose newest look lies in it. */
        tokens: z.int(),
        /** Times between two looks at a token, counted by the places of {@link LOOK_INTERVALS}. */
        intervals: z.array(z.int()).max(LOOK_INTERVALS.places),
      }),
    )
    .max(LOOKED_AT_MINUTES + 1),
});
export type Looks = z.infer<typeof Looks>;

/** What the screener knows of the stream of one partition. Key `clock`. */
export const ScreenerClock = z.object({
  kind: z.literal('clock'),
  v: z.literal(1),
  partition: z.int(),
  /** Stream time: the newest confirmed block time; null before the first. */
  time: TimeMs.nullable(),
  slot: z.int().nullable(),
  position: Position.nullable(),
  source: Source.nullable(),
  startedAt: TimeMs.nullable(),
  /** From here on the stream was seen without a gap. */
  watchedFrom: TimeMs.nullable(),
  /** The first slot after the newest gap. */
  gapSlot: z.int().nullable(),
  gaps: z
    .array(
      z.object({ afterSlot: z.int(), beforeSlot: z.int(), time: TimeMs, durationMs: z.int().nullable() }),
    )
    .max(50),
  solPrice: z.object({ usd: DecimalString, from: z.string(), at: TimeMs }).nullable(),
  /** By coin; absent in states from before they were kept. */
  quotePrices: z.array(QuotePrice).max(1_000).optional(),
  recordsRead: z.int(),
  scannedSince: z.int(),
  scanAt: TimeMs.nullable(),
  /** How tokens were looked at in the last minutes; absent in states from before it was kept. */
  looks: Looks.optional(),
  /** The journal offset after the last one folded. */
  nextOffset: z.int(),
  /** The journal offset from which a restart reads again to know the ids of the last slots. */
  warmFrom: z.int(),
});
export type ScreenerClock = z.infer<typeof ScreenerClock>;

export const screenerClockSamples: readonly z.input<typeof ScreenerClock>[] = [
  {
    kind: 'clock',
    v: 1,
    partition: 2,
    time: 1759852522000,
    slot: 371820726,
    position: '000371820726-999999-999-0000',
    source: { kind: 'tape', name: 'mainnet-2025-10-07.tape' },
    startedAt: 1759852400000,
    watchedFrom: 1759852500000,
    gapSlot: 371820650,
    gaps: [{ afterSlot: 371820600, beforeSlot: 371820650, time: 1759852500000, durationMs: 20000 }],
    solPrice: { usd: '150.25', from: '--sol-price', at: 1759852522000 },
    quotePrices: [
      {
        quoteMint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
        pool: '7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
        pricedIn: 'SOL',
        priceToken: '728008851549656',
        priceQuote: '44216495358',
        realQuote: '14216495358',
        isOver: false,
        position: '000371820726-999999-999-0003',
        at: 1759852522000,
      },
    ],
    recordsRead: 10440,
    scannedSince: 12,
    scanAt: 1759852522000,
    looks: { since: null, minutes: [{ minute: 29330875, tokens: 12, intervals: [0, 3, 1] }] },
    nextOffset: 10440,
    warmFrom: 9000,
  },
];
