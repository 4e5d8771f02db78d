import { readArchiveEnd } from './archive-end.js';
import { readManifest } from './archive-entries.js';
import { readVersion, type Version } from './binary-manifest.js';
import { checkSignatures } from './check-signatures.js';
import type { RandomAccess } from './random-access.js';
import type { Signer } from './signers.js';
import { readSigningBlock } from './signing-block.js';

export type CheckedApk = Version & { signers: readonly Signer[] };

/**
 * Sees whether a file is an app: an archive with a manifest and code, of which every signature holds. Reads its directory, its
 * signing block and its manifest, each up to a limit, and the rest in pieces, so that it takes some 60 MB of memory at most,
 * whatever the file is.
 * @throws NotAnApkError with a sentence that says what is wrong
 */
export async function checkApk(file: RandomAccess): Promise<CheckedApk> {
  const end = await readArchiveEnd(file);
  const signingBlock = await readSigningBlock(file, end.directoryStart);
  const manifest = await readManifest(file, end, signingBlock.start);
  const version = readVersion(manifest);
  return { ...version, signers: await checkSignatures(file, end, signingBlock) };
}
