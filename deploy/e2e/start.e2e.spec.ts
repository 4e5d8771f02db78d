/** What `npm start` promises to whoever runs it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHealth } from '@cryptonite/proofs/health.js';
import { type Product, root, startProduct, until, withoutTime } from '@cryptonite/proofs/product.js';
import { startSource } from '@cryptonite/proofs/source.js';
import { afterAll, beforeAll, expect, it } from 'vitest';

const nothingThere = ['--source', 'http://127.0.0.1:9'];

let product: Product;
/** Holds the broker's usual port, so that another one must be found. */
const squatter = createServer();

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    squatter.once('error', () => resolve());
    squatter.listen(19_092, '127.0.0.1', () => resolve());
  });
  product = await startProduct([...nothingThere, '--port', '4000']);
});
afterAll(async () => {
  await product?.stop();
  squatter.close();
});

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

it('prints one line per service with its address, the page once it can be opened, and last whether all is ready', async () => {
  // What ingest says of a provider that is not there may come at any time.
  const lines = () => product.lines.filter((line) => !line.startsWith('ingest: '));
  const isLast = /^(Ready|Started) in /;
  await until('the last line is printed', () => (isLast.test(lines().at(-1) ?? '') ? true : null));
  for (const service of ['kafka', 'clickhouse', 'postgres', 's3', 'query-api'])
    expect(product.lines.filter((line) => line.startsWith(`${service} is up: `))).toHaveLength(1);
  const isOpenAt = lines().indexOf(`Open ${product.pageUrl}`);
  expect(isOpenAt).toBeGreaterThan(lines().findIndex((line) => line.startsWith('query-api is up: ')));
  expect(isOpenAt).toBeLessThan(lines().length - 1);
});

it('keeps its secrets to itself: in no log, no line, no argument, no file that others read', async () => {
  const secretsFile = join(product.dataDir, 'secrets.json');
  const secrets = Object.values(JSON.parse(readFileSync(secretsFile, 'utf8')) as Record<string, string>);
  expect(secrets).toHaveLength(8);
  const logs = join(product.dataDir, 'logs');
  const pids = Object.values(await product.pids()).map(String);
  const said = [
    ...product.lines,
    ...readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8')),
    execFileSync('ps', ['-o', 'args=', '-p', pids.join(',')], { encoding: 'utf8' }),
  ].join('\n');
  expect(said).toContain('.bundles/kafka.mjs');
  for (const secret of secrets) expect(said).not.toContain(secret);
  expect(statSync(secretsFile).mode & 0o777).toBe(0o600);
  for (const folder of ['logs', 'kafka', 'clickhouse/store', 'postgres', 's3'])
    expect(statSync(join(product.dataDir, folder)).mode & 0o077, folder).toBe(0);
});

it('finds a free port when the usual one is taken', () => {
  const line = product.lines.find((text) => text.startsWith('kafka is up: '));
  expect(line).not.toContain(':19092');
  const address = /127\.0\.0\.1:(\d+)/.exec(line ?? '')?.[1];
  expect(product.lines).toContain(`port 19092 is taken: kafka is at ${address}`);
});

it('is not called ready while no block has come', () => {
  expect(product.lines.filter((line) => line.startsWith('Ready'))).toEqual([]);
  expect(product.lines.find((line) => line.startsWith('Started in '))).toMatch(
    /^Started in \d+\.\d s, and not ready: The source 127\.0\.0\.1:9 is away \(since .*ECONNREFUSED.* No block has come from the source yet\. /,
  );
});

it('begins every line of its logs with the time', () => {
  const logs = join(product.dataDir, 'logs');
  const names = readdirSync(logs);
  expect(names).toContain('supervisor.log');
  for (const name of names)
    for (const line of readFileSync(join(logs, name), 'utf8').split('\n').slice(0, -1))
      expect(line, name).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /);
});

it('refuses a second start on the same folder', async () => {
  const second = spawn(process.execPath, [
    join(root, 'deploy/standalone/dist/supervisor/main.js'),
    '--data',
    product.dataDir,
    ...nothingThere,
  ]);
  let said = '';
  second.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [status] = await once(second, 'exit');
  expect(said).toContain(`Another start is running on ${product.dataDir}`);
  expect(status).toBe(2);
});

