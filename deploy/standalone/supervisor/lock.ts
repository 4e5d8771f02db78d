import { FolderInUse, lockFolder } from '../folder-lock.js';
import { UsageError } from './options.js';

/**
 * Holds a data folder for this process; returns what gives it free again.
 * @throws UsageError while another start holds it
 */
export function holdFolder(dataDir: string): () => void {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new UsageError(
      `Another start is running on ${dataDir} (process ${error.owner}): stop it, or choose another folder with --data <folder>.`,
    );
  }
}
