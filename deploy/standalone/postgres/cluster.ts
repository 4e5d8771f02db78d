/** One Postgres over one folder, as a child of this process that does not outlive it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, accountForServer, findPrograms, openToOthers } from './programs.js';

const STOP_WITHIN_MS = 10_000;
const GONE_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 20;

export type ClusterOptions = {
  /** Holds `data`, and while it is made what it is made of. */
  folder: string;
  port: number;
  user: string;
  password: string;
  /** Each line that Postgres logs. */
  log: (line: string) => void;
  /** Ends a start under way, which rejects once nothing is left of it. */
  signal: AbortSignal;
};

export type Cluster = {
  /** Resolves with how it ended once it has, asked or not. */
  ended: Promise<string>;
  /** Transactions under way are rolled back. */
  stop: () => Promise<void>;
};

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Nobody comes by way of a file that others might get at.
  unix_socket_directories: '',
  max_connections: 50,
  // Who does not say the password soon makes room.
  authentication_timeout: '10s',
  shared_buffers: '32MB',
  // What users wrote stands in no log: neither statements that failed, nor the values that a constraint met.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  // Lines are given their times where they are written down.
  log_line_prefix: '',
};

/** Starts it, making its files first where there are none, and resolves when it lets clients in. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const account = accountForServer();
  const found = findPrograms();
  const programs = account ? openToOthers(found) : found;
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  if (account) give(options.folder, account);
  await endLeftOver(options.folder);
  const run = runner(programs, options.folder, account);
  if (!existsSync(join(options.folder, 'data/PG_VERSION'))) await makeFiles(options, run, account);

  const child = run('postgres', [
    '-D',
    run.path('data'),
    '-p',
    String(options.port),
    ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const { pid } = child;
  if (pid === undefined) throw new Error('Postgres could not be started');
  const watch = endWithThisProcess(pid, account);
  const ended = once(child, 'exit').then(([status, signal]) => {
    watch.kill();
    return `Postgres ended (${signal ?? status})`;
  });
  const cluster = {
    ended,
    stop: async () => {
      // Fast: clients are not waited for.
      child.kill('SIGINT');
      const isSlow = new AbortController();
      const force = wait(STOP_WITHIN_MS, null, { signal: isSlow.signal }).then(() => child.kill('SIGQUIT'));
      force.catch(() => {});
      await ended;
      isSlow.abort();
    },
  };
  let lastFailure = '';
  const serves = new Promise<null>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          options.log(line);
          if (/^(FATAL|PANIC): /.test(line)) lastFailure = `: ${line}`;
          if (line.endsWith('database system is ready to accept connections')) resolve(null);
        });
  });
  const failure = await Promise.race([serves, ended]);
  if (failure !== null) throw new Error(failure + lastFailure);
  if (options.signal.aborted) await cluster.stop();
  options.signal.throwIfAborted();
  return cluster;
}

/** All of it where it belongs to another: it was copied back, or a usual user's, by root. */
function give(folder: string, { uid, gid }: Account): void {
  chownSync(folder, uid, gid);
  const data = join(folder, 'data');
  if (existsSync(data) && statSync(data).uid !== uid) execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
}

type Runner = {
  (program: string, args: string[]): ChildProcess;
  /** How a file of the folder is called by what runs. */
  path: (name: string) => string;
};

/**
 * Runs programs over the folder. Another account has no way to it, for the folders above it are closed to others: it is
 * handed the folder itself, open, and names its files by it.
 */
function runner(programs: string, folder: string, account: Account | null): Runner {
  const handed = '/proc/self/fd/3';
  const run = (program: string, args: string[]) => {
    const open = account ? openSync(folder, 'r') : null;
    try {
      return spawn(join(programs, 'bin', program), args, {
        stdio: ['ignore', 'pipe', 'pipe', ...(open === null ? [] : [open])],
        cwd: '/',
        // A terminal's Ctrl-C is for the supervisor alone.
        detached: true,
        // Postgres takes settings from variables of its own; it gets none, nor anybody's secrets.
        env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH },
        ...account,
      });
    } finally {
      if (open !== null) closeSync(open);
    }
  };
  return Object.assign(run, { path: (name: string) => join(account ? handed : folder, name) });
}

/** Made aside and renamed into place, so that a kill leaves all files or none. */
async function makeFiles(
  { folder, user, password, signal }: ClusterOptions,
  run: Runner,
  account: Account | null,
): Promise<void> {
  rmSync(join(folder, 'data'), { recursive: true, force: true });
  // Who made these may have been killed a moment ago, and its last file may still come.
  rmSync(join(folder, 'new'), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  try {
    const child = run('initdb', [
      ...['-D', run.path('new'), '-U', user, '--pwfile', run.path('password')],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
    ]);
    let said = '';
    child.stdout?.resume();
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const watch = child.pid === undefined ? null : endWithThisProcess(child.pid, account);
    const end = () => endAll(child);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const [status] = await once(child, 'close');
    signal.removeEventListener('abort', end);
    watch?.kill();
    signal.throwIfAborted();
    if (status !== 0) throw new Error(`initdb ended with ${status}: ${said.trim()}`);
  } finally {
    rmSync(passwordFile);
  }
  renameSync(join(folder, 'new'), join(folder, 'data'));
}

/** With what it started: initdb runs others, which would go on making files. Its output closes once they are gone. */
function endAll({ pid }: ChildProcess): void {
  if (pid !== undefined) kill(-pid);
}

/** Postgres does not mind who started it: something must tell it when that one is gone, however it went. */
function endWithThisProcess(pid: number, account: Account | null): ChildProcess {
  const watch = spawn('sh', ['-c', 'read -r _; kill -s KILL -- "-$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...account,
  });
  // Ended, its pipe breaks.
  watch.stdin?.on('error', () => {});
  return watch;
}

/** A process id may be another's by now. Postgres works in its folder. */
function servesFolder(pid: number, folder: string): boolean {
  try {
    if (process.platform === 'linux')
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(join(folder, 'data'));
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      join(folder, 'data'),
    );
  } catch {
    return false;
  }
}

/**
 * Ends what still serves this folder: it was to end with its starter, and may be just about to. Its note goes too: Postgres
 * takes any process of its user that has the number by now for the one that wrote it, even one that has ended and was not
 * yet waited for.
 */
async function endLeftOver(folder: string): Promise<void> {
  const path = join(folder, 'data/postmaster.pid');
  if (!existsSync(path)) return;
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
  const deadline = performance.now() + GONE_WITHIN_MS;
  while (servesFolder(pid, folder)) {
    kill(pid);
    if (performance.now() > deadline) throw new Error(`process ${pid} serves ${folder} and does not end`);
    await wait(LOOK_EVERY_MS);
  }
  rmSync(path, { force: true });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
