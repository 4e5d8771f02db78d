/**
 * `npm run fit:patterns -- [file]`: what became of launches by the pattern that they matched, from the table of outcomes
 * into a file, by default that of the data folder `.data`. A file stays as it is where too little was counted to say anything.
 * Status 1 then and where the store does not answer, 2 for wrong words.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { HISTORY_LAUNCHES_MIN } from '@cryptonite/contracts/pattern-history';
import { PATTERN_NAMES, PATTERNS } from '@cryptonite/contracts/rules';
import { z } from 'zod';
import { clickHouseEnvironment, readEnvironment } from '../runtime/environment.js';
import { countLaunches, type Launches } from './count-launches.js';
import { historyOf, saysSomething } from './fit.js';

const FILE = '.data/pattern-history.json';
/** Where a start's own store answers analysts, unless the port was taken. */
const ANALYSTS_URL = 'http://127.0.0.1:18124';

const [word, ...others] = process.argv.slice(2);
if (others.length > 0 || word?.startsWith('-')) {
  console.error(`fit:patterns: takes one file to write, else ${FILE}`);
  process.exit(2);
}
const file = resolve(word ?? FILE);

/** The store that the environment names, else that of the start whose folder the file is in. */
function storeOf(): z.infer<z.ZodObject<typeof clickHouseEnvironment>> {
  if (process.env.CLICKHOUSE_URL) return readEnvironment('fit:patterns', clickHouseEnvironment);
  const secrets = join(dirname(file), 'secrets.json');
  if (!existsSync(secrets))
    throw new Error(`${dirname(file)} is no data folder of a start: name its store in CLICKHOUSE_URL`);
  const { analystPassword } = z
    .object({ analystPassword: z.string() })
    .parse(JSON.parse(readFileSync(secrets, 'utf8')));
  return {
    CLICKHOUSE_URL: ANALYSTS_URL,
    CLICKHOUSE_USER: 'analyst',
    CLICKHOUSE_PASSWORD: analystPassword,
    CLICKHOUSE_DATABASE: 'cryptonite',
  };
}

async function count(): Promise<Launches> {
  const store = storeOf();
  const client = createClient({
    url: store.CLICKHOUSE_URL,
    username: store.CLICKHOUSE_USER,
    password: store.CLICKHOUSE_PASSWORD,
    database: store.CLICKHOUSE_DATABASE,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    return await countLaunches(client);
  } finally {
    await client.close();
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

try {
  const { counts, sourceKind, until } = await count();
  const history = historyOf(counts, { sourceKind, until });
  for (const name of PATTERN_NAMES)
    for (const { scoreFrom, launches, graduated, doubled, dumped } of history.patterns[name])
      console.log(
        `${PATTERNS[name].label} from ${scoreFrom}: ${launches} launches, graduated ${percent(graduated)}, doubled within 1 h ${percent(doubled['1h'])}, dumped ${percent(dumped)}`,
      );
  for (const { pattern, scoreFrom, launches } of counts)
    if (launches < HISTORY_LAUNCHES_MIN)
      console.log(`${PATTERNS[pattern].label} from ${scoreFrom}: ${launches} launches are too few`);
  if (!saysSomething(history))
    throw new Error(`no band has ${HISTORY_LAUNCHES_MIN} launches of these rules: ${file} stays as it is`);
  // Renamed into place: who reads it finds the whole of it.
  writeFileSync(`${file}.new`, `${JSON.stringify(history, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  console.log(`wrote ${file}`);
} catch (error) {
  console.error(`fit:patterns: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
