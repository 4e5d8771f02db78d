import { z } from 'zod';
import { readEnvironment } from '../yellowstone/service.js';
import { TapeWriter } from '../yellowstone/tape.js';
import { BOUNDED_START_MS, playBounded } from './market-source.js';

const count = z.coerce.number({ error: 'a whole number above 0' }).int().positive();

const env = readEnvironment(
  z.object({
    TAPE_FILE: z.string({ error: 'the tape to write is required' }),
    SEED: z.coerce.number({ error: 'a whole number' }).int().default(7),
    EVENTS: count.default(50_000),
    START_TIME_MS: count.default(BOUNDED_START_MS),
  }),
);

async function main(): Promise<void> {
  const tape = await TapeWriter.create(env.TAPE_FILE);
  const options = {
    seed: env.SEED,
    startMs: env.START_TIME_MS,
    transactions: env.EVENTS,
    launches: Number.POSITIVE_INFINITY,
  };
  let frames = 0;
  for (const updates of playBounded(options)) {
    for (const { body } of updates) await tape.write(body);
    frames += updates.length;
  }
  await tape.close();
  console.log(`wrote ${env.EVENTS} transactions in ${frames} updates to ${env.TAPE_FILE}`);
}

main().catch((error) => {
  console.error(`cannot write the market: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
