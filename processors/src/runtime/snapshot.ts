/**
 * The states of one partition in a local file, so that a restart reads the rest of their topic alone. It is a cache: what
 * is damaged, foreign, too old or ahead of the topic is left aside, and the topic is read from its start.
 *
 * Changes are appended, and the file is written anew when most of it is out of date. What it says up to any place stands
 * by itself, so that an end torn off by a crash costs no more than that end.
 */
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { messageOf } from './service.js';

/** What the first segment says: whose states these are. */
const Place = z.object({
  v: z.literal(2),
  topic: z.string(),
  partition: z.int(),
  /** Committed with the group's offset: changes whenever states are rebuilt from the topic's start. */
  identity: z.string(),
  /** The first offset of the topic then: it moves when somebody deletes records. */
  low: z.int(),
});
export type Place = Omit<z.infer<typeof Place>, 'v'>;

/** What any other says: its entries bring the states of offset `from`, or of any later one, up to `nextOffset`. */
const Mark = z.object({ from: z.int(), nextOffset: z.int(), writtenAt: z.int() });
type Mark = z.infer<typeof Mark>;

type Change = { key: string; value: Buffer | string | null };

/** `bytes` is what the states would take in a file of their own; behind `end` the file is torn. */
export type Snapshot = { nextOffset: number; bytes: number; end: number; values: Map<string, Buffer> };

/**
 * Compaction takes the mark of a removed key away a day after it was written (`delete.retention.ms`); an older snapshot
 * would bring the key back.
 */
const AGE_MAX_MS = 12 * 3_600_000;
const WRITTEN_AT_ONCE_BYTES = 1 << 20;
/** A file is written anew when it is larger than this and than twice the states that stand in it. */
const REWRITE_BYTES_MIN = 4 << 20;
/** Stands for the length of a value that was removed. */
const REMOVED = 0xffff_ffff;

/** The file's states, or in a sentence why they cannot be used. `high` is the topic's end, `now` the clock's time. */
export async function readSnapshot(
  file: string,
  place: Place,
  high: number,
  now = Date.now(),
): Promise<Snapshot | string> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file);
    const values = new Map<string, Buffer>();
    let newest: Mark | null = null;
    let end = 0;
    for await (const { mark, body, bodyAt } of standingSegments(handle, place)) {
      end = bodyAt + body.length;
      for (const { key, value } of entriesOf(body)) {
        if (value === null) values.delete(key);
        else values.set(key, value);
      }
      newest = mark;
    }
    if (newest === null || newest.nextOffset === 0) return 'is damaged';
    const ageMs = now - newest.writtenAt;
    if (newest.nextOffset > high) return 'is ahead of the topic';
    if (ageMs < 0 || ageMs > AGE_MAX_MS) return 'is too old';
    let bytes = 0;
    for (const [key, value] of values) bytes += sizeOf({ key, value });
    return { nextOffset: newest.nextOffset, bytes, end, values };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : messageOf(error);
  } finally {
    await handle?.close();
  }
}

type Segment = { mark: Mark; body: Buffer; bodyAt: number };

/** The segments that make the states, up to the first that is damaged. Throws for a foreign file. */
async function* standingSegments(handle: FileHandle, place: Place): AsyncGenerator<Segment> {
  let isFirst = true;
  let nextOffset = 0;
  for await (const { line, body, bodyAt } of wholeSegments(handle)) {
    if (isFirst) {
      const head = Place.safeParse(JSON.parse(line));
      if (!head.success) throw new Error('is of another format');
      const { topic, partition, identity, low } = head.data;
      if (topic !== place.topic || partition !== place.partition) throw new Error('is of another partition');
      if (identity !== place.identity || low !== place.low) throw new Error('is of other states');
      isFirst = false;
      continue;
    }
    const mark = Mark.parse(JSON.parse(line));
    // Written late, by a process that has lost the partition, what it says was read from the topic meanwhile; and what
    // would leave a hole waits for the segment that bridges it.
    if (mark.nextOffset < nextOffset || mark.from > nextOffset) continue;
    nextOffset = mark.nextOffset;
    yield { mark, body, bodyAt };
  }
}

