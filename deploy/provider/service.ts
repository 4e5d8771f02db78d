import { takeFiles } from '@cryptonite/contracts/environment';
import { z } from 'zod';

/** Reads the environment; a wrong value ends the process with one clear line and status 2. */
export function readEnvironment<Schema extends z.ZodObject>(schema: Schema): z.infer<Schema> {
  try {
    const { data, error } = schema.safeParse(takeFiles(process.env, Object.keys(schema.shape)));
    if (!error) return data;
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  } catch (error) {
    console.error(`cannot start: ${(error as Error).message}`);
    process.exit(2);
  }
}

/** A TCP port; 0 lets the system choose. */
export const portSchema = z.coerce.number({ error: 'a port, 0 to 65535' }).int().min(0).max(65_535);

/** Tells the supervisor and the terminal where the service listens. */
export function announceReady(service: string, addresses: Record<string, string>): void {
  process.send?.({ ready: addresses });
  console.log(`${service} ready at ${Object.values(addresses).join(', ')}`);
}

/**
 * Stops cleanly, once, on SIGTERM, SIGINT and when the supervisor is gone, then exits with status 0 (1 when stopping
 * itself failed).
 */
export function onStop(stop: () => Promise<void>): void {
  let stopping = false;
  const run = (): void => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(`stopping failed: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', run);
  process.on('SIGINT', run);
  process.on('disconnect', run);
}
