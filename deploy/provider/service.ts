import { z } from 'zod';

/** Reads the environment; a wrong value ends the process with one clear line and status 2. */
export function readEnvironment<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
  // An empty variable is an unset one, as in shells and compose files.
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  console.error(`cannot start: ${wrong.join('; ')}`);
  process.exit(2);
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
