/** Ultimate: its gates in both profiles, what it asks of the score, and what is done of it. */
import type { ProfileName } from './checks.js';
import { atLeast, atMost, type Gate, gate, priceChangeGate, under } from './gates.js';

export const SOCIAL_PROOF: Gate = gate(
  'socialProof',
  'Social proof',
  atLeast('', 5, (of) => of.posts24h, 'posts in 24 h'),
  atLeast('', 1, (of) => of.verifiedAccounts, 'verified account'),
);

/** In the order in which a token counts at the first that it does not pass. */
export const ULTIMATE_GATES: Record<ProfileName, readonly Gate[]> = {
  live: [
    gate(
      'age',
      'Age',
      atLeast('min', 20, (of) => of.ageMinutes),
    ),
    gate(
      'volumeGrowth',
      'Volume growth over 24 h',
      atLeast('%', 120, (of) => of.volumeGrowth24hPercent),
    ),
    {
      ...gate(
        'trades',
        'Trades of the last 5 min',
        atLeast('', 1, (of) => of.trades5m),
      ),
      isPlural: true,
    },
    gate(
      'marketCap',
      'Market cap',
      atLeast('$', 5_000, (of) => of.marketCapUsd),
    ),
    gate(
      'liquidity',
      'Liquidity',
      atLeast('$', 2_000, (of) => of.liquidityUsd),
      atLeast('%', 20, (of) => of.liquidityOfMarketCapPercent, 'of market cap'),
    ),
    gate(
      'volume',
      'Volume of 1 h',
      atLeast('$', 2_000, (of) => of.volumeUsd1h),
    ),
    priceChangeGate(
      'price',
      'h1',
      atLeast('%', 2, (of) => of.priceChange1hPercent),
    ),
    gate(
      'rugRisk',
      'Rug risk',
      under('', 40, (of) => of.rugRisk),
    ),
    gate(
      'top10',
      'Share of the top 10',
      atMost('%', 60, (of) => of.top10HolderPercent),
    ),
    {
      ...gate(
        'buySellRatio',
        'Buys for each sell over 1 h',
        atLeast('x', 1, (of) => of.buySellRatio1h),
      ),
      isPlural: true,
    },
    SOCIAL_PROOF,
  ],
  whitepaper: [
    gate(
      'marketCap',
      'Market cap',
      atLeast('$', 30_000, (of) => of.marketCapUsd),
    ),
    gate(
      'marketCapMost',
      'Market cap',
      atMost('$', 1_000_000, (of) => of.marketCapUsd),
    ),
    {
      ...gate(
        'holders',
        'Holders',
        atLeast('', 150, (of) => of.holders),
      ),
      isPlural: true,
    },
    gate(
      'top1',
      'Share of the largest',
      atMost('%', 25, (of) => of.top1HolderPercent),
    ),
    gate(
      'top10',
      'Share of the top 10',
      atMost('%', 65, (of) => of.top10HolderPercent),
    ),
    gate(
      'age',
      'Age',
      under('days', 100, (of) => of.ageDays),
    ),
    gate(
      'liquidityPerHolder',
      'Liquidity per holder',
      atLeast('$', 100, (of) => of.liquidityPerHolderUsd),
    ),
  ],
};

/** Asked for beside the gates. */
export const ULTIMATE_SCORE_MIN = 40;

const SCORE_GATE = gate(
  'score',
  'Score of Ultimate',
  atLeast('', ULTIMATE_SCORE_MIN, (of) => of.ultimateScore),
);

/** The gates, and the score as the last: what Ultimate asks for. */
export const ULTIMATE: Record<ProfileName, readonly Gate[]> = {
  live: [...ULTIMATE_GATES.live, SCORE_GATE],
  whitepaper: [...ULTIMATE_GATES.whitepaper, SCORE_GATE],
};

/** Those that are known of a token before its scores are computed. */
export const ULTIMATE_BEFORE_SCORES: Record<ProfileName, readonly Gate[]> = {
  live: ULTIMATE_GATES.live.filter(({ name }) => name !== 'rugRisk'),
  whitepaper: ULTIMATE_GATES.whitepaper,
};

/** What is done of a score: from the first limit that it reaches. */
export const ACTIONS = { alert: 70, watch: 40 } as const;
export type Action = keyof typeof ACTIONS | 'ignore';

export function actionOf(score: number): Action {
  if (score >= ACTIONS.alert) return 'alert';
  return score >= ACTIONS.watch ? 'watch' : 'ignore';
}
