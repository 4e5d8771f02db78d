import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const compiled = (path: string) => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url));

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function run(path: string, env: Record<string, string>, out: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  const entry = compiled(path);
  if (!existsSync(entry))
    throw new Error(`${entry} is missing: run npx tsc -b deploy/standalone deploy/stores first`);
  return fork(entry, [], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', out, out === 'pipe' ? 'pipe' : 'inherit', 'ipc'],
  });
}

export async function runTask(path: string, env: Record<string, string>): Promise<void> {
  const [status] = await once(run(path, env), 'exit');
  if (status !== 0) throw new Error(`${path} ended with ${status}`);
}

/** A process and those that it started, they before theirs. */
function processTree(pid: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    all.flatMap(([child = 0, parentOf]) => (parentOf === parent ? [child, ...childrenOf(child)] : []));
  return [pid, ...childrenOf(pid)];
}

/** A server that can be killed and started again with its data. */
export class Server {
  #child: ChildProcess | null = null;
  /** All that it has written to its log, of every start. */
  printed = '';

  constructor(
    private readonly path: string,
    private readonly env: Record<string, string>,
  ) {}

  async start(): Promise<void> {
    const child = run(this.path, this.env, 'pipe');
    this.#child = child;
    child.stdout?.on('data', (chunk) => (this.printed += chunk));
    child.stderr?.on('data', (chunk) => {
      this.printed += chunk;
      process.stderr.write(chunk);
    });
    const ended = once(child, 'exit').then(([status]) => {
      throw new Error(`${this.path} ended with ${status}`);
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => {});
  }

  /** SIGSTOP freezes it with all that it has started, SIGCONT lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const pid = this.#child?.pid;
    if (pid !== undefined) for (const each of processTree(pid)) process.kill(each, signal);
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Lets it end what it has under way, and what it started itself. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}

/** The local Kafka and ClickHouse with their topics and tables, on free ports and a folder of their own. */
export async function startStores() {
  const folder = mkdtempSync(join(tmpdir(), 'query-api-'));
  const [kafkaPort, clickhousePort] = [await freePort(), await freePort()];
  const env = {
    KAFKA_BROKERS: `127.0.0.1:${kafkaPort}`,
    KAFKA_USERNAME: 'cryptonite',
    KAFKA_PASSWORD: 'secret',
    CLICKHOUSE_URL: `http://127.0.0.1:${clickhousePort}`,
    CLICKHOUSE_USER: 'cryptonite',
    CLICKHOUSE_PASSWORD: 'secret',
    CLICKHOUSE_DATABASE: 'cryptonite',
  };
  const kafka = new Server('standalone/dist/kafka/main.js', {
    ...env,
    DATA_DIR: join(folder, 'kafka'),
    PORT: String(kafkaPort),
  });
  const clickhouse = new Server('standalone/dist/clickhouse/main.js', {
    ...env,
    DATA_DIR: join(folder, 'clickhouse'),
    PORT: String(clickhousePort),
    // Enough for it to serve from the process we kill.
    UV_THREADPOOL_SIZE: '16',
  });
  const stop = async () => {
    await Promise.all([kafka.kill(), clickhouse.kill()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([
      kafka.start().then(() => runTask('stores/dist/kafka/main.js', { ...env, TOPIC_PARTITIONS: '2' })),
      clickhouse.start().then(() => runTask('stores/dist/clickhouse/main.js', env)),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, kafka, clickhouse, stop };
}
