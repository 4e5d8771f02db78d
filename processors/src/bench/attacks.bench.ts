/**
 * What the chain itself can bring against the screener's fold: what a slot takes, which keeps all that waits behind it, with
 * 100 trades a stream second alone and under each attack.
 */
import { encodeJournalRecord } from '@cryptonite/contracts/events';
import { openScreenerFold } from '../screener/screener-fold.js';
import { type BusyOptions, busyJournal } from '../testing/busy-journal.js';

const USUAL: BusyOptions = {
  seed: 7,
  tokens: 2_000,
  historyS: 3_600,
  tradesPerHistoryStep: 60,
  tradesPerSecond: 100,
  seconds: 180,
};
const SLOTS_PER_S = 2.5;

const ATTACKS: Readonly<Record<string, Partial<BusyOptions>>> = {
  'nobody attacks': {},
  'a mint is given to 100,000 accounts in three minutes': {
    dustedPerSlot: Math.ceil(100_000 / (USUAL.seconds * SLOTS_PER_S)),
  },
  '10,000 launches a minute': { tradesPerSecond: 200, tradesPerLaunch: 200 / (10_000 / 60) },
  'one mint has all trades, 1,000 a second of 2,000,000 wallets': {
    tokens: 1,
    tradesPerSecond: 1_000,
    tradesPerLaunch: Number.POSITIVE_INFINITY,
    wallets: 2_000_000,
  },
};

/** CPU of this process that each slot took, ms, least first. */
async function slotsOf(options: BusyOptions): Promise<number[]> {
  const fold = await openScreenerFold(0, new Map());
  const taken: number[] = [];
  let offset = 0;
  for (const { isHistory, records } of busyJournal(options)) {
    const values = records.map((record) => Buffer.from(encodeJournalRecord(record)));
    const before = process.cpuUsage();
    for (const value of values) fold.apply(fold.read({ offset: offset++, value }));
    for (const { value } of fold.take()) Buffer.byteLength(value ?? '');
    const { user, system } = process.cpuUsage(before);
    if (!isHistory) taken.push((user + system) / 1_000);
  }
  return taken.sort((a, b) => a - b);
}

const results: { what: string; value: number; unit: string; ratio?: { to: string; value: number } }[] = [];
let alone: number | undefined;
for (const [attack, change] of Object.entries(ATTACKS)) {
  const slots = await slotsOf({ ...USUAL, ...change });
  const p99 = slots[Math.floor(slots.length * 0.99)]!;
  const most = slots.at(-1)!;
  alone ??= most;
  results.push(
    { what: `${attack}: a slot, p50`, value: slots[slots.length >> 1]!, unit: 'ms' },
    { what: `${attack}: a slot, p99`, value: p99, unit: 'ms' },
    {
      what: `${attack}: a slot, most`,
      value: most,
      unit: 'ms',
      ratio: { to: 'nobody’s', value: most / alone },
    },
  );
}
for (const { what, value } of results) console.error(`${what}: ${value.toFixed(1)} ms`);
process.send?.(results);
