/** Lists that no market would bring at one time, so that what they look like can be measured. */
import {
  type HighHypeTokens,
  type QualifiedTokens,
  type RejectedTokens,
  ScreenedToken,
} from '@cryptonite/contracts/api';

type Qualified = QualifiedTokens['items'][number];
type Rejected = RejectedTokens['items'][number];
type Early = HighHypeTokens['items'][number];

/** Stream time of the answers. */
export const AT = Date.UTC(2026, 9, 3, 14, 22);
const MINUTE_MS = 60_000;

const WIDE = 'W'.repeat(200);
/** Names of creators who would rather have the whole page. */
const HOSTILE: readonly (readonly [symbol: string | null, name: string | null])[] = [
  [WIDE, WIDE],
  ['USD\u0421', 'a\u202Eb\u200Bc\u2066d'],
  ['Z\u0300\u0301\u0302\u0303\u0304\u0305', '\u0E49'.repeat(60)],
  ['𒐫𒐫𒐫𒐫𒐫𒐫𒐫𒐫', '﷽﷽﷽﷽'],
  ['<b>bold</b>', '\n\n\n\n\nlow'],
  [null, null],
  ['KELPIE', 'Kelpie of Loch Byte'],
  ['kelpie', 'Kelpie'],
];

/** Whatever may be unknown is. */
const UNKNOWN = Object.fromEntries(
  Object.keys(ScreenedToken.shape).map((field) => [field, null]),
) as unknown as ScreenedToken;

export const base = (index: number): Omit<Qualified, 'source'> => {
  const [symbol, name] = HOSTILE[index] ?? [`GLOAM${index}`, 'Gloamwood Fox'];
  return {
    ...UNKNOWN,
    indicators: [],
    worstDanger: null,
    mint: `${String(index).padStart(6, 'm')}${'x'.repeat(30)}${String(index).padStart(4, '0')}pump`,
    symbol,
    name,
    imageUrl: null,
    imageFailure: null,
    twitter: null,
    telegram: null,
    migrationTime: null,
    price: '0.0000312',
    marketCap: 31_000 + index * 137,
    bondingCurveProgress: 42 + (index % 40),
    alertRaisedAt: AT - index * MINUTE_MS,
    dexUrl: 'https://dexscreener.com/solana/x',
    rulesVersion: 1,
    origin: { kind: 'market', name: 'made up' },
    measuredAt: AT,
    priceChange: 18.2 - index,
    priceChange1h: 22.4,
    priceChange24h: 64.2,
    priceOfHighPercent: 82,
    buyRatio: 2.12,
    buyShare: 0.68,
    currentLiquidity: 5_100,
    tradeCount: 18_204,
    totalTrades: 18_204,
    totalVolume: 206_500,
    lifecycle: 'bonding',
    quoteRaised: 34.5,
    quoteToComplete: 85,
    quoteMint: 'So11111111111111111111111111111111111111112',
    completionMarketCap: 60_800,
    holders: 1_204,
    top1HolderPercent: 4,
    top10HolderPercent: index % 5 === 0 ? 72.4 : 31.2,
    top10OfSoldPercent: index % 5 === 0 ? 100 : 78.1,
    excludedHolderPercent: 41.3,
    holderCoverage: 1,
    whaleBuyers: 4,
    whaleBuyersHolding: 2,
    priceTrail: Array.from({ length: 30 }, (_, step) =>
      step % 11 === 0 ? null : 1 + Math.sin(step + index),
    ),
    createdAt: AT - (14 + index) * MINUTE_MS,
    completedAt: null,
    seenSinceCreation: index % 4 !== 1,
    gapSeen: index % 4 === 2,
    isMayhem: index % 3 === 0,
    launchpadUrl: 'https://pump.fun/coin/x',
    passedChecks: 4,
    totalChecks: 5,
    checks: [
      { name: 'progress', verdict: 'pass', value: 72.4, limit: 40 },
      { name: 'momentum', verdict: 'pass', value: 18.2, limit: 15 },
      { name: 'buyRatio', verdict: 'pass', value: 2.12, limit: 1.2 },
      { name: 'whaleBuyers', verdict: 'pass', value: 4, limit: 3 },
      { name: 'score', verdict: 'unknown', value: null, limit: 40 },
    ],
    listedAt: AT - index * MINUTE_MS,
    initialMarketCap: 22_400,
    marketCapChangePercent: index % 3 === 0 ? -12.6 : 4_812.6,
  };
};

export const answer = <Item>(items: Item[], total: number) => ({
  items,
  total,
  profile: 'live' as const,
  asOf: AT,
  nextCursor: null,
  position: '',
});
export const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** `total` above `count`: the page asks again every 10 s. */
export const qualifiedAnswer = (
  count: number,
  change: (token: Qualified) => Qualified = (token) => token,
  total = count,
) =>
  answer(
    times(count, (index) => change({ ...base(index), source: 'pumpfun' })),
    total,
  );

/** Another token, that lives for 40 seconds: the page holds each once. */
export const asNewborn = <Item extends { mint: string }>(item: Item): Item => ({
  ...item,
  mint: `${item.mint.slice(0, 1)}y${item.mint.slice(2)}`,
  createdAt: AT - 40_000,
});

/** Everything that can be unknown of a token is. */
export const asUnknown = (token: Qualified): Qualified => ({
  ...token,
  marketCap: null,
  marketCapChangePercent: null,
  bondingCurveProgress: null,
  priceChange: null,
  buyRatio: null,
  buyShare: null,
  currentLiquidity: null,
  holders: null,
  top10HolderPercent: null,
  top10OfSoldPercent: null,
  excludedHolderPercent: null,
  whaleBuyers: null,
  whaleBuyersHolding: null,
  createdAt: null,
  priceTrail: [],
});

export const rejectedAnswer = (count: number) =>
  answer(
    times(
      count,
      (index): Rejected => ({
        ...base(index),
        source: 'pumpfun',
        passedChecks: 3,
        rejectionReason: 'Whale buyers 2 are below 3',
      }),
    ),
    count,
  );

export const bondedAnswer = (count: number) =>
  answer(
    times(
      count,
      (index): Rejected => ({
        ...base(index),
        // The page holds a token once: one that another list brought as bonding would be both.
        mint: `b${base(index).mint.slice(1)}`,
        source: 'bonded',
        createdAt: AT - (74 + index) * MINUTE_MS,
        lifecycle: index % 2 ? 'migrating' : 'graduated',
        bondingCurveProgress: index % 2 ? 91.2 : 100,
        completedAt: index % 2 ? null : AT - 60 * MINUTE_MS,
        migrationTime: index % 2 ? null : AT - 59 * MINUTE_MS,
        passedChecks: 1,
        checks: base(index).checks.map((check) =>
          check.name === 'score' || check.name === 'progress'
            ? check
            : { ...check, verdict: 'fail', value: 0 },
        ),
        rejectionReason: 'Price momentum 0% is below 15%',
      }),
    ),
    count,
  );

export const earlyAnswer = (count: number) => {
  const toEarly = (index: number): Early => {
    const { checks: _checks, passedChecks: _passed, totalChecks: _total, ...token } = base(index);
    return {
      ...token,
      mint: `e${token.mint.slice(1)}`,
      source: 'discovery',
      liquidity: 2_300,
      txns24h: 187,
      buySellRatio: 2,
    };
  };
  return answer(times(count, toEarly), count);
};
