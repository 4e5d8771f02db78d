/** Starting and stopping as the supervisor expects it. */
import { type MetricsServer, serveMetrics } from '@cryptonite/contracts/metrics-server';

/** Serves what a service tells of itself; a port that is taken ends the process with status 2. */
export async function openMetrics(
  service: string,
  env: Parameters<typeof serveMetrics>[0],
): Promise<MetricsServer | null> {
  try {
    return await serveMetrics(env);
  } catch (error) {
    console.error(`${service}: ${messageOf(error)}`);
    process.exit(2);
  }
}

/**
 * Says that the service is ready, and stops it once on SIGTERM, SIGINT or the supervisor's end. Both signals may come,
 * and more than once.
 */
export function announce(
  service: string,
  address: string,
  stop: () => Promise<void>,
  metrics: MetricsServer | null,
): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(`${service}: ${messageOf(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);
  metrics?.ready();
  process.send?.({ ready: { [service]: address } });
  console.log(`${service} ready at ${address}`);
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
