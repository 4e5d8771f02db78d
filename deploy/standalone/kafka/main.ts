import { type Config, ConfigError, readConfig } from './config.js';
import { DamageError } from './errors.js';
import { startServer } from './server.js';

/** The environment was wrong: restarting will not help. */
const EXIT_CONFIG = 2;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`kafka: ${error.message}`);
    process.exit(EXIT_CONFIG);
  }
}

const config = readConfigOrExit();
console.log(
  'kafka is a single-node broker for one machine, not for production: there is one copy of the data',
);

try {
  const server = await startServer({
    ...config,
    onWriteFailure(error) {
      // What is in memory may not be on disk; a restart reads what is.
      console.error(`kafka: writing failed, so this process ends: ${messageOf(error)}`);
      process.exit(1);
    },
  });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    server.close().then(
      () => process.exit(0),
      (error) => {
        console.error(`kafka: did not stop cleanly: ${messageOf(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  process.send?.({ ready: { kafka: server.address } });
  console.log(`kafka ready at ${server.address}`);
} catch (error) {
  console.error(`kafka: ${error instanceof DamageError ? 'damaged data: ' : ''}${messageOf(error)}`);
  process.exit(1);
}