it.each(['kafka', 'clickhouse', 'postgres', 's3', 'screener', 'sink', 'query-api', 'ingest'])(
  'brings a killed %s back',
  async (service) => {
    const timesUp = () => product.lines.filter((line) => line.startsWith(`${service} is up: `)).length;
    const before = timesUp();
    const pid = (await product.pids())[service];
    if (!pid) throw new Error(`${service} has no process`);
    process.kill(pid, 'SIGKILL');
    await until(`${service} serves again`, () => (timesUp() > before ? true : null));
    expect((await product.pids())[service]).not.toBe(pid);
    await until('the stores answer', async () => {
      const health = await product.health();
      return health.stores.length > 0 && health.stores.every((store) => store.status === 'up') ? true : null;
    });
  },
);

it('stops in order when it is asked to while it starts', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cryptonite-'));
  const starting = spawn(process.execPath, [
    join(root, 'deploy/standalone/dist/supervisor/main.js'),
    ...['--data', dataDir, '--port', '0', ...nothingThere],
  ]);
  let said = '';
  for (const stream of [starting.stdout, starting.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const exited = once(starting, 'exit');
  const broker = await until('the broker is up', () => /kafka is up: 127\.0\.0\.1:(\d+)/.exec(said));
  starting.kill('SIGINT');
  const [status] = await exited;
  expect(withoutTime(said.trimEnd().split('\n').at(-1) ?? '')).toBe('Stopped.');
  expect(status).toBe(0);
  // The broker's port is free again: nothing outlived the supervisor.
  const port = createServer();
  port.listen(Number(broker[1]), '127.0.0.1');
  await once(port, 'listening');
  port.close();
  rmSync(dataDir, { recursive: true });
});

it('leaves no process behind when it is stopped', async () => {
  const pids = Object.values(await product.pids()).filter((pid) => pid !== undefined);
  expect(pids.length).toBeGreaterThanOrEqual(6);
  await product.stop(true);
  expect(pids.filter(isAlive)).toEqual([]);
});

it('says in the log of the supervisor when it was up and when it was stopped', async () => {
  const log = readFileSync(join(product.dataDir, 'logs/supervisor.log'), 'utf8').trimEnd().split('\n');
  const said = log.map(withoutTime);
  expect(said).toContain(`Open ${product.pageUrl}`);
  expect(said.filter((line) => line.startsWith('Started in '))).toHaveLength(1);
  // A service may say a last word in between.
  expect(said.filter((line) => line.startsWith('Stop'))).toEqual(['Stopping …', 'Stopped.']);
  expect(said.at(-1)).toBe('Stopped.');
  for (const line of product.lines) expect(said).toContain(line);
  rmSync(product.dataDir, { recursive: true });
});

it('is not called ready with what its folder held before, when the source is gone', async () => {
  const source = await startSource({ seed: 3, transactions: 100_000, perSecond: 200 });
  // Its blocks are of January: by the clock they are old.
  const before = await startProduct(['--source', source.url]);
  try {
    await until('blocks have come', async () => (await readHealth(before.pageUrl)).slot);
    await before.stop(true);
    await source.stop();
    const again = await startProduct(nothingThere, before.dataDir);
    try {
      expect((await readHealth(again.pageUrl)).status).toBe('failed');
      await until('the last line is printed', () =>
        again.lines.some((line) => line.startsWith('Open ')) ? true : null,
      );
      expect(again.lines.filter((line) => line.startsWith('Ready'))).toEqual([]);
      expect(again.lines.find((line) => line.startsWith('Started in '))).toMatch(
        // A busy machine's ClickHouse may be slow at that moment; nothing else is said before.
        /not ready: (ClickHouse does not answer [^.]*\.\d{3}Z\): no answer within 2200 ms\. )?The source 127\.0\.0\.1:9 is away \(since .* The newest block is \d+ s old\. /,
      );
    } finally {
      await again.stop();
    }
  } finally {
    await before.stop();
    await source.stop();
  }
});
