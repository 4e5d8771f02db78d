import { NotAnApkError } from './not-an-apk.js';
import type { RandomAccess } from './random-access.js';

/** https://source.android.com/docs/security/features/apksigning/v2#apk-signing-block-format */
const MAGIC = 'APK Sig Block 42';
const LENGTH_BYTES = 8;
const FOOT_BYTES = LENGTH_BYTES + MAGIC.length;
const ID_BYTES = 4;
const BLOCK_BYTES_MAX = 4 * 1024 * 1024;

/** Signature schemes by the id of their value, and how they are called. */
export const SCHEMES = {
  1896449818: 'v2',
  4031998144: 'v3',
  462663009: 'v3.1',
  1893845151: 'v3.2',
} as const;
export type Scheme = (typeof SCHEMES)[keyof typeof SCHEMES];

/**
 * What build tools and stores put beside signatures, and no telephone looks at: padding, the list of dependencies, Google
 * Play's own mark and where an app comes from (two versions). https://source.android.com/docs/security/features/apksigning
 */
const BESIDE_SIGNATURES = new Set([0x42726577, 0x504b4453, 0x2146444e, 0x2b09189e, 0x6dff800d]);

const UNSIGNED =
  'The APK is not signed by scheme v2 or v3: sign it with apksigner, whose default they are. A JAR signature (v1) alone is not accepted.';

export type SigningBlock = {
  /** Where it begins: up to there the archive holds entries. */
  start: number;
  signatures: ReadonlyMap<Scheme, Buffer>;
};

/**
 * The block with an app's signatures, which stands right before the directory of its archive.
 * @throws NotAnApkError also of a value whose meaning is not known: a telephone may take it for a signature
 */
export async function readSigningBlock(file: RandomAccess, directoryStart: number): Promise<SigningBlock> {
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
  const signatures = new Map<Scheme, Buffer>();
  for (const { id, value } of valuesIn(block.subarray(LENGTH_BYTES))) {
    const scheme = SCHEMES[id as keyof typeof SCHEMES];
    if (scheme === undefined) {
      if (BESIDE_SIGNATURES.has(id)) continue;
      throw new NotAnApkError(
        `The signing block of the APK holds something that is not known here (0x${id.toString(16)}).`,
      );
    }
    // Who checks a signature and who installs could each take another one.
    if (signatures.has(scheme)) throw new NotAnApkError(`The APK is signed by scheme ${scheme} twice.`);
    signatures.set(scheme, value);
  }
  if (signatures.size === 0) throw new NotAnApkError(UNSIGNED);
  return { start, signatures };
}

/** Pairs of an id and a value, each behind its length. */
function valuesIn(pairs: Buffer): { id: number; value: Buffer }[] {
  const values: { id: number; value: Buffer }[] = [];
  for (let at = 0; at < pairs.length; ) {
    const length = at + LENGTH_BYTES <= pairs.length ? pairs.readBigUInt64LE(at) : 0n;
    const next = at + LENGTH_BYTES + Number(length);
    // A value that is empty signs nothing.
    if (length <= ID_BYTES || next > pairs.length)
      throw new NotAnApkError('The signing block of the APK is damaged.');
    const id = pairs.readUInt32LE(at + LENGTH_BYTES);
    values.push({ id, value: pairs.subarray(at + LENGTH_BYTES + ID_BYTES, next) });
    at = next;
  }
  return values;
}
