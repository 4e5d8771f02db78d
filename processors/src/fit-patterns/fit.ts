/** From counts of launches to the shares of them that each outcome came to. */
import {
  HISTORY_LAUNCHES_MIN,
  type HistoryBand,
  type PatternHistory,
} from '@cryptonite/contracts/pattern-history';
import { PATTERN_NAMES, type PatternName, RULES_VERSION } from '@cryptonite/contracts/rules';

/** Launches of one pattern and band of whose day everything was seen, and how many of them came to what. */
export type Counted = {
  pattern: PatternName;
  scoreFrom: HistoryBand['scoreFrom'];
  launches: number;
  graduated: number;
  doubled5m: number;
  doubled1h: number;
  doubled24h: number;
  dumped: number;
};

/** Shares of bands are calibrated as they stand: no curve is laid through them. Bands with too few launches are left out. */
export function historyOf(
  counts: readonly Counted[],
  of: Pick<PatternHistory, 'sourceKind' | 'until'>,
): PatternHistory {
  const enough = counts
    .filter(({ launches }) => launches >= HISTORY_LAUNCHES_MIN)
    .sort((a, b) => a.scoreFrom - b.scoreFrom);
  const bandsOf = (pattern: PatternName): HistoryBand[] =>
    enough.filter((counted) => counted.pattern === pattern).map(bandOf);
  const patterns = Object.fromEntries(PATTERN_NAMES.map((name) => [name, bandsOf(name)]));
  return { v: 1, rulesVersion: RULES_VERSION, ...of, patterns: patterns as PatternHistory['patterns'] };
}

/** Whether it says anything of any launch. */
export const saysSomething = ({ patterns }: PatternHistory): boolean =>
  PATTERN_NAMES.some((name) => patterns[name].length > 0);

function bandOf(counted: Counted): HistoryBand {
  const { scoreFrom, launches } = counted;
  return {
    scoreFrom,
    launches,
    graduated: counted.graduated / launches,
    doubled: {
      '5m': counted.doubled5m / launches,
      '1h': counted.doubled1h / launches,
      '24h': counted.doubled24h / launches,
    },
    dumped: counted.dumped / launches,
  };
}
