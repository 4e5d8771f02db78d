import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { REGIMES, type Regime } from '../agents/pace.js';
import { generate } from '../generate.js';
import { type Curve, curveOf, drawDistributions } from './draw.js';
import { BUYS, INITIAL_BUY_SOL, RAISED_SOL, SELLS } from './launch-data.js';
import { Measure } from './measure.js';
import { observe } from './observe.js';
import { lognormalShare } from './statistics.js';
import { compare, graduationTarget, look, type Seen, type Target, verdictOf } from './targets.js';

export interface CalibrationOptions {
  seed: number;
  launches: number;
  regime: Regime;
}

/** A market as it is measured, and what generation told of its transactions. */
async function measured(options: CalibrationOptions) {
  const { output, ended } = generate({ ...options, truthDir: null, format: 'journal' });
  const measure = new Measure();
  for await (const line of createInterface({ input: output }))
    for (const fact of observe(line)) measure.note(fact);
  const { transactions, failed } = await ended;
  return { measure, transactions: { all: transactions, failed } };
}

/** How many launches of each other regime are played, for its share of graduates alone. */
const OTHER_REGIMES_SHARE = 0.25;

/** Plays a market, measures what it emitted and compares it with the targets. */
export async function calibrate(options: CalibrationOptions): Promise<{ targets: Target[]; seen: Seen }> {
  const { measure, transactions } = await measured(options);
  const graduations = [graduationTarget(measure, options.regime)];
  const launches = Math.ceil(options.launches * OTHER_REGIMES_SHARE);
  for (const regime of Object.keys(REGIMES) as Regime[]) {
    if (regime === options.regime) continue;
    const other = await measured({ ...options, regime, launches });
    graduations.push(graduationTarget(other.measure, regime));
  }
  const seen = look(measure);
  return { targets: [...graduations, ...compare(measure, seen, transactions)], seen };
}

const number = (value: number | null): string =>
  value === null ? 'not measured' : value.toLocaleString('en', { maximumSignificantDigits: 4 });

/** The comparison as a Markdown table. */
export function tableOf(targets: readonly Target[]): string {
  const rows = targets.map((row) => {
    const { what, source, comesOf, target, isLeast, unit, measured, tolerance } = row;
    const deviation = measured === null ? '' : number(measured - target);
    const unitText = unit === '' ? '' : ` ${unit}`;
    const [least, below] = isLeast ? ['≥ ', '−'] : ['', '±'];
    return `| ${what} | ${source} | ${comesOf} | ${least}${number(target)}${unitText} | ${number(measured)} | ${deviation} | ${below}${number(tolerance)} | ${verdictOf(row)} |`;
  });
  const head =
    '| what | source | comes of | target | measured | deviation | tolerance | verdict |\n|---|---|---|---:|---:|---:|---:|---|';
  return [head, ...rows].join('\n');
}

/** Quantiles that lie in equal steps. */
const evenly = (values: readonly number[]): Curve =>
  values.map((value, step) => [value, step / (values.length - 1)]);

const TIMES_MIN = Array.from({ length: 60 }, (_, step) => 0.05 * 1.16 ** step);

function picturesOf({ buys, sells, raisedSol, initialSol, graduationMinutes }: Seen): Record<string, string> {
  const times: Curve = TIMES_MIN.map((minutes) => [minutes, lognormalShare(minutes, 4.4, 1.6)]);
  return {
    'buys.svg': drawDistributions('Buys of a launch', 'buys', curveOf(BUYS), curveOf(buys.percentiles())),
    'sells.svg': drawDistributions(
      'Sells of a launch',
      'sells',
      curveOf(SELLS),
      curveOf(sells.percentiles()),
    ),
    'raised.svg': drawDistributions(
      'Most SOL in the curve',
      'SOL',
      curveOf(RAISED_SOL),
      curveOf(raisedSol.percentiles()),
    ),
    'initial-buy.svg': drawDistributions(
      'Initial buy of the creator',
      'SOL',
      evenly(INITIAL_BUY_SOL),
      curveOf(initialSol.percentiles()),
    ),
    'graduation-time.svg': drawDistributions(
      'Time to graduate',
      'minutes',
      times,
      curveOf(graduationMinutes.percentiles()),
    ),
  };
}

const BEGIN = '<!-- calibration: written by `npm run market -- --calibration` -->';
const END = '<!-- end of calibration -->';

/** Writes the table and the pictures into docs/market.md and the folder beside it. */
export function writeCalibration(
  docs: string,
  heading: string,
  targets: readonly Target[],
  seen: Seen,
): void {
  const folder = join(docs, 'market');
  mkdirSync(folder, { recursive: true });
  const pictures = picturesOf(seen);
  for (const [name, svg] of Object.entries(pictures)) writeFileSync(join(folder, name), svg);
  const file = join(docs, 'market.md');
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the calibration: ${BEGIN} … ${END}`);
  const images = Object.keys(pictures).map((name) => `![${name.replace('.svg', '')}](market/${name})`);
  const written = [BEGIN, '', heading, '', tableOf(targets), '', ...images, ''].join('\n');
  writeFileSync(file, `${text.slice(0, from)}${written}${text.slice(to)}`);
}
