/** `npm start`: everything on this machine, from one command. */
import { readOptions, USAGE, UsageError } from './options.js';
import { startStandalone } from './standalone.js';

const startedAt = performance.now();
const say = (line: string) => console.log(line);

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    say(USAGE);
    process.exit(0);
  }
  let stopping: Promise<void> | null = null;
  let stop: (() => Promise<void>) | null = null;
  const end = () => {
    if (stopping) return;
    say('Stopping …');
    stopping = (stop?.() ?? Promise.resolve()).then(() => {
      say('Stopped.');
      process.exit(0);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.once('disconnect', end);

  const running = await startStandalone(options, say);
  stop = running.stop;
  process.on('message', (message) => {
    if (message === 'pids') process.send?.({ pids: running.pids() });
  });
  process.send?.({ ready: { page: running.pageUrl } });
  say(`Ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Ctrl-C stops it.`);
  say(`Open ${running.pageUrl}`);
  if (stopping) await running.stop();
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exit(error instanceof UsageError ? 2 : 1);
}
