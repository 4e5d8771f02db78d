/**
 * `npm run test:mainnet -- --data <folder>`: compares the decoders with every entry of transactions/INDEX.json, then
 * plays every tape through the product and compares what its tables hold with what the tape's transactions say.
 * Prints each difference and exits 1 on any.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ClickHouseClient } from '@clickhouse/client';
import { untilSettled } from './health.js';
import { type Product, root, startProduct, until } from './product.js';
import { openStores } from './stores.js';

const { values } = parseArgs({
  options: { data: { type: 'string', default: join(root, '../shared/data') } },
});
const data = resolve(values.data);
if (!existsSync(join(data, 'transactions/INDEX.json'))) {
  console.error(
    `${data} holds no transactions/INDEX.json: name the folder of real data with --data <folder>.`,
  );
  process.exit(2);
}

const TABLES: Record<string, string> = {
  LaunchCreated: 'launches_created',
  TradeExecuted: 'trades_executed',
  CurveCompleted: 'curves_completed',
  PoolCreated: 'pools_created',
  Migrated: 'tokens_migrated',
  LiquidityChanged: 'liquidity_changed',
  PoolBoosted: 'pools_boosted',
  FeesSwept: 'fees_swept',
  BalanceChanged: 'balances_changed',
  AuthorityObserved: 'authorities_observed',
  SupplyChanged: 'supplies_changed',
};

const entries = spawnSync(process.execPath, [join(root, 'ingest/dist/mainnet/main.js'), '--data', data], {
  stdio: 'inherit',
});
let failed = entries.status !== 0;

const tapes = readdirSync(join(data, 'tapes')).filter((file) => file.endsWith('.tape'));
for (const tape of tapes) {
  const differences = await compareTape(join(data, 'tapes', tape));
  console.log(`${differences.length === 0 ? 'equal' : 'DIFFERENT'}  ${tape}`);
  for (const line of differences) console.log(`  ${line}`);
  failed ||= differences.length > 0;
}
process.exit(failed ? 1 : 0);

type Fact = Record<string, unknown> & { position: string; kind: string };

/** What the tape's transactions say, one fact a line, by the command anybody can run. */
function expectedFacts(file: string): Fact[] {
  const text = execFileSync(process.execPath, [join(root, 'ingest/dist/decode-cli/main.js'), file], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Fact);
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

async function compareTape(file: string): Promise<string[]> {
  const expected = expectedFacts(file);
  const product = await startProduct(['--source', `tape:${file}`, '--speed', 'max']);
  try {
    if (expected.length > 0) await untilSettled(product, 120_000);
    else await untilPlayed(product);
    const { clickhouse } = openStores(product);
    const differences: string[] = [];
    for (const [kind, table] of Object.entries(TABLES))
      differences.push(
        ...compareRows(
          kind,
          expected.filter((fact) => fact.kind === kind),
          await storedRows(clickhouse, table),
        ),
      );
    await clickhouse.close();
    return differences;
  } finally {
    await product.stop();
  }
}

/** A tape that must give nothing moves no stream time: its own end, and a while for what might follow, is all there is. */
async function untilPlayed(product: Product): Promise<void> {
  const log = join(product.dataDir, 'logs/tape.log');
  await until('the tape has ended', () =>
    readFileSync(log, 'utf8').includes('the tape has ended') ? true : null,
  );
  await wait(5_000);
}

async function storedRows(clickhouse: ClickHouseClient, table: string): Promise<Record<string, unknown>[]> {
  const answer = await clickhouse.query({
    query: "SELECT *, splitByChar(':', id)[1] AS signature FROM {table:Identifier} ORDER BY position",
    query_params: { table },
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  return answer.json<Record<string, unknown>>();
}

/** Holds every field of a fact against the column of the same name; amounts as text. */
function compareRows(kind: string, expected: Fact[], rows: Record<string, unknown>[]): string[] {
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
  /** Times are stored as UTC text and expected in milliseconds. */
  const stored = (name: string, value: unknown) =>
    name === 'time' ? String(Date.parse(`${String(value).replace(' ', 'T')}Z`)) : text(value);
  const differences: string[] = [];
  const rest = new Map(rows.map((row) => [String(row.position), row]));
  if (rest.size !== rows.length) differences.push(`${kind}: ${rows.length - rest.size} rows stand twice`);
  for (const fact of expected) {
    const row = rest.get(fact.position);
    if (!row) {
      differences.push(`${kind} ${fact.position} is not stored`);
      continue;
    }
    rest.delete(fact.position);
    for (const [name, value] of Object.entries(fact)) {
      const column = snake(name);
      if (name === 'kind') continue;
      if (!(column in row)) differences.push(`${kind} has no column ${column}`);
      else if (stored(name, row[column]) !== text(value))
        differences.push(
          `${kind} ${fact.position} ${name}: stored ${stored(name, row[column])}, expected ${text(value)}`,
        );
    }
  }
  for (const position of rest.keys()) differences.push(`${kind} ${position} is stored and not in the tape`);
  return differences;
}
