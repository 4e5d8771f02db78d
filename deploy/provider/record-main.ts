import { parseArgs } from 'node:util';
import { z } from 'zod';
import { record } from './record.js';
import { readEnvironment } from './service.js';

const USAGE =
  'usage: record <file> [--seconds N] [--slots N], with YELLOWSTONE_URL and perhaps YELLOWSTONE_TOKEN set';

const limit = z.coerce.number().positive();

function readArguments(): { file: string; seconds: number | undefined; slots: number } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { seconds: { type: 'string' }, slots: { type: 'string' } },
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new Error('one file is needed');
    const seconds = values.seconds === undefined ? undefined : limit.parse(values.seconds);
    const slots = values.slots === undefined ? Number.POSITIVE_INFINITY : limit.parse(values.slots);
    return { file, seconds, slots };
  } catch {
    console.error(USAGE);
    process.exit(2);
  }
}

async function main(): Promise<void> {
  const { file, seconds, slots } = readArguments();
  const env = readEnvironment(
    z.object({
      YELLOWSTONE_URL: z.url({ protocol: /^https?$/, error: 'an http:// or https:// address' }),
      YELLOWSTONE_TOKEN: z.string().optional(),
    }),
  );
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const timer = seconds === undefined ? undefined : setTimeout(stop, seconds * 1_000);
  // The host alone: some providers put the token into the path.
  console.log(`recording ${new URL(env.YELLOWSTONE_URL).host} to ${file}; Ctrl-C ends it`);
  const written = await record({
    url: env.YELLOWSTONE_URL,
    token: env.YELLOWSTONE_TOKEN,
    file,
    slots,
    stopped: stopping.signal,
  });
  clearTimeout(timer);
  const { transactions, bytes } = written;
  console.log(`wrote ${transactions} transactions in ${written.slots} slots, ${bytes} bytes, to ${file}`);
}

main().catch((error) => {
  console.error(`recording failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
