/** Tokens with scores, and lists of them, as no market would bring them at one time. */
import {
  type DailyToken,
  type DetailedFinding,
  type DetailedPart,
  type HighHypeToken,
  LIST_NAMES,
  type ListItem,
  type ListName,
  type ScanProgress,
  ScreenedToken,
  type ShilledToken,
  type TokenPage,
  type UltimateNearToken,
  type UltimateStats,
  type UltimateToken,
} from '@cryptonite/contracts/api';
import { ULTIMATE } from '@cryptonite/contracts/rules';
import { AT, answer, base, times } from './made-up-tokens.js';

const MINUTE_MS = 60_000;

/** A mint as the chain writes them; `list` keeps those of several lists apart. */
const mintOf = (list: string, index: number): string =>
  `${list}${String(index + 1)
    .padStart(3, '2')
    .replaceAll('0', '9')}`
    .padEnd(40, 'x')
    .concat('pump');

function scored(list: string, index: number): ScreenedToken {
  const token = base(index);
  return {
    ...(Object.fromEntries(
      Object.keys(ScreenedToken.shape).map((field) => [field, token[field as keyof typeof token]]),
    ) as ScreenedToken),
    mint: mintOf(list, index),
    description:
      'A fox of the gloaming wood.\u202E It says so itself, at a length that no card has room for, and then says it again.',
    price: '0.000312',
    volume1h: 12_400,
    volume24h: 842_000,
    liquidity: 19_500,
    priceChange1h: 22.4,
    priceChange24h: 64.2,
    txns24h: 3_372,
    buys24h: 2_104,
    sells24h: 1_268,
    buyShare24h: 0.624,
    buySellRatio: 1.66,
    organicBuyers1h: index === 0 ? 0 : 4,
    posts1h: 12,
    posts24h: 44,
    boosts: index % 3 === 0 ? 500 : 0,
    hasPaidProfile: index % 3 === 1,
    hypeScore: 86.4 - 4 * index,
    hypeCoverage: 0.8,
    hypeBest: 100,
    patternName: 'Viral Meme Launch',
    patternScore: 85,
    patternCoverage: 1,
    socialScore: index % 2 ? null : 44,
    socialCoverage: index % 2 ? null : 0.7,
    securityScore: 62,
    securityCoverage: 0.95,
    rugRisk: 13.4,
    rugCoverage: 0.95,
    ultimateScore: 83.2 - 7 * index,
    ultimateCoverage: 0.9,
    indicators: ['12 whale buyers', '412 organic buyers in 10 min', 'Top 10 hold 64%', 'Snipers hold 22%'],
    analysis: 'Organic buyers in 10 min are 412. Holders are 1,204. The largest risk: the top 10 hold 64%.',
  };
}

/** The change since listing is worth a badge on every other card. */
const sinceListing = (index: number) => ({
  listedAt: AT - (12 + index) * MINUTE_MS,
  initialMarketCap: 173_100,
  marketCapChangePercent: index % 2 ? 19.9 : 64.2,
});

const part = (name: string, weight: number, earned: number, unobserved = 0) => ({
  name,
  weight,
  value: unobserved === weight ? null : (100 * earned) / weight,
  earned,
  lost: weight - earned - unobserved,
  unobserved,
});
const COMPONENTS = [
  part('safety', 25, 23),
  part('marketHealth', 25, 12),
  part('momentum', 20, 18),
  part('social', 15, 5, 4),
  part('whaleActivity', 10, 9),
  part('trending', 5, 0, 5),
];

/** The same with points that add up to the score: alike of all that was seen. */
function componentsOf(score: number): typeof COMPONENTS {
  const seen = COMPONENTS.reduce((sum, { weight, unobserved }) => sum + weight - unobserved, 0);
  return COMPONENTS.map(({ name, weight, unobserved }) =>
    part(name, weight, ((weight - unobserved) * score) / seen, unobserved),
  );
}

