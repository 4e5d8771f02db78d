import type { ArchiveEnd } from './archive-end.js';
import { hashContents } from './content-digests.js';
import { NotAnApkError } from './not-an-apk.js';
import type { RandomAccess } from './random-access.js';
import type { ContentDigest } from './signature-algorithms.js';
import { readSigners, type Signer } from './signers.js';
import type { SigningBlock } from './signing-block.js';

/**
 * Verifies every signature of a file: each signer of each scheme signed these very contents.
 * @returns the signers
 * @throws NotAnApkError where one did not
 */
export async function checkSignatures(
  file: RandomAccess,
  end: ArchiveEnd,
  { start, signatures }: SigningBlock,
): Promise<Signer[]> {
  const schemes = new Set(signatures.keys());
  const signers: Signer[] = [];
  for (const [scheme, value] of signatures) signers.push(...(await readSigners(scheme, value, schemes)));
  const wanted = new Set<ContentDigest>(signers.flatMap(({ digests }) => [...digests.keys()]));
  const contents = await hashContents(file, end, start, wanted);
  for (const { scheme, digests } of signers)
    for (const [kind, digest] of digests)
      if (!contents.get(kind)?.equals(digest))
        throw new NotAnApkError(`The APK was changed after it was signed (scheme ${scheme}).`);
  return signers;
}

/**
 * Whether every signer is the one of this certificate, or has a place that was handed down from it.
 * @param pinned SHA-256 of the certificate, hex
 */
export const isSignedBy = (signers: readonly Signer[], pinned: string): boolean =>
  signers.every(({ lineage }) => lineage.includes(pinned));
