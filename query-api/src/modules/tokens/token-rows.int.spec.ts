/** What a real ClickHouse answers of a token, with the tables as the migrations make them. */
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measure, mintOf, positionAt, SOURCE, START } from '../../../testing/measurements.js';
import { utc } from '../../../testing/store-measured.js';
import { startStores } from '../../../testing/stores.js';
import { TokenRows } from './token-rows.js';
import { TokenSignatures } from './token-signatures.js';

const MINT = mintOf('a');

let stores: Awaited<ReturnType<typeof startStores>>;
let clickhouse: ClickHouseClient;
let rows: TokenRows;

/** As of a slot and second, before the measurement unless it is above 100. */
const told = (slot: number, change: object = {}) => ({
  mint: MINT,
  position: positionAt(slot),
  time: utc(START + (slot - 100) * 1_000),
  id: `${MINT}:${slot}:Told:${slot}`,
  source_kind: SOURCE.kind,
  source_name: SOURCE.name,
  answered_by: 'test',
  ...change,
});
const insert = (table: string, ...values: object[]) =>
  clickhouse.insert({ table, format: 'JSONEachRow', values });
const measurement = measure(MINT, { time: START, position: positionAt(100) }).measurement;
/** The slots of a kind's rows, and what they say in a column. */
const answersOf = async (what: string, column: string) =>
  (await rows.answers(measurement))
    .filter((row) => row.what === what)
    .map(({ position, said }) => [Number(position.slice(0, 12)), said[column]])
    .sort(([a], [b]) => Number(a) - Number(b));

beforeAll(async () => {
  stores = await startStores();
  const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: username, CLICKHOUSE_PASSWORD: password } = stores.env;
  clickhouse = createClient({ url, username, password, database: stores.env.CLICKHOUSE_DATABASE });
  rows = new TokenRows(clickhouse);
});
afterAll(async () => {
  await clickhouse?.close();
  await stores?.stop();
});

it('of a document are the newest that was read and the newest that failed', async () => {
  const read = { uri: 'u', document_sha256: 'd' };
  const failed = { uri: 'u', failure: 'too-slow', failure_detail: 'slow' };
  await insert(
    'metadata_resolved',
    ...[told(1, failed), told(2, read), told(3, read), told(4, failed), told(5, failed), told(101, read)],
  );
  expect(await answersOf('metadata', 'document_sha256')).toEqual([
    [3, 'd'],
    [5, null],
  ]);
});

it('of likeness are the newest of each picture and account that was asked about', async () => {
  const like = (picture: string | null) => ({
    ...{ picture_sha256: picture, twitter_handle: 'sealy', since_at: utc(0), until_at: utc(START) },
  });
  await insert(
    'likeness_observed',
    told(1, like('a')),
    told(2, like('a')),
    told(3, like('b')),
    told(4, like(null)),
  );
  expect(await answersOf('likeness', 'picture_sha256')).toEqual([
    [2, 'a'],
    [3, 'b'],
    [4, null],
  ]);
});

it('of a website are the newest that tells and the newest that leaves it open, of each that was named', async () => {
  const site = (website: string, answers: boolean | null) => ({ website, does_answer: answers });
  await insert(
    'websites_observed',
    ...[told(1, site('old', true)), told(2, site('a', true)), told(3, site('a', false))],
    ...[told(4, site('a', null)), told(5, site('a', null))],
  );
  expect(await answersOf('website', 'does_answer')).toEqual([
    [1, 'true'],
    [3, 'false'],
    [5, null],
  ]);
});

it('of posts and accounts are the newest of those that tell the same of them', async () => {
  const account = { twitter_handle: 'sealy', account_exists: true, followers: 9 };
  await insert(
    'social_observed',
    ...[told(1, { posts_24h: 1 }), told(2, { posts_24h: 2 }), told(3, account), told(4, account)],
    ...[
      told(5, { ...account, account_exists: false, followers: null }),
      told(6, { ...account, followers: 0 }),
    ],
    ...[told(7, { ...account, twitter_handle: 'other' }), told(8)],
  );
  expect(await answersOf('social', 'followers')).toEqual([
    [2, null],
    [5, null],
    [6, '0'],
    [7, '9'],
    [8, null],
  ]);
});

it('of a theme is the transaction of the token whose theme counts, where that is one', async () => {
  const mint = mintOf('b');
  const themed = (slot: number, signature: string | null) => ({
    ...told(slot, { mint, since_at: utc(0), until_at: utc(START) }),
    ...{ theme_word: 'seal', theme_mint: mintOf('c'), theme_signature: signature },
  });
  const signatures = new TokenSignatures(rows);
  const asked = { measurement: { ...measurement, mint }, ofFirstHour: null, moments: [], creator: null };
  const ofTheme = async () => (await signatures.of(asked)).by.get('theme');
  await insert('likeness_observed', themed(1, 'sigGraduated'));
  expect(await ofTheme()).toEqual(['sigGraduated']);
  // Boosted, which is no transaction.
  await insert('likeness_observed', themed(2, null));
  expect(await ofTheme()).toEqual([]);
  await insert('likeness_observed', themed(3, 'sigOther'), themed(101, 'sigLater'));
  expect(await ofTheme()).toEqual(['sigOther']);
});
