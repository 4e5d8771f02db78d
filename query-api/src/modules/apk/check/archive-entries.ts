import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { ArchiveEnd } from './archive-end.js';
import { NotAnApkError } from './not-an-apk.js';
import type { RandomAccess } from './random-access.js';

const MANIFEST = 'AndroidManifest.xml';
const CODE = 'classes.dex';
/** An app of 100 MB unpacks to some 250; beyond this it is there to fill a disk. */
const UNPACKED_BYTES_MAX = 1024 * 1024 * 1024;
/** That of an app with hundreds of screens has 300 kB. */
const MANIFEST_BYTES_MAX = 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;
/** Stored and deflated: what Android unpacks. */
const METHODS = new Set([0, 8]);

/**
 * Looks through the directory of an app's archive, and unpacks nothing of it but the manifest.
 * @param entriesEnd where no entry lies any more
 * @returns the manifest
 */
export async function readManifest(file: RandomAccess, end: ArchiveEnd, entriesEnd: number): Promise<Buffer> {
  const reader = new ArchiveReader(file, end);
  try {
    const zip = await fromRandomAccessReaderPromise(reader, file.sizeBytes, { autoClose: false });
    const { places, manifest } = await readEntries(zip);
    refuseBombs([...places.values()], entriesEnd);
    if (manifest === null) throw new NotAnApkError(`The archive holds no ${MANIFEST}: it is no app.`);
    if (!places.has(CODE)) throw new NotAnApkError(`The archive holds no ${CODE}: it is no app.`);
    // All of what is packed is read, and may be longer than what it unpacks to.
    if (Math.max(manifest.compressedSize, manifest.uncompressedSize) > MANIFEST_BYTES_MAX)
      throw new NotAnApkError(`${MANIFEST} is larger than ${MANIFEST_BYTES_MAX} bytes.`);
    // Ends where it becomes longer than the directory says.
    return await buffer(await zip.openReadStreamPromise(manifest));
  } catch (error) {
    if (error instanceof NotAnApkError) throw error;
    if (reader.failure !== null) throw reader.failure;
    throw new NotAnApkError(`The archive is damaged: ${(error as Error).message}.`);
  }
}

/** Serves the archive's end from memory: an entry of the directory is read in two small pieces. */
class ArchiveReader extends RandomAccessReader {
  /** Why the file could not be had: no fault of the archive. */
  failure: unknown = null;

  constructor(
    private readonly file: RandomAccess,
    private readonly end: ArchiveEnd,
  ) {
    super();
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const { directoryStart, bytes } = this.end;
    const at = position - directoryStart;
    if (at < 0) super.read(into, offset, length, position, done);
    else {
      const isThere = at + length <= bytes.length;
      if (isThere) bytes.copy(into, offset, at, at + length);
      // Of tens of thousands in a row each lets others in between.
      setImmediate(done, isThere ? null : new Error('its directory is cut short'));
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false });
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer> {
    try {
      yield await this.file.read(start, end);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

/** What is kept of an entry, of which there may be 65,535. */
type Place = { name: string; start: number; endAtLeast: number; unpackedBytes: number };

async function readEntries(zip: ZipFile): Promise<{ places: Map<string, Place>; manifest: Entry | null }> {
  const places = new Map<string, Place>();
  let manifest: Entry | null = null;
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, relativeOffsetOfLocalHeader: start, uncompressedSize: unpackedBytes } = entry;
    // Who checks a signature and who installs could each take another one.
    if (places.has(name)) throw new NotAnApkError(`The archive holds ${name} twice.`);
    if (entry.isEncrypted() || !METHODS.has(entry.compressionMethod))
      throw new NotAnApkError(`${name} is packed in a way that Android does not know.`);
    const endAtLeast = start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
    places.set(name, { name, start, endAtLeast, unpackedBytes });
    if (name === MANIFEST) manifest = entry;
  }
  return { places, manifest };
}

/** By what the directory says: nothing is unpacked to find out. */
function refuseBombs(places: readonly Place[], entriesEnd: number): void {
  const unpackedBytes = places.reduce((sum, place) => sum + place.unpackedBytes, 0);
  if (unpackedBytes > UNPACKED_BYTES_MAX)
    throw new NotAnApkError(`The archive unpacks to more than ${UNPACKED_BYTES_MAX} bytes.`);
  const inOrder = places.toSorted((a, b) => a.start - b.start);
  for (const [index, { name, endAtLeast }] of inOrder.entries())
    if (endAtLeast > (inOrder[index + 1]?.start ?? entriesEnd))
      throw new NotAnApkError(`${name} overlaps what follows it in the archive.`);
}
