import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Health } from '@cryptonite/contracts/api';
import { utc } from '@cryptonite/contracts/outages';
import { toBase58 } from '@cryptonite/market/addresses.js';
import { GATE_MINT } from '@cryptonite/market/gate-token.js';
import { checkTape } from './check-tape.js';
import { claimFolderVersion, openDataFolder } from './data-folder.js';
import { enrichersOf } from './enrichers.js';
import { claimFolderFor } from './folder-source.js';
import { forgetLogs } from './forget-logs.js';
import { holdFolder } from './lock.js';
import { LogFile } from './log-file.js';
import type { Options, SourceOption } from './options.js';
import type { OutsideStores } from './outside-stores.js';
import { findPorts } from './ports.js';
import { reachStores } from './reach-stores.js';
import { readSecrets } from './secrets.js';
import { runTask, Service, type ServiceSpec } from './service.js';
import { pageAt, siteOf } from './site-environment.js';
import { type ReadHealth, untilCaughtUp, untilListed, untilReady } from './until-ready.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const compiled = (path: string) => join(root, path);
/** Its own code and its libraries' in few files (tools/bundle.mjs). */
const bundled = (service: string) => join(root, '.bundles', `${service}.mjs`);
/** Settings that are handed on where the environment has them. */
const given = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/** Ports tried first; a free one is taken where another program holds them, and everywhere where the page's is 0. */
const PORTS = {
  kafka: 19_092,
  clickhouse: 18_123,
  analysts: 18_124,
  postgres: 15_432,
  s3: 19_000,
  yellowstone: 10_000,
  services: 10_001,
};

const PORT_OWNERS = {
  kafka: 'kafka',
  clickhouse: 'clickhouse',
  analysts: "clickhouse's port for analysts",
  postgres: 'postgres',
  s3: 's3',
  yellowstone: 'the source',
  services: "the port of the market's services",
  page: 'the page',
};
type PortName = keyof typeof PORT_OWNERS;

/** A store outside and a provider need no port here. */
const portsInUse = (outside: OutsideStores, source: SourceOption): PortName[] => [
  ...(outside.kafka ? [] : (['kafka'] as const)),
  ...(outside.clickhouse ? [] : (['clickhouse', 'analysts'] as const)),
  ...(outside.postgres ? [] : (['postgres'] as const)),
  ...(outside.s3 ? [] : (['s3'] as const)),
  ...(source.kind === 'provider' || source.kind === 'rpc' ? [] : (['yellowstone'] as const)),
  ...(source.kind === 'market' ? (['services'] as const) : []),
  'page',
];

const FREE_PORTS: typeof PORTS = {
  kafka: 0,
  clickhouse: 0,
  analysts: 0,
  postgres: 0,
  s3: 0,
  yellowstone: 0,
  services: 0,
};

/** Topics keyed by mint, on one machine. Fixed: a mint's partition depends on it. */
const PARTITIONS = 4;

const LOGS_FORGOTTEN_EVERY_MS = 60 * 60_000;

/** Below this much free disk ingest stops: the stores need room to merge and to sync. */
const MIN_FREE_BYTES = 1_000_000_000;

/** Of the history on disk; the rest is for the tables. */
const KAFKA_SHARE = 0.4;

export type Running = {
  pageUrl: string;
  /** Process ids by service name, for tests that end one. */
  pids: () => Record<string, number | undefined>;
  /** All of health, as query-api tells who started it; null where it does not answer. */
  health: ReadHealth;
  stop: () => Promise<void>;
};

/**
 * Starts every service on one data folder and resolves when it can be told whether all is ready; the page can be opened before. A
 * store that is named outside is used instead of one of its own. What is printed stands in `logs/supervisor.log` too, and begins with the time, but for
 * the page's address, which is there to be copied. The signal stops what runs by then, in order, and a start under way
 * rejects.
 */
