import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fact } from '@cryptonite/contracts/events';
import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import { z } from 'zod';
import type { LaunchpadEvent } from '../decode/events.js';
import { findEvents } from '../decode/find-events.js';
import { readLoggedEvents } from '../decode/logged-events.js';
import { readTransaction, type Transaction } from '../decode/transaction.js';
import { decodeFile } from '../decode-cli/decode-file.js';
import { type Line, readRawEvent } from '../decode-cli/decode-json.js';
import { encodeTransactionJson } from '../rpc/transaction-json.js';
import { checkArithmetic } from './check-arithmetic.js';
import { checkVaults } from './check-vaults.js';
import { compareEvent, ExpectedEvent } from './compare-event.js';

export const IndexEntry = z.object({
  file: z.string(),
  format: z.string(),
  role: z.string(),
  failed: z.boolean().optional(),
  events: z.array(ExpectedEvent).default([]),
  expected: z.record(z.string(), z.unknown()).optional(),
  /** What a right decoder prints: of each fact, in their order, the fields that matter. */
  facts: z.array(z.looseObject({ kind: z.string() })).optional(),
});
export type IndexEntry = z.infer<typeof IndexEntry>;

/** The facts that follow from an event, whatever else a transaction says. */
const FACT_OF_EVENT: Record<string, Fact['kind']> = {
  TradeEvent: 'TradeExecuted',
  BuyEvent: 'TradeExecuted',
  SellEvent: 'TradeExecuted',
  CreateEvent: 'LaunchCreated',
  CompleteEvent: 'CurveCompleted',
  CreatePoolEvent: 'PoolCreated',
  CompletePumpAmmMigrationEvent: 'Migrated',
  DepositEvent: 'LiquidityChanged',
  WithdrawEvent: 'LiquidityChanged',
  PostCompleteBuyEvent: 'TradeExecuted',
  InitBoostEvent: 'PoolBoosted',
  SweepBondingCurveFeeEvent: 'FeesSwept',
  SweepPoolFeeEvent: 'FeesSwept',
};
/** Their mints stand in the transaction and nowhere else. */
const NAMELESS_WITHOUT_TRANSACTION = new Set(['BuyEvent', 'SellEvent', 'DepositEvent', 'WithdrawEvent']);

const FileShape = z.looseObject({
  slot: z.int().nullish(),
  blockTime: z.int().nullish(),
  tx: z.unknown().optional(),
  logs: z.array(z.string()).optional(),
  err: z.unknown().optional(),
  event: z.string().optional(),
  base64: z.base64().optional(),
});

export type Compared = { differences: string[] /** Reserves held against vaults. */; vaults: number };

/** How what is decoded from the entry's file differs from the entry. */
export async function compareEntry(folder: string, entry: IndexEntry): Promise<Compared> {
  const path = join(folder, entry.file);
  const json = FileShape.parse(JSON.parse(await readFile(path, 'utf8')));
  const isForeign = entry.role.startsWith('foreign');
  const expected = isForeign ? [] : entry.events;

  const differences: string[] = [];
  let actual: LaunchpadEvent[] = [];
  let transaction: Transaction | null = null;
  if (json.tx !== undefined) {
    transaction = transactionOf(encodeTransactionJson(json.tx, json).body);
    actual = findEvents(transaction).events.map(({ event }) => event);
    differences.push(...compareLogCopies(transaction, json.tx, json));
  } else if (json.logs !== undefined) {
    if (json.err == null) actual = readLoggedEvents(json.logs, null).events.map(({ event }) => event);
  } else if (json.event !== undefined && json.base64 !== undefined) {
    const event = readRawEvent(Buffer.from(json.base64, 'base64'));
    if (event !== null) actual = [event];
  }
  differences.push(...compareEvents(actual, expected));
  differences.push(...compareStated(actual, entry.expected));
  const { lines } = await decodeFile(path);
  differences.push(...compareKinds(lines, expected, json.tx !== undefined));
  differences.push(...compareFacts(lines, entry.facts));
  differences.push(...lines.flatMap((line) => checkArithmetic(line) ?? []));
  const vaults = transaction
    ? checkVaults(transaction, lines, poolsTraded(expected))
    : { compared: 0, differences: [] };
  differences.push(...vaults.differences);
  return { differences, vaults: vaults.compared };
}

