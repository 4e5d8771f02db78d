import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { METRICS } from '@cryptonite/contracts/metrics';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const COMPOSE = read('docker-compose.yml');

const Service = z.looseObject({
  image: z.string(),
  mem_limit: z.string(),
  build: z.object({ dockerfile: z.string(), target: z.string() }).optional(),
  healthcheck: z.unknown().optional(),
  restart: z.string(),
  user: z.string().optional(),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  pids_limit: z.number(),
  tmpfs: z.array(z.string()),
  networks: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  ports: z.array(z.string()).optional(),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean().optional() })).optional(),
  volumes: z.array(z.string()),
  environment: z.record(z.string(), z.unknown()).default({}),
});
const Network = z.looseObject({
  internal: z.boolean().default(false),
  driver_opts: z.record(z.string(), z.string()).default({}),
});
const { services, volumes, networks } = z
  .object({
    services: z.record(z.string(), Service),
    volumes: z.record(z.string(), z.unknown()),
    networks: z.record(z.string(), Network),
  })
  .parse(parse(COMPOSE, { merge: true }));
const named = Object.entries(services);
const sources = (name: string) =>
  ['ingest', 'enrichers', 'query-api'].map((service) => read(`deploy/compose/source/${name}/${service}.env`));

describe('docker-compose.yml', () => {
  it('names each image by its version, bounds its memory, and publishes the page, and Grafana where it is asked for', () => {
    for (const [name, { image, build }] of named)
      if (build === undefined && !['history', 'decoder'].includes(name))
        expect(image, name).toMatch(/^docker\.io\/\S+:[\w.-]*\d[\w.-]*$/);
    expect(named.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['query-api', 'grafana']);
  });

  it('holds each container to files that it cannot change, few processes, and no rights but those that an engine starts with', () => {
    for (const [name, service] of named)
      expect(
        {
          ...service,
          isBounded: service.pids_limit > 0 && service.pids_limit <= (name === 'clickhouse' ? 8_192 : 1_024),
        },
        name,
      ).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        isBounded: true,
        tmpfs: expect.arrayContaining([expect.stringMatching(/^\/tmp(:|$)/)]),
        cap_add: ['clickhouse', 'postgres'].includes(name)
          ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']
          : [],
      });
  });

  it('lets each container reach whom it asks, and nobody else', () => {
    const membersOf = Object.fromEntries(
      Object.keys(networks).map((network) => [
        network,
        named.filter(([, service]) => service.networks.includes(network)).map(([name]) => name),
      ]),
    );
    const own = ['ingest', 'screener', 'sink', 'enrichers', 'query-api'];
    expect(membersOf).toEqual({
      kafka: ['kafka', 'migrate', ...own],
      clickhouse: ['clickhouse', 'migrate', 'screener', 'sink', 'enrichers', 'query-api', 'history'],
      postgres: ['postgres', 'migrate', 'query-api'],
      minio: ['minio', 'buckets', 'migrate', 'query-api'],
      market: ['market', 'ingest', 'enrichers', 'query-api'],
      metrics: [...own, 'prometheus'],
      panels: ['prometheus', 'grafana'],
      shown: ['grafana'],
      outside: ['migrate', ...own, 'history'],
    });
    for (const [name, network] of Object.entries(networks))
      expect(network.internal, name).toBe(!['shown', 'outside'].includes(name));
    expect(networks.outside?.driver_opts).toEqual({ 'com.docker.network.bridge.enable_icc': 'false' });
    const isNowhere = ([, { networks: joined }]: (typeof named)[number]) => joined.length === 0;
    const nowhere = named.filter(isNowhere);
    expect(nowhere.map(([name, { network_mode }]) => [name, network_mode])).toEqual([
      ['secrets', 'none'],
      ['decoder', 'none'],
    ]);
  });

  it('has pictures decoded where there is neither a secret nor a network', () => {
    const { decoder, enrichers } = services;
    expect(decoder?.volumes).toEqual(['decoder:/data']);
    expect(decoder?.environment).toEqual({ SOCKET: '/data/decoder.sock' });
    expect(enrichers?.volumes).toContain('decoder:/run/decoder:ro');
    expect(enrichers?.environment.DECODER_SOCKET).toBe('/run/decoder/decoder.sock');
  });

  it('tells metrics to Prometheus alone', () => {
    for (const name of ['ingest', 'screener', 'sink', 'enrichers', 'query-api'])
      expect(services[name]?.environment.METRICS_TOKEN_FILE, name).toBe('/run/secrets/metrics-token');
    expect(services.prometheus?.volumes).toContain('secrets-prometheus:/run/secrets:ro');
    expect(read('deploy/compose/observe/prometheus.yml')).toContain(
      'authorization: { credentials_file: /run/secrets/metrics-token }',
    );
  });

  it('has a check of each store’s health, and keeps each store in a volume of its name', () => {
    for (const name of ['kafka', 'clickhouse', 'postgres', 'minio']) {
      expect(services[name]?.healthcheck, name).toBeDefined();
      expect(
        services[name]?.volumes.some((volume) => volume.startsWith(`${name}:`)),
        name,
      ).toBe(true);
    }
  });

  it('runs each of our own as nobody, on files that it cannot change, with a folder of secrets that no other has', () => {
    const own = named.filter(([, { build }]) => build);
    expect(own.map(([name]) => name)).toEqual([
      'migrate',
      'market',
      'ingest',
      'screener',
      'sink',
      'enrichers',
      'query-api',
    ]);
    const secretsOf = (mounts: readonly string[]) =>
      mounts.filter((mount) => mount.includes(':/run/secrets'));
    for (const [name, service] of own) {
      expect([service.read_only, service.user, secretsOf(service.volumes)], name).toEqual([
        true,
        undefined,
        [`secrets-${name}:/run/secrets:ro`],
      ]);
      expect(read(service.build!.dockerfile)).toContain(`AS ${service.build!.target}\n`);
    }
    expect(read('deploy/images/Dockerfile')).toContain('\nUSER 1000:1000\n');
  });

  it('holds no password, and hands each over as a file', () => {
    for (const [name, { environment }] of named)
      for (const variable of Object.keys(environment))
        if (/PASSWORD|SECRET_|TOKEN$|POSTGRES_(API_)?URL/.test(variable))
          expect(variable, name).toMatch(/_FILE$/);
  });

  it('hands what the source needs to who reads it, and no token of others by a file that git keeps', () => {
    const asked = named.filter(([, { env_file }]) => env_file);
    expect(asked.map(([name]) => name)).toEqual(['ingest', 'enrichers', 'query-api']);
    for (const [name, { env_file }] of asked)
      expect(env_file).toEqual([
        { path: `deploy/compose/source/\${SOURCE:-market}/${name}.env` },
        { path: `tokens/${name}.env`, required: false },
      ]);
    for (const text of [...sources('provider'), ...sources('rpc'), read('.env')])
      expect(text).not.toMatch(/^\w*(TOKEN|RPC_URLS?)=/m);
    expect(read('.gitignore').split('\n')).toContain('/tokens/');
    expect(read('.dockerignore').split('\n')).toContain('tokens');
  });

  it('reads no variable that .env.example leaves out, and that names none that is not read', () => {
    const used = [COMPOSE, ...sources('market'), ...sources('provider'), ...sources('rpc')].flatMap((text) =>
      [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!),
    );
    const explained = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
    expect(explained.toSorted()).toEqual([...new Set([...used, 'COMPOSE_PROFILES'])].toSorted());
  });
});

