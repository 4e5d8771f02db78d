/** Starting and stopping as the supervisor expects it. */

/**
 * Says that the service is ready, and stops it once on SIGTERM, SIGINT or the supervisor's end. Both signals may come,
 * and more than once.
 */
export function announce(service: string, address: string, stop: () => Promise<void>): void {
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
  process.send?.({ ready: { [service]: address } });
  console.log(`${service} ready at ${address}`);
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
