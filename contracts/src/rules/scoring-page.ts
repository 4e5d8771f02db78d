/** `docs/scoring.md`, made of the tables: what a reader is told and what is computed cannot differ. */
import { amountOf } from './figures.js';
import { type Gate, isFlag } from './gates.js';
import { LIKENESS_WITHIN_MS } from './likeness.js';
import { WINDOW_MS } from './limits.js';
import { FADED } from './list-gates.js';
import { LISTS } from './lists.js';
import type { Part } from './merit.js';
import type { Scale } from './points.js';
import {
  type FindingRule,
  type Grading,
  HIDDEN_ABOVE_RISK,
  LAYER_NAMES,
  LAYERS,
  LEVEL_POINTS,
  RISK_COVERAGE_MIN,
} from './risk.js';
import { RUG_FINDINGS } from './rug-findings.js';
import {
  MARKET_HEALTH,
  MOMENTUM,
  PATTERNS,
  RATIO_COUNTS_FROM_HIGH_PERCENT,
  type ScoreInputs,
  SOCIAL,
  TRENDING,
  WHALE_ACTIVITY,
} from './score-parts.js';
import { DAILY_WEIGHTS, HYPE_BANDS, hypeFormula, STANDING_PERCENT, ULTIMATE_WEIGHTS } from './scores.js';
import { ACTIONS, ULTIMATE, ULTIMATE_GATES, ULTIMATE_SCORE_MIN } from './ultimate.js';

function scaleText(scale: Scale, unit: string): string {
  if (scale.kind === 'flag') return 'all or nothing';
  const [from, to] = [amountOf(scale.from, unit), amountOf(scale.to, unit)];
  if (scale.kind === 'range') return `from ${from} to ${to}`;
  return `${from} → ${to}${scale.kind === 'log' ? ', log' : ''}`;
}

const SIGNS = { above: 'above', under: 'under', atLeast: 'from' } as const;

function gradingText(grading: Grading, unit: string): string {
  switch (grading.kind) {
    case 'flag':
      return String(grading.points);
    case 'linear':
      return `${amountOf(grading.from, unit)} → ${amountOf(grading.to, unit)}: 0 → ${grading.points}`;
    default:
      return grading.steps
        .map(({ limit, points }) => `${SIGNS[grading.kind]} ${amountOf(limit, unit)}: ${points}`)
        .join('; ');
  }
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const partsTable = (parts: readonly Part<ScoreInputs>[]): string =>
  table(
    ['part', 'nothing → all', 'weight'],
    parts.map(({ label, scale, unit, weight, isLater }) => [
      isLater ? `${label} *` : label,
      scaleText(scale, unit),
      String(weight),
    ]),
  );

const findingsTable = (rules: readonly FindingRule<never>[]): string =>
  table(
    ['finding', 'points', 'floor'],
    rules.map(({ label, grading, unit, isLater, floor }) => [
      isLater ? `${label} *` : label,
      gradingText(grading, unit),
      floor ? `${floor.risk} ${floor.when}` : '',
    ]),
  );

const LIMITS = { atLeast: 'at least', atMost: 'at most', under: 'under', above: 'above' } as const;

const gatesTable = (gates: readonly Gate[]): string =>
  table(
    ['gate', 'passes with'],
    gates.map(({ label, any }) => [
      label,
      any
        .map((condition) =>
          isFlag(condition)
            ? (condition.of ?? 'where it is so')
            : [
                LIMITS[condition.comparison],
                amountOf(condition.limit, condition.unit),
                ...(condition.of === undefined ? [] : [condition.of]),
              ].join(' '),
        )
        .join(', or '),
    ]),
  );

const weights = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([name, weight]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${weight}%`)
    .join(', ');

const ORDERS: Record<string, string> = {
  ultimateScore: 'by the score of Ultimate',
  liveDailyScore: 'by the composite',
  whitepaperDailyScore: 'by the composite',
  socialScore: 'by the social score',
  posts24h: 'by posts in 24 h',
  shillRatio: 'by posts of an hour and boosts for each organic buyer',
  score: 'by the hype score',
};

/** Of the lists whose conditions stand here: Ultimate's are its gates. */
const listSections = (): string[] =>
  Object.entries(LISTS).flatMap(([name, list]) => {
    if (!('gates' in list) || Object.values(ULTIMATE).includes(list.gates)) return [];
    const then = 'thenBy' in list ? `, then ${ORDERS[list.thenBy]}` : '';
    const order = `${ORDERS[list.orderBy] ?? 'the newest first'}${then}`;
    return [`### ${list.label} (\`${name}\`), ${order}\n\n${gatesTable(list.gates)}`];
  });