const ultimate = (index: number): UltimateToken => ({
  ...scored('u', index),
  ...sinceListing(index),
  score: 83.2 - 7 * index,
  coverage: 0.9,
  best: 93,
  action: index < 2 ? 'alert' : index < 6 ? 'watch' : 'ignore',
  bullishDescription:
    'Volume over 24 h grew by 340%. Holders are 1,204. The largest risk: the top 10 hold 31% of the supply, which is no finding.',
  qualificationReasons: ['Age 34 min', 'Volume growth 340%', '1h volume $12,410', 'Rug risk 13', 'Posts 44'],
  offChainReasons: ['Rug risk 13', 'Posts 44'],
  components: componentsOf(83.2 - 7 * index),
  gates: ULTIMATE.live.map(({ name, any: [{ limit }] }) => ({ name, verdict: 'pass', value: limit, limit })),
});
const near = (index: number): UltimateNearToken => ({
  ...ultimate(index),
  mint: mintOf('n', index),
  missedGate:
    index % 2 === 0
      ? { name: 'socialProof', verdict: 'unknown', value: null, limit: 5 }
      : { name: 'rugRisk', verdict: 'fail', value: 71.2, limit: 40 },
});
/** Of every other nothing social was seen. `most` is the composite of the first. */
function daily(list: string, index: number, most: number): DailyToken {
  const isSocialSeen = index % 2 === 0;
  const hypeScore = most - 6 * index - (isSocialSeen ? 0 : 30);
  return {
    ...scored(list, index),
    ...sinceListing(index),
    hypeScore,
    hypeCoverage: isSocialSeen ? 1 : 0.6,
    hypeBest: isSocialSeen ? hypeScore : hypeScore + 40,
    bars: isSocialSeen
      ? [
          part('pattern', 40, 0.42 * hypeScore),
          part('social', 40, 0.4 * hypeScore),
          part('security', 20, 0.18 * hypeScore),
        ]
      : [
          part('pattern', 40, 0.7 * hypeScore),
          part('social', 40, 0, 40),
          part('security', 20, 0.3 * hypeScore),
        ],
  };
}
const shilled = (index: number): ShilledToken => ({
  ...daily('s', index, 81.4),
  shillReason: '500 boosts in force and 12 posts in 1 h, for 4 organic buyers in that hour.',
  shillRatio: 128 - index,
});
const hyped = (list: string, index: number, source: HighHypeToken['source']): HighHypeToken => ({
  ...scored(list, index),
  ...sinceListing(index),
  source,
});

const ITEMS: { [Name in ListName]?: (index: number) => ListItem<Name> } = {
  ultimate,
  ultimateNear: near,
  daily: (index) => daily('d', index, 81.4),
  social: (index) => daily('t', index, 70.5),
  shilled,
  discoveryQualified: (index) => hyped('q', index, 'discovery'),
  bondedAnalyzed: (index) => ({ ...hyped('b', index, 'bonded-analyzed'), buyRatio: 0.64 }),
  microcaps: (index) => hyped('m', index, 'discovery'),
  newLaunches: (index) => hyped('w', index, 'discovery'),
};

/** A list of so many, by its name. */
export const listAnswer = (name: (typeof LIST_NAMES)[number], count: number) => {
  const make = ITEMS[name];
  return answer(make ? times(count, make as (index: number) => unknown) : [], count);
};

/** Nothing of a scored token was seen but that it is there. */
export function asUnseen<Item extends object>(item: Item): Item {
  const kept = new Set([
    'mint',
    'symbol',
    'name',
    'origin',
    'measuredAt',
    'lifecycle',
    'source',
    'gates',
    'missedGate',
    'shillReason',
    'dexUrl',
    'launchpadUrl',
  ]);
  return Object.fromEntries(
    Object.entries(item).map(([field, value]) => {
      if (
        kept.has(field) ||
        typeof value === 'boolean' ||
        ['rulesVersion', 'tradeCount', 'totalTrades'].includes(field)
      )
        return [field, value];
      if (field === 'components' || field === 'bars')
        return [field, (value as typeof COMPONENTS).map(({ name, weight }) => part(name, weight, 0, weight))];
      return [field, Array.isArray(value) ? [] : null];
    }),
  ) as Item;
}

