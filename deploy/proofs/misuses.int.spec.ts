/** The table of misuses in docs/operations.md: every one of them is typed as it stands there. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdFolder } from '@cryptonite/standalone/supervisor/lock.js';
import {
  PASSWORD,
  startTestServer,
  stopTestServer,
  type TestServer,
  USER,
} from '@cryptonite/stores/clickhouse/test-server.js';
import { startTestPostgres, type TestPostgres } from '@cryptonite/stores/postgres/test-server.js';
import { startTestS3, type TestS3 } from '@cryptonite/stores/s3/test-server.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Started, startProcess } from './process.js';
import { root } from './product.js';

/** Far beyond the 5 s that the docs promise: it ends what hangs. How long the slowest took is printed. */
const GIVEN_UP_AFTER_MS = 60_000;
const NOBODY = 65_534;

/** What is typed, a remark on it, and the line. */
const ROW = /^\| `([^`]+)`([^|]*) \| `([^`]+)` \|$/;
const section = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  .split('\n## ')
  .find((text) => text.startsWith('What a start refuses'));
const misuses = (section ?? '').split('\n').flatMap((line) => {
  const [, typed, , said] = ROW.exec(line) ?? [];
  return typed && said ? [{ typed, said }] : [];
});

const folder = mkdtempSync(join(tmpdir(), 'misuse-'));
let clickhouse: TestServer;
let broker: Started;
let postgres: TestPostgres;
let s3: TestS3;
let release: () => void;

beforeAll(async () => {
  const at = (name: string) => join(folder, name);
  chmodSync(folder, 0o755);
  for (const name of ['held', 'of-a-tape', 'of-a-market', 'newer', 'damaged', 'full']) mkdirSync(at(name));
  mkdirSync(at('theirs'), { mode: 0o500 });
  writeFileSync(at('a-file'), 'no folder');
  writeFileSync(at('empty.tape'), '');
  writeFileSync(at('notes.txt'), 'Buy low, sell high.\n');
  writeFileSync(at('of-a-tape/source'), 'tape:monday.tape');
  writeFileSync(at('of-a-market/source'), 'market');
  writeFileSync(at('newer/version'), '4\n');
  writeFileSync(at('damaged/secrets.json'), '{"kafkaPassword":');
  // One update: a ping of no bytes.
  writeFileSync(at('monday.tape'), Buffer.from([0, 0, 0, 2, 0x32, 0]));
  symlinkSync('loop', at('loop'));
  // Root may write anywhere, so that row is typed as somebody else, to whom the folder is not.
  if (isRoot) chownSync(at('theirs'), NOBODY, NOBODY);
  release = holdFolder(at('held'));
  clickhouse = await startTestServer(at('clickhouse'));
  postgres = await startTestPostgres(at('postgres'));
  s3 = await startTestS3(at('s3'));
  broker = await startProcess('broker', {
    DATA_DIR: at('kafka'),
    PORT: '0',
    KAFKA_USERNAME: 'cryptonite',
    KAFKA_PASSWORD: 'right',
  });
});
afterAll(async () => {
  release();
  await stopTestServer(clickhouse);
  await broker.end();
  await postgres.stop();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('has every row once', () => {
  expect(misuses.length).toBeGreaterThanOrEqual(30);
  expect(new Set(misuses.map(({ typed }) => typed)).size).toBe(misuses.length);
});

/** As a shell reads it: variables first, then options; quotes around what is empty. */
function readCommand(typed: string): { env: Record<string, string>; args: string[] } {
  const words = typed
    .replaceAll('<clickhouse>', new URL(clickhouse.url).host)
    .replaceAll('<postgres>', `127.0.0.1:${postgres.port}`)
    .replaceAll('<s3>', new URL(s3.address.endpoint).host)
    .replaceAll('<kafka>', Object.values(broker.addresses)[0] ?? '')
    .split(' ')
    .map((word) => (word === '""' ? '' : word));
  const isVariable = (word: string) => /^[A-Z][A-Z\d_]*=/.test(word);
  const env = Object.fromEntries(
    words.filter(isVariable).map((word) => word.split(/=(.*)/s, 2) as [string, string]),
  );
  return { env, args: words.filter((word) => !isVariable(word)) };
}

let slowestMs = 0;
afterAll(() => console.log(`The slowest refusal took ${(slowestMs / 1_000).toFixed(1)} s`));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Mounts a disk of 8 MB that this command alone sees; not everywhere may a process do so. */
const onFullDisk = (command: string[]) => [
  'unshare',
  ...['-rm', 'sh', '-c', 'mount -t tmpfs -o size=8m tmpfs full && exec "$@"', 'sh'],
  ...command,
];
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

const isRoot = process.getuid?.() === 0;
const main = join(root, 'deploy/standalone/dist/supervisor/main.js');
/** Root's home, with a checkout or Node in it, is often closed to others. */
const canBeTheirs =
  !isRoot ||
  spawnSync(process.execPath, [main, '--help'], { cwd: tmpdir(), uid: NOBODY, gid: NOBODY }).status === 0;

/** Why a row cannot be tried on this machine; null where it can. */
function whyNot(args: readonly string[]): string | null {
  if (args.includes('full') && !canMount) return 'a full disk takes a mount, and this machine allows none';
  if (args.includes('theirs') && !canBeTheirs)
    return 'another user than root cannot run Node and this checkout here';
  if (args.includes('/proc/here') && !existsSync('/proc/self')) return 'this system has no /proc';
  return null;
}

it.for(misuses)('$typed', { timeout: 120_000 }, async ({ typed, said }, { skip }) => {
  const { env, args } = readCommand(typed);
  const reason = whyNot(args);
  if (reason !== null) skip(reason);
  // Whatever else is wrong, nothing may be left in the checkout.
  const data = args.includes('--data') ? [] : ['--data', join(folder, 'unused')];
  const command = [process.execPath, main, ...data, ...args];
  const [program, ...rest] = args.includes('full') ? onFullDisk(command) : command;
  const isTheirs = args.includes('theirs') && isRoot;
  const startedAt = performance.now();
  const child = spawn(program!, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    ...(isTheirs && { uid: NOBODY, gid: NOBODY }),
  });
  let lines = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      lines += chunk.toString();
    });
  const limit = setTimeout(() => child.kill('SIGKILL'), GIVEN_UP_AFTER_MS);
  const [status] = await once(child, 'close');
  clearTimeout(limit);
  slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  expect(lines).toMatch(new RegExp(`^${said.split('…').map(escaped).join('[^\\n]*')}\\n$`));
  expect(status).toBe(2);
  for (const secret of [PASSWORD, 'right', 'wrong-secret']) expect(lines).not.toContain(secret);
  expect(existsSync(join(folder, 'unused', 'kafka'))).toBe(false);
});

const s3Environment = () => ({
  S3_ENDPOINT: s3.address.endpoint,
  S3_REGION: s3.address.region,
  S3_BUCKET: 'made-later',
  S3_ACCESS_KEY_ID: s3.address.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.address.secretAccessKey,
});

it('takes the right passwords of the servers whose wrong ones are refused, and a list with a broker that is gone', async () => {
  const { reachStores } = await import('@cryptonite/standalone/supervisor/reach-stores.js');
  const good = Object.values(broker.addresses)[0] ?? '';
  for (const brokers of [good, `127.0.0.1:9,${good}`, `${good},127.0.0.1:9`])
    await reachStores({
      kafka: { KAFKA_BROKERS: brokers, KAFKA_USERNAME: 'cryptonite', KAFKA_PASSWORD: 'right' },
      clickhouse: null,
      clickhouseReader: {},
      postgres: null,
      s3: null,
    });
  await reachStores({
    kafka: {
      KAFKA_BROKERS: good,
      KAFKA_USERNAME: 'cryptonite',
      KAFKA_PASSWORD: 'right',
    },
    clickhouse: { CLICKHOUSE_URL: clickhouse.url, CLICKHOUSE_USER: USER, CLICKHOUSE_PASSWORD: PASSWORD },
    clickhouseReader: {},
    // Its database is made by the migrations.
    postgres: { POSTGRES_URL: postgres.url('accounts'), POSTGRES_API_URL: postgres.url('accounts') },
    s3: s3Environment(),
  });
});
