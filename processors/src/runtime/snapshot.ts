/**
 * The states of one partition in a local file, so that a restart reads the rest of their topic alone. It is a cache: what
 * is damaged, foreign, too old or ahead of the topic is left aside, and the topic is read from its start.
 */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { messageOf } from './service.js';

const Head = z.object({
  v: z.literal(1),
  topic: z.string(),
  partition: z.int(),
  /** Committed with the group's offset: changes whenever states are rebuilt from the topic's start. */
  identity: z.string(),
  /** The first offset of the topic then: it moves when somebody deletes records. */
  low: z.int(),
  /** Everything before it is in the file. */
  nextOffset: z.int(),
  writtenAt: z.int(),
});
type Head = z.infer<typeof Head>;
export type Place = Omit<Head, 'v' | 'nextOffset' | 'writtenAt'>;

export type Snapshot = { nextOffset: number; bytes: number; values: Map<string, Buffer> };

/**
 * Compaction takes the mark of a removed key away a day after it was written (`delete.retention.ms`); an older snapshot
 * would bring the key back.
 */
const AGE_MAX_MS = 12 * 3_600_000;
const WRITTEN_AT_ONCE_BYTES = 1 << 20;
/** Changes are kept in memory until they are worth a new file. */
const REFRESH_BYTES_MIN = 4 << 20;
const REFRESH_SHARE = 0.25;

/** The file's states, or in a sentence why they cannot be used. `high` is the topic's end, `now` the clock's time. */
export async function readSnapshot(
  file: string,
  place: Place,
  high: number,
  now = Date.now(),
): Promise<Snapshot | string> {
  try {
    const { head, body } = splitFile(await readFile(file));
    const ageMs = now - head.writtenAt;
    if (head.topic !== place.topic || head.partition !== place.partition) return 'is of another partition';
    if (head.identity !== place.identity || head.low !== place.low) return 'is of other states';
    if (head.nextOffset > high) return 'is ahead of the topic';
    if (ageMs < 0 || ageMs > AGE_MAX_MS) return 'is too old';
    return { nextOffset: head.nextOffset, bytes: body.length, values: readEntries(body) };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : messageOf(error);
  }
}

// The file: its head as a line of JSON, the entries, and the checksum of both in four bytes.
function splitFile(bytes: Buffer): { head: Head; body: Buffer } {
  const end = bytes.length - 4;
  if (end < 0 || crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) throw new Error('is damaged');
  const line = bytes.indexOf('\n');
  return {
    head: Head.parse(JSON.parse(bytes.toString('utf8', 0, line))),
    body: bytes.subarray(line + 1, end),
  };
}

// An entry: the lengths of key and value in four bytes each, then both.
function readEntries(body: Buffer): Map<string, Buffer> {
  const values = new Map<string, Buffer>();
  for (let at = 0; at < body.length; ) {
    const key = at + 8;
    const value = key + body.readUInt32LE(at);
    const next = value + body.readUInt32LE(at + 4);
    values.set(body.toString('utf8', key, value), body.subarray(value, next));
    at = next;
  }
  return values;
}

async function writeSnapshot(
  file: string,
  head: Head,
  values: Iterable<readonly [string, Buffer]>,
): Promise<number> {
  await mkdir(dirname(file), { recursive: true });
  // Two processes that write it at once make a file whose checksum is wrong.
  const partial = `${file}.partial`;
  const handle = await open(partial, 'w');
  let written = 0;
  try {
    let checksum = 0;
    let parts: Buffer[] = [Buffer.from(`${JSON.stringify(head)}\n`)];
    let size = 0;
    const flush = async () => {
      const bytes = Buffer.concat(parts);
      checksum = crc32(bytes, checksum);
      written += bytes.length;
      parts = [];
      size = 0;
      await handle.writeFile(bytes);
    };
    for (const [key, value] of values) {
      const name = Buffer.from(key);
      const lengths = Buffer.alloc(8);
      lengths.writeUInt32LE(name.length, 0);
      lengths.writeUInt32LE(value.length, 4);
      parts.push(lengths, name, value);
      size += 8 + name.length + value.length;
      if (size >= WRITTEN_AT_ONCE_BYTES) await flush();
    }
    await flush();
    const end = Buffer.alloc(4);
    end.writeUInt32LE(checksum);
    await handle.writeFile(end);
  } finally {
    await handle.close();
  }
  await rename(partial, file);
  return written;
}

/** Keeps a partition's file near its topic, as long as this process is the topic's only writer. */
export class SnapshotKeeper {
  readonly #file: string;
  readonly #place: Place;
  readonly #log: (line: string) => void;
  #nextOffset: number;
  #fileBytes: number;
  #changed = new Map<string, Buffer | null>();
  #changedBytes = 0;
  #writing: Promise<void> | null = null;
  /** What the file holds up to; null when it is not ours to go on from. */
  #inFile: number | null;

  constructor(
    file: string,
    place: Place,
    from: { nextOffset: number; bytes: number },
    log: (line: string) => void,
  ) {
    this.#file = file;
    this.#place = place;
    this.#nextOffset = from.nextOffset;
    this.#fileBytes = from.bytes;
    this.#inFile = from.nextOffset;
    this.#log = log;
  }

  /** Writes all states as they were read from the topic. */
  writeAll(values: readonly (readonly [string, Buffer])[]): void {
    this.#start(async (nextOffset) => this.#write(nextOffset, values));
  }

  /** Changes that are committed, in their order; `nextOffset` is that after the last of them. */
  note(changes: readonly { key: string; value: Buffer | string | null }[], nextOffset: number): void {
    if (this.#inFile === null) return;
    for (const { key, value } of changes) {
      this.#changed.set(key, typeof value === 'string' ? Buffer.from(value) : value);
      this.#changedBytes += key.length + (value?.length ?? 0);
    }
    this.#nextOffset = nextOffset;
    if (this.#changedBytes < Math.max(REFRESH_BYTES_MIN, this.#fileBytes * REFRESH_SHARE)) return;
    if (this.#writing !== null) return;
    const changed = this.#changed;
    this.#changed = new Map();
    this.#changedBytes = 0;
    this.#start(async (next) => {
      const { head, body } = splitFile(await readFile(this.#file));
      if (head.identity !== this.#place.identity || head.nextOffset !== this.#inFile)
        throw new Error('another process has written it');
      const values = readEntries(body);
      for (const [key, value] of changed) {
        if (value === null) values.delete(key);
        else values.set(key, value);
      }
      await this.#write(next, values);
    });
  }

  /** Resolves when nothing is being written. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #write(nextOffset: number, values: Iterable<readonly [string, Buffer]>): Promise<void> {
    const head = { v: 1, ...this.#place, nextOffset, writtenAt: Date.now() } as const;
    this.#fileBytes = await writeSnapshot(this.#file, head, values);
    this.#inFile = nextOffset;
  }

  #start(write: (nextOffset: number) => Promise<void>): void {
    this.#writing = write(this.#nextOffset)
      .catch(async (error) => {
        // Changes are lost to it: the next start reads the topic from its start.
        this.#log(`snapshot ${this.#file}: ${messageOf(error)}; it is removed`);
        this.#inFile = null;
        this.#changed.clear();
        await rm(this.#file, { force: true }).catch(() => undefined);
      })
      .finally(() => {
        this.#writing = null;
      });
  }
}
