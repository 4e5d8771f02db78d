import { once } from 'node:events';
import { z } from 'zod';
import { decodeFile } from './decode-file.js';

/** `npm run decode -- <file…>`: one JSON line per event of each file. */
async function main(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) {
    console.error('decode: name one or more files: transactions, logs or events as JSON, or tapes');
    process.exitCode = 2;
    return;
  }
  // A reader such as `head` may close the pipe; there is then nobody left to print for.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  for (const path of paths) {
    try {
      const { lines, remarks } = await decodeFile(path);
      for (const remark of remarks) console.error(`${path}: ${remark}`);
      if (lines.length === 0 && remarks.length === 0)
        console.error(`${path}: holds no launchpad event that took effect`);
      for (const line of lines) await print(`${JSON.stringify(line)}\n`);
    } catch (error) {
      console.error(`${path}: ${describe(error)}`);
      process.exitCode = 1;
    }
  }
}

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

function describe(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [first, ...others] = error.issues;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${first?.path.join('.')}: ${first?.message}${more}`;
}

await main(process.argv.slice(2));
