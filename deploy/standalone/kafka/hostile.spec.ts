import { gzipSync } from 'node:zlib';
import { decodeSubscribeRequest } from '@cryptonite/provider/subscribe-request.js';
import { parseUpdate } from '@cryptonite/provider/update.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KafkaError, MalformedFrameError } from './errors.js';
import { Frames } from './frames.js';
import { acceptBatch, filterBatch, findRecordByTime } from './record-batch.js';
import { buildBatch, sealed } from './testing/build-batch.js';
import { Reader, Writer } from './wire.js';

fc.configureGlobal({ seed: 4 });

const NOW_MS = 1_790_000_000_000;
const RULES = {
  maxMessageBytes: 1_048_588,
  isCompacted: false,
  timestampType: 'CreateTime' as const,
  timestampBeforeMaxMs: Number.MAX_SAFE_INTEGER,
  timestampAfterMaxMs: Number.MAX_SAFE_INTEGER,
};

const record = fc.record({
  key: fc.option(fc.string(), { nil: null }),
  value: fc.option(fc.string(), { nil: null }),
  timestampMs: fc.nat(1_000_000).map((ms) => NOW_MS + ms),
});
const batch = fc
  .record({ records: fc.array(record, { minLength: 1, maxLength: 6 }), isGzip: fc.boolean() })
  .map((plan) => buildBatch({ ...plan, baseTimestampMs: NOW_MS }));

/** Some bytes set, perhaps the end cut off; the checksum is put right, as a hostile client would. */
const hurt = fc
  .tuple(batch, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }), fc.nat(3))
  .map(([bytes, changes, cut]) => {
    const copy = Buffer.from(bytes.subarray(0, cut === 0 ? Math.floor(bytes.length / 2) : bytes.length));
    for (const [at, byte] of changes) copy[at % copy.length] = byte;
    return copy.length > 61 ? sealed(copy) : copy;
  });

function orRefused<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof KafkaError || error instanceof MalformedFrameError) return null;
    throw error;
  }
}

describe('a record batch', () => {
  it('that is valid is accepted and keeps its records', () => {
    fc.assert(
      fc.property(batch, (bytes) => {
        const header = acceptBatch(bytes, RULES, NOW_MS);
        expect(filterBatch(bytes, () => true).readInt32BE(57)).toBe(header.count);
        expect(findRecordByTime(bytes, 0, 0)?.offset).toBe(0);
      }),
    );
  });

  it('that is hurt is refused, or can be read by all that read it later', () => {
    fc.assert(
      fc.property(hurt, (bytes) => {
        if (orRefused(() => acceptBatch(bytes, RULES, NOW_MS)) === null) return;
        filterBatch(bytes, () => true);
        findRecordByTime(bytes, NOW_MS, 0);
      }),
      { numRuns: 800 },
    );
  });

  it('of any bytes is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(orRefused(() => acceptBatch(Buffer.from(bytes), RULES, NOW_MS))).toBeNull();
      }),
    );
  });

  it('that unpacks to more than a broker may hold is refused, and not unpacked', () => {
    const small = buildBatch({ records: [{}], baseTimestampMs: NOW_MS, isGzip: true });
    const body = gzipSync(Buffer.alloc(65 << 20), { level: 1 });
    const bomb = Buffer.concat([small.subarray(0, 61), body]);
    bomb.writeInt32BE(bomb.length - 12, 8);
    sealed(bomb);
    expect(bomb.length).toBeLessThan(RULES.maxMessageBytes);
    expect(() => acceptBatch(bomb, RULES, NOW_MS)).toThrow('cannot be decompressed');
  }, 30_000);
});

describe('requests', () => {
  it('of any bytes are read to their end or refused', () => {
    const step = fc.constantFrom('int16', 'int64', 'nullableString', 'string', 'nullableBytes', 'bytes');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.array(step, { maxLength: 8 }), (bytes, steps) => {
        const reader = new Reader(Buffer.from(bytes));
        orRefused(() => steps.map((name) => reader[name as 'string']()));
        orRefused(() => new Reader(Buffer.from(bytes)).array(() => 0));
      }),
    );
  });

  it('come whole through any cuts', () => {
    const bodies = fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 20 }), (sent, size) => {
        const stream = Buffer.concat(
          sent.map((body) => Buffer.concat([Buffer.from([0, 0, 0, body.length]), body])),
        );
        const frames = new Frames();
        const got: Buffer[] = [];
        for (let at = 0; at < stream.length; at += size)
          got.push(...frames.push(stream.subarray(at, at + size), 1_000));
        expect(got.map((body) => [...body])).toEqual(sent.map((body) => [...body]));
      }),
    );
  });

  it('that lie about their length are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 40 }), (bytes) => {
        orRefused(() => new Frames().push(Buffer.from(bytes), 1_000));
      }),
    );
  });

  it('come back from what a writer wrote', () => {
    fc.assert(
      fc.property(fc.string(), fc.maxSafeInteger(), (text, number) => {
        const { parts } = new Writer().nullableString(text).int64(number).finish();
        const reader = new Reader(Buffer.concat(parts));
        expect([reader.string(), reader.int64()]).toEqual([Buffer.from(text).toString(), number]);
      }),
    );
  });
});

describe('the Yellowstone server', () => {
  // The package's decoder throws what it likes; the server answers with it and goes on. None may hang.
  it('ends with every request and every recorded update, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const read of [decodeSubscribeRequest, (frame: Buffer) => parseUpdate(frame, 0)])
          try {
            read(Buffer.from(bytes));
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
      }),
      { numRuns: 500 },
    );
  });
});
