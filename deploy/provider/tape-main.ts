import { z } from 'zod';
import { serveYellowstone } from './server.js';
import { announceReady, onStop, portSchema, readEnvironment } from './service.js';
import { openTapeSource } from './tape-source.js';

const env = readEnvironment(
  z.object({
    TAPE_FILE: z.string({ error: 'the tape to play is required' }),
    SPEED: z.enum(['1', '10', 'max'], { error: '1, 10 or max' }).default('1'),
    PORT: portSchema.default(0),
    YELLOWSTONE_TOKEN: z.string().optional(),
  }),
);

const log = (line: string): void => console.log(`tape: ${line}`);

/** A tape is played once from its start, so most of them stay in the buffer whole. */
const LIMITS = { slots: 200_000, bytes: 512 << 20 };

async function main(): Promise<void> {
  const speed = env.SPEED === 'max' ? 'max' : env.SPEED === '10' ? 10 : 1;
  const source = await openTapeSource(env.TAPE_FILE, speed, log);
  const server = await serveYellowstone({
    source,
    port: env.PORT,
    token: env.YELLOWSTONE_TOKEN,
    limits: LIMITS,
    log,
  });
  onStop(() => server.close());
  announceReady('tape', { grpc: server.address });
  // What was read before a tear or damage has been played and stays available.
  server.sourceEnded.catch((error) => console.error(`tape: stopped playing: ${describe(error)}`));
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

main().catch((error) => {
  console.error(`tape: cannot start: ${describe(error)}`);
  process.exit(2);
});