// A segment: the length and the checksum of what follows in four bytes each, a line of JSON, and entries.
async function* wholeSegments(
  handle: FileHandle,
): AsyncGenerator<{ line: string; body: Buffer; bodyAt: number }> {
  const { size } = await handle.stat();
  const head = Buffer.alloc(8);
  for (let at = 0; at + head.length <= size; ) {
    await handle.read(head, 0, head.length, at);
    at += head.length;
    const length = head.readUInt32LE(0);
    // Zeros are what a power cut leaves.
    if (length === 0 || at + length > size) return;
    const bytes = Buffer.allocUnsafeSlow(length);
    await handle.read(bytes, 0, length, at);
    if (crc32(bytes) !== head.readUInt32LE(4)) return;
    const bodyStart = bytes.indexOf('\n') + 1;
    yield {
      line: bytes.toString('utf8', 0, bodyStart),
      body: bytes.subarray(bodyStart),
      bodyAt: at + bodyStart,
    };
    at += length;
  }
}

// An entry: the lengths of key and value in four bytes each, then both.
function* entriesOf(body: Buffer): Generator<{ key: string; value: Buffer | null; at: number }> {
  for (let at = 0; at < body.length; ) {
    const keyAt = at + 8;
    const valueAt = keyAt + body.readUInt32LE(at);
    const length = body.readUInt32LE(at + 4);
    const next = length === REMOVED ? valueAt : valueAt + length;
    yield {
      key: body.toString('utf8', keyAt, valueAt),
      value: length === REMOVED ? null : body.subarray(valueAt, next),
      at,
    };
    at = next;
  }
}

const sizeOf = ({ key, value }: Change): number =>
  8 + Buffer.byteLength(key) + (value === null ? 0 : Buffer.byteLength(value));

