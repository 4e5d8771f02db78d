/**
 * What is left of a wallet once its data is deleted: looked for in every table of both databases, every topic, among the files,
 * and in what this server and its stores logged.
 */
import { createClient } from '@clickhouse/client';
import { CheckedApk, UploadAddress } from '@cryptonite/contracts/api';
import bs58 from 'bs58';
import { Kafka, logLevel } from 'kafkajs';
import { Client as S3 } from 'minio';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packApk } from '../../../testing/apk.js';
import { Browser, newWallet } from '../../../testing/browser.js';
import { forkMain, type MainProcess, readyAt } from '../../../testing/main-process.js';
import { startSiteStores } from '../../../testing/site-stores.js';
import { startStores } from '../../../testing/stores.js';

const NAMES = ['first-name-of-hers', 'second-name-of-hers'];
const wallet = newWallet();

let stores: Awaited<ReturnType<typeof startSiteStores>>;
let listStores: Awaited<ReturnType<typeof startStores>>;
let main: MainProcess;
let url: string;
let owner: pg.Pool;

beforeAll(async () => {
  [stores, listStores] = await Promise.all([startSiteStores(), startStores()]);
  owner = new pg.Pool({ connectionString: stores.env.POSTGRES_URL.replace('query_api:', 'cryptonite:') });
  owner.on('error', () => {});
  main = forkMain({ ...stores.env, ...listStores.env, ADMIN_WALLETS: wallet.address });
  url = await readyAt(main);
});
afterAll(async () => {
  main?.child.kill('SIGKILL');
  await owner?.end();
  await Promise.all([stores?.stop(), listStores?.stop()]);
});

const SHE = [wallet.address, ...NAMES];
/** As text, as the bytes of that text, and the key itself: a row writes bytes in hexadecimal digits. */
const NEEDLES = [
  ...SHE,
  ...SHE.map((text) => Buffer.from(text).toString('hex')),
  Buffer.from(bs58.decode(wallet.address)).toString('hex'),
];

/** Tables with a row in any of whose columns she is found. */
async function tablesWithHer(): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
     ORDER BY table_name`,
  );
  expect(tables.length).toBeGreaterThan(4);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(
      `SELECT FROM ${name} AS row WHERE EXISTS (SELECT FROM unnest($1::text[]) AS needle WHERE row::text LIKE '%' || needle || '%')`,
      [NEEDLES],
    );
    if (rowCount) found.push(name.replace('public.', ''));
  }
  return found;
}

/** Tables of ClickHouse with a row in which one of the texts stands. */
async function storedRowsWith(needles: readonly string[]): Promise<string[]> {
  const { env } = listStores;
  const client = createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database: env.CLICKHOUSE_DATABASE,
  });
  const rowsOf = async <Row>(query: string): Promise<Row[]> =>
    (await client.query({ query, query_params: { needles }, format: 'JSONEachRow' })).json();
  const tables = await rowsOf<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name",
  );
  expect(tables.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await rowsOf(
      `SELECT 1 FROM ${name} WHERE multiSearchAny(toString(tuple(*)), {needles:Array(String)}) LIMIT 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  await client.close();
  return found;
}

const kafkaClient = () =>
  new Kafka({
    brokers: [listStores.env.KAFKA_BROKERS],
    sasl: {
      mechanism: 'plain',
      username: listStores.env.KAFKA_USERNAME,
      password: listStores.env.KAFKA_PASSWORD,
    },
    logLevel: logLevel.NOTHING,
  });

/** Topics with a record in which one of the texts stands. A last record marks the end of what is there. */
async function topicsWith(needles: readonly string[]): Promise<string[]> {
  const kafka = kafkaClient();
  const [admin, producer, consumer] = [kafka.admin(), kafka.producer(), kafka.consumer({ groupId: 'looks' })];
  await Promise.all([admin.connect(), producer.connect(), consumer.connect()]);
  const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));
  expect(topics.length).toBeGreaterThan(4);
  const ends = new Set<string>();
  for (const topic of topics)
    for (const { partition } of await admin.fetchTopicOffsets(topic)) {
      ends.add(`${topic} ${partition}`);
      await producer.send({ topic, messages: [{ partition, key: 'end', value: 'end' }] });
    }
  const found = new Set<string>();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message: { key, value, headers } }) => {
      const text = [key, value, JSON.stringify(headers)].join(' ');
      if (needles.some((needle) => text.includes(needle))) found.add(topic);
      if (String(key) === 'end') ends.delete(`${topic} ${partition}`);
    },
  });
  await expect.poll(() => ends.size, { timeout: 60_000 }).toBe(0);
  await Promise.all([admin.disconnect(), producer.disconnect(), consumer.disconnect()]);
  return [...found];
}

