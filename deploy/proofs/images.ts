/**
 * `npm run test:images -- [--build 0|1] [--tls 0|1]`: builds each image of docker-compose.yml with buildah and starts each service from its
 * image's files, as its user, with the secrets and the settings that Compose hands it, against Apache Kafka (SCRAM, by Maven),
 * Postgres, and MinIO (by Go). ClickHouse is the standalone server, whose engine is the same: it has no users to make. The page
 * must show live tokens; then every service is ended by SIGTERM and must end by itself. NODE_IMAGE names the base image where
 * Docker's registry is out of reach, BUILDAH_ARGS what a build needs besides. Needs root, buildah, Java 17, Maven and Go.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cryptonite/stores/free-port.js';
import { z } from 'zod';
import { startComposeKafka } from './engines/compose-kafka.js';
import { startMinio } from './engines/minio.js';
import { readHealth } from './health.js';
import { checkKafkaRights } from './kafka-rights.js';
import { startProcess } from './process.js';
import { root, until } from './product.js';
import { oneOf, readOptions } from './proof-options.js';

const TARGETS = ['stores', 'market', 'ingest', 'screener', 'sink', 'enrichers', 'query-api'] as const;
type Target = (typeof TARGETS)[number];
const USER = '1000:1000';
const LIVE_LIMIT_MS = 600_000;
/** As Compose waits (stop_grace_period). */
const STOP_LIMIT_MS = 30_000;

const { build, tls } = readOptions({ build: oneOf('1', '0'), tls: oneOf('0', '1') });
for (const program of ['buildah', 'java', 'go'])
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
  } catch {
    console.error(`test:images needs ${program}: install buildah, Java 17, Maven and Go.`);
    process.exit(2);
  }

const buildah = (...args: string[]) => execFileSync('buildah', args, { encoding: 'utf8' }).trim();
const given = (process.env.BUILDAH_ARGS ?? '').split(' ').filter(Boolean);
const isolation = ['--isolation', 'chroot'];
const images = new Map<Target, string>();

for (const target of TARGETS) {
  const name = `localhost/cryptonite-${target}`;
  const file = join(root, 'deploy/images/Dockerfile');
  const base = process.env.NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${process.env.NODE_IMAGE}`] : [];
  if (build === '1')
    buildah(
      'bud',
      '-q',
      '--format',
      'docker',
      '--layers',
      ...isolation,
      ...base,
      ...given,
      '-f',
      file,
      '--target',
      target,
      '-t',
      name,
      root,
    );
  images.set(target, buildah('from', name));
  const size = buildah('images', '--format', '{{.Size}}', name);
  console.log(`image    ${target}: ${size}`);
}

const folder = mkdtempSync(join(tmpdir(), 'cryptonite-images-'));
chmodSync(folder, 0o755);
const secrets = join(folder, 'secrets');
execFileSync(process.execPath, [join(root, 'deploy/compose/secrets.mjs'), secrets]);
const secretOf = (path: string) => readFileSync(join(secrets, path), 'utf8');

const Inspected = z.object({ Docker: z.object({ config: z.object({ Cmd: z.array(z.string()) }) }) });
const running = new Map<string, ChildProcess>();
type Run = { env: Record<string, string>; data?: string; command?: string[] };

/** Starts what an image runs, with the folder of secrets of that container. */
function start(container: string, target: Target, { env, data, command }: Run): ChildProcess {
  const image = images.get(target)!;
  const own = command ?? Inspected.parse(JSON.parse(buildah('inspect', image))).Docker.config.Cmd;
  const mounts = ['-v', `${join(secrets, container)}:/run/secrets:ro`];
  if (data) mounts.push('-v', `${data}:/data`);
  const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  // The shell says its process, which gets the signals that a container's would.
  const script = `echo "pid $$ user $(id -u)"; exec ${own.map((word) => `'${word}'`).join(' ')}`;
  const child = spawn(
    'buildah',
    [
      'run',
      ...isolation,
      '--network',
      'host',
      '--user',
      USER,
      ...mounts,
      ...settings,
      image,
      '--',
      'sh',
      '-c',
      script,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const log = createWriteStream(join(folder, `${container}.log`));
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  return child;
}
const logOf = (container: string) => readFileSync(join(folder, `${container}.log`), 'utf8');

async function run(container: string, target: Target, settings: Run): Promise<void> {
  const child = start(container, target, settings);
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${container} ended with ${status}: ${logOf(container).slice(-2_000)}`);
  console.log(`done     ${container}: ${logOf(container).trim().split('\n').at(-1)?.slice(0, 100)} …`);
}

