/** Three real brokers of Apache Kafka on this machine, each a controller too, for what one broker cannot show. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@cryptonite/stores/free-port.js';
import { CLUSTER_ID, fetchJars, findMissing, NoKafkaError } from './kafka.js';

const run = promisify(execFile);
const IDS = [1, 2, 3] as const;
type Id = (typeof IDS)[number];

export type Cluster = {
  /** host:port of each, by commas. */
  brokers: string;
  /** Ends one at once. */
  kill: (id: number) => Promise<void>;
  /** Starts one that was killed, on its own data; it serves when the others say so. */
  start: (id: number) => void;
  stop: () => Promise<void>;
};

/** Starts them over `folder`. Every topic has three replicas, of which two must have what is acknowledged. */
export async function startCluster(folder: string): Promise<Cluster> {
  const missing = await findMissing();
  if (missing.length > 0)
    throw new NoKafkaError(
      `Three brokers cannot be started here: ${missing.join(', ')}. Install Java 17 and Maven.`,
    );
  const classPath = join(await fetchJars(), '*');
  const ports = new Map<Id, { client: number; controller: number }>();
  for (const id of IDS) ports.set(id, { client: await freePort(), controller: await freePort() });
  const voters = [...ports].map(([id, { controller }]) => `${id}@127.0.0.1:${controller}`).join(',');
  const processes = new Map<Id, ChildProcess>();
  const folderOf = (id: Id) => join(folder, String(id));
  const fileOf = (id: Id) => join(folderOf(id), 'server.properties');

  for (const [id, { client, controller }] of ports) {
    mkdirSync(folderOf(id), { recursive: true });
    const properties = {
      'process.roles': 'broker,controller',
      'node.id': id,
      'controller.quorum.voters': voters,
      listeners: `CLIENT://127.0.0.1:${client},CONTROLLER://127.0.0.1:${controller}`,
      'advertised.listeners': `CLIENT://127.0.0.1:${client}`,
      'listener.security.protocol.map': 'CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      'inter.broker.listener.name': 'CLIENT',
      'controller.listener.names': 'CONTROLLER',
      'log.dirs': join(folderOf(id), 'data'),
      'auto.create.topics.enable': false,
      'default.replication.factor': 3,
      'min.insync.replicas': 2,
      'offsets.topic.replication.factor': 3,
      'offsets.topic.num.partitions': 4,
      'transaction.state.log.replication.factor': 3,
      'transaction.state.log.min.isr': 2,
      'group.initial.rebalance.delay.ms': 0,
      'broker.session.timeout.ms': 3_000,
      'broker.heartbeat.interval.ms': 500,
    };
    writeFileSync(
      fileOf(id),
      Object.entries(properties)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    const format = ['kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', fileOf(id)];
    await run('java', ['-cp', classPath, ...format]);
  }

  const start = (id: Id) => {
    const log = openSync(join(folderOf(id), 'kafka.log'), 'a');
    const heap = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
    const quiet = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn';
    const child = spawn('java', [...heap, quiet, '-cp', classPath, 'kafka.Kafka', fileOf(id)], {
      stdio: ['ignore', log, log],
    });
    processes.set(id, child);
  };
  const end = async (id: Id, signal: NodeJS.Signals) => {
    const child = processes.get(id);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  process.once('exit', () => {
    for (const child of processes.values()) child.kill('SIGKILL');
  });
  for (const id of IDS) start(id);
  return {
    brokers: [...ports.values()].map(({ client }) => `127.0.0.1:${client}`).join(','),
    kill: (id) => end(id as Id, 'SIGKILL'),
    start: (id) => start(id as Id),
    stop: async () => {
      await Promise.all(IDS.map((id) => end(id, 'SIGKILL')));
    },
  };
}