describe('secrets', () => {
  const make = (folder: string) =>
    execFileSync(process.execPath, [join(root, 'deploy/compose/secrets.mjs'), folder]);
  const all = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => statSync(join(folder, path)).isFile())
        .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
    );

  it('are made once, and what is missing is made beside what is there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    try {
      make(folder);
      const made = all(folder);
      make(folder);
      expect(all(folder)).toEqual(made);
      rmSync(join(folder, 'grafana'), { recursive: true });
      writeFileSync(join(folder, 'market', 'yellowstone-token'), 'mine', { flag: 'a' });
      make(folder);
      const { 'grafana/password': renewed, ...others } = all(folder);
      const { 'grafana/password': before, ...unchanged } = made;
      expect(renewed).not.toBe(before);
      expect(Object.keys(others)).toEqual(Object.keys(unchanged));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are those that docker-compose.yml hands to each container, in a volume of its own', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    try {
      make(folder);
      const made = all(folder);
      for (const [name, { environment, volumes: mounts }] of named) {
        const files = Object.values(environment).flatMap(
          (value) => /^\/run\/secrets\/(\S+)$/.exec(String(value))?.[1] ?? [],
        );
        for (const file of files) expect(Object.keys(made), name).toContain(`${name}/${file}`);
        for (const mount of mounts) {
          const [volume] = mount.split(':');
          if (!volume?.startsWith('.')) expect(Object.keys(volumes), name).toContain(volume);
        }
      }
      const folders = new Set(Object.keys(made).map((path) => path.split('/')[0]));
      const mounted = services.secrets!.volumes.flatMap(
        (mount) => /^secrets-(.+):\/secrets\/\1$/.exec(mount)?.[1] ?? [],
      );
      expect([...folders].toSorted()).toEqual(mounted.toSorted());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('command lines', () => {
  it('of services name no secret', () => {
    for (const [name, service] of named) {
      const { command, entrypoint, healthcheck } = service as Record<string, unknown>;
      const lines = JSON.stringify([command, entrypoint, healthcheck]);
      expect(lines, name).not.toMatch(/\/run\/secrets|password|token|\$\{?\w*(KEY|SECRET|PASS|TOKEN)/i);
    }
  });

  /** Runs a script of a container where each command notes its arguments; those in `scripted` do no more than that. */
  function commandLinesOf(container: string, script: string, scripted: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'script-'));
    try {
      execFileSync(process.execPath, [join(root, 'deploy/compose/secrets.mjs'), join(folder, 'secrets')]);
      for (const name of ['bin', 'tmp']) mkdirSync(join(folder, name));
      const log = join(folder, 'lines');
      for (const name of [...scripted, 'cat', 'sed', 'grep', 'rm']) {
        // What a command is given as `@file` is copied: a script may remove the file behind it.
        const noted = `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\ncase $1 in @*) /bin/cp -p "\${1#@}" ${folder}/given;; esac\n`;
        const works = scripted.includes(name) ? '' : `exec /bin/${name} "$@"\n`;
        writeFileSync(join(folder, 'bin', name), noted + works, { mode: 0o755 });
      }
      const places: Record<string, string> = {
        '/run/secrets/': join(folder, 'secrets', container, '/'),
        '/etc/cryptonite/': join(root, 'deploy/compose/'),
        '/opt/kafka/bin/': join(folder, 'bin/'),
        '/tmp/': join(folder, 'tmp/'),
      };
      const moved = read(`deploy/compose/${script}`).replace(
        /\/(run\/secrets|etc\/cryptonite|opt\/kafka\/bin|tmp)\//g,
        (place) => places[place]!,
      );
      writeFileSync(join(folder, script), moved);
      execFileSync('/bin/bash', ['--norc', join(folder, script), 'a-group'], {
        env: { PATH: join(folder, 'bin') },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const given = join(folder, 'given');
      const secrets = readdirSync(join(folder, 'secrets', container)).flatMap((file) =>
        // The name of a key is none by itself.
        file.endsWith('-key')
          ? []
          : readFileSync(join(folder, 'secrets', container, file), 'utf8')
              .trim()
              .split('\n')
              .map((line) => line.split(' ').at(-1)!),
      );
      return {
        lines: readFileSync(log, 'utf8'),
        secrets,
        given: existsSync(given)
          ? { text: readFileSync(given, 'utf8'), mode: statSync(given).mode & 0o777 }
          : null,
        left: readdirSync(join(folder, 'tmp')).map(
          (name) => [name, statSync(join(folder, 'tmp', name)).mode & 0o777] as const,
        ),
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it.each([
    ['kafka', 'kafka.sh', ['kafka-storage.sh', 'kafka-server-start.sh']],
    ['kafka', 'forget-group.sh', ['kafka-consumer-groups.sh']],
    ['buckets', 'buckets.sh', ['mc']],
  ] as const)('of what %s runs by %s hold no secret', (container, script, scripted) => {
    const { lines, secrets } = commandLinesOf(container, script, scripted);
    expect(lines.split('\n').length).toBeGreaterThan(2);
    expect(secrets.length).toBeGreaterThan(1);
    for (const secret of secrets) expect(lines).not.toContain(secret);
  });

  it('hand Kafka its users in a file that nobody else can read, and that is gone when the broker runs', () => {
    const { given, secrets, left } = commandLinesOf('kafka', 'kafka.sh', [
      'kafka-storage.sh',
      'kafka-server-start.sh',
    ]);
    expect(given?.text.split('\n').slice(0, 3)).toEqual(['format', '--ignore-formatted', '-t']);
    for (const secret of secrets) expect(given?.text).toContain(`,password=${secret}]\n`);
    expect(given?.mode).toBe(0o600);
    expect(left).toEqual([['server.properties', 0o600]]);
  });
});

describe('alerts and dashboards', () => {
  const own = new Map(
    Object.values(METRICS).flatMap((metrics) => Object.entries(metrics)) as [string, { kind: string }][],
  );
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const ofProcess = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  const Alerts = z.object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  });
  const Dashboard = z.object({
    panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
  });
  const expressions = [
    ...Alerts.parse(parse(read('deploy/compose/observe/alerts.yml'))).groups.flatMap(({ rules }) =>
      rules.map(({ expr }) => expr),
    ),
    ...Dashboard.parse(
      JSON.parse(read('deploy/compose/observe/grafana/dashboards/cryptonite.json')),
    ).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const namesIn = (expression: string) =>
    [...expression.replace(/\{[^}]*\}|\bby \([^)]*\)/g, '').matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)]
      .map(([name]) => name)
      .filter((name) => name !== 'histogram_quantile');

  it('name only metrics that some service has', () => {
    for (const expression of expressions)
      for (const name of namesIn(expression)) {
        const histogram = name.replace(/_bucket$/, '');
        const isThere = own.get(histogram)?.kind === 'histogram' ? name !== histogram : own.has(name);
        expect(isThere || ofProcess.has(name), `${name} in ${expression}`).toBe(true);
      }
  });

  it('leave none of them out', () => {
    const named = new Set(expressions.flatMap(namesIn).map((name) => name.replace(/_bucket$/, '')));
    expect([...own.keys()].filter((name) => !named.has(name))).toEqual([]);
  });
});
