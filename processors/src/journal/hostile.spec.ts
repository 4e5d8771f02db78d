import { FIRST_TIME_MS, LAST_TIME_MS, positionOf, SOL_MINT } from '@cryptonite/contracts/chain';
import {
  decodeScreeningEvent,
  encodeJournalRecord,
  encodeScreeningEvent,
  type Fact,
  JournalRecord,
  ScreeningEvent,
  screeningSamples,
} from '@cryptonite/contracts/events';
import { decodeScreeningRecord, isFrame } from '@cryptonite/contracts/frames';
import { decodeScreenerState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openScreenerFold } from '../screener/screener-fold.js';
import { journalReader, type Read, screeningReader } from '../sink/range.js';
import { columnsOf } from '../sink/table-rows.js';
import { curveOf, mintOf, START_MS, START_SLOT, walletOf } from '../testing/journal.js';
import { readJournalRecord } from './read-record.js';

fc.configureGlobal({ seed: 4 });

const MAX_U64 = 2n ** 64n - 1n;
const MAX_I128 = 2n ** 127n - 1n;
const u64 = fc.oneof(fc.constantFrom(0n, 1n, MAX_U64), fc.bigInt({ min: 0n, max: MAX_U64 }));
const i128 = fc.oneof(
  fc.constantFrom(0n, 1n, -1n, MAX_I128, -MAX_I128 - 1n),
  fc.bigInt({ min: -MAX_I128, max: MAX_I128 }),
);
const time = fc.oneof(
  fc.nat(86_400_000).map((ms) => START_MS + ms),
  fc.constantFrom(0, -1, START_MS - 86_400_000_000, START_MS + 1e12, FIRST_TIME_MS, LAST_TIME_MS),
);
const slot = fc.oneof(
  fc.nat(5_000).map((n) => START_SLOT + n),
  fc.constantFrom(0, 1, 10 ** 12 - 1),
);
const mint = fc.nat(3).map(mintOf);
const text = fc.oneof(fc.string(), fc.constantFrom('', 'n'.repeat(2_000), '\ud800', '__proto__', '\u0000'));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

let serial = 0;
const base = (kind: string, at: number, ms: number) => ({
  kind,
  id: `hostile:${serial++}:${kind}`,
  position: positionOf({ slot: at, transaction: serial % 900_000, instruction: 0, inner: 0 }),
  time: ms,
});

/** Facts as their contract allows them and no chain ever states them. */
const fact: fc.Arbitrary<(slot: number, time: number, mint: string) => object> = fc.oneof(
  fc
    .record({
      venue: fc.constantFrom('pump-curve', 'pumpswap'),
      side: fc.constantFrom('buy', 'sell'),
      tokenAmount: u64,
      quoteAmount: u64,
      quoteMint: fc.constantFrom(SOL_MINT, mintOf(9)),
      quoteDecimals: orNull(fc.nat(18)),
      priceTokenReserves: orNull(i128),
      priceQuoteReserves: orNull(i128),
      realTokenReserves: orNull(u64),
      realQuoteReserves: orNull(u64),
      tokenSupply: orNull(u64),
      own: orNull(time),
    })
    .map(({ own, ...fields }) => (at: number, ms: number, of: string) => ({
      ...base('TradeExecuted', at, own ?? ms),
      ...fields,
      mint: of,
      pool: curveOf(of),
      protocolFee: null,
      creatorFee: null,
      lpFee: null,
      trader: walletOf(serial % 7),
      feePayer: null,
      creator: null,
      isMayhem: null,
      instructionName: null,
    })),
  fc
    .record({
      name: text,
      symbol: text,
      uri: text,
      virtualTokenReserves: orNull(u64),
      virtualQuoteReserves: orNull(u64),
      realTokenReserves: orNull(u64),
      tokenTotalSupply: orNull(u64),
    })
    .map((fields) => (at: number, ms: number, of: string) => ({
      ...base('LaunchCreated', at, ms),
      ...fields,
      mint: of,
      bondingCurve: curveOf(of),
      user: walletOf(1),
      creator: null,
      tokenProgram: null,
      quoteMint: SOL_MINT,
      isMayhem: null,
      isCashback: null,
      creatorFeeBasisPoints: null,
    })),
  u64.map((amount) => (at: number, ms: number, of: string) => ({
    ...base('BalanceChanged', at, ms),
    mint: of,
    account: walletOf(serial % 5),
    ownerBefore: null,
    ownerAfter: walletOf(serial % 3),
    amount,
  })),
  fc.constant((at: number, ms: number, of: string) => ({
    ...base('CurveCompleted', at, ms),
    mint: of,
    bondingCurve: curveOf(of),
    user: walletOf(1),
    quoteMint: SOL_MINT,
  })),
  fc.constant((at: number, ms: number) => ({
    ...base('SlotConfirmed', at, ms),
    slot: at,
    parentSlot: null,
  })),
  fc
    .constantFrom('0', '0.000000000001', '150', '9'.repeat(12))
    .map((priceUsd) => (at: number, ms: number) => ({
      ...base('SolPriceObserved', at, ms),
      priceUsd,
      from: 'x',
    })),
  orNull(fc.nat()).map((durationMs) => (at: number, ms: number) => ({
    ...base('GapDetected', at, ms),
    afterSlot: Math.max(0, at - 9),
    beforeSlot: at,
    durationMs,
    reason: '',
  })),
);

