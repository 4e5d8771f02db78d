import { statSync } from 'node:fs';
import { readTape, TapeError } from '@cryptonite/provider/tape.js';
import { parseUpdate } from '@cryptonite/provider/update.js';
import { UsageError } from './options.js';

/** Sees that a tape can be played: its first update can be read. What comes later may still be torn. Throws {@link UsageError}. */
export async function checkTape(file: string): Promise<void> {
  const refuse = (why: string): never => {
    throw new UsageError(
      `--source tape:${file} cannot be played: ${why}. It takes a file that npm run record or npm run market wrote.`,
    );
  };
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) refuse('there is no such file');
    else if (!stat.isFile()) refuse('it is no file');
    else if (stat.size === 0) refuse('it is empty');
    for await (const frame of readTape(file)) {
      parseUpdate(frame, 0);
      return;
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EACCES') refuse('this user may not read it');
    const isTorn = error instanceof TapeError && error.message.includes('torn');
    refuse(isTorn ? 'its first update is torn' : 'it is no tape');
  }
}