export function scoringPage(): string {
  const layers = LAYER_NAMES.map(
    (name) =>
      `### ${LAYERS[name].label}: ${LAYERS[name].weight}\n\n${findingsTable(
        RUG_FINDINGS.filter(({ layer }) => layer === name),
      )}`,
  );
  const patterns = Object.values(PATTERNS).map(({ label, parts }) => `### ${label}\n\n${partsTable(parts)}`);
  return `# What every score is made of

Made of the tables in \`contracts/src/rules\` by \`node tools/scoring-page.mjs\`. How the scores did in played markets stands in
[evaluation.md](evaluation.md).

A **part** earns nothing at the first value and all of its weight at the second, linear between them (\`log\`: by the
logarithm), flat outside. Of an input that was not observed the whole weight is unobserved: it earns nothing and loses nothing.
A score is what was earned of 100, its coverage the share of the weight that was observed, its best what complete data could
still give. What stands with a star nobody can know yet: no token earns it.

## Rug risk

The weighted mean of the layers that were observed, or the highest floor of its findings where that is higher; more is worse. A
layer is the sum of its findings' points, at most 100. A finding is a danger from ${LEVEL_POINTS.danger} points on or where it sets a floor, a warning
from ${LEVEL_POINTS.warning}. A **floor** is the least risk of a token whose holders' money can be taken: what a mean would hide is not averaged
away. Above ${HIDDEN_ABOVE_RISK} a token is on no list, New included. The observed share of a layer is the points of its findings that apply and
whose input is known, over those of all that apply, each at its highest step. Coverage is the sum of weight times share; below
${RISK_COVERAGE_MIN} every gate on the risk is unknown. Until the mint's account was read it is.

${layers.join('\n\n')}

Another token is one that launched earlier and, in the ${LIKENESS_WITHIN_MS / WINDOW_MS.h1} hours before it was asked, graduated or was on a list but New.
Names and symbols are compared by their letters and digits as they look, in any case, those without any by all their signs; of an empty one
it is unknown. Pictures are compared by their bytes, accounts among the launches of these hours. What is found counts; what is
not found is unknown until so many hours were seen without a gap ([why](decisions/0027-likeness-by-what-is-stored.md)).

## Security

Of each layer its weight times its observed share: what its points leave of 100 is earned, and they are lost. The rest of the
weight is unobserved and earns nothing ([why](decisions/0032-risk-with-floors.md)).

## Pattern

The best of four, and of equals the one of which more was observed, as it was measured best in the first hour of trading. In
the scores below it counts times what still stands of the token's day: all from ${STANDING_PERCENT.to}% of the highest price of the last 24 h up,
nothing from ${STANDING_PERCENT.from}% down, linear between them; unknown where that is.

${patterns.join('\n\n')}

## Social

${partsTable(SOCIAL)}

## Hype

${hypeFormula({ pattern: 'pattern', security: 'security', social: 'social' })}. High from ${HYPE_BANDS.high}, medium from ${HYPE_BANDS.medium}.

## Daily

${weights(DAILY_WEIGHTS.live)}; in the whitepaper's profile ${weights(DAILY_WEIGHTS.whitepaper)}.

## Ultimate

${weights(ULTIMATE_WEIGHTS)}. Safety is the security score.

A token is shown that passes all gates and scores ${ULTIMATE_SCORE_MIN}; it counts at the first gate that it does not pass. From ${ACTIONS.alert} the action is
Alert, from ${ACTIONS.watch} Watch, else Ignore.

${gatesTable(ULTIMATE_GATES.live)}

In the whitepaper's profile:

${gatesTable(ULTIMATE_GATES.whitepaper)}

### Market health

The liquidity of market cap earns nothing while the price is under ${RATIO_COUNTS_FROM_HIGH_PERCENT}% of the highest of the last 24 h: it rises as a price falls.

${partsTable(MARKET_HEALTH)}

### Momentum

Of a token younger than a day the volume growth is that of the second half of its life over the first. As a gate it passes
then: before that day there was nothing. The price over 5 min of a token younger than that is of the second half of its life.

${partsTable(MOMENTUM)}

### Whale activity

${partsTable(WHALE_ACTIVITY)}

### Trending

${partsTable(TRENDING)}

## Lists

A token stands on a list while it passes every condition of its table, and its risk is not above ${HIDDEN_ABOVE_RISK}. What is unknown does
not pass. Those of High Hype, Ultimate and Daily Boosted ask besides that a token still stands: it is on none of them while it
has faded (graduated, under ${FADED.underCompletionPercent}% of its completion market cap, under ${FADED.underTraders1h} traders in an hour), or while its market cap is
under half of the highest at which one of them listed it first. Pre-Migration and Early Stage are those of docs/analysts.md; Ultimate is in the order of first listing, the newest
first, and its near misses are the tokens that do not pass just one of its gates and the score, by the score.

${listSections().join('\n\n')}
`;
}
