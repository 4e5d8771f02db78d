import { FolderInUse, ForeignLock, lockFolder } from '../folder-lock.js';
import { refuseFolder, usingFile } from './data-folder.js';
import { UsageError } from './options.js';

/**
 * Holds a data folder for this process; returns what gives it free again.
 * @throws UsageError while another start holds it, and where its lock cannot be made
 */
export function holdFolder(dataDir: string): () => void {
  try {
    return usingFile(dataDir, 'lock', () => lockFolder(dataDir));
  } catch (error) {
    if (error instanceof ForeignLock) refuseFolder(dataDir, 'its file lock is not one that a start made');
    if (!(error instanceof FolderInUse)) throw error;
    throw new UsageError(
      `Another start is running on ${dataDir} (process ${error.owner}): stop it, or choose another folder with --data <folder>.`,
    );
  }
}
