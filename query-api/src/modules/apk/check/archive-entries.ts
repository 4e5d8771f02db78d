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
    const entries = await readEntries(zip);
    refuseBombs(entries, entriesEnd);
    const manifest = entries.find(({ fileName }) => fileName === MANIFEST);
    if (!manifest) throw new NotAnApkError(`The archive holds no ${MANIFEST}: it is no app.`);
    if (!entries.some(({ fileName }) => fileName === CODE))
      throw new NotAnApkError(`The archive holds no ${CODE}: it is no app.`);
    if (manifest.uncompressedSize > MANIFEST_BYTES_MAX)
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

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false });
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer> {
    const { directoryStart, bytes } = this.end;
    if (start >= directoryStart) return yield bytes.subarray(start - directoryStart, end - directoryStart);
    try {
      yield await this.file.read(start, end);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  const names = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    // Who checks a signature and who installs could each take another one.
    if (names.has(fileName)) throw new NotAnApkError(`The archive holds ${fileName} twice.`);
    if (entry.isEncrypted() || !METHODS.has(entry.compressionMethod))
      throw new NotAnApkError(`${fileName} is packed in a way that Android does not know.`);
    names.add(fileName);
    entries.push(entry);
  }
  return entries;
}

/** By what the directory says: nothing is unpacked to find out. */
function refuseBombs(entries: readonly Entry[], entriesEnd: number): void {
  const unpackedBytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpackedBytes > UNPACKED_BYTES_MAX)
    throw new NotAnApkError(`The archive unpacks to more than ${UNPACKED_BYTES_MAX} bytes.`);
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1]?.relativeOffsetOfLocalHeader ?? entriesEnd;
    const atLeast = LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
    if (entry.relativeOffsetOfLocalHeader + atLeast > next)
      throw new NotAnApkError(`${entry.fileName} overlaps what follows it in the archive.`);
  }
}
