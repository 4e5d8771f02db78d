/** `docs/scoring.md`, made of the tables: what a reader is told and what is computed cannot differ. */
import { ACTIONS, type Gate, ULTIMATE_GATES, ULTIMATE_SCORE_MIN } from './gates.js';
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
  type ScoreInputs,
  SOCIAL,
  TRENDING,
  WHALE_ACTIVITY,
} from './score-parts.js';
import { DAILY_WEIGHTS, HYPE_BANDS, ULTIMATE_WEIGHTS } from './scores.js';

const amountOf = (value: number, unit: string): string => {
  const text = value.toLocaleString('en-US');
  if (unit === '') return text;
  if (unit === '$') return `$${text}`;
  return unit === '%' || unit === 'x' ? `${text}${unit}` : `${text} ${unit}`;
};

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
    parts.map(({ label, scale, unit, weight }) => [label, scaleText(scale, unit), String(weight)]),
  );

const findingsTable = (rules: readonly FindingRule<never>[]): string =>
  table(
    ['finding', 'points'],
    rules.map(({ label, grading, unit }) => [label, gradingText(grading, unit)]),
  );

const LIMITS = { atLeast: 'at least', atMost: 'at most', under: 'under' } as const;

const gatesTable = (gates: readonly Gate[]): string =>
  table(
    ['gate', 'passes with'],
    gates.map(({ label, any }) => [
      label,
      any
        .map(({ comparison, limit, unit }) => `${LIMITS[comparison]} ${amountOf(limit, unit)}`)
        .join(', or '),
    ]),
  );

const weights = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([name, weight]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${weight}%`)
    .join(', ');

export function scoringPage(): string {
  const layers = LAYER_NAMES.map(
    (name) =>
      `### ${LAYERS[name].label}: ${LAYERS[name].weight}\n\n${findingsTable(
        RUG_FINDINGS.filter(({ layer }) => layer === name),
      )}`,
  );
  const patterns = Object.values(PATTERNS).map(({ label, parts }) => `### ${label}\n\n${partsTable(parts)}`);
  return `# What every score is made of

Made of the tables in \`contracts/src/rules\` by \`node tools/scoring-page.mjs\`.

A **part** earns nothing at the first value and all of its weight at the second, linear between them (\`log\`: by the
logarithm), flat outside. Of an input that was not observed the whole weight is unobserved: it earns nothing and loses nothing.
A score is what was earned of 100, its coverage the share of the weight that was observed, its best what complete data could
still give.

## Rug risk

The weighted mean of the layers that were observed, more is worse. A layer is the sum of its findings' points, at most 100. A
finding is a danger from ${LEVEL_POINTS.danger} points, a warning from ${LEVEL_POINTS.warning}. Above ${HIDDEN_ABOVE_RISK} a token is on no list. Below a coverage of
${RISK_COVERAGE_MIN} every gate on the risk is unknown.

${layers.join('\n\n')}

## Security

Of each observed layer's weight what the layer's points leave of 100.

## Pattern

The best of four.

${patterns.join('\n\n')}

## Social

${partsTable(SOCIAL)}

## Hype

0.7 × (2 × pattern + security) ÷ 3 + 0.3 × social. High from ${HYPE_BANDS.high}, medium from ${HYPE_BANDS.medium}.

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

${partsTable(MARKET_HEALTH)}

### Momentum

${partsTable(MOMENTUM)}

### Whale activity

${partsTable(WHALE_ACTIVITY)}

### Trending

${partsTable(TRENDING)}
`;
}
