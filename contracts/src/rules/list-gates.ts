/** What the lists besides Pre-Migration and Ultimate ask of a token. */
import type { ProfileName } from './checks.js';
import {
  above,
  atLeast,
  atMost,
  flag,
  type Gate,
  type GateInputs,
  gate,
  priceChangeGate,
  under,
} from './gates.js';
import { PROGRESS, WINDOW_MS } from './limits.js';
import { HYPE_BANDS } from './scores.js';
import { SOCIAL_PROOF } from './ultimate.js';

const hype = (limit: number): Gate =>
  gate(
    'hype',
    'Hype score',
    atLeast('', limit, (of) => of.hypeScore),
  );

const promoted: Gate = {
  ...gate(
    'promoted',
    'Boost or paid profile',
    atLeast('', 1, (of) => of.boosts, 'boost'),
    flag((of) => of.paidProfiles, 'a paid profile'),
  ),
  lacks: 'No boost or paid profile is in force',
};

export const PROMOTED: readonly Gate[] = [promoted];

const composite = (limit: number, value: (of: GateInputs) => number | null): Gate =>
  gate('composite', 'Composite', atLeast('', limit, value));

export const DAILY: Record<ProfileName, readonly Gate[]> = {
  live: [promoted, composite(30, (of) => of.liveDailyScore)],
  whitepaper: [
    promoted,
    composite(70, (of) => of.whitepaperDailyScore),
    gate(
      'marketCap',
      'Market cap',
      atLeast('$', 20_000, (of) => of.marketCapUsd),
    ),
    gate(
      'liquidity',
      'Liquidity',
      atLeast('$', 10_000, (of) => of.liquidityUsd),
    ),
    gate(
      'volume',
      'Volume of 24 h',
      atLeast('$', 5_000, (of) => of.volumeUsd24h),
    ),
    {
      ...gate(
        'trades',
        'Trades of 24 h',
        atLeast('', 20, (of) => of.trades24h),
      ),
      isPlural: true,
    },
    gate(
      'buyShare',
      'Buy share of 24 h',
      atLeast('%', 60, (of) => of.buySharePercent24h),
    ),
  ],
};

/** What Daily asks of a token besides its promotion holds for all that its tab shows. */
export const SOCIAL_LIST: Record<ProfileName, readonly Gate[]> = {
  live: [SOCIAL_PROOF, ...DAILY.live.filter((each) => each !== promoted)],
  whitepaper: [SOCIAL_PROOF, ...DAILY.whitepaper.filter((each) => each !== promoted)],
};

/** So much is said of it that it is looked at for Social. */
export const TALKED_ABOUT: readonly Gate[] = [SOCIAL_PROOF];

const loud: Gate = {
  ...gate(
    'loud',
    'Boosts or posts of 1 h',
    atLeast('', 30, (of) => of.boosts, 'boosts'),
    atLeast('', 10, (of) => of.posts1h, 'posts in 1 h'),
  ),
  isPlural: true,
};

/** So much that it is asked who else buys. */
export const LOUD: readonly Gate[] = [loud];

export const SHILLED: readonly Gate[] = [
  loud,
  {
    ...gate(
      'organicBuyers',
      'Organic buyers of 1 h',
      under('', 10, (of) => of.organicBuyers1h),
      above('x', 1, (of) => of.postsPerOrganicBuyer, 'posts of 1 h to a buyer'),
    ),
    isPlural: true,
  },
];

const qualified = (value: (of: GateInputs) => number | null): Gate => ({
  ...gate('qualified', 'Qualified in Pre-Migration', flag(value)),
  lacks: 'It is not qualified in Pre-Migration',
});

export const HIGH_HYPE: Record<ProfileName, readonly Gate[]> = {
  live: [qualified((of) => of.isLiveQualified), hype(HYPE_BANDS.medium)],
  whitepaper: [qualified((of) => of.isWhitepaperQualified), hype(HYPE_BANDS.medium)],
};

export const BONDED_ANALYZED: readonly Gate[] = [
  {
    ...gate(
      'bonded',
      'Migrating, or graduated within 24 h',
      flag((of) => of.isBonded),
    ),
    lacks: 'It is neither migrating nor graduated within 24 h',
  },
  hype(HYPE_BANDS.medium),
];

export const MICROCAPS: readonly Gate[] = [
  hype(30),
  gate(
    'marketCap',
    'Market cap',
    under('$', 80_000, (of) => of.marketCapUsd),
  ),
  priceChangeGate(
    'price1h',
    'h1',
    above('%', 0, (of) => of.priceChange1hPercent),
  ),
  priceChangeGate(
    'price24h',
    'h24',
    above('%', 0, (of) => of.priceChange24hPercent),
  ),
];

/** A graduated token under so much of its completion market cap, with fewer traders in an hour, has faded. */
export const FADED = { underCompletionPercent: 30, underTraders1h: 10 } as const;

/** Under so much of its listing a token is off High Hype, Ultimate and Daily Boosted until it is back. */
const LISTING_PERCENT_MIN = 50;

/** What High Hype, Ultimate and Daily Boosted ask besides: a score of hours ago says nothing of now. */
export const STILL_STANDING: readonly Gate[] = [
  {
    ...gate(
      'standing',
      'Whether it has faded',
      under('', 1, (of) => of.isFaded),
    ),
    lacks: `Faded: under ${FADED.underCompletionPercent}% of its completion market cap, under ${FADED.underTraders1h} traders in 1 h`,
  },
  {
    ...gate(
      'listing',
      'Market cap against its listing',
      atLeast('%', LISTING_PERCENT_MIN, (of) => of.percentOfListing),
    ),
    lacks: 'Below half of its listing',
  },
];

export const NEW_LAUNCHES: readonly Gate[] = [
  {
    ...gate(
      'bonding',
      'Its curve is selling',
      flag((of) => of.isBonding),
    ),
    lacks: 'Its curve is not selling any more',
  },
  gate(
    'progress',
    'Bonding progress',
    under('%', PROGRESS.alertFrom, (of) => of.bondingProgressPercent),
  ),
  gate(
    'traded',
    'Time since its last trade',
    atMost('min', WINDOW_MS.m5 / WINDOW_MS.m1, (of) => of.minutesSinceTrade),
  ),
];