const record = fc
  .record({ slot, time, mint, make: fc.array(fact, { minLength: 1, maxLength: 3 }) })
  .map(({ slot: at, time: ms, mint: of, make }) => {
    const facts = make.map((each) => each(at, ms, of)) as Fact[];
    const own = facts.filter((each) => 'mint' in each);
    return {
      v: 1,
      mint: own.length > 0 ? of : null,
      slot: at,
      time: ms,
      signature: null,
      feePayer: null,
      source: { kind: 'market', name: 'seed 7' },
      facts: own.length > 0 ? own : facts,
    } as JournalRecord;
  });

const bytesOf = (value: JournalRecord) => Buffer.from(encodeJournalRecord(value));

describe('a record of the journal', () => {
  it('of any bytes is read, or refused with a reason', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(Buffer.from)), (bytes) => {
        const read = readJournalRecord(Buffer.from(bytes));
        expect(typeof read === 'string' ? read.length > 0 : JournalRecord.safeEncode(read).success).toBe(
          true,
        );
      }),
    );
  });

  it('that keeps its contract, however absurd, is folded, and what comes of it can be read again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 12 }), async (records) => {
        const fold = await openScreenerFold(0, new Map());
        records.forEach((each, offset) => {
          fold.apply(fold.read({ offset, value: bytesOf(each) }));
        });
        for (const { topic, value } of fold.take()) {
          if (topic === TOPICS.screening.name) {
            const bytes = Buffer.from(value ?? '');
            rowsFit(screeningReader().read({ offset: 0, value: bytes }).rows);
            if (isFrame(bytes)) {
              decodeScreeningRecord(bytes);
              continue;
            }
            const event = decodeScreeningEvent(bytes.toString());
            expect(decodeScreeningEvent(encodeScreeningEvent(event))).toEqual(event);
          }
          if (topic === TOPICS.screenerState.name && value !== null) decodeScreenerState(value);
        }
      }),
      { numRuns: 60 },
    );
  }, 30_000);

  it('that keeps its contract gives rows that fit their tables, or a refusal', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), (records) => {
        const reader = journalReader(0);
        records.forEach((each, offset) => {
          const { rows, refusal } = reader.read({ offset, value: bytesOf(each) });
          rowsFit(rows);
          expect(refusal === null || refusal.length > 0).toBe(true);
        });
      }),
    );
  });
});

describe('a screening event', () => {
  it('of any bytes is stored, or refused with a reason', () => {
    const hurt = fc
      .tuple(fc.constantFrom(...screeningSamples), fc.string(), fc.jsonValue())
      .map(([sample, name, value]) => {
        const names = Object.keys(sample);
        return { ...sample, [names[name.length % names.length]!]: value };
      });
    fc.assert(
      fc.property(fc.oneof(hurt, fc.jsonValue()), (value) => {
        const { rows, refusal } = screeningReader().read({
          offset: 0,
          value: Buffer.from(JSON.stringify(value)),
        });
        expect(rows.length > 0).toBe(refusal === null);
        rowsFit(rows);
        if (refusal === null) expect(ScreeningEvent.safeParse(value).success).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

/** A cell for every column; whether each column can hold its cell, the writer of rows asks when it writes them. */
function rowsFit(rows: Read['rows']): void {
  for (const { table, cells } of rows) {
    expect(cells).toHaveLength(columnsOf(table).length);
    for (const cell of cells)
      expect(cell !== undefined && (typeof cell !== 'number' || Number.isFinite(cell))).toBe(true);
  }
}
