/**
 * `npm run test:upgrade -- [--folder DIR]`: takes over a data folder that version 949e90f left, killed while its sink was
 * storing, with one start. Then everything stands in the tables once and as a fresh fold of the same journal says it, and
 * the lists are the same. What is in the folder says before/README.md. With DIR it takes over a copy of what another
 * release left; what that release measured, and lists, are not compared, as its rules may be others. Exits 1 on any
 * difference.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { compareRows } from './compare-derived.js';
import {
  compareIdentities,
  compareLists,
  compareMeasurements,
  compareStored,
  readTakenOver,
} from './compare-taken-over.js';
import { Comparison } from './comparison.js';
import { copyJournal } from './journal.js';
import { root, startProduct } from './product.js';
import { NO_SOURCE } from './proof.js';
import { endWhereStoresAreNamed, path, readOptions } from './proof-options.js';
import { untilStored } from './settle.js';
import { listTables, listViews, openStores } from './stores.js';

const LIMIT_MS = 600_000;
const OPTIONS = ['--source', NO_SOURCE, '--history-gb', '1000'];
/** What the screener says: measured at other times than before, and compared row by row. */
const SAID =
  /^(tokens?_(scores|described)|verdicts|alerts|lifecycle_changes|layers_assessed|list_changes|outcomes|scans|evicted_states|price_trails)/;
/** Kinds of facts that are younger than the folder; and of layers, nothing is found in what it left to fold. */
const NOT_IN_IT = new Set([
  'layers_assessed',
  'metadata_resolved',
  'tokens_boosted',
  'social_observed',
  'mints_observed',
  'holders_observed',
  'likeness_observed',
  'websites_observed',
  'volume_places_observed',
  'supplies_changed',
  'quote_prices',
]);

/** Of its own, as the start changes it. */
function folderOfBefore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cryptonite-before-'));
  if (named !== '') {
    cpSync(named, folder, { recursive: true });
    // Nothing more comes from what filled it.
    writeFileSync(join(folder, 'source'), 'provider');
    return folder;
  }
  const input = brotliDecompressSync(readFileSync(join(root, 'deploy/proofs/before/data-folder.tar.br')));
  const { status, stderr } = spawnSync('tar', ['-xf', '-', '-C', folder], { input });
  if (status !== 0) throw new Error(`tar: ${stderr}`);
  return folder;
}

const { folder: named } = readOptions({ folder: path() });
endWhereStoresAreNamed();
const comparison = new Comparison(0, named === '' ? NOT_IN_IT : new Set([...NOT_IN_IT, 'evicted_states']));
const dataDir = folderOfBefore();
const upgraded = await startProduct(OPTIONS, dataDir);
try {
  await untilStored(upgraded, LIMIT_MS);
  const fresh = await startProduct(OPTIONS);
  try {
    const [left, right] = [openStores(upgraded), openStores(fresh)];
    await copyJournal(left.kafka, right.kafka);
    await untilStored(fresh, LIMIT_MS);
    for (const name of [...(await listTables(left.clickhouse)), ...(await listViews(left.clickhouse))])
      if (!SAID.test(name)) await compareRows(left, right, name, comparison);
    await compareStored(left, comparison);
    await compareIdentities(left.clickhouse, right.clickhouse, comparison);
    // What another release measured, it measured by rules of its own, and lists hold it until it is measured again.
    if (named === '') {
      const takenOver = await readTakenOver(left.clickhouse);
      await compareMeasurements(left.clickhouse, right.clickhouse, takenOver, comparison);
      await compareLists(upgraded.pageUrl, fresh.pageUrl, takenOver, comparison);
    }
    const { deadLetters } = await upgraded.health();
    comparison.note('dead letters', deadLetters?.total === 0, `${deadLetters?.total}`);
    await Promise.all([left.clickhouse.close(), right.clickhouse.close()]);
  } finally {
    await fresh.stop();
  }
} finally {
  await upgraded.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`a folder of ${named || '949e90f'}: ${comparison.summary}.`);
process.exit(comparison.differences === 0 ? 0 : 1);
