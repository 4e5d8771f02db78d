import {
  type Check,
  decodeScreeningEvent,
  encodeScreeningEvent,
  type Listing,
  type ProfileVerdict,
  type ScanAdvanced,
  type ScreeningEvent,
  screeningSamples,
  type TokenScored,
} from '@cryptonite/contracts/events';

export const START = 1_759_852_522_000;

function sampleOf<Kind extends ScreeningEvent['kind']>(kind: Kind): Extract<ScreeningEvent, { kind: Kind }> {
  const sample = screeningSamples.find((candidate) => candidate.kind === kind);
  const event = decodeScreeningEvent(JSON.stringify(sample));
  return event as Extract<ScreeningEvent, { kind: Kind }>;
}

const token = sampleOf('TokenScored');
const scan = sampleOf('ScanAdvanced');

/** A mint that ends in the given letter. */
export const mintOf = (letter: string) => `${'1'.repeat(39)}${letter}pump`;

export const positionAt = (slot: number) => `${String(slot).padStart(12, '0')}-000000-000-0000`;

const noChecks: Check[] = [];
export const verdict = (listing: Partial<Listing> | null): ProfileVerdict => ({
  checks: noChecks,
  passedChecks: 2,
  totalChecks: 5,
  listing: listing && {
    source: 'pumpfun',
    verdict: 'qualified',
    reason: null,
    listedAt: START,
    initialMarketCapUsd: null,
    ...listing,
  },
});

type TokenChange = Partial<Omit<TokenScored, 'profiles'>> & {
  live?: Partial<Listing> | null;
  whitepaper?: Partial<Listing> | null;
};

/** A measurement of a token in no list, at 10% of its curve, unless said otherwise. */
export function measure(
  mint: string,
  { live = null, whitepaper = null, ...rest }: TokenChange = {},
): TokenScored {
  return {
    ...token,
    mint,
    id: `${mint}:${rest.time ?? START}:TokenScored`,
    bondingProgressPercent: 10,
    profiles: { live: verdict(live), whitepaper: verdict(whitepaper) },
    ...rest,
  };
}

export const scanOf = (change: Partial<ScanAdvanced> = {}): ScanAdvanced => ({ ...scan, ...change });

export { encodeScreeningEvent as encode };