/** Keys of files, and what is kept with each. */
async function filesToldOf(): Promise<string> {
  const { S3_ENDPOINT, S3_REGION: region, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = stores.env;
  const { hostname, port } = new URL(S3_ENDPOINT);
  const s3 = new S3({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    region,
    accessKey: S3_ACCESS_KEY_ID,
    secretKey: S3_SECRET_ACCESS_KEY,
  });
  const told: string[] = [];
  for await (const { name } of s3.listObjectsV2(S3_BUCKET, '', true))
    if (name !== undefined) told.push(name, JSON.stringify(await s3.statObject(S3_BUCKET, name)));
  return told.join('\n');
}

it('would be found in a table and in a topic', async () => {
  const { env } = listStores;
  const planted = 'a planted text';
  const client = createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database: env.CLICKHOUSE_DATABASE,
  });
  await client.insert({
    table: 'scans_latest_unmerged',
    values: [{ partition: 7, time: '2026-01-01 00:00:00.000', event: `holds ${planted}, too` }],
    format: 'JSONEachRow',
  });
  await client.close();
  expect(await storedRowsWith([planted])).toEqual(['scans_latest_unmerged']);
  const producer = kafkaClient().producer();
  await producer.connect();
  await producer.send({ topic: 'dead-letters', messages: [{ value: `holds ${planted}, too` }] });
  await producer.disconnect();
  expect(await topicsWith([planted])).toEqual(['dead-letters']);
});

it('is nothing', async () => {
  const [here, elsewhere] = [new Browser(url), new Browser(url)];
  const secrets: string[] = [];
  for (const [place, browser] of [here, elsewhere].entries()) {
    const username = NAMES[place] ?? '';
    const { message, nonce } = await browser.challenge(wallet.address, username);
    const signature = wallet.sign(message);
    secrets.push(nonce, signature);
    const signed = { walletAddress: wallet.address, username, signature };
    // One that fails, and is logged, first.
    const wrong = { ...signed, signature: newWallet().sign(message) };
    if (place === 0) {
      expect((await browser.post('/api/auth/login', wrong)).status).toBe(401);
      await browser.signIn(wallet, username);
    } else expect((await browser.post('/api/auth/login', signed)).status).toBe(200);
    secrets.push(...browser.cookies.values());
  }
  const { uploadURL } = UploadAddress.parse(await (await here.post('/api/objects/upload')).json());
  await here.send(new URL(uploadURL).pathname, packApk({ version: '1.0.0' }));
  const checked = await here.post('/api/apk/check', { apkUrl: uploadURL });
  const { message } = CheckedApk.parse(await checked.json());
  const saved = await here.post('/api/apk', { apkUrl: uploadURL, signature: wallet.sign(message) });
  expect(saved.status).toBe(200);
  // What fails is what gets logged.
  await here.post('/api/token-balance', {
    walletAddress: wallet.address,
    tokenMintAddress: wallet.address,
  });
  await stores.postgres.kill();
  // It ends a moment after its launcher.
  await expect.poll(async () => (await here.ask('/api/auth/session')).status).toBe(503);
  expect((await here.post(`/api/auth/login`, { walletAddress: wallet.address })).status).toBe(503);
  await stores.postgres.start();
  await expect.poll(async () => (await here.ask('/api/auth/session')).status, { timeout: 30_000 }).toBe(200);

  expect(await tablesWithHer()).toEqual(['apk_releases', 'sessions', 'users']);
  const answer = await here.post('/api/auth/delete');
  expect(await answer.json()).toEqual({ success: true, error: null });
  expect([...here.cookies.keys()]).toEqual([]);
  expect(await (await elsewhere.ask('/api/auth/session')).json()).toEqual({
    authenticated: false,
    user: null,
  });
  expect(await tablesWithHer()).toEqual([]);

  expect(await storedRowsWith(NEEDLES)).toEqual([]);
  expect(await topicsWith(NEEDLES)).toEqual([]);

  const files = await filesToldOf();
  expect(files).toMatch(/^apk\//);
  for (const needle of NEEDLES) expect(files).not.toContain(needle);

  // What Postgres logs of a statement is that it failed.
  const failing = 'INSERT INTO users (wallet_address, username) VALUES ($1, NULL)';
  await expect(owner.query(failing, [wallet.address])).rejects.toThrow(/username/);
  await expect.poll(() => stores.postgres.printed).toMatch(/ERROR: .*username/);
  const logged = main.printed.out + main.printed.err + stores.postgres.printed + stores.s3.printed;
  for (const route of ['/api/auth/login', '/api/auth/session', '/api/auth/delete'])
    expect(logged).toContain(`"route":"${route}"`);
  for (const secret of [...SHE, ...secrets]) expect(logged).not.toContain(secret);
});