/** Waits until it is ready, and sees that it runs as nobody who could change its files. */
async function serve(container: Target, settings: Run): Promise<void> {
  const metricsPort = await freePort();
  const child = start(container, container, {
    ...settings,
    env: { ...settings.env, METRICS_PORT: String(metricsPort), METRICS_HOST: '127.0.0.1' },
  });
  running.set(container, child);
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${container} ended: ${logOf(container).slice(-2_000)}`);
    if (container === 'market') return /market ready|ready/.test(logOf(container)) || null;
    return (
      (await fetch(`http://127.0.0.1:${metricsPort}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )) || null
    );
  };
  await until(`${container} is ready`, isReady, LIVE_LIMIT_MS);
  const [, pid, user] = /pid (\d+) user (\d+)/.exec(logOf(container)) ?? [];
  if (user !== '1000') throw new Error(`${container} runs as user ${user}`);
  console.log(`serves   ${container}: process ${pid}, user ${user}`);
}

/** Ends the service as Docker does, and waits for it to end by itself. */
async function stop(container: string): Promise<void> {
  const child = running.get(container)!;
  const [, pid] = /pid (\d+) user/.exec(logOf(container)) ?? [];
  const gone = once(child, 'exit');
  const beganMs = performance.now();
  process.kill(Number(pid), 'SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await gone;
  clearTimeout(late);
  const tookMs = performance.now() - beganMs;
  running.delete(container);
  if (tookMs >= STOP_LIMIT_MS)
    throw new Error(`${container} did not end within ${STOP_LIMIT_MS} ms of SIGTERM`);
  console.log(`ended    ${container}: ${Math.round(tookMs)} ms after SIGTERM`);
}

/** The settings of a source's file, whose names of containers are this machine's ports here. */
function settingsOf(file: string, ports: { stream: number; services: number }): Record<string, string> {
  const lines = readFileSync(join(root, file), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name, value]) => [
      name,
      value!
        .replace('http://market:10000', `http://127.0.0.1:${ports.stream}`)
        .replace('http://market:10001', `http://127.0.0.1:${ports.services}`),
    ]),
  );
}

