import {
  decodeScreeningEvent,
  encodeScreeningEvent,
  type ScanAdvanced,
  type ScreeningEvent,
  screeningSamples,
  type TokenDescribed,
} from '@cryptonite/contracts/events';
import { encodeFrame, measurementSample } from '@cryptonite/contracts/frames';
import type { Measurement } from '@cryptonite/contracts/measures';
import { LISTS, type ListName, listsOf, RULES_VERSION } from '@cryptonite/contracts/rules';
import type { Measured, Said } from '../src/modules/screening/view/said.js';

export const START = 1_759_852_522_000;
export const SOURCE = { kind: 'tape', name: 'mainnet-2025-10-07.tape' } as const;

function sampleOf<Kind extends ScreeningEvent['kind']>(kind: Kind): Extract<ScreeningEvent, { kind: Kind }> {
  const sample = screeningSamples.find((candidate) => candidate.kind === kind);
  const event = decodeScreeningEvent(JSON.stringify(sample));
  return event as Extract<ScreeningEvent, { kind: Kind }>;
}

const described = sampleOf('TokenDescribed');
const scan = sampleOf('ScanAdvanced');

/** A mint that ends in the given letter. */
export const mintOf = (letter: string) => `${'1'.repeat(39)}${letter}pump`;

export const positionAt = (slot: number) => `${String(slot).padStart(12, '0')}-000000-000-0000`;

type Listing = {
  source?: 'pumpfun' | 'bonded';
  verdict?: 'qualified' | 'rejected';
  listedAt?: number;
  initialMarketCapUsd?: number | null;
};
type Change = Partial<Measurement> & {
  live?: Listing | null;
  whitepaper?: Listing | null;
  /** Lists besides Pre-Migration and Early Stage. */
  on?: readonly ListName[];
};

const listed = <Profile extends 'live' | 'whitepaper'>(profile: Profile, listing: Listing | null) => {
  const {
    source = 'pumpfun',
    verdict = 'qualified',
    listedAt = START,
    initialMarketCapUsd = null,
  } = listing ?? {};
  return {
    [`${profile}Source`]: listing && source,
    [`${profile}Verdict`]: listing && verdict,
    [`${profile}ListedAt`]: listing && listedAt,
    [`${profile}InitialMarketCapUsd`]: listing && initialMarketCapUsd,
  };
};

/** A measurement of a token in no list, at 10% of its curve, unless said otherwise. */
export function measure(
  mint: string,
  { live = null, whitepaper = null, on = [], ...rest }: Change = {},
): Measured {
  const measurement: Measurement = {
    ...measurementSample,
    rulesVersion: RULES_VERSION,
    mint,
    bondingProgressPercent: 10,
    ...listed('live', live),
    ...listed('whitepaper', whitepaper),
    ...rest,
  };
  const gated = on.reduce((bits, name) => bits | (1 << LISTS[name].bit), 0);
  return {
    kind: 'Measured',
    measurement: { ...measurement, lists: listsOf({ ...measurement, rugRisk: null }) | gated },
    source: SOURCE,
  };
}

/** What is rejected because "Buy ratio 0.8x is below 1.2x". */
export const REJECTED = {
  bondingProgressPercent: 60,
  priceChange5mPercent: 20,
  buys5m: 8,
  sells5m: 10,
  live: { verdict: 'rejected' },
} as const;

export const describeToken = (mint: string, change: Partial<TokenDescribed> = {}): TokenDescribed => ({
  ...described,
  mint,
  ...change,
});

export const scanOf = (change: Partial<ScanAdvanced> = {}): ScanAdvanced => ({ ...scan, ...change });

/** The record that says it. */
export function encode(said: Said): Buffer {
  if (said.kind !== 'Measured') return Buffer.from(encodeScreeningEvent(said));
  const { measurement, source } = said;
  return encodeFrame({ partition: 0, slot: 1, time: measurement.time, source }, [measurement]);
}
