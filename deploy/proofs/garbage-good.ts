/** What must be as if there had been no garbage: the good tokens, and the processes. */
import { readFileSync } from 'node:fs';
import { QualifiedTokens, RejectedTokens } from '@cryptonite/contracts/api';
import { note } from './garbage-table.js';
import type { Product } from './product.js';
import { openStores } from './stores.js';

const MEMORY_LIMIT_MB = 1_500;

export type Observed = { rows: Map<string, string[]>; tokens: Map<string, string> };

const FACT_TABLES = [
  'launches_created',
  'trades_executed',
  'curves_completed',
  'pools_created',
  'tokens_migrated',
  'liquidity_changed',
  'pools_boosted',
  'fees_swept',
  'balances_changed',
];

/** Every raw row by its mint, and every token as the API shows it, but for what changes with the time of a look. */
export async function observe(product: Product): Promise<Observed> {
  const { clickhouse } = openStores(product);
  const rows = new Map<string, string[]>();
  for (const table of FACT_TABLES) {
    const answer = await clickhouse.query({
      query: `SELECT * FROM ${table} ORDER BY id`,
      format: 'JSONEachRow',
    });
    for (const row of await answer.json<{ mint: string }>())
      rows.set(row.mint, [...(rows.get(row.mint) ?? []), `${table} ${JSON.stringify(row)}`]);
  }
  await clickhouse.close();
  const tokens = new Map<string, string>();
  for (const list of ['qualified', 'rejected'])
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await fetch(
        `${product.pageUrl}/api/tokens/${list}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      const page = (list === 'qualified' ? QualifiedTokens : RejectedTokens).parse(await answer.json());
      for (const item of page.items) tokens.set(item.mint, `${list} ${JSON.stringify(item)}`);
      cursor = page.nextCursor;
    }
  return { rows, tokens };
}

export function compareGood(alone: Observed, among: Observed): void {
  for (const [what, before, after] of [
    ['rows of good tokens', alone.rows, among.rows],
    ['good tokens in the API', alone.tokens, among.tokens],
  ] as const) {
    const wrong = [...before].filter(([mint, value]) => String(after.get(mint)) !== String(value));
    const isRight = before.size > 0 && wrong.length === 0;
    note(what, `${before.size} tokens, equal`, `${before.size - wrong.length} equal`, isRight);
    for (const [mint, value] of wrong.slice(0, 2)) {
      console.error(`${mint} alone: ${String(value).slice(0, 600)}`);
      console.error(`${mint} among: ${String(after.get(mint)).slice(0, 600)}`);
    }
  }
}

export async function compareProcesses(
  product: Product,
  before: Record<string, number | undefined>,
): Promise<void> {
  const after = await product.pids();
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  note(
    'processes',
    'the same',
    changed.length === 0 ? 'the same' : `${changed.join()} anew`,
    changed.length === 0,
  );
  for (const [name, pid] of Object.entries(after)) {
    const mb = mostMemoryOf(pid);
    if (mb !== null)
      note(`most memory of ${name}`, `under ${MEMORY_LIMIT_MB} MB`, `${mb} MB`, mb < MEMORY_LIMIT_MB);
  }
}

/** The most resident memory so far, MB; null where the system has no /proc. */
function mostMemoryOf(pid: number | undefined): number | null {
  try {
    const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kb === undefined ? null : Math.round(Number(kb) / 1024);
  } catch {
    return null;
  }
}