const owner = { CLICKHOUSE_USER: 'cryptonite', CLICKHOUSE_PASSWORD: secretOf('migrate/clickhouse-password') };
const postgresPort = await freePort();
const [kafka, minio, postgres, clickhouse] = await Promise.all([
  startComposeKafka(join(folder, 'kafka'), join(secrets, 'kafka/users'), tls === '1'),
  startMinio(join(folder, 'minio')),
  startProcess('postgres', {
    DATA_DIR: join(folder, 'postgres'),
    PORT: String(postgresPort),
    POSTGRES_USER: 'cryptonite',
    POSTGRES_PASSWORD: secretOf('postgres/password'),
  }),
  startProcess('clickhouse', {
    ...owner,
    DATA_DIR: join(folder, 'clickhouse'),
    PORT: '0',
    UV_THREADPOOL_SIZE: '16',
    CLICKHOUSE_DATABASE: 'cryptonite',
    CLICKHOUSE_READER_USER: 'reader',
    CLICKHOUSE_READER_PASSWORD: secretOf('query-api/clickhouse-password'),
    READONLY_PORT: '0',
    READONLY_USER: 'analyst',
    READONLY_PASSWORD: secretOf('analyst/clickhouse-password'),
  }),
]);
let failure: Error | null = null;
try {
  const kafkaOf = (user: string) => ({
    KAFKA_BROKERS: kafka.address,
    KAFKA_SASL: 'scram-sha-512',
    KAFKA_USERNAME: user,
    KAFKA_PASSWORD_FILE: '/run/secrets/kafka-password',
    ...(kafka.certificate && { KAFKA_CA: kafka.certificate }),
  });
  const tables = {
    ...owner,
    CLICKHOUSE_URL: clickhouse.addresses.clickhouse!,
    CLICKHOUSE_DATABASE: 'cryptonite',
  };
  const files = {
    S3_ENDPOINT: minio.address.endpoint,
    S3_REGION: minio.address.region,
    S3_BUCKET: 'cryptonite',
    S3_ACCESS_KEY_ID: minio.address.accessKeyId,
    S3_SECRET_ACCESS_KEY: minio.address.secretAccessKey,
  };
  const here = (url: string) => url.replace('@postgres:5432', `@127.0.0.1:${postgresPort}`);
  const apiUrl = here(secretOf('query-api/postgres-url'));
  const task = (name: string) => ['node', `deploy/stores/dist/${name}/main.js`];
  await run('migrate', 'stores', {
    env: { ...kafkaOf('migrate'), TOPIC_PARTITIONS: '12' },
    command: task('kafka'),
  });
  console.log(
    `rights   ${await checkKafkaRights(kafka, (user) => secretOf(`${user}/kafka-password`))} attempts in Kafka refused`,
  );
  await run('migrate', 'stores', { env: tables, command: task('clickhouse') });
  await run('migrate', 'stores', {
    env: { POSTGRES_URL: here(secretOf('migrate/postgres-url')), POSTGRES_API_URL: apiUrl },
    command: task('postgres'),
  });
  await run('migrate', 'stores', { env: files, command: task('s3') });

  const ports = { stream: await freePort(), services: await freePort() };
  const page = await freePort();
  const sourceOf = (service: string) => settingsOf(`deploy/compose/source/market/${service}.env`, ports);
  const writable = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    chownSync(path, 1000, 1000);
    return path;
  };
  const pictures = writable('pictures');
  await serve('market', {
    env: {
      HOST: '127.0.0.1',
      PORT: String(ports.stream),
      HTTP_PORT: String(ports.services),
      YELLOWSTONE_TOKEN: secretOf('market/yellowstone-token'),
      DATA_DIR: '/data/market',
    },
    data: writable('market'),
  });
  await Promise.all([
    serve('screener', { env: { ...kafkaOf('screener'), ...tables, SNAPSHOT_DIR: '/tmp/snapshots' } }),
    serve('sink', { env: { ...kafkaOf('sink'), ...tables } }),
    serve('query-api', {
      env: {
        ...sourceOf('query-api'),
        ...kafkaOf('query-api'),
        ...tables,
        ...files,
        POSTGRES_URL: apiUrl,
        HOST: '127.0.0.1',
        PORT: String(page),
        SITE_ORIGIN: `http://127.0.0.1:${page}`,
        PICTURES_DIR: '/data/pictures',
      },
      data: pictures,
    }),
    serve('ingest', { env: { ...sourceOf('ingest'), ...kafkaOf('ingest') } }),
    serve('enrichers', {
      env: {
        ...sourceOf('enrichers'),
        ...kafkaOf('enrichers'),
        ...tables,
        PICTURES_DIR: '/data/pictures',
        CACHE_DIR: '/data/fetched',
      },
      data: pictures,
    }),
  ]);
  const url = `http://127.0.0.1:${page}`;
  await until('the page is live', async () => (await readHealth(url)).status === 'ok' || null, LIVE_LIMIT_MS);
  const html = await (await fetch(`${url}/discovery`)).text();
  const shown = await until(
    'a list shows tokens',
    async () => {
      const { items } = (await (await fetch(`${url}/api/discovery/early-stage`)).json()) as {
        items: unknown[];
      };
      return items.length > 0 ? items.length : null;
    },
    LIVE_LIMIT_MS,
  );
  console.log(`page     live at ${url}, ${shown} tokens on Early Stage, page of ${html.length} bytes`);
  for (const service of ['ingest', 'enrichers', 'query-api', 'sink', 'screener', 'market'])
    await stop(service);
} catch (error) {
  failure = error as Error;
} finally {
  for (const child of running.values()) child.kill('SIGKILL');
  await Promise.all([kafka.stop(), minio.stop(), postgres.end(), clickhouse.end()]);
  for (const container of images.values()) buildah('rm', container);
}
if (failure) {
  console.error(`FAILED   ${failure.message}\nLogs: ${folder}`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
console.log('every image runs its service as nobody, against real engines, and the page is live');
process.exit(0);
