/** `npm start`: everything on this machine, from one command. */
import { once } from 'node:events';
import { readOptions, USAGE, UsageError } from './options.js';
import { readOutsideStores } from './outside-stores.js';
import { ServiceError } from './service.js';
import { checkSourceEnvironment } from './source-environment.js';
import { startStandalone } from './standalone.js';

const startedAt = performance.now();
const say = (line: string) => console.log(line);
const stopAsked = new AbortController();
const end = () => {
  if (stopAsked.signal.aborted) return;
  say('Stopping …');
  stopAsked.abort();
};

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    say(USAGE);
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.once('disconnect', end);

  checkSourceEnvironment(process.env, options.source);
  const running = await startStandalone(options, readOutsideStores(process.env), say, stopAsked.signal);
  process.on('message', (message) => {
    if (message === 'pids') process.send?.({ pids: running.pids() });
  });
  process.send?.({ ready: { page: running.pageUrl } });
  const took = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  if (running.notReady === null) say(`Ready in ${took}. Ctrl-C stops it.`);
  else say(`Started in ${took}, and not ready: ${running.notReady} Ctrl-C stops it.`);
  say(`Open ${running.pageUrl}`);
  if (!stopAsked.signal.aborted) await once(stopAsked.signal, 'abort');
  await running.stop();
  say('Stopped.');
  process.exit(0);
} catch (error) {
  if (stopAsked.signal.aborted) {
    say('Stopped.');
    process.exit(0);
  }
  const isPlain = error instanceof UsageError || error instanceof ServiceError;
  // One line, whatever the command line held.
  console.error(isPlain ? error.message.replace(/\s+/g, ' ') : error);
  process.exit(error instanceof UsageError ? 2 : 1);
}
