/**
 * Named in NODE_OPTIONS as `--import=<this module>?to=<folder>`, it writes each path that a process, or one that it
 * forks, hands to `node:fs` into a file of its own in that folder: first its entry, then a path a line. What native
 * code opens, ClickHouse's engine for one, passes by.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

type Calls = Record<string, unknown>;

const { writeSync } = fs;
const folder = new URL(import.meta.url).searchParams.get('to') ?? '';
const file = fs.openSync(join(folder, `${process.pid}-${threadId}`), 'w');
writeSync(file, `${process.argv[1]}\n`);

const seen = new Set<string>();
function record(path: unknown): void {
  if (typeof path !== 'string' && !Buffer.isBuffer(path) && !(path instanceof URL)) return;
  const absolute = resolve(path instanceof URL ? fileURLToPath(path) : path.toString());
  if (seen.has(absolute)) return;
  seen.add(absolute);
  writeSync(file, `${absolute}\n`);
}

/** Of all of its functions, so that none is forgotten: where the first argument is no path, it is a number. */
function watch(calls: Calls): void {
  for (const [name, call] of Object.entries(calls))
    if (typeof call === 'function')
      calls[name] = new Proxy(call, {
        apply(target, self, args) {
          record(args[0]);
          return Reflect.apply(target, self, args);
        },
      });
}
watch(fs as unknown as Calls);
watch(fs.promises as unknown as Calls);

// The supervisor gives its services an environment without NODE_OPTIONS.
const { fork } = childProcess;
childProcess.fork = (entry: string | URL, args: unknown, options: { env?: NodeJS.ProcessEnv } = {}) =>
  fork(entry, args as string[], {
    ...options,
    env: { ...options.env, NODE_OPTIONS: process.env.NODE_OPTIONS },
  });
syncBuiltinESMExports();
