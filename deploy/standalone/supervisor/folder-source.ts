import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type SourceOption, UsageError } from './options.js';

/**
 * Remembers which tape or market a data folder was last played from. A tape lies in the past: on a folder that holds
 * anything else its records are older than the newest, and every reader refuses them; and a market after a tape would
 * stand in the same lists and tables as if it were the tape's future. Throws {@link UsageError}.
 */
export function claimFolderFor(source: SourceOption, dataDir: string): void {
  // A provider says nothing of a folder until it answers, and it is never behind.
  if (source.kind === 'provider') return;
  const name = source.kind === 'tape' ? `tape:${basename(source.file)}` : 'market';
  const path = join(dataDir, 'source');
  const before = existsSync(path) ? readFileSync(path, 'utf8').trim().slice(0, 300) : name;
  if (before !== name)
    throw new UsageError(
      `${dataDir} holds the data of ${before}, which ${name} would mix with: give ${source.kind === 'tape' ? 'the tape' : 'the market'} a folder of its own with --data <folder>.`,
    );
  writeFileSync(path, name);
}
