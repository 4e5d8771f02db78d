/** What a real ClickHouse says of the mints that were ever measured. */
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { encode, measure, mintOf, scanOf } from '../../../testing/measurements.js';
import { storeMeasured } from '../../../testing/store-measured.js';
import { startStores } from '../../../testing/stores.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { KnownMints } from './known-mints.js';

let stores: Awaited<ReturnType<typeof startStores>>;
let clickhouse: ClickHouseClient;

beforeAll(async () => {
  stores = await startStores();
  const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: username, CLICKHOUSE_PASSWORD: password } = stores.env;
  clickhouse = createClient({ url, username, password, database: stores.env.CLICKHOUSE_DATABASE });
  await storeMeasured(clickhouse, measure(mintOf('a')));
});
afterAll(async () => {
  await clickhouse?.close();
  await stores?.stop();
});

function start(client: ClickHouseClient) {
  const store = new ScreeningStore();
  const known = new KnownMints(store, client);
  known.onApplicationBootstrap();
  onTestFinished(() => known.onApplicationShutdown());
  return { store, known };
}

it('are those of the tables and of the records since', async () => {
  const { store, known } = start(clickhouse);
  expect(known.mayBe(mintOf('z'))).toBe(true);
  await expect.poll(() => known.mayBe(mintOf('z'))).toBe(false);
  expect(known.mayBe(mintOf('a'))).toBe(true);
  store.begin(new Map([[0, 0]]));
  store.addRecord(0, 0, encode(scanOf()), 0);
  store.addRecord(0, 1, encode(measure(mintOf('b'))), 0);
  expect(known.mayBe(mintOf('b'))).toBe(true);
  expect(known.mayBe(mintOf('y'))).toBe(false);
});

it('may be all while the tables cannot be read', async () => {
  const nowhere = createClient({ url: 'http://127.0.0.1:1' });
  onTestFinished(() => nowhere.close());
  const { known } = start(nowhere);
  await expect(nowhere.query({ query: 'SELECT 1' })).rejects.toThrow();
  expect(known.mayBe(mintOf('z'))).toBe(true);
});
