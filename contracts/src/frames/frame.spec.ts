import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEASURES, type Measurement, rowCodecOf, SCHEMA } from '../measures/index.js';
import { compileRow } from '../measures/row-codec.js';
import { Bytes, viewOf } from '../row-binary/index.js';
import {
  DamagedFrame,
  decodeFrame,
  decodeScreeningRecord,
  encodeFrame,
  isFrame,
  measurementSample,
  measurementsOf,
} from './index.js';

fc.configureGlobal({ seed: 7 });

const head = {
  partition: 3,
  slot: 371_820_726,
  time: 1_759_852_522_000,
  source: { kind: 'market', name: 'market simulator, seed 7 – „Böe“' },
} as const;

const float = fc.double({ noNaN: true, noDefaultInfinity: true });
const uint = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });
const time = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2260, 0) });
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  Bool: fc.boolean(),
  UInt16: uint(16),
  UInt32: uint(32),
  Float64: float,
  'Nullable(Float64)': fc.option(float),
  'Nullable(UInt32)': fc.option(uint(32)),
  'Nullable(Bool)': fc.option(fc.boolean()),
  DateTime64: time,
  'Nullable(DateTime64)': fc.option(time),
};
const arbitraryOf = (type: (typeof MEASURES)[number]['type']): fc.Arbitrary<unknown> =>
  typeof type === 'string'
    ? (VALUES[type] ?? fc.constant('text'))
    : fc.constantFrom(...type.map((name) => (name === '' ? null : name)));

const measurement = fc
  .record(Object.fromEntries(MEASURES.map(({ name, type }) => [name, arbitraryOf(type)])))
  .map((values) => ({
    ...values,
    mint: measurementSample.mint,
    position: measurementSample.position,
  })) as fc.Arbitrary<Measurement>;

describe('a frame', () => {
  it('gives back what was put in, and says where each row begins', () => {
    fc.assert(
      fc.property(fc.array(measurement, { maxLength: 5 }), (measurements) => {
        const frame = decodeFrame(encodeFrame(head, measurements));
        expect(frame).toMatchObject({ ...head, schema: SCHEMA });
        expect(measurementsOf(frame)).toEqual(measurements);
        measurements.forEach((each, row) => {
          const alone = decodeFrame(encodeFrame(head, [each]));
          expect(frame.rows.subarray(frame.starts[row], frame.starts[row + 1])).toEqual(alone.rows);
        });
      }),
    );
  });

  it('begins as no JSON text does', () => {
    expect(isFrame(encodeFrame(head, []))).toBe(true);
    for (const text of ['{}', '[]', ' {}', '"x"', '1', '-1', 'null', 'true', '\uFEFF{}', 'ö'])
      expect(isFrame(Buffer.from(text))).toBe(false);
  });

  it('writes what is no finite number as unknown', () => {
    const odd = { ...measurementSample, priceQuote: Number.NaN, volumeUsd: Number.POSITIVE_INFINITY };
    const [read] = measurementsOf(decodeFrame(encodeFrame(head, [odd])));
    expect(read).toMatchObject({ priceQuote: null, volumeUsd: null });
  });

  const whole = encodeFrame(head, [measurementSample, { ...measurementSample, lifecycle: 'graduated' }]);

  it('is refused wherever it is cut', () => {
    for (let length = 1; length < whole.length; length += 1)
      expect(() => decodeFrame(whole.subarray(0, length)), `${length}`).toThrow(DamagedFrame);
    expect(() => decodeFrame(Buffer.concat([whole, Buffer.from([0])]))).toThrow('behind its last row');
  });

  it('is refused with a reason, or still reads as a frame, whichever byte is changed', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), uint(8), (at, byte) => {
        const changed = Buffer.from(whole);
        changed[at] = byte;
        try {
          const frame = decodeFrame(changed);
          expect(measurementsOf(frame)).toHaveLength(frame.starts.length - 1);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedFrame);
          expect((error as Error).message).not.toBe('');
        }
      }),
    );
  });

  it('of a schema that this version does not know says which', () => {
    const later = Buffer.from(whole);
    later.writeUInt16LE(SCHEMA + 1, 1);
    expect(() => decodeFrame(later)).toThrow(
      `is of schema ${SCHEMA + 1}, and this version knows schemas 1 to ${SCHEMA}`,
    );
  });
});

describe('rows of an earlier schema', () => {
  it('are read with what they lack as null', () => {
    const first = [{ name: 'count', type: 'UInt32', unit: '', meaning: '', shown: [], since: 1 }] as const;
    const bytes = new Bytes();
    compileRow<{ count: number }>(first).write(bytes, { count: 7 });
    const rows = bytes.buffer.subarray(0, bytes.at);
    const codec = compileRow<{ count: number; share: number | null }>(first, ['share']);
    expect(codec.end(rows, viewOf(rows), 0)).toBe(4);
    expect(codec.read(rows, viewOf(rows), 0)).toEqual({ count: 7, share: null });
  });

  it('of before a measure could be null have its value', () => {
    const first = rowCodecOf(1)!;
    const bytes = new Bytes();
    first.write(bytes, { ...measurementSample, holderCoverage: 0.25 });
    const rows = bytes.buffer.subarray(0, bytes.at);
    expect(first.end(rows, viewOf(rows), 0)).toBe(rows.length);
    expect(first.read(rows, viewOf(rows), 0)).toEqual({
      ...measurementSample,
      holderCoverage: 0.25,
      ...Object.fromEntries(MEASURES.filter(({ since }) => since > 1).map(({ name }) => [name, null])),
    });
  });
});

describe('a record of the topic', () => {
  it('is a frame or an event', () => {
    const record = decodeScreeningRecord(encodeFrame(head, [measurementSample]));
    expect(record.holds === 'frame' && measurementsOf(record.frame)).toEqual([measurementSample]);
    expect(() => decodeScreeningRecord(Buffer.from('{"kind":"Other"}'))).toThrow();
  });
});
