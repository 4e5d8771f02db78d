/** `npm start`: everything on this machine, from one command. */
import { once } from 'node:events';
import { readOptions, USAGE, UsageError } from './options.js';
import { readOutsideStores } from './outside-stores.js';
import { ServiceError } from './service.js';
import { checkSiteEnvironment } from './site-environment.js';
import { checkSourceEnvironment } from './source-environment.js';
import { startStandalone } from './standalone.js';

const print = (line: string) => console.log(line);
const stopAsked = new AbortController();
const end = () => stopAsked.abort();

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') {
    print(USAGE);
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.once('disconnect', end);

  checkSourceEnvironment(process.env, options.source);
  checkSiteEnvironment(process.env);
  const running = await startStandalone(options, readOutsideStores(process.env), print, stopAsked.signal);
  process.on('message', (message) => {
    if (message === 'pids') process.send?.({ pids: running.pids() });
    if (message === 'health') void running.health().then((health) => process.send?.({ health }));
  });
  process.send?.({ ready: { page: running.pageUrl } });
  if (!stopAsked.signal.aborted) await once(stopAsked.signal, 'abort');
  await running.stop();
  process.exit(0);
} catch (error) {
  if (stopAsked.signal.aborted) process.exit(0);
  const isPlain = error instanceof UsageError || error instanceof ServiceError;
  // One line, whatever the command line held.
  console.error(isPlain ? error.message.replace(/\s+/g, ' ') : error);
  process.exit(error instanceof UsageError ? 2 : 1);
}
