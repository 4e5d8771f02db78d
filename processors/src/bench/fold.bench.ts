/**
 * The screener's fold: trades/s on one core, by the CPU time of the whole process (so what the garbage collector's and
 * the compiler's threads do counts as well). How many trades share a measurement depends on the density of the stream;
 * each density is a stream of its own.
 */
import { decodeJournalRecord, encodeJournalRecord, type JournalRecord } from '@cryptonite/contracts/events';
import { decodeFrame } from '@cryptonite/contracts/frames';
import { readJournalRecord } from '../journal/read-record.js';
import { applyRecord } from '../screener/facts/apply-fact.js';
import { type Emitted, newPartition, type Partition } from '../screener/partition.js';
import { openScreenerFold } from '../screener/screener-fold.js';
import { type BusyOptions, busyJournal } from '../testing/busy-journal.js';

type Result = { what: string; value: number; unit: string; ratio?: { to: string; value: number } };

const TOKENS = 2_000;
const STREAMS = [
  { tradesPerSecond: 100, seconds: 60 },
  { tradesPerSecond: 1_000, seconds: 20 },
  { tradesPerSecond: 5_000, seconds: 8 },
];

/** CPU seconds of this process while `work` runs. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const takeEmitted = (partition: Partition): Emitted[] => {
  const { emitted } = partition;
  partition.emitted = [];
  partition.asks = [];
  return emitted;
};

/** A text counts when it stands in one piece, as whoever sends it needs it. */
const settle = (emitted: readonly Emitted[]): void => {
  for (const { value } of emitted) Buffer.byteLength(value);
};

/** What readers need to show and to score a token, findings apart. */
const SCORING = new Set(['TokenDescribed', 'PriceTrailed']);

const fold = (partition: Partition, records: readonly JournalRecord[]): Emitted[] => {
  for (const record of records) applyRecord(partition, record);
  const emitted = takeEmitted(partition);
  settle(emitted);
  return emitted;
};

async function measureStream(tradesPerSecond: number, seconds: number): Promise<Result[]> {
  const options: BusyOptions = {
    seed: 7,
    tokens: TOKENS,
    historyS: 3_600,
    tradesPerHistoryStep: 60,
    tradesPerSecond,
    seconds,
  };
  const pure = newPartition(0);
  const reading = newPartition(0);
  const service = await openScreenerFold(0, new Map());
  const spent = { pure: 0, reading: 0, service: 0, parse: 0 };
  let trades = 0;
  let bytes = 0;
  let scored = 0;
  let scoredBytes = 0;
  let offset = 0;

  for (const { isHistory, records } of busyJournal(options)) {
    const values = records.map((record) => Buffer.from(encodeJournalRecord(record)));
    if (isHistory) {
      fold(pure, records);
      fold(
        reading,
        values.map((value) => decodeJournalRecord(value.toString())),
      );
      for (const value of values) service.apply(service.read({ offset: offset++, value }));
      service.take();
      continue;
    }
    let emitted: Emitted[] = [];
    spent.pure += cpuOf(() => {
      emitted = fold(pure, records);
    });
    spent.reading += cpuOf(() => {
      for (const value of values) {
        const record = readJournalRecord(value);
        if (typeof record === 'string') throw new Error(record);
        applyRecord(reading, record);
      }
      settle(takeEmitted(reading));
    });
    spent.service += cpuOf(() => {
      for (const value of values) service.apply(service.read({ offset: offset++, value }));
      for (const { value } of service.take()) Buffer.byteLength(value ?? '');
    });
    spent.parse += cpuOf(() => {
      for (const value of values) JSON.parse(value.toString());
    });
    trades += records.filter((record) => record.mint !== null).length;
    for (const value of values) bytes += value.length;
    for (const { value } of emitted) {
      const isFrame = typeof value !== 'string';
      if (isFrame) scored += decodeFrame(value).starts.length - 1;
      if (isFrame || SCORING.has(JSON.parse(value).kind)) scoredBytes += Buffer.byteLength(value);
    }
  }
  const at = `${tradesPerSecond.toLocaleString('en')} trades per stream second`;
  const parseLimit = { to: 'JSON.parse of the same bytes alone', value: spent.parse / spent.reading };
  return [
    { what: `pure fold, ${at}`, value: trades / spent.pure, unit: 'trades/s of CPU' },
    {
      what: `record bytes to frames and events, ${at}`,
      value: trades / spent.reading,
      unit: 'trades/s of CPU',
      ratio: parseLimit,
    },
    {
      what: `and repeats dropped, states captured, ${at}`,
      value: trades / spent.service,
      unit: 'trades/s of CPU',
      ratio: { to: 'JSON.parse of the same bytes alone', value: spent.parse / spent.service },
    },
    { what: `JSON.parse alone, ${at}`, value: trades / spent.parse, unit: 'trades/s of CPU' },
    { what: `measurements said per trade, ${at}`, value: scored / trades, unit: '' },
    { what: `pure fold per measurement, ${at}`, value: (spent.pure / scored) * 1e6, unit: 'µs' },
    { what: `bytes per measurement, ${at}`, value: scoredBytes / scored, unit: 'bytes' },
    { what: `bytes scored a trade, ${at}`, value: scoredBytes / trades, unit: 'bytes' },
    { what: `bytes per record, ${at}`, value: bytes / trades, unit: 'bytes' },
  ];
}

const results: Result[] = [];
for (const { tradesPerSecond, seconds } of STREAMS) {
  const found = await measureStream(tradesPerSecond, seconds);
  for (const { what, value, unit } of found)
    console.error(`${what}: ${value.toLocaleString('en', { maximumSignificantDigits: 4 })} ${unit}`);
  results.push(...found);
}
process.send?.(results);
