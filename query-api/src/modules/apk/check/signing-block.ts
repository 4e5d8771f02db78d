import { NotAnApkError } from './not-an-apk.js';
import type { RandomAccess } from './random-access.js';

/** https://source.android.com/docs/security/features/apksigning/v2#apk-signing-block-format */
const MAGIC = 'APK Sig Block 42';
const LENGTH_BYTES = 8;
const FOOT_BYTES = LENGTH_BYTES + MAGIC.length;
const ID_BYTES = 4;
const BLOCK_BYTES_MAX = 4 * 1024 * 1024;
/** Of the schemes v2, v3 and v3.1. */
const SIGNATURE_IDS = new Set([0x7109871a, 0xf05368c0, 0x1b93ad61]);

const UNSIGNED =
  'The APK is not signed by scheme v2 or v3: sign it with apksigner, whose default they are. A JAR signature (v1) alone is not accepted.';

/**
 * The block with an app's signature, which stands right before the directory of its archive. Whether the signature is a right
 * one the telephone sees that installs it; that there is one is seen here.
 * @returns where the block begins: up to there the archive holds entries
 */
export async function findSigningBlock(file: RandomAccess, directoryStart: number): Promise<number> {
  if (directoryStart < FOOT_BYTES + LENGTH_BYTES) throw new NotAnApkError(UNSIGNED);
  const foot = await file.read(directoryStart - FOOT_BYTES, directoryStart);
  if (foot.toString('latin1', LENGTH_BYTES) !== MAGIC) throw new NotAnApkError(UNSIGNED);
  // It does not count the length that the block begins with, which must be the same.
  const length = foot.readBigUInt64LE();
  if (length > BLOCK_BYTES_MAX)
    throw new NotAnApkError(`The signing block of the APK is longer than ${BLOCK_BYTES_MAX} bytes.`);
  const start = directoryStart - LENGTH_BYTES - Number(length);
  if (length < FOOT_BYTES || start < 0) throw new NotAnApkError('The signing block of the APK is damaged.');
  const block = await file.read(start, directoryStart - FOOT_BYTES);
  if (block.readBigUInt64LE() !== length) throw new NotAnApkError('The signing block of the APK is damaged.');
  if (!idsIn(block.subarray(LENGTH_BYTES)).some((id) => SIGNATURE_IDS.has(id)))
    throw new NotAnApkError(UNSIGNED);
  return start;
}

/** Pairs of an id and a value, each behind its length. */
function idsIn(pairs: Buffer): number[] {
  const ids: number[] = [];
  for (let at = 0; at < pairs.length; ) {
    const length = at + LENGTH_BYTES <= pairs.length ? pairs.readBigUInt64LE(at) : 0n;
    const next = at + LENGTH_BYTES + Number(length);
    // A value that is empty signs nothing.
    if (length <= ID_BYTES || next > pairs.length)
      throw new NotAnApkError('The signing block of the APK is damaged.');
    ids.push(pairs.readUInt32LE(at + LENGTH_BYTES));
    at = next;
  }
  return ids;
}