export async function startStandalone(
  options: Options,
  outside: OutsideStores,
  print: (line: string) => void,
  stopAsked: AbortSignal,
): Promise<Running> {
  const startedAt = performance.now();
  const { dataDir } = options;
  if (options.source.kind === 'tape') await checkTape(options.source.file);
  await reachStores(outside);
  stopAsked.throwIfAborted();
  openDataFolder(dataDir);
  const release = holdFolder(dataDir);

  const logs = join(dataDir, 'logs');
  const log = new LogFile(join(logs, 'supervisor.log'));
  const say = (line: string, isTimed = true) => {
    const nowMs = Date.now();
    log.write(line, nowMs);
    print(isTimed ? `${utc(nowMs)} ${line}` : line);
  };
  const services: Service[] = [];
  const isLogged = (name: string) => name === 'supervisor' || services.some((one) => one.name === name);
  const forgetting = setInterval(
    () => forgetLogs(logs, isLogged, Date.now()),
    LOGS_FORGOTTEN_EVERY_MS,
  ).unref();
  const ending = new AbortController();
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= stopServices();
    return stopped;
  };
  const stopServices = async () => {
    // Nothing begins from here on, and a task under way ends.
    ending.abort();
    // Writers before what they write to.
    for (const service of [...services].reverse()) await service.stop();
    if (stopAsked.aborted) say('Stopped.');
    clearInterval(forgetting);
    log.close();
    release();
  };
  stopAsked.addEventListener(
    'abort',
    () => {
      say('Stopping …');
      void stop();
    },
    { once: true },
  );
  const start = async (spec: ServiceSpec) => {
    stopAsked.throwIfAborted();
    ending.signal.throwIfAborted();
    const service = new Service(
      spec,
      {
        say: (line) => say(line),
        ready: (name, addresses) => say(`${name} is up: ${Object.values(addresses).join(', ')}`),
      },
      join(logs, `${spec.name}.log`),
    );
    services.push(service);
    await service.start();
  };
  const run = (spec: Parameters<typeof runTask>[0]) => runTask(spec, ending.signal);

  try {
    claimFolderVersion(dataDir);
    claimFolderFor(options.source, dataDir);
    const secrets = readSecrets(dataDir);
    const wanted = { ...(options.port === 0 ? FREE_PORTS : PORTS), page: options.port };
    const ports = await findPorts(wanted);
    const kafka = outside.kafka ?? {
      KAFKA_BROKERS: `127.0.0.1:${ports.kafka}`,
      KAFKA_USERNAME: 'cryptonite',
      KAFKA_PASSWORD: secrets.kafkaPassword,
    };
    const clickhouse = outside.clickhouse ?? {
      CLICKHOUSE_URL: `http://127.0.0.1:${ports.clickhouse}`,
      CLICKHOUSE_USER: 'cryptonite',
      CLICKHOUSE_PASSWORD: secrets.clickhousePassword,
      CLICKHOUSE_DATABASE: 'cryptonite',
    };
    const reader = outside.clickhouse
      ? outside.clickhouseReader
      : { CLICKHOUSE_USER: 'reader', CLICKHOUSE_PASSWORD: secrets.clickhouseReaderPassword };
    const postgresUrl = (user: string, password: string) =>
      `postgres://${user}:${password}@127.0.0.1:${ports.postgres}/cryptonite`;
    const postgres = outside.postgres ?? {
      POSTGRES_URL: postgresUrl('cryptonite', secrets.postgresPassword),
      POSTGRES_API_URL: postgresUrl('query_api', secrets.postgresApiPassword),
    };
    const s3 = outside.s3 ?? {
      S3_ENDPOINT: `http://127.0.0.1:${ports.s3}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'cryptonite',
      S3_ACCESS_KEY_ID: 'cryptonite',
      S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
    };
    const disk = { DISK_GUARD_PATH: dataDir, MIN_FREE_BYTES: String(MIN_FREE_BYTES) };
    const limits = {
      kafka: Math.floor(options.historyLimitBytes * KAFKA_SHARE),
      clickhouse: Math.floor(options.historyLimitBytes * (1 - KAFKA_SHARE)),
      // These hold no history.
      postgres: null,
      s3: null,
    };
    const ownStores = (['kafka', 'clickhouse', 'postgres', 's3'] as const)
      .filter((name) => outside[name] === null)
      .map((name) => ({ name, path: join(dataDir, name), limitBytes: limits[name] }));
    const source = sourceOf(options, ports, secrets.yellowstoneToken);
    const servicesUrl = `http://127.0.0.1:${ports.services}`;
    const enrichers = enrichersOf(options.source, servicesUrl, process.env);
    const site = siteOf(
      options.source,
      {
        SOLANA_RPC_URL: servicesUrl,
        SOLANA_RPC_FROM: 'market simulator',
        GATE_TOKEN_MINT: toBase58(GATE_MINT),
      },
      process.env,
    );
    const traces = given('TRACES_URL', 'TRACES_SHARE');
    const pictures = { PICTURES_DIR: join(dataDir, 'pictures') };

    say(`Data folder ${dataDir}`);
    for (const name of portsInUse(outside, options.source))
      if (wanted[name] !== 0 && ports[name] !== wanted[name])
        say(`port ${wanted[name]} is taken: ${PORT_OWNERS[name]} is at ${ports[name]}`);
    const startKafka = () =>
      start({
        name: 'kafka',
        maxHeapMb: 1_024,
        entry: bundled('kafka'),
        env: {
          ...kafka,
          DATA_DIR: join(dataDir, 'kafka'),
          PORT: String(ports.kafka),
        },
      });
    const startClickhouse = () =>
      start({
        name: 'clickhouse',
        maxHeapMb: 1_024,
        isPatient: true,
        entry: compiled('deploy/standalone/dist/clickhouse/main.js'),
        env: {
          ...clickhouse,
          CLICKHOUSE_READER_USER: 'reader',
          CLICKHOUSE_READER_PASSWORD: secrets.clickhouseReaderPassword,
          DATA_DIR: join(dataDir, 'clickhouse'),
          PORT: String(ports.clickhouse),
          READONLY_PORT: String(ports.analysts),
          READONLY_USER: 'analyst',
          READONLY_PASSWORD: secrets.analystPassword,
          // Each session of the engine holds a thread of libuv's pool.
          UV_THREADPOOL_SIZE: '16',
        },
      });
    const startPostgres = () =>
      start({
        name: 'postgres',
        maxHeapMb: 128,
        entry: compiled('deploy/standalone/dist/postgres/main.js'),
        env: {
          DATA_DIR: join(dataDir, 'postgres'),
          PORT: String(ports.postgres),
          POSTGRES_USER: 'cryptonite',
          POSTGRES_PASSWORD: secrets.postgresPassword,
        },
      });
    const startS3 = () =>
      start({
        name: 's3',
        maxHeapMb: 256,
        isPatient: true,
        entry: bundled('s3'),
        env: { ...s3, DATA_DIR: join(dataDir, 's3'), PORT: String(ports.s3) },
      });
    const use = async (name: string, address: string | undefined) => say(`${name} is outside: ${address}`);
    await Promise.all([
      (outside.kafka ? use('kafka', kafka.KAFKA_BROKERS) : startKafka()).then(() =>
        run({
          name: 'topics',
          entry: bundled('topics'),
          env: {
            ...kafka,
            TOPIC_PARTITIONS: String(PARTITIONS),
            KAFKA_HISTORY_BYTES: String(limits.kafka),
          },
        }),
      ),
      (outside.clickhouse ? use('clickhouse', clickhouse.CLICKHOUSE_URL) : startClickhouse()).then(() =>
        run({
          name: 'migrations',
          entry: compiled('deploy/stores/dist/clickhouse/main.js'),
          env: clickhouse,
        }),
      ),
    ]);
    const startPage = () =>
      start({
        name: 'query-api',
        maxHeapMb: 1_024,
        semiSpaceMb: 32,
        entry: bundled('query-api'),
        env: {
          ...kafka,
          ...clickhouse,
          ...reader,
          ...disk,
          ...pictures,
          POSTGRES_URL: postgres.POSTGRES_API_URL,
          ...s3,
          ...site,
          DISK_STORES: JSON.stringify(ownStores),
          PATTERN_HISTORY: join(dataDir, 'pattern-history.json'),
          ENRICHED_BY: enrichers?.enrichedBy.join(',') ?? '',
          PORT: String(ports.page),
          WEB_DIST: compiled('web/dist'),
          ...given('REQUESTS_PER_SECOND', 'STREAMS_MAX', 'STREAMS_PER_CALLER', 'STREAM_GROUPS_PER_CALLER'),
          ...given('COMMANDS_PER_MINUTE', 'WALLET_COMMANDS_PER_MINUTE'),
          ...traces,
        },
      });
    const pageUrl = pageAt(site.HOST, ports.page);
    const health: ReadHealth = async () => {
      const told = await services.find(({ name }) => name === 'query-api')?.health();
      return Health.safeParse(told).data ?? null;
    };
    await Promise.all([
      (outside.postgres ? use('postgres', addressOf(outside.postgres.POSTGRES_URL)) : startPostgres()).then(
        () =>
          run({
            name: 'accounts',
            entry: compiled('deploy/stores/dist/postgres/main.js'),
            env: postgres,
          }),
      ),
      (outside.s3 ? use('s3', outside.s3.S3_ENDPOINT) : startS3()).then(() =>
        run({ name: 'bucket', entry: bundled('bucket'), env: s3 }),
      ),
      // A past that is caught up with takes all of a small machine: what is stored is shown first, by the page alone.
      startPage().then(() => untilListed(pageUrl, ending.signal)),
    ]);
    say(`Open ${pageUrl}`, false);
    const startReaders = () =>
      Promise.all([
        start({
          name: 'ingest',
          maxHeapMb: 1_024,
          semiSpaceMb: 32,
          entry: bundled('ingest'),
          env: { ...kafka, ...disk, ...source.ingest, ...traces },
        }),
        enrichers &&
          start({
            name: 'enrichers',
            maxHeapMb: 512,
            isPatient: true,
            entry: bundled('enrichers'),
            env: {
              ...kafka,
              ...clickhouse,
              ...reader,
              ...pictures,
              ...enrichers.env,
              CACHE_DIR: join(dataDir, 'fetched'),
            },
          }),
      ]);
    await Promise.all([
      start({
        name: 'screener',
        maxHeapMb: 3_072,
        semiSpaceMb: 64,
        entry: bundled('screener'),
        env: { ...kafka, ...clickhouse, ...reader, ...traces, SNAPSHOT_DIR: join(dataDir, 'snapshots') },
      }),
      start({
        name: 'sink',
        maxHeapMb: 1_024,
        semiSpaceMb: 32,
        isPatient: true,
        entry: bundled('sink'),
        env: { ...kafka, ...clickhouse },
      }),
      start({
        name: 'history',
        maxHeapMb: 256,
        isPatient: true,
        entry: bundled('history'),
        env: { ...clickhouse, HISTORY_LIMIT_BYTES: String(limits.clickhouse) },
      }),
      // Whoever reads the source finds it up.
      source.service ? start(source.service(dataDir)).then(startReaders) : startReaders(),
    ]);
    forgetLogs(logs, isLogged, Date.now());
    const verdict = await untilReady(health, ending.signal);
    const took = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
    if (verdict.isReady)
      say(`Ready in ${took}. ${verdict.but === null ? '' : `${verdict.but} `}Ctrl-C stops it.`);
    else say(`Started in ${took}, and not ready: ${verdict.why} Ctrl-C stops it.`);
    // Whoever was told that it is catching up is told when it has.
    if (verdict.isReady && verdict.but !== null)
      void untilCaughtUp(health, ending.signal).then(
        () => say('Caught up: the page is live.'),
        () => {},
      );
    return {
      pageUrl,
      health,
      pids: () => Object.fromEntries(services.map((service) => [service.name, service.pid])),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Without user and password: it is printed. */
const addressOf = (url: string): string => new URL(url).host;

type SourceProcesses = {
  service: ((dataDir: string) => ServiceSpec) | null;
  /** What ingest is told of it. */
  ingest: Record<string, string>;
};

function sourceOf(
  { source, speed, rate, layout, seed, pastMinutes, solPriceUsd }: Options,
  ports: { yellowstone: number; services: number },
  token: string,
): SourceProcesses {
  const fixedPrice: Record<string, string> = solPriceUsd
    ? { SOL_PRICE_USD: solPriceUsd, SOL_PRICE_FROM: '--sol-price' }
    : given('SOL_PRICE_URL');
  const follows = given('FOLLOWED_ACCOUNTS');
  if (source.kind === 'rpc')
    return {
      service: null,
      ingest: {
        RPC_URLS: source.urls.join(','),
        ...given('RPC_REQUESTS_PER_SECOND'),
        ...follows,
        ...fixedPrice,
      },
    };
  if (source.kind === 'provider')
    return {
      service: null,
      ingest: {
        ...follows,
        YELLOWSTONE_URL: source.url,
        ...(process.env.YELLOWSTONE_TOKEN && { YELLOWSTONE_TOKEN: process.env.YELLOWSTONE_TOKEN }),
        ...(process.env.YELLOWSTONE_CLIENT && { YELLOWSTONE_CLIENT: process.env.YELLOWSTONE_CLIENT }),
        ...fixedPrice,
      },
    };
  const local: Record<string, string> = {
    YELLOWSTONE_URL: `http://127.0.0.1:${ports.yellowstone}`,
    YELLOWSTONE_TOKEN: token,
    ...follows,
  };
  if (source.kind === 'tape')
    return {
      service: () => ({
        name: 'tape',
        maxHeapMb: 2_048,
        entry: compiled('deploy/provider/dist/tape-main.js'),
        env: {
          TAPE_FILE: source.file,
          SPEED: speed,
          PORT: String(ports.yellowstone),
          YELLOWSTONE_TOKEN: token,
        },
      }),
      ingest: { ...local, ...fixedPrice },
    };
  return {
    service: (dataDir) => ({
      name: 'market',
      maxHeapMb: 2_048,
      entry: compiled('deploy/market/dist/main.js'),
      env: {
        SEED: seed,
        LAYOUT: layout,
        RATE: rate,
        PAST_MINUTES: pastMinutes,
        PORT: String(ports.yellowstone),
        HTTP_PORT: String(ports.services),
        DATA_DIR: join(dataDir, 'market'),
        TRUTH_DIR: join(dataDir, 'market-truth'),
        YELLOWSTONE_TOKEN: token,
        ...given('CRPT_HOLDERS', 'SERVICE_FAULTS', 'SERVICE_LIMITS', 'FAULT_PORT'),
      },
    }),
    ingest: {
      ...local,
      ...(solPriceUsd
        ? fixedPrice
        : {
            SOL_PRICE_URL: `http://127.0.0.1:${ports.services}/price/v3`,
            SOL_PRICE_FROM: 'market simulator',
          }),
    },
  };
}