/** As the fold counts. */
export const STATS: UltimateStats = {
  scanned: 1_230,
  cadence: { medianMs: 1_200, p95Ms: 48_000 },
  total: 1_412,
  shown: 29,
  filtered: [
    { gate: 'age', failed: 304, unknown: 0 },
    { gate: 'volumeGrowth', failed: 832, unknown: 64 },
    { gate: 'liquidity', failed: 40, unknown: 18 },
    { gate: 'socialProof', failed: 71, unknown: 50 },
    { gate: 'score', failed: 4, unknown: 0 },
  ],
  hidden: 0,
  near: [
    { gate: 'rugRisk', failed: 2, unknown: 0 },
    { gate: 'socialProof', failed: 0, unknown: 3 },
  ],
  byAction: { alert: 2, watch: 20, ignore: 7 },
  lastScanAt: AT - 400,
  nextScanAt: AT + 600,
  asOf: AT,
};

/** The same where nothing is past the last gate. */
export const STATS_OF_NONE: UltimateStats = {
  ...STATS,
  shown: 0,
  filtered: STATS.filtered.map((gate) => (gate.gate === 'score' ? { ...gate, failed: 33 } : gate)),
  byAction: { alert: 0, watch: 0, ignore: 33 },
};

export const PROGRESS: ScanProgress = {
  scanned: 1_230,
  cadence: { medianMs: 1_200, p95Ms: 48_000 },
  shown: 22,
  total: 3_281,
  matched: 29,
  startedAt: AT - 400,
  completedAt: AT - 400,
  nextAt: AT + 600,
  origin: null,
  asOf: AT,
};

const detailed = (of: typeof COMPONENTS): DetailedPart[] =>
  of.map((each, index) => ({
    ...each,
    label: `Part ${each.name}`,
    unit: '',
    parts:
      index === 1 ? [{ ...part('liquidity', 100, 48), label: 'Liquidity', unit: '$', value: 19_500 }] : [],
  }));
const score = { score: 67, coverage: 0.91, best: 76, parts: detailed(COMPONENTS) };
const finding = (change: Partial<DetailedFinding>): DetailedFinding => ({
  name: 'top10',
  label: 'Top 10 hold',
  level: 'danger',
  points: 60,
  value: 64.2,
  limit: 60,
  unit: '%',
  floor: null,
  evidence: [],
  ...change,
});

/** A token at length. */
export const tokenPage = (token: ScreenedToken): TokenPage => ({
  token,
  position: '000000000001-000000-000-0000',
  behind: null,
  profile: 'live',
  lists: {},
  scores: {
    hype: score,
    daily: score,
    ultimate: score,
    social: { score: null, coverage: null, best: null, parts: [] },
    security: score,
  },
  patterns: ['Viral Meme Launch', 'Tech Utility Play', 'Community Driven', 'Trend Riding'].map(
    (label, index) => ({
      ...score,
      name: `pattern${index}`,
      label,
      history:
        index === 0 ? { launches: 412, graduatedPercent: 12.5, doubledPercent: 21, dumpedPercent: 44 } : null,
    }),
  ),
  rug: {
    risk: 31.2,
    coverage: 0.95,
    floor: null,
    layers: [
      {
        name: 'holders',
        label: 'Holder concentration',
        weight: 25,
        points: 60,
        share: 0.59,
        findings: [
          finding({ evidence: [token.mint, '5'.repeat(88)] }),
          finding({
            name: 'insiders',
            label: 'Insiders hold',
            level: 'unknown',
            points: 0,
            value: null,
            limit: 20,
          }),
        ],
      },
      { name: 'community', label: 'Community reports', weight: 5, points: null, share: 0, findings: [] },
    ],
  },
  gates: ultimate(0).gates.map((gate) =>
    gate.name === 'socialProof' ? { ...gate, verdict: 'unknown', value: null } : gate,
  ),
  keptOff: [],
  standing: 1,
  asOf: AT,
});

/** The token of a mint of any of these lists. */
export const tokenOf = (mint: string): ScreenedToken => ({ ...scored('u', 0), mint });