function segmentOf(head: z.infer<typeof Place> | Mark, changes: Iterable<Change>): Buffer {
  const line = `${JSON.stringify(head)}\n`;
  let size = 8 + line.length;
  for (const change of changes) size += sizeOf(change);
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 8 + bytes.write(line, 8);
  for (const { key, value } of changes) {
    const keyLength = bytes.write(key, at + 8);
    bytes.writeUInt32LE(keyLength, at);
    let length = REMOVED;
    if (value !== null) {
      const valueAt = at + 8 + keyLength;
      length = typeof value === 'string' ? bytes.write(value, valueAt) : value.copy(bytes, valueAt);
    }
    bytes.writeUInt32LE(length, at + 4);
    at += 8 + keyLength + (length === REMOVED ? 0 : length);
  }
  bytes.writeUInt32LE(size - 8, 0);
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

/** Keeps a partition's file near its topic, as long as this process is the topic's only writer. */
export class SnapshotKeeper {
  readonly #file: string;
  readonly #place: Place;
  readonly #log: (line: string) => void;
  #nextOffset: number;
  /** Open for reading and appending: whoever puts another file in its place does not meet our appends. */
  #handle: FileHandle | null = null;
  #fileBytes = 0;
  #statesBytes: number;
  /** Where to go on in a file that was read; null where none was. */
  readonly #end: number | null;
  #isLost = false;
  #isClosed = false;
  #work: Promise<void> = Promise.resolve();

  /** `from`: the snapshot to go on from, or where the states stand that {@link SnapshotKeeper.writeAll} is to write. */
  constructor(
    file: string,
    place: Place,
    from: Pick<Snapshot, 'nextOffset' | 'bytes' | 'end'> | { nextOffset: number },
    log: (line: string) => void,
  ) {
    this.#file = file;
    this.#place = place;
    this.#nextOffset = from.nextOffset;
    this.#statesBytes = 'bytes' in from ? from.bytes : 0;
    this.#end = 'end' in from ? from.end : null;
    this.#log = log;
  }

  /** Writes all states as they were read from the topic. */
  writeAll(values: readonly (readonly [string, Buffer])[]): void {
    const mark = { from: 0, nextOffset: this.#nextOffset, writtenAt: Date.now() };
    this.#queue(() => this.#writeAnew(mark, [values.map(([key, value]) => ({ key, value }))]));
  }

  /** Changes that are committed, in their order; `nextOffset` is that after the last of them. */
  note(changes: readonly Change[], nextOffset: number): void {
    if (this.#isLost || this.#isClosed) return;
    const segment = segmentOf({ from: this.#nextOffset, nextOffset, writtenAt: Date.now() }, changes);
    this.#nextOffset = nextOffset;
    this.#queue(async () => {
      this.#handle ??= await this.#openFile();
      await this.#handle.appendFile(segment);
      this.#fileBytes += segment.length;
      if (this.#fileBytes > Math.max(REWRITE_BYTES_MIN, 2 * this.#statesBytes))
        await this.#rewrite(this.#handle);
    });
  }

  /** Resolves when everything is written; what is noted afterwards is not. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#work;
    await this.#handle?.close();
    this.#handle = null;
  }

  async #openFile(): Promise<FileHandle> {
    const handle = await open(this.#file, 'a+');
    if (this.#end !== null) await handle.truncate(this.#end);
    this.#fileBytes = (await handle.stat()).size;
    return handle;
  }

  /** Copies what stands, segment by segment: never is more of the file in memory. */
  async #rewrite(handle: FileHandle): Promise<void> {
    const place = this.#place;
    const newestAt = new Map<string, number>();
    let newest: Mark | null = null;
    for await (const { mark, body, bodyAt } of standingSegments(handle, place)) {
      for (const { key, value, at } of entriesOf(body)) {
        if (value === null) newestAt.delete(key);
        else newestAt.set(key, bodyAt + at);
      }
      newest = mark;
    }
    if (newest === null) throw new Error('is damaged');
    const { nextOffset, writtenAt } = newest;
    async function* standing(): AsyncGenerator<Change[]> {
      for await (const { body, bodyAt } of standingSegments(handle, place))
        yield [...entriesOf(body)].filter(({ key, at }) => newestAt.get(key) === bodyAt + at);
    }
    await this.#writeAnew({ from: 0, nextOffset, writtenAt }, standing());
  }

  async #writeAnew(
    mark: Mark,
    pieces: Iterable<readonly Change[]> | AsyncIterable<readonly Change[]>,
  ): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true });
    // A file of our own, whoever else writes one under this name: renamed before its end it is damaged, no more.
    const partial = `${this.#file}.partial`;
    await rm(partial, { force: true });
    const handle = await open(partial, 'a+');
    let fileBytes = 0;
    const write = async (segment: Buffer) => {
      fileBytes += segment.length;
      await handle.appendFile(segment);
    };
    try {
      await write(segmentOf({ v: 2, ...this.#place }, []));
      for await (const piece of pieces)
        for (const changes of cutAtSize(piece)) await write(segmentOf({ ...mark, nextOffset: 0 }, changes));
      // The states stand at an offset only with the last piece.
      await write(segmentOf(mark, []));
      await rename(partial, this.#file);
    } catch (error) {
      await handle.close();
      await rm(partial, { force: true });
      throw error;
    }
    await this.#handle?.close();
    this.#handle = handle;
    this.#fileBytes = fileBytes;
    this.#statesBytes = fileBytes;
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(() => (this.#isLost ? undefined : work()))
      .catch(async (error) => {
        // Changes are lost to it: the next start reads the topic from its start.
        this.#isLost = true;
        this.#log(`snapshot ${this.#file}: ${messageOf(error)}; it is removed`);
        await rm(this.#file, { force: true }).catch(() => undefined);
      });
  }
}

function* cutAtSize(changes: readonly Change[]): Generator<Change[]> {
  let cut: Change[] = [];
  let size = 0;
  for (const change of changes) {
    cut.push(change);
    size += sizeOf(change);
    if (size < WRITTEN_AT_ONCE_BYTES) continue;
    yield cut;
    cut = [];
    size = 0;
  }
  if (cut.length > 0) yield cut;
}
