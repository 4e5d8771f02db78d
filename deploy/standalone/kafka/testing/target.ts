import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '../server.js';

/** The broker that a conformance suite runs against. */
export interface Target {
  readonly brokers: string[];
  readonly sasl: { readonly username: string; readonly password: string } | null;
  /** Stops it, lets its files be changed and starts it again; null where they are not within reach. */
  readonly restart: ((change: (folder: string) => void) => Promise<void>) | null;
  close(): Promise<void>;
}

/**
 * The broker named by KAFKA_CONFORMANCE_BROKERS (with KAFKA_CONFORMANCE_USERNAME and _PASSWORD where it asks
 * for them); without it the standalone one, started here over a temporary folder.
 */
export async function openTarget(): Promise<Target> {
  const { KAFKA_CONFORMANCE_BROKERS, KAFKA_CONFORMANCE_USERNAME, KAFKA_CONFORMANCE_PASSWORD } = process.env;
  if (KAFKA_CONFORMANCE_BROKERS) {
    const sasl = KAFKA_CONFORMANCE_USERNAME
      ? { username: KAFKA_CONFORMANCE_USERNAME, password: KAFKA_CONFORMANCE_PASSWORD ?? '' }
      : null;
    return { brokers: KAFKA_CONFORMANCE_BROKERS.split(','), sasl, restart: null, close: async () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'kafka-conformance-'));
  const sasl = { username: 'conformance', password: 'a secret of the test' };
  const start = (port: number) =>
    startServer({
      folder,
      port,
      credentials: sasl,
      defaults: {},
      onWriteFailure(error) {
        throw error;
      },
    });
  let server: RunningServer | null = await start(0);
  const { address } = server;
  return {
    brokers: [address],
    sasl,
    restart: async (change) => {
      await server?.close();
      server = null;
      change(folder);
      server = await start(Number(address.split(':')[1]));
    },
    close: async () => {
      await server?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Asks again until `check` returns something, for what a broker does in its own time. */
export async function eventually<T>(
  check: () => Promise<T | null | undefined | false>,
  timeoutMs: number,
): Promise<T> {
  const dueMs = Date.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > dueMs) throw new Error(`not so within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
