import { NotAnApkError } from './not-an-apk.js';
import type { RandomAccess } from './random-access.js';

/** "End of central directory": https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.16 */
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;
/** Of 65,535 entries with names of 80 characters. */
const DIRECTORY_BYTES_MAX = 8 * 1024 * 1024;

export type ArchiveEnd = {
  /** Where the directory of entries begins. */
  directoryStart: number;
  directoryBytes: number;
  /** All from there to the end of the file. */
  bytes: Buffer;
};

/**
 * Finds the directory at the end of an archive, and reads no more than that. It is refused where it may not be in an app: in
 * the form for large files, in several volumes, or with anything between it and the end.
 */
export async function readArchiveEnd(file: RandomAccess): Promise<ArchiveEnd> {
  const tailStart = Math.max(0, file.sizeBytes - END_BYTES - COMMENT_BYTES_MAX);
  const tail = await file.read(tailStart, file.sizeBytes);
  const at = findEnd(tail);
  if (at === null) throw new NotAnApkError('This file is no ZIP archive, which every APK is.');
  const [volume, directoryVolume, entriesHere, entries] = [4, 6, 8, 10].map((n) => tail.readUInt16LE(at + n));
  const directoryBytes = tail.readUInt32LE(at + 12);
  const directoryStart = tail.readUInt32LE(at + 16);
  if (volume !== 0 || directoryVolume !== 0 || entriesHere !== entries)
    throw new NotAnApkError('The archive is in several volumes: an APK is in one.');
  if (directoryStart + directoryBytes !== tailStart + at)
    throw new NotAnApkError('The directory of the archive is not where its end says.');
  if (directoryBytes > DIRECTORY_BYTES_MAX)
    throw new NotAnApkError(`The directory of the archive is longer than ${DIRECTORY_BYTES_MAX} bytes.`);
  const isRead = directoryStart >= tailStart;
  const bytes = isRead
    ? tail.subarray(directoryStart - tailStart)
    : Buffer.concat([await file.read(directoryStart, tailStart), tail]);
  return { directoryStart, directoryBytes, bytes };
}

/** The last place that says how long the comment behind it is, and is right. */
function findEnd(tail: Buffer): number | null {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1)
    if (
      tail.readUInt32LE(at) === END_SIGNATURE &&
      tail.readUInt16LE(at + 20) === tail.length - at - END_BYTES
    )
      return at;
  return null;
}