const poolsTraded = (events: readonly ExpectedEvent[]): string[] =>
  events
    .filter(({ event }) => event === 'BuyEvent' || event === 'SellEvent')
    .map(({ decoded }) => String(decoded.pool));

/** The kinds of facts that the index describes. */
const DESCRIBED: ReadonlySet<string> = new Set<Fact['kind']>([
  'LaunchCreated',
  'TradeExecuted',
  'CurveCompleted',
  'PoolCreated',
  'Migrated',
]);

/** Field by field; what a described fact leaves out may be anything. */
function compareFacts(lines: readonly Line[], facts: IndexEntry['facts']): string[] {
  if (facts === undefined) return [];
  const described = lines.filter(({ kind }) => DESCRIBED.has(kind));
  if (described.length !== facts.length) return [`${described.length} facts, not ${facts.length}`];
  return facts.flatMap((fact, i) =>
    Object.entries(fact)
      .filter(([field, value]) => described[i]![field] !== value)
      .map(([field, value]) => `fact ${i} ${fact.kind}.${field} is ${described[i]![field]}, not ${value}`),
  );
}

export function compareEvents(
  actual: readonly LaunchpadEvent[],
  expected: readonly ExpectedEvent[],
): string[] {
  if (actual.length !== expected.length) return [`${actual.length} events, not ${expected.length}`];
  return actual.flatMap((event, i) => compareEvent(event, expected[i]!));
}

/** The values that the data's own authors stated beside an event. */
function compareStated(actual: readonly LaunchpadEvent[], stated: IndexEntry['expected']): string[] {
  const fields = actual[0]?.fields as Record<string, unknown> | undefined;
  if (!stated || !fields) return [];
  return Object.entries(stated)
    .filter(([name, value]) => String(fields[name]) !== String(value))
    .map(([name, value]) => `stated ${name} is ${fields[name]}, not ${value}`);
}

/** Each event gives its fact, once; what is not an event gives nothing. */
function compareKinds(
  lines: readonly { kind: string }[],
  expected: readonly ExpectedEvent[],
  hasTransaction: boolean,
): string[] {
  const should = expected
    .filter(({ event }) => hasTransaction || !NAMELESS_WITHOUT_TRANSACTION.has(event))
    .flatMap(({ event }) => FACT_OF_EVENT[event] ?? []);
  const fromEvents = new Set(Object.values(FACT_OF_EVENT) as string[]);
  const is = lines.map(({ kind }) => kind).filter((kind) => fromEvents.has(kind));
  if (should.length === 0 && lines.length > 0) return [`${lines.length} facts, not 0`];
  return is.join() === should.join()
    ? []
    : [`facts are ${is.join() || 'none'}, not ${should.join() || 'none'}`];
}

/** With the self-CPI copies taken away, the log gives the same events at the same places. */
function compareLogCopies(
  transaction: Transaction,
  json: unknown,
  around: z.infer<typeof FileShape>,
): string[] {
  // Some entries lack the log.
  if (transaction.logs().length === 0) return [];
  const stripped = SubscribeUpdateTransaction.decode(encodeTransactionJson(json, around).body);
  const meta = stripped.transaction?.meta;
  if (meta) meta.innerInstructions = [];
  const copies = findEvents(transactionOf(SubscribeUpdateTransaction.encode(stripped).finish()));
  const places = ({ events }: ReturnType<typeof findEvents>): string =>
    JSON.stringify(
      events.map(({ event, instruction, inner }) => ({ event, instruction, inner })),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
  return places(copies) === places(findEvents(transaction)) ? [] : ['log and self-CPI copies differ'];
}

export function transactionOf(body: Uint8Array): Transaction {
  const transaction = readTransaction(new DataView(body.buffer, body.byteOffset, body.byteLength));
  if (transaction === null) throw new Error('transaction without meta');
  return transaction;
}
