import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFrame, measurementSample } from '@cryptonite/contracts/frames';
import { SCHEMA } from '@cryptonite/contracts/measures';
import { afterAll, expect, it } from 'vitest';
import { type TopicLine, topicLines } from './topic-lines.js';
import { topicRecords } from './topic-records.js';

/** As the product wrote it: four scans in a gzipped batch of a transaction, and the mark of a transaction's end. */
const SCANS = Buffer.from(
  'AAAAAAAAAZ4AAAGqAAAAAAIXEtirABEAAAADAAABogSGqkAAAAGiBIbBsAAAAAAAAAAGAAAAAAGSAAAABB+LCAAAAAAAAAPVlM1KAzEQx5ci+xqWOaeS/Uw3B6EePBfFk/QQNlFDd5MlyXqRvouP4qN49hHEg2Rb+iFCt6WX5pJkmPwnMz9mvsMgCAbJV/gGc6k4ULgvmZrwV6ZKwQGB9LaERqTIEhLHeYoxpn98GmacdFIroAmCRtvVBTDGaR4XcVLkeFR0y28jjDEGBE7WAnalEVjdmlIAXX+oZmYuHCBQzLvD8j60sm4r5rRBQysEHxJYILCVdkDXMb1aNTWyFA/W5xGlxVWRZhGJyBinCYGNw63R9T/iWx4Tt/VXnwECWzKlBAeKETjtWNUVoNZKOm0En7Z189Quq7I23mjFV09q5sqX1dmIUhtu7wTjPgEv7phxgm/CRjnx1UfwzBoL9HG2CH7C4P1ycAi//Eh+2X5+Xvqk/LLz5Rf15vdxfXEIv/Fx/EiP/vPSp+RHOrXz7L+4N7/PWXgAP+IHxxHzk+zvv076pPzOuP+Sfvx+AdCS0q7/BgAA',
  'base64',
);
const END = Buffer.from(
  'AAAAAAAAABQAAABCAAAAAAL2BbsRADAAAAAAAAABogUim+UAAAGiBSKb5QAAAAAAAAAGAAD/////AAAAASAAAAAIAAAAAQwAAAAAAAAA',
  'base64',
);
const OFFSETS = [414, 415, 416, 417];

const source = { kind: 'market', name: 'market simulator' } as const;
const frame = encodeFrame({ partition: 3, slot: 7, time: 1_760_000_000_000, source }, [measurementSample]);
const printed = (value: Buffer | null) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(value?.length ?? -1);
  return Buffer.concat([length, value ?? Buffer.alloc(0)]);
};

const folder = mkdtempSync(join(tmpdir(), 'topic-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function linesOf(...pieces: Buffer[]): Promise<TopicLine[]> {
  const path = join(folder, 'records');
  writeFileSync(path, Buffer.concat(pieces));
  return all(topicLines(path));
}

it("reads a file of Kafka's log: its batches, packed ones too, and no marks of transactions", async () => {
  const lines = await linesOf(SCANS, END);
  expect(lines).toMatchObject(OFFSETS.map((offset) => ({ line: { offset, kind: 'ScanAdvanced' } })));
});

it('prints a frame with its measurements', async () => {
  expect(await linesOf(printed(frame), printed(null), printed(Buffer.from('{"kind":"clock"}')))).toEqual([
    {
      line: {
        kind: 'Frame',
        schema: SCHEMA,
        partition: 3,
        slot: 7,
        time: 1_760_000_000_000,
        source,
        measurements: [measurementSample],
      },
    },
    { line: { kind: 'Removed' } },
    { line: { kind: 'clock' } },
  ]);
});

it('says which record cannot be read, and goes on', async () => {
  const cut = frame.subarray(0, -1);
  expect(await linesOf(printed(cut), printed(Buffer.from('{"a":1}')))).toEqual([
    { error: 'record 1: the last row is cut short' },
    { line: { a: 1 } },
  ]);
});

it.each([1, 16, 17, 100, 1_000])('reads the same in pieces of %d bytes', async (size) => {
  for (const whole of [Buffer.concat([SCANS, END, SCANS]), Buffer.concat([printed(frame), printed(frame)])]) {
    const pieces = async function* () {
      for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
    };
    const atOnce = async function* () {
      yield whole;
    };
    expect(await all(topicRecords(pieces()))).toEqual(await all(topicRecords(atOnce())));
  }
});

it('leaves out a batch that is still being written', async () => {
  expect(await linesOf(SCANS, SCANS.subarray(0, 200))).toHaveLength(OFFSETS.length);
});

it.each([
  ['a text', Buffer.from('no records, and longer than a head')],
  ['a batch where none should begin', Buffer.concat([SCANS, Buffer.alloc(80, 7)])],
])('refuses %s', async (_, bytes) => {
  await expect(linesOf(bytes)).rejects.toThrow(/is (neither|damaged)/);
});
