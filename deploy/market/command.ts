/** `npm run market`: plays a market of a fixed size into a file, or measures one against its targets. */
import { createWriteStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { REGIMES, type Regime } from './agents/pace.js';
import { calibrate, tableOf, writeCalibration } from './calibration/calibrate.js';
import { writeLaunchData } from './calibration/summarise-launches.js';
import { FORMATS, type Format, generate } from './generate.js';
import { LAYOUT_NAMES, type LayoutName, NEWEST_LAYOUT } from './layouts.js';

const USAGE = `npm run market -- [options]
  --launches <number> --out <folder>  plays so many launches into <folder>/journal.jsonl, the truth into <folder>/truth/;
                                      the folder must be new or empty
    --format journal|tape|topic|rowbinary
                                      journal records, one a line (default); the updates themselves as market.tape;
                                      journal records in the topic of the broker KAFKA_BROKERS (with KAFKA_USERNAME,
                                      KAFKA_PASSWORD), which must not hold another market; or the rows of the raw
                                      tables, <folder>/<table>.rowbinary
  --calibration                       measures 100,000 launches against their targets, and the graduates of 25,000 of
                                      each other regime, into docs/market.md
    --launches <number>               of fewer launches: then docs/market.md stays as it is
  --launch-data <folder>              prints calibration/launch-data.ts from the real launches
  --seed <number>                     equal seeds, equal bytes (default 7)
  --layout 2024-08|…                  how the programs speak: that of a month in the past (default the newest)
  --regime low|middle|high            0.6, 1.02 or 2.6% of launches graduate (default middle)
  --help                              prints this`;

const CALIBRATED_LAUNCHES = 100_000;
const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

const FILES: Readonly<Record<Format, string | null>> = {
  journal: 'journal.jsonl',
  tape: 'market.tape',
  topic: null,
  rowbinary: null,
};
const isLayout = (text: string): text is LayoutName => (LAYOUT_NAMES as readonly string[]).includes(text);
const isFormat = (text: string): text is Format => (FORMATS as readonly string[]).includes(text);

class UsageError extends Error {}

function readOptions() {
  try {
    return parseArgs({
      options: {
        launches: { type: 'string' },
        out: { type: 'string' },
        format: { type: 'string', default: 'journal' },
        calibration: { type: 'boolean', default: false },
        'launch-data': { type: 'string' },
        seed: { type: 'string', default: '7' },
        regime: { type: 'string', default: 'middle' },
        layout: { type: 'string', default: NEWEST_LAYOUT },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Nine digits: more launches than were ever made. */
const GREATEST = 999_999_999;

function wholeNumber(name: string, text: string, least: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= GREATEST) return value;
  throw new UsageError(
    `--${name} ${text} is not accepted: it takes a whole number from ${least} to ${GREATEST}`,
  );
}

/** What is in a folder is somebody's: it is not written over. */
function makeFolder(path: string): void {
  if (existsSync(path) && !statSync(path).isDirectory())
    throw new UsageError(`--out ${path} is a file: name a new folder`);
  mkdirSync(path, { recursive: true });
  if (readdirSync(path).length > 0) throw new UsageError(`--out ${path} is not empty: name a new folder`);
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    console.log(USAGE);
    return;
  }
  if (options['launch-data'] !== undefined) {
    process.stdout.write(writeLaunchData(options['launch-data']));
    return;
  }
  const { format, out } = options;
  if (!Object.hasOwn(REGIMES, options.regime))
    throw new UsageError(`--regime ${options.regime} is none of ${Object.keys(REGIMES).join(', ')}`);
  if (!isLayout(options.layout))
    throw new UsageError(`--layout ${options.layout} is none of ${LAYOUT_NAMES.join(', ')}`);
  const market = { seed: wholeNumber('seed', options.seed, 0), regime: options.regime as Regime };
  const asked = options.launches === undefined ? null : wholeNumber('launches', options.launches, 1);
  if (options.calibration) {
    const launches = asked ?? CALIBRATED_LAUNCHES;
    const { targets, seen } = await calibrate({ ...market, launches });
    console.log(tableOf(targets));
    const heading = `Measured on ${launches.toLocaleString('en')} launches, seed ${market.seed}, regime ${market.regime}.`;
    if (asked === null) writeCalibration(DOCS, heading, targets, seen);
    return;
  }
  if (asked === null || out === undefined) throw new UsageError('--launches and --out are needed');
  if (!isFormat(format)) throw new UsageError(`--format ${format} is none of ${FORMATS.join(', ')}`);
  if (format === 'topic' && !process.env.KAFKA_BROKERS)
    throw new UsageError('--format topic needs the variable KAFKA_BROKERS: the broker as host:port');
  makeFolder(out);
  const { output, ended } = generate({
    ...market,
    layout: options.layout,
    launches: asked,
    truthDir: join(out, 'truth'),
    format,
    tablesDir: out,
  });
  const written = FILES[format] && createWriteStream(join(out, FILES[format]));
  if (written) await pipeline(output, written);
  const { transactions, failed } = await ended;
  const where = FILES[format] ? join(out, FILES[format]) : format === 'topic' ? 'the journal' : out;
  console.log(
    `${transactions} transactions of ${asked} launches, ${failed} of them failed; those of the launchpads that did not are in ${where}`,
  );
}

main().catch((error) => {
  console.error(error instanceof UsageError ? `${error.message}\n${USAGE}` : `market: ${String(error)}`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
