/** A real Apache Kafka on this machine for tests: one KRaft node that asks for SASL PLAIN, as the product's own broker does. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@cryptonite/stores/free-port.js';
import { Kafka, logLevel } from 'kafkajs';

const run = promisify(execFile);

export const KAFKA_VERSION = '4.1.0';
const JAVA_OLDEST = 17;
/** Any valid one; it lets a folder be formatted again without a mismatch. */
export const CLUSTER_ID = 'Y3J5cHRvbml0ZS1sb2NhbA';
const FETCH_LIMIT_MS = 300_000;
const START_LIMIT_MS = 180_000;
const USERNAME = 'cryptonite';

export type KafkaAddress = { brokers: string[]; username: string | null; password: string | null };

export type RunningKafka = {
  /** host:port */
  address: string;
  port: number;
  username: string;
  password: string;
  /** Null where it runs in a container. */
  pid: number | null;
  /** Ends it at once, as `kill -9` does; {@link startKafka} on the same folder and port brings it back with its data. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

/** No real Kafka can be had here: the message names what is missing and how to give it. */
export class NoKafkaError extends Error {}

/** The broker that the environment names; null where it names none. */
export function readKafkaAddress(env: NodeJS.ProcessEnv): KafkaAddress | null {
  const brokers = env.KAFKA_BROKERS?.split(',').filter(Boolean) ?? [];
  if (brokers.length === 0) return null;
  return { brokers, username: env.KAFKA_USERNAME || null, password: env.KAFKA_PASSWORD || null };
}

/** What the product's processes read to reach this broker. */
export const environmentOf = ({ address, username, password }: RunningKafka): Record<string, string> => ({
  KAFKA_BROKERS: address,
  KAFKA_USERNAME: username,
  KAFKA_PASSWORD: password,
});

/**
 * Starts Apache Kafka over `folder` and resolves when it serves. Its jars come by Maven, once, into the user's cache
 * folder; without Java and Maven it runs in a container where Docker answers. Throws {@link NoKafkaError} where neither
 * can be had. Without `port` a free one is taken. The signal ends it at once while it starts.
 */
export async function startKafka({
  folder,
  port,
  signal,
}: {
  folder: string;
  port?: number;
  signal?: AbortSignal;
}): Promise<RunningKafka> {
  const missing = await findMissing();
  if (missing.length > 0 && !(await isDockerThere()))
    throw new NoKafkaError(
      `No real Kafka can be started here: ${missing.join(', ')} and Docker does not answer. ` +
        `Install Java ${JAVA_OLDEST} and Maven, or start Docker, or name a broker in KAFKA_BROKERS (KAFKA_USERNAME, KAFKA_PASSWORD).`,
    );
  mkdirSync(folder, { recursive: true });
  const password = readPassword(folder);
  const listens = port ?? (await freePort());
  const settings = { folder, port: listens, controllerPort: await freePort(), password };
  const node = missing.length > 0 ? await startInContainer(settings) : await startProcess(settings);
  const running = {
    address: `127.0.0.1:${listens}`,
    port: listens,
    username: USERNAME,
    password,
    ...node,
  };
  const kill = () => void node.kill();
  signal?.addEventListener('abort', kill);
  try {
    await untilItServes(running, async () =>
      signal?.aborted ? 'Kafka was ended while it started.' : node.ended(),
    );
  } catch (error) {
    await node.kill();
    throw error;
  } finally {
    signal?.removeEventListener('abort', kill);
  }
  return running;
}

/** What the road without Docker lacks. */
export async function findMissing(): Promise<string[]> {
  const missing: string[] = [];
  const java = await run('java', ['-version']).catch(() => null);
  const [, major] = /version "(\d+)/.exec(java?.stderr ?? '') ?? [];
  if (!java) missing.push('java is not in the PATH');
  else if (Number(major) < JAVA_OLDEST)
    missing.push(`java is ${major ?? 'of an unknown version'} and ${JAVA_OLDEST} is needed`);
  const hasJars = existsSync(jarFolder());
  if (!hasJars && !(await run('mvn', ['-v']).catch(() => null))) missing.push('mvn is not in the PATH');
  return missing;
}

const jarFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cryptonite', `kafka-${KAFKA_VERSION}`);

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>kafka</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${KAFKA_VERSION}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

export async function fetchJars(): Promise<string> {
  const jars = jarFolder();
  if (existsSync(jars)) return jars;
  mkdirSync(join(jars, '..'), { recursive: true });
  const unfinished = mkdtempSync(`${jars}-`);
  try {
    writeFileSync(join(unfinished, 'pom.xml'), POM);
    const goal = ['dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'];
    await run('mvn', ['-q', '-B', ...goal], { cwd: unfinished, timeout: FETCH_LIMIT_MS }).catch((error) => {
      throw new NoKafkaError(
        `Maven did not bring Kafka ${KAFKA_VERSION}: ${error.stdout || error.message}`.slice(0, 2_000),
      );
    });
    // Renamed into place whole; where another process was faster, its copy stays.
    if (!existsSync(jars)) renameSync(join(unfinished, 'lib'), jars);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return jars;
}

/** Made once for a folder, so that clients that outlive a restart still get in. */
function readPassword(folder: string): string {
  const file = join(folder, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

type Settings = { folder: string; port: number; controllerPort: number; password: string };

/** `data` is the folder as the server sees it. The checks that tests wait for run every second or two. */
function writeProperties(
  { folder, port, controllerPort, password }: Settings,
  data: string,
  bind: string,
): string {
  const login = `org.apache.kafka.common.security.plain.PlainLoginModule required username="${USERNAME}" password="${password}" user_${USERNAME}="${password}";`;
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `CLIENT://${bind}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `CLIENT://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'CLIENT:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT',
    'inter.broker.listener.name': 'CLIENT',
    'controller.listener.names': 'CONTROLLER',
    'sasl.enabled.mechanisms': 'PLAIN',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'sasl.mechanism.controller.protocol': 'PLAIN',
    'listener.name.client.plain.sasl.jaas.config': login,
    'listener.name.controller.plain.sasl.jaas.config': login,
    'log.dirs': `${data}/data`,
    'auto.create.topics.enable': false,
    'default.replication.factor': 1,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'offsets.retention.minutes': 5_256_000,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'transaction.abort.timed.out.transaction.cleanup.interval.ms': 1_000,
    'group.initial.rebalance.delay.ms': 0,
    // A node that was killed is let in again when its own last session has run out.
    'broker.session.timeout.ms': 1_500,
    'broker.heartbeat.interval.ms': 300,
    'log.retention.check.interval.ms': 1_000,
    'log.initial.task.delay.ms': 1_000,
    'log.cleaner.backoff.ms': 1_000,
  };
  const file = join(folder, 'server.properties');
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return file;
}

type Node = Pick<RunningKafka, 'pid' | 'kill' | 'stop'> & {
  /** Why it is no longer there; null while it is. */
  ended: () => Promise<string | null>;
};

async function startProcess(settings: Settings): Promise<Node> {
  const classPath = join(await fetchJars(), '*');
  const { folder } = settings;
  const properties = writeProperties(settings, folder, '127.0.0.1');
  if (!existsSync(join(folder, 'data', 'meta.properties')))
    await run('java', [
      '-cp',
      classPath,
      'kafka.tools.StorageTool',
      'format',
      '-t',
      CLUSTER_ID,
      '-c',
      properties,
    ]);
  const logFile = join(folder, 'kafka.log');
  const log = openSync(logFile, 'a');
  const child = spawn(
    'java',
    [
      '-Xmx512m',
      '-XX:+UseSerialGC',
      // Without the optimising compiler a broker that was killed is back some two seconds sooner.
      '-XX:TieredStopAtLevel=1',
      '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
      '-cp',
      classPath,
      'kafka.Kafka',
      properties,
    ],
    { stdio: ['ignore', log, log] },
  );
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  return {
    pid: child.pid ?? null,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
    ended: async () =>
      hasEnded(child)
        ? `Kafka ended with ${child.signalCode ?? child.exitCode}:\n${lastLines(logFile)}`
        : null,
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
const lastLines = (file: string) => readFileSync(file, 'utf8').slice(-2_000);

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Loaded here alone: nobody who has no Docker pays for it. */
const loadTestcontainers = () => import('testcontainers');

async function isDockerThere(): Promise<boolean> {
  const { getContainerRuntimeClient } = await loadTestcontainers();
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/** The same settings over the same folder, mounted; the port is the same inside and outside. */
async function startInContainer(settings: Settings): Promise<Node> {
  const { GenericContainer, getContainerRuntimeClient } = await loadTestcontainers();
  const { folder, port } = settings;
  writeProperties(settings, '/node', '0.0.0.0');
  const [bin, file] = ['/opt/kafka/bin', '/node/server.properties'];
  const container = await new GenericContainer(`apache/kafka:${KAFKA_VERSION}`)
    .withExposedPorts({ container: port, host: port })
    .withBindMounts([{ source: folder, target: '/node' }])
    .withUser(`${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`)
    .withEntrypoint(['bash', '-c'])
    .withCommand([
      `${bin}/kafka-storage.sh format --ignore-formatted -t ${CLUSTER_ID} -c ${file} && exec ${bin}/kafka-server-start.sh ${file}`,
    ])
    .start();
  const { container: runtime } = await getContainerRuntimeClient();
  return {
    pid: null,
    kill: async () => {
      await runtime.getById(container.getId()).kill();
    },
    stop: async () => {
      await container.stop();
    },
    ended: async () => {
      const { Running, ExitCode } = (await runtime.getById(container.getId()).inspect()).State;
      return Running ? null : `Kafka's container ended with ${ExitCode}`;
    },
  };
}

async function untilItServes(
  { address, username, password }: RunningKafka,
  ended: Node['ended'],
): Promise<void> {
  const kafka = new Kafka({
    brokers: [address],
    logLevel: logLevel.NOTHING,
    sasl: { mechanism: 'plain', username, password },
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
    retry: { retries: 0 },
  });
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    const admin = kafka.admin();
    const cluster = await admin
      .connect()
      .then(() => admin.describeCluster())
      .catch(() => null);
    await admin.disconnect();
    // A node that is still fenced answers, but names no broker.
    if (cluster && cluster.brokers.length > 0) return;
    const why =
      (await ended()) ?? (performance.now() > deadline ? `Kafka does not serve at ${address}.` : null);
    if (why) throw new Error(why);
    await wait(200);
  }
}
