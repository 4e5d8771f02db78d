/** Gates: all must pass. One whose input is unknown does not pass, and says so. */
import type { ProfileName } from './checks.js';
import { observedOf } from './points.js';
import type { CheckVerdict } from './verdicts.js';

/** What the gates of Ultimate look at. Null is what was not observed. */
export type GateInputs = {
  ageMinutes: number | null;
  ageDays: number | null;
  volumeGrowth24hPercent: number | null;
  trades5m: number | null;
  marketCapUsd: number | null;
  liquidityUsd: number | null;
  liquidityOfMarketCapPercent: number | null;
  liquidityPerHolderUsd: number | null;
  volumeUsd1h: number | null;
  priceChange1hPercent: number | null;
  /** Null below the coverage from which it counts. */
  rugRisk: number | null;
  holders: number | null;
  top1HolderPercent: number | null;
  top10HolderPercent: number | null;
  buySellRatio1h: number | null;
  posts24h: number | null;
  /** 0 or 1. */
  verifiedAccounts: number | null;
};

type Condition = {
  /** `''` for counts and scores. */
  unit: string;
  comparison: 'atLeast' | 'atMost' | 'under';
  limit: number;
  value: (inputs: GateInputs) => number | null;
};

export type Gate = {
  name: string;
  /** As people read it. */
  label: string;
  /** One of them is enough. */
  any: readonly [Condition, ...Condition[]];
};

export type Gated = {
  name: string;
  verdict: CheckVerdict;
  /** Of the condition that passed, else of the first that is known. */
  value: number | null;
  limit: number;
};

const HOLDS = {
  atLeast: (value: number, limit: number) => value >= limit,
  atMost: (value: number, limit: number) => value <= limit,
  under: (value: number, limit: number) => value < limit,
};

const condition =
  (comparison: Condition['comparison']) =>
  (unit: string, limit: number, value: Condition['value']): Condition => ({ unit, comparison, limit, value });
const [atLeast, atMost, under] = [condition('atLeast'), condition('atMost'), condition('under')];
const gate = (name: string, label: string, ...any: [Condition, ...Condition[]]): Gate => ({
  name,
  label,
  any,
});

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
    gate(
      'trades',
      'Trades of the last 5 min',
      atLeast('', 1, (of) => of.trades5m),
    ),
    gate(
      'marketCap',
      'Market cap',
      atLeast('$', 5_000, (of) => of.marketCapUsd),
    ),
    gate(
      'liquidity',
      'Liquidity',
      atLeast('$', 2_000, (of) => of.liquidityUsd),
      atLeast('%', 20, (of) => of.liquidityOfMarketCapPercent),
    ),
    gate(
      'volume',
      'Volume of 1 h',
      atLeast('$', 2_000, (of) => of.volumeUsd1h),
    ),
    gate(
      'price',
      'Price over 1 h',
      atLeast('%', 2, (of) => of.priceChange1hPercent),
    ),
    gate(
      'rugRisk',
      'Rug risk',
      under('', 40, (of) => of.rugRisk),
    ),
    gate(
      'top10',
      'Top 10 hold',
      atMost('%', 60, (of) => of.top10HolderPercent),
    ),
    gate(
      'buySellRatio',
      'Buys for each sell over 1 h',
      atLeast('x', 1, (of) => of.buySellRatio1h),
    ),
    gate(
      'socialProof',
      'Social proof',
      atLeast('', 5, (of) => of.posts24h),
      atLeast('', 1, (of) => of.verifiedAccounts),
    ),
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
    gate(
      'holders',
      'Holders',
      atLeast('', 150, (of) => of.holders),
    ),
    gate(
      'top1',
      'The largest holds',
      atMost('%', 25, (of) => of.top1HolderPercent),
    ),
    gate(
      'top10',
      'Top 10 hold',
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

/** What is done of a score: from the first limit that it reaches. */
export const ACTIONS = { alert: 70, watch: 40 } as const;
export type Action = keyof typeof ACTIONS | 'ignore';

export function actionOf(score: number): Action {
  if (score >= ACTIONS.alert) return 'alert';
  return score >= ACTIONS.watch ? 'watch' : 'ignore';
}

export const gatedOf = (gates: readonly Gate[], inputs: GateInputs): Gated[] =>
  gates.map(({ name, any }) => {
    const seen = any.map(({ comparison, limit, value: read }) => {
      const value = observedOf(read(inputs)) as number | null;
      return { value, limit, holds: value === null ? null : HOLDS[comparison](value, limit) };
    });
    const passed = seen.find(({ holds }) => holds === true);
    const { value, limit } = passed ?? seen.find((one) => one.value !== null) ?? seen[0]!;
    const verdict = passed ? 'pass' : seen.some(({ holds }) => holds === null) ? 'unknown' : 'fail';
    return { name, verdict, value, limit };
  });
