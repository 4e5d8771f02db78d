/**
 * `npm run test:restore -- [--events N] [--seed S]`: a market of at least N events is played half; the product is stopped, its data
 * folder copied away, emptied and put back by the commands of docs/operations.md, "Backup and restore"; then it goes on to the
 * market's end, where ClickHouse is lost and filled again from Kafka, as its recipe there says. What stood in every store must stand
 * there again, with the same checksums; and at the end everything must be as if nothing had happened. Exits 1 on any difference.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOPICS } from '@cryptonite/contracts/topics';
import pg from 'pg';
import { endAnswers, servicesOf } from './answers.js';
import { comparePublished } from './compare-published.js';
import { Comparison } from './comparison.js';
import { digestOf } from './digest.js';
import { playEnough } from './enough.js';
import { startProcess } from './process.js';
import { type Product, root, startProduct, until } from './product.js';
import { compareWithReplay, NO_SOURCE, PRODUCT_OPTIONS } from './proof.js';
import { endWhereStoresAreNamed, readOptions, wholeNumber } from './proof-options.js';
import { untilPublished, untilStored } from './settle.js';
import { startSource } from './source.js';
import { environmentOf, listTables, openKafka, openStores, streamTopic, sumByPartition } from './stores.js';
import { publishUndisturbed } from './undisturbed.js';
import { writeMeanwhile } from './written-meanwhile.js';

const LIMIT_MS = 900_000;
const PER_SECOND = 2_000;

const { events, seed } = readOptions({ events: wholeNumber(50_000, 1_000), seed: wholeNumber(1, 0) });
endWhereStoresAreNamed();
const folder = mkdtempSync(join(tmpdir(), 'cryptonite-restore-'));
/** Where the recipes are typed: the product's folder is `.data` there. */
const dataDir = join(folder, '.data');
const comparison = new Comparison(events);

const undisturbed = await playEnough(events, (transactions) =>
  publishUndisturbed({ seed, transactions, folder, limitMs: LIMIT_MS }),
);
const { transactions } = undisturbed;
const source = await startSource({ seed, transactions, perSecond: PER_SECOND });
const start = (url: string) =>
  startProduct(['--source', url, ...PRODUCT_OPTIONS], dataDir, servicesOf(source));
let product = await start(source.url);
try {
  const writing = await writeMeanwhile(environmentOf(product));
  await until(
    'half of the market is played',
    () => source.played().transactions > transactions / 2 || null,
    LIMIT_MS,
  );
  source.command('hold');
  await writing.stop();
  await writing.compare(comparison);
  await untilStored(product, LIMIT_MS);
  await endAnswers(product, LIMIT_MS);
  const before = await sumsOf(product);
  await product.stop(true);

  recipe('backup');
  rmSync(dataDir, { recursive: true });
  recipe('restore');
  const restored = await start(NO_SOURCE);
  const after = await sumsOf(restored);
  for (const [what, sum] of before)
    comparison.note(`${what}, put back`, after.get(what) === sum, sum, [`${after.get(what)} after`]);
  comparison.enough(
    'stores that hold something',
    [...before.values()].filter((sum) => !sum.startsWith('0 ')).length,
    40,
  );
  await restored.stop(true);

  product = await start(source.url);
  source.command('go');
  await untilPublished(openStores(product).kafka, source, LIMIT_MS);
  await untilStored(product, LIMIT_MS);
  await endAnswers(product, LIMIT_MS);
  await comparePublished(
    openStores(product).kafka,
    undisturbed.kafka,
    new Map(source.played().late),
    [],
    comparison,
  );
  const access = environmentOf(product);
  await product.stop(true);
  await loseClickhouse(access);
  product = await start(NO_SOURCE);
  await untilStored(product, LIMIT_MS);
  await compareWithReplay(product, comparison);
} finally {
  await source.stop();
  await product.stop();
  await undisturbed.discard();
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `a folder put back in the middle of at least ${events} events, seed ${seed}: ${comparison.summary}.`,
);
process.exit(comparison.differences === 0 ? 0 : 1);

/** Types what docs/operations.md says: the block of commands that begins with this comment. */
function recipe(name: 'backup' | 'restore'): void {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const [, commands] = new RegExp(`\`\`\`sh\\n# ${name}, one machine\\b.*\\n([^]*?)\`\`\``).exec(page) ?? [];
  if (!commands) throw new Error(`docs/operations.md has no commands for ${name}`);
  console.log(commands.trim().replaceAll(/^/gm, '$ '));
  execFileSync('sh', ['-ec', commands], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** The tables are gone, and the broker forgets that they were filled. */
async function loseClickhouse(access: Record<string, string>): Promise<void> {
  rmSync(join(dataDir, 'clickhouse'), { recursive: true });
  const broker = await startProcess('broker', { ...access, DATA_DIR: join(dataDir, 'kafka'), PORT: '0' });
  const admin = openKafka({ ...access, KAFKA_BROKERS: broker.addresses.kafka ?? '' }).admin();
  await admin.connect();
  await admin.deleteGroups(['sink']);
  await admin.disconnect();
  await broker.end();
}

/** Of each store what it holds, in a line: how much, and a checksum. */
async function sumsOf(product: Product): Promise<Map<string, string>> {
  const { kafka, clickhouse } = openStores(product);
  const sums = new Map<string, string>();
  for (const { name } of Object.values(TOPICS)) {
    const hashes = new Map<number, ReturnType<typeof createHash>>();
    let records = 0;
    await streamTopic(kafka, name, (batch) => {
      for (const { partition, bytes, ...record } of batch) {
        const hash = hashes.get(partition) ?? createHash('sha256');
        hashes.set(partition, hash.update(JSON.stringify(record)).update(bytes ?? ''));
        records += 1;
      }
    });
    const digests = [...hashes].sort(([a], [b]) => a - b).map(([, hash]) => hash.digest('hex').slice(0, 8));
    sums.set(name, `${records} records, ${digests.join(' ')}`);
  }
  for (const table of [...(await listTables(clickhouse)), 'sink_progress', 'schema_migrations']) {
    const parts = await sumByPartition(clickhouse, table);
    const rows = [...parts.values()].reduce((total, part) => total + Number(part.rows), 0);
    const all = [...parts].map(([partition, { checksum }]) => `${partition} ${checksum}`).sort();
    sums.set(table, `${rows} rows, ${digestOf(all.join())}`);
  }
  await clickhouse.close();
  const postgres = new pg.Client({ connectionString: environmentOf(product).POSTGRES_URL });
  await postgres.connect();
  const { rows: tables } = await postgres.query<{ name: string }>(
    "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY name",
  );
  for (const { name } of tables) {
    const { rows } = await postgres.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} t ORDER BY row`,
    );
    sums.set(`${name} of Postgres`, `${rows.length} rows, ${digestOf(JSON.stringify(rows))}`);
  }
  await postgres.end();
  // Files, by what they hold: of the objects, and of what was made of pictures.
  for (const part of ['s3/buckets', 'pictures', 'snapshots']) {
    const files = filesBelow(join(product.dataDir, part)).sort();
    const hash = createHash('sha256');
    for (const file of files) hash.update(file.slice(product.dataDir.length)).update(readFileSync(file));
    sums.set(part, `${files.length} files, ${hash.digest('hex').slice(0, 16)}`);
  }
  return sums;
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
