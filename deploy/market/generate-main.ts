/**
 * A market of a fixed size on standard output: as the frames of a tape, what a subscriber to the launchpads' confirmed
 * transactions is sent; or as the journal that ingest makes of them, straight into a broker's, or as files of the raw
 * tables. The rest, above all the failed transactions, is made and left out.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '@cryptonite/provider/service.js';
import { frameHead } from '@cryptonite/provider/tape.js';
import { columnTypes } from '@cryptonite/stores/clickhouse/column-types.js';
import { readMigrations } from '@cryptonite/stores/migrations/read-migrations.js';
import { z } from 'zod';
import { REGIMES, type Regime } from './agents/pace.js';
import { FORMATS, type Generated, HEAP_FLAGS, type Usage, usage } from './generate.js';
import { LAYOUT_NAMES, NEWEST_LAYOUT } from './layouts.js';
import { marketLabel } from './market.js';
import { BOUNDED_START_MS, playBounded } from './market-source.js';
import { isForLaunchpads } from './subscribed.js';
import { TruthFile } from './truth-file.js';

const count = z.coerce.number({ error: 'a whole number above 0' }).int().positive();

const env = readEnvironment(
  z.object({
    LAUNCHES: count,
    SEED: z.coerce.number({ error: 'a whole number' }).int().default(7),
    REGIME: z.enum(Object.keys(REGIMES) as [Regime, ...Regime[]]).default('middle'),
    START_TIME_MS: count.default(BOUNDED_START_MS),
    LAYOUT: z.enum(LAYOUT_NAMES).default(NEWEST_LAYOUT),
    FORMAT: z.enum(FORMATS).default('tape'),
    TRUTH_DIR: z.string().optional(),
    TABLES_DIR: z.string().optional(),
  }),
);

/** Ingest's own way from updates to journal records; deploy runs packages as processes and imports none. */
const JOURNAL = fileURLToPath(new URL('../../../ingest/dist/tape/journal-main.js', import.meta.url));
/** The sink's own way from journal records to rows. */
const TABLES = fileURLToPath(new URL('../../../processors/dist/sink/tables-main.js', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../../stores/clickhouse/migrations', import.meta.url));

/** Bytes gathered before they are written: about what a socket holds, so that nobody waits until ingest has read them. */
const FLUSH_BYTES = 1 << 17;

async function usageAtEnd(child: ChildProcess): Promise<Usage> {
  let told: Usage | null = null;
  child.once('message', (message) => {
    told = message as Usage;
  });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0 || told === null) throw new Error(`ingest ended with ${signal ?? `status ${code}`}`);
  return told;
}

/** Writes what is put into its standard input as the raw tables' rows. */
function startTables(folder: string | undefined): ChildProcess {
  if (folder === undefined) throw new Error('TABLES_DIR is not set: the folder of the tables');
  const types = JSON.stringify(columnTypes(readMigrations(MIGRATIONS)));
  return spawn(process.execPath, [...HEAP_FLAGS, TABLES, folder, types], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

/** Makes the journal of the frames put into its standard input; as lines, where it is not a broker's, for `reader`. */
function startIngest(reader: ChildProcess | null): ChildProcess {
  const output = env.FORMAT === 'topic' ? 'topic' : 'lines';
  return spawn(process.execPath, [...HEAP_FLAGS, JOURNAL, output, JSON.stringify(marketLabel(env.SEED))], {
    stdio: ['pipe', reader?.stdin ?? 'inherit', 'inherit', 'ipc'],
  });
}

async function main(): Promise<void> {
  const tables = env.FORMAT === 'rowbinary' ? startTables(env.TABLES_DIR) : null;
  const tablesEnd = tables && once(tables, 'exit');
  const ingest = env.FORMAT === 'tape' ? null : startIngest(tables);
  // Ingest alone writes there now: its end is the input's.
  tables?.stdin?.destroy();
  const ingestEnd = ingest && usageAtEnd(ingest);
  const output = ingest?.stdin ?? process.stdout;
  const truth = env.TRUTH_DIR === undefined ? null : TruthFile.open(env.TRUTH_DIR);
  const told = { transactions: 0, failed: 0, bytes: 0 };
  let frames: Buffer[] = [];
  let gathered = 0;
  const flush = async (): Promise<void> => {
    const isTaken = output.write(Buffer.concat(frames));
    frames = [];
    gathered = 0;
    if (!isTaken) await once(output, 'drain');
  };
  const market = playBounded({
    seed: env.SEED,
    startMs: env.START_TIME_MS,
    transactions: Number.POSITIVE_INFINITY,
    launches: env.LAUNCHES,
    regime: env.REGIME,
    layout: env.LAYOUT,
    encodesAll: false,
    ...(truth && { onTruth: truth.write }),
  });
  for (const updates of market) {
    for (const update of updates) {
      if (update.kind === 'transaction') {
        told.transactions += 1;
        if (update.failed) told.failed += 1;
      }
      if (!isForLaunchpads(update)) continue;
      frames.push(frameHead(update.body.length), update.body);
      gathered += update.body.length;
      told.bytes += update.body.length;
    }
    if (gathered > FLUSH_BYTES) await flush();
  }
  await flush();
  truth?.close();
  if (ingest) output.end();
  const generated: Generated = { ...told, ...usage(), ingest: (await ingestEnd) ?? null };
  const [tablesStatus] = (await tablesEnd) ?? [0];
  if (tablesStatus !== 0) throw new Error(`the tables ended with status ${tablesStatus}`);
  process.send?.(generated);
  process.disconnect?.();
}

main().catch((error) => {
  console.error(`market: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
