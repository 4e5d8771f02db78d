/** The standalone broker and ClickHouse as processes of their own, with topics and tables, for tests. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { Kafka, logLevel } from 'kafkajs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const deploy = (path: string) => resolve(root, 'deploy', path);
const processor = (path: string) => resolve(root, 'processors/dist', path);

export type Process = {
  pid: number;
  /** What it listens on, by name; and the first of them. */
  addresses: Record<string, string>;
  address: string;
  output: () => string;
  /** The exit status, once it ended. */
  ended: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => Promise<void>;
};

export type Stack = {
  kafka: Kafka;
  brokers: string;
  clickHouse: ClickHouseClient;
  /** A client of the port for analysts, with its rights and limits. */
  analyst: ClickHouseClient;
  clickHouseEnvironment: Record<`CLICKHOUSE_${'URL' | 'DATABASE' | 'USER' | 'PASSWORD'}`, string>;
  broker: Process;
  engine: Process;
  start: (service: 'screener' | 'sink', extra?: Record<string, string>) => Promise<Process>;
  stop: () => Promise<void>;
};

const STARTS_WITHIN_MS = 60_000;

/** Starts a process and waits until it says that it is ready. */
async function startProcess(main: string, env: Record<string, string>): Promise<Process> {
  const child = fork(main, [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const ended = new Promise<number | null>((done) => child.once('exit', (status) => done(status)));
  const addresses = await new Promise<Record<string, string>>((done, fail) => {
    const late = setTimeout(() => fail(new Error(`${main} is not ready: ${output}`)), STARTS_WITHIN_MS);
    child.on('message', (message: { ready?: Record<string, string> }) => {
      clearTimeout(late);
      done(message.ready ?? {});
    });
    void ended.then((status) => {
      clearTimeout(late);
      fail(new Error(`${main} ended with ${status}: ${output}`));
    });
  });
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  const address = Object.values(addresses)[0] ?? '';
  return { pid: child.pid ?? 0, addresses, address, output: () => output, ended, kill };
}

async function runToEnd(main: string, env: Record<string, string>): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const status = await new Promise((done) => child.once('exit', done));
  if (status !== 0) throw new Error(`${main} ended with ${status}: ${output}`);
}

export async function startStack(partitions: number): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'processors-'));
  const processes: Process[] = [];
  const begin = async (main: string, env: Record<string, string>) => {
    const started = await startProcess(main, env);
    processes.push(started);
    return started;
  };
  const analyst = { READONLY_PORT: '0', READONLY_USER: 'analyst', READONLY_PASSWORD: 'analyst' };
  const secret = { CLICKHOUSE_USER: 'test', CLICKHOUSE_PASSWORD: 'test' };
  const [broker, engine] = await Promise.all([
    begin(deploy('standalone/dist/kafka/main.js'), { DATA_DIR: join(folder, 'kafka'), PORT: '0' }),
    begin(deploy('standalone/dist/clickhouse/main.js'), {
      DATA_DIR: join(folder, 'clickhouse'),
      PORT: '0',
      ...secret,
      ...analyst,
    }),
  ]);
  const brokers = broker.address.replace(/^.*:\/\//, '');
  const url = engine.address.startsWith('http') ? engine.address : `http://${engine.address}`;
  const clickHouseEnvironment = { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: 'test', ...secret };
  const env = { KAFKA_BROKERS: brokers, ...clickHouseEnvironment };
  await runToEnd(deploy('stores/dist/kafka/main.js'), { ...env, TOPIC_PARTITIONS: String(partitions) });
  await runToEnd(deploy('stores/dist/clickhouse/main.js'), env);
  const connect = (address: string, username: string, password: string) =>
    createClient({
      url: address,
      username,
      password,
      database: 'test',
      log: { level: ClickHouseLogLevel.OFF },
    });
  const clickHouse = connect(url, secret.CLICKHOUSE_USER, secret.CLICKHOUSE_PASSWORD);
  const analystClient = connect(
    engine.addresses.analysts ?? '',
    analyst.READONLY_USER,
    analyst.READONLY_PASSWORD,
  );
  return {
    kafka: new Kafka({ clientId: 'test', brokers: [brokers], logLevel: logLevel.NOTHING }),
    brokers,
    clickHouse,
    analyst: analystClient,
    clickHouseEnvironment,
    broker,
    engine,
    start: (service, extra = {}) =>
      begin(processor(`${service}/main.js`), { ...env, SNAPSHOT_DIR: join(folder, 'snapshots'), ...extra }),
    stop: async () => {
      await Promise.all([clickHouse.close(), analystClient.close()]);
      for (const started of processes.reverse()) await started.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
