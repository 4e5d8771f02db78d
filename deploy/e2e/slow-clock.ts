/**
 * Named in NODE_OPTIONS as `--import=<this module>`, behind record-paths, which hands it on to what is forked, it lets SIGUSR2
 * set the clock of query-api back, as one is that no time server sets, and the next set it right again.
 */
const SLOW_MS = 2 * 60_000;

const { now } = Date;
let slowMs = 0;
if (/query-api/.test(process.argv[1] ?? '')) {
  process.on('SIGUSR2', () => {
    slowMs = SLOW_MS - slowMs;
  });
  Date.now = () => now() - slowMs;
}
