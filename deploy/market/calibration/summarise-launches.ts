import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Cells of a table's rows, cut at every comma: names may hold some, so columns after them count from the end. */
function readRows(folder: string, prefix: string): string[][] {
  const file = readdirSync(folder).find((name) => name.startsWith(prefix) && name.endsWith('.csv.gz'));
  if (!file) throw new Error(`${folder} holds no ${prefix}*.csv.gz`);
  const lines = gunzipSync(readFileSync(join(folder, file)))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines.slice(1).map((line) => line.trimEnd().split(','));
}

/** Quantiles of 0, 1/steps, … 1. */
function quantiles(values: readonly number[], steps: number, digits: number): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = Math.min(sorted.length - 1, Math.floor((step * sorted.length) / steps));
    return Number(sorted[at]!.toFixed(digits));
  });
}

const shareOf = (count: number, total: number): number => Number((count / total).toFixed(5));

/** A curve of 30 virtual SOL that has sold everything. */
const COMPLETE_VIRTUAL_SOL = 114.99;

/** The numbers that calibration takes from the real launches (data/launches of the shared data folder). */
export function summariseLaunches(folder: string): Record<string, unknown> {
  const active = readRows(folder, 'activity').map((row) => ({
    createdMs: Number(row[2]),
    buys: Number(row[3]),
    sells: Number(row[4]),
    isFarm: row[5] === 'True',
    virtualSol: Number(row[6]),
  }));
  const launches = readRows(folder, 'launches').map((row) => ({
    month: row[0]!.slice(3, 5),
    hasSocials: row.slice(-5, -2).includes('1'),
    initialSol: row.at(-2) === '' ? null : Number(row.at(-2)),
    virtualSol: Number(row.at(-1)),
  }));

  // Farmed launches, which the collector's author marked, and those that one buy made are no market.
  const traded = active.filter(({ isFarm, buys }) => !isFarm && buys >= 2);
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { createdMs } of active) hours[new Date(createdMs).getUTCHours()]! += 1;

  const bought = launches.flatMap(({ initialSol }) => (initialSol === null ? [] : [initialSol]));
  const october = launches.flatMap(({ month, initialSol, ...launch }) =>
    month === '10' && initialSol !== null ? [{ ...launch, initialSol }] : [],
  );
  const graduated = (holds: (launch: (typeof october)[number]) => boolean) => {
    const rows = october.filter(holds);
    return shareOf(rows.filter(({ virtualSol }) => virtualSol >= COMPLETE_VIRTUAL_SOL).length, rows.length);
  };
  return {
    INITIAL_BUY_SOL: quantiles(bought, 40, 3),
    BUYS: quantiles(
      traded.map(({ buys }) => buys),
      100,
      0,
    ),
    SELLS: quantiles(
      traded.map(({ sells }) => sells),
      100,
      0,
    ),
    RAISED_SOL: quantiles(
      traded.map(({ virtualSol }) => virtualSol - 30),
      100,
      3,
    ),
    LAUNCHES_BY_HOUR: hours,
    WITHOUT_SOCIALS: shareOf(launches.filter(({ hasSocials }) => !hasSocials).length, launches.length),
    GRADUATED_BY_INITIAL_BUY: {
      upTo1Sol: graduated(({ initialSol }) => initialSol <= 1),
      above1To2Sol: graduated(({ initialSol }) => initialSol > 1 && initialSol <= 2),
    },
    GRADUATED_BY_SOCIALS: {
      none: graduated(({ hasSocials }) => !hasSocials),
      some: graduated(({ hasSocials }) => hasSocials),
    },
  };
}

const COMMENTS: Record<string, string> = {
  INITIAL_BUY_SOL:
    'What creators bought, in SOL: quantiles in steps of 2.5%, 138,503 launches. The collector kept none above 2.5 SOL.',
  BUYS: 'Buys of launches with at least two, farmed ones left out: percentiles.',
  SELLS: 'Sells of the same launches: percentiles.',
  RAISED_SOL: 'SOL in the curve of the same launches when the collector last looked: percentiles.',
  LAUNCHES_BY_HOUR: 'Launches by hour (UTC) of the activity table; the collector slept at night.',
  WITHOUT_SOCIALS: 'Share of launches with neither Twitter nor Telegram nor website.',
  GRADUATED_BY_INITIAL_BUY:
    'Share of the launches of October 2024 that completed their curve, by initial buy.',
  GRADUATED_BY_SOCIALS: 'The same by whether they had any of the three socials.',
};

/** The same as the text of launch-data.ts. */
export function writeLaunchData(folder: string): string {
  const constants = Object.entries(summariseLaunches(folder)).map(
    ([name, value]) => `/** ${COMMENTS[name]} */\nexport const ${name} = ${JSON.stringify(value)};\n`,
  );
  const header =
    '/**\n * What the real launches of August to October 2024 tell (data/launches of the shared data folder). Made by\n * `npm run market -- --launch-data <folder>`; the market holds nothing else of that data.\n */\n\n';
  return header + constants.join('\n');
}
