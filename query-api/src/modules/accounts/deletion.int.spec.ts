/**
 * What is left of a wallet once its data is deleted: looked for in every table, among the files and in what this server and its
 * stores logged. Kafka and ClickHouse are not here: what commands do, they do without them.
 */
import { UploadAddress } from '@cryptonite/contracts/api';
import bs58 from 'bs58';
import { Client as S3 } from 'minio';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packApk } from '../../../testing/apk.js';
import { Browser, newWallet } from '../../../testing/browser.js';
import { forkMain, type MainProcess, readyAt } from '../../../testing/main-process.js';
import { startSiteStores } from '../../../testing/site-stores.js';

const NAMES = ['first-name-of-hers', 'second-name-of-hers'];
const wallet = newWallet();

let stores: Awaited<ReturnType<typeof startSiteStores>>;
let main: MainProcess;
let url: string;
let owner: pg.Pool;

beforeAll(async () => {
  stores = await startSiteStores();
  owner = new pg.Pool({ connectionString: stores.env.POSTGRES_URL.replace('query_api:', 'cryptonite:') });
  owner.on('error', () => {});
  main = forkMain({ ...stores.env, ADMIN_WALLETS: wallet.address });
  url = await readyAt(main);
});
afterAll(async () => {
  main?.child.kill('SIGKILL');
  await owner?.end();
  await stores?.stop();
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
  await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(packApk({ version: '1.0.0' })) });
  expect((await here.post('/api/apk', { apkUrl: uploadURL })).status).toBe(200);
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
