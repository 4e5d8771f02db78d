import { readArchiveEnd } from './archive-end.js';
import { readManifest } from './archive-entries.js';
import { readVersionName } from './binary-manifest.js';
import type { RandomAccess } from './random-access.js';
import { findSigningBlock } from './signing-block.js';

export type CheckedApk = {
  /** As the manifest names it; null where it names none. */
  version: string | null;
};

/**
 * Sees whether a file is an app: an archive with a manifest and code, and signed. Reads its directory, its signing block and
 * its manifest, each up to a limit, so that it takes some 40 MB of memory at most, whatever the file is.
 * @throws NotAnApkError with a sentence that says what is wrong
 */
export async function checkApk(file: RandomAccess): Promise<CheckedApk> {
  const end = await readArchiveEnd(file);
  const signingBlockStart = await findSigningBlock(file, end.directoryStart);
  const manifest = await readManifest(file, end, signingBlockStart);
  return { version: readVersionName(manifest) };
}
