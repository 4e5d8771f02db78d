import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { usingFile } from './data-folder.js';
import { type SourceOption, UsageError } from './options.js';

/** What one folder may hold: whichever provider tells it, the chain is one. */
const NAMES = { provider: 'the provider', rpc: 'the provider', market: 'the market', tape: 'the tape' };

/**
 * Remembers what a data folder was last played from. A tape lies in the past: on a folder that holds anything else its
 * records are older than the newest, and every reader refuses them; and a market, or the chain, after either would stand
 * in the same lists and tables as if it were its future. Throws {@link UsageError}.
 */
export function claimFolderFor(source: SourceOption, dataDir: string): void {
  const name =
    source.kind === 'tape'
      ? `tape:${basename(source.file)}`
      : source.kind === 'rpc'
        ? 'provider'
        : source.kind;
  usingFile(dataDir, 'source', (path) => {
    const before = existsSync(path) ? readFileSync(path, 'utf8').trim().slice(0, 300) : name;
    if (before !== name)
      throw new UsageError(
        `${dataDir} holds the data of ${before}, which ${name} would mix with: give ${NAMES[source.kind]} a folder of its own with --data <folder>.`,
      );
    writeFileSync(path, name);
  });
}
