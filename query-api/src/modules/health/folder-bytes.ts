import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const BLOCK_BYTES = 512;

/** What a folder takes on disk with all below it. What goes meanwhile counts as gone. Rejects where the folder cannot be read. */
export async function readFolderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory()
      ? await readFolderBytes(path).catch(() => 0)
      : await lstat(path).then(
          ({ blocks }) => blocks * BLOCK_BYTES,
          () => 0,
        );
  }
  return bytes;
}
