import { Readable } from 'node:stream';
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  createClient,
  TupleParam,
} from '@clickhouse/client';
import {
  makeDataDir,
  PASSWORD,
  removeDataDir,
  startTestServer,
  stopTestServer,
  type TestServer,
  USER,
} from '@cryptonite/stores/clickhouse/test-server.js';
import { afterAll, beforeAll, expect, test } from 'vitest';

// What the product relies on of ClickHouse's HTTP interface, asked through the official client alone.
// CLICKHOUSE_CONFORMANCE_URL (with _USER and _PASSWORD) points it at any other server.

const DATABASE = `conformance_${process.pid}`;
const given = process.env.CLICKHOUSE_CONFORMANCE_URL;
let server: TestServer | undefined;
let dataDir: string | undefined;
let client: ClickHouseClient;
let connect: (options?: Parameters<typeof createClient>[0]) => ClickHouseClient;

beforeAll(async () => {
  if (!given) {
    dataDir = makeDataDir();
    server = await startTestServer(dataDir);
  }
  connect = (options) =>
    createClient({
      url: given ?? server?.url ?? '',
      username: given ? (process.env.CLICKHOUSE_CONFORMANCE_USER ?? 'default') : USER,
      password: given ? (process.env.CLICKHOUSE_CONFORMANCE_PASSWORD ?? '') : PASSWORD,
      database: DATABASE,
      log: { level: ClickHouseLogLevel.OFF },
      ...options,
    });
  const bare = connect({ database: 'default' });
  await bare.command({ query: `CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Atomic` });
  await bare.close();
  client = connect();
});

afterAll(async () => {
  await client?.command({ query: `DROP DATABASE IF EXISTS ${DATABASE} SYNC` });
  await client?.close();
  await stopTestServer(server);
  if (dataDir) removeDataDir(dataDir);
});

async function rows<Row = Record<string, unknown>>(
  query: string,
  query_params?: Record<string, unknown>,
  clickhouse_settings?: Record<string, string | number>,
): Promise<Row[]> {
  const result = await client.query({ query, query_params, clickhouse_settings, format: 'JSONEachRow' });
  return result.json<Row>();
}

const one = async (
  query: string,
  params?: Record<string, unknown>,
  settings?: Record<string, string | number>,
) => (await rows<{ x: unknown }>(`SELECT ${query} AS x`, params, settings))[0]?.x;

const errorOf = async (work: Promise<unknown>): Promise<ClickHouseError> => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ClickHouseError);
  return error as ClickHouseError;
};

const QUOTED = { output_format_json_quote_64bit_integers: 1 } as const;

test('answers both kinds of ping', async () => {
  expect((await client.ping()).success).toBe(true);
  expect((await client.ping({ select: true })).success).toBe(true);
});

test('returns the query id it was given', async () => {
  const result = await client.query({ query: 'SELECT 1', query_id: 'my-own-id' });
  expect(result.query_id).toBe('my-own-id');
  expect(result.response_headers['x-clickhouse-query-id']).toBe('my-own-id');
  result.close();
});

test.each([
  ['{p:UInt8}', 7, 7],
  ['{p:Int64}', -5, '-5'],
  ['{p:UInt64}', 18446744073709551615n, '18446744073709551615'],
  ['{p:UInt256}', 2n ** 256n - 1n, String(2n ** 256n - 1n)],
  ['{p:String}', "it's a \\ tab\t, line\n, {x:UInt8} -- and /* more */ ünicode 🚀", undefined],
  ['{p:String}', '', ''],
  ['{p:Nullable(String)}', null, null],
  ['{p:Nullable(UInt8)}', 3, 3],
  ['{p:Bool}', true, true],
  ['{p:Float64}', 1.5, 1.5],
  ['{p:Decimal(38, 9)}', '12.000000001', 12.000000001],
  ['{p:Date}', '2026-01-02', '2026-01-02'],
  ['{p:DateTime64(3)}', new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678)), '2026-01-02 03:04:05.678'],
  ["{p:DateTime64(3, 'UTC')}", '2026-01-02 03:04:05.678', '2026-01-02 03:04:05.678'],
  ['{p:Array(String)}', ["a'b", 'c\\d', 'e,[f]', 'g\nh'], undefined],
  ['{p:Array(UInt64)}', [1n, 18446744073709551615n], ['1', '18446744073709551615']],
  ['{p:Array(Nullable(String))}', ['a', null], undefined],
  ['{p:Array(Array(UInt8))}', [[1], [], [2, 3]], undefined],
  ['{p:Array(UInt8)}', [], undefined],
  ['{p:Array(Bool)}', [true, false], undefined],
  ['{p:Map(String, UInt64)}', { a: 1, "b'": 2 }, { a: '1', "b'": '2' }],
  ['{p:Map(String, Array(String))}', new Map([['k', ['v']]]), { k: ['v'] }],
  ['{p:Map(String, UInt8)}', {}, undefined],
])('binds %s', async (placeholder, value, expected) => {
  expect(await one(placeholder, { p: value }, QUOTED)).toEqual(expected === undefined ? value : expected);
});

test('binds tuples, identifiers, limits and lists', async () => {
  expect(await one('{t:Tuple(UInt8, String)}.2', { t: new TupleParam([1, "x'y"]) })).toBe("x'y");
  const found = await rows(
    'SELECT {column:Identifier} AS n FROM {table:Identifier}(10) WHERE n IN {list:Array(UInt64)} LIMIT {limit:UInt32}',
    { column: 'number', table: 'numbers', list: [3, 5, 7], limit: 2 },
    QUOTED,
  );
  expect(found).toEqual([{ n: '3' }, { n: '5' }]);
});

test('binds long lists', async () => {
  const mints = Array.from({ length: 10_000 }, (_, n) => `${n}`.padStart(44, 'M'));
  const query =
    "SELECT count() AS x FROM (SELECT leftPad(toString(number), 44, 'M') AS mint FROM numbers(20000)) WHERE mint IN {mints:Array(String)}";
  expect(await rows(query, { mints })).toEqual([{ x: 10_000 }]);
});

test('binds parameters that travel in a multipart body', async () => {
  const long = 'x'.repeat(20_000);
  const result = await client.query({
    query: 'SELECT length({p:String}) AS x',
    query_params: { p: long },
    format: 'JSONEachRow',
    use_multipart_params: true,
  });
  expect((await result.json<{ x: unknown }>())[0]?.x).toEqual(20_000);
});

test.each([
  ['SELECT * FROM no_such_table', 60, 'UNKNOWN_TABLE'],
  ['SELECT no_such_column', 47, 'UNKNOWN_IDENTIFIER'],
  ['SELEKT 1', 62, 'SYNTAX_ERROR'],
  ["SELECT toUInt8('abc')", 6, 'CANNOT_PARSE_TEXT'],
  ['SELECT {missing:UInt8}', 456, 'UNKNOWN_QUERY_PARAMETER'],
  ['SELECT 1; SELECT 2', 62, 'SYNTAX_ERROR'],
  ['SELECT no_such_function(1)', 46, 'UNKNOWN_FUNCTION'],
])('reports %s as code %i %s', async (query, code, type) => {
  const error = await errorOf(client.query({ query, format: 'JSONEachRow' }));
  expect(error.code).toBe(String(code));
  expect(error.type).toBe(type);
});

test('reports a parameter that does not fit its type', async () => {
  const error = await errorOf(rows('SELECT {p:UInt8}', { p: 300 }));
  expect([error.code, error.type]).toEqual(['457', 'BAD_QUERY_PARAMETER']);
});

test('reports an unknown database, an unknown setting and an exceeded time', async () => {
  const elsewhere = connect({ database: 'no_such_database' });
  expect((await errorOf(elsewhere.query({ query: 'SELECT 1' }))).type).toBe('UNKNOWN_DATABASE');
  await elsewhere.close();
  const unknown = { no_such_setting: 1 } as Record<string, number>;
  expect((await errorOf(rows('SELECT 1', undefined, unknown))).type).toBe('UNKNOWN_SETTING');
  const slow = 'SELECT sum(cityHash64(number)) FROM numbers(100000000000)';
  expect((await errorOf(rows(slow, undefined, { max_execution_time: 1 }))).type).toBe('TIMEOUT_EXCEEDED');
});

test('reports an error in the middle of a streamed result', async () => {
  const result = await client.query({
    query: 'SELECT throwIf(number = 3000000) AS x FROM numbers(4000000)',
    format: 'JSONEachRow',
    clickhouse_settings: { max_threads: 1 },
  });
  let seen = 0;
  const read = async () => {
    for await (const chunk of result.stream()) seen += chunk.length;
  };
  await expect(read()).rejects.toThrow(/Value passed to 'throwIf'|aborted|terminated/);
  expect(seen).toBeGreaterThan(0);
});

test.each([
  ['JSON', /"data":\s*\[\s*\{\s*"n": "0"/],
  ['JSONCompact', /\["0"\]/],
  ['JSONEachRow', /^\{"n":"0"\}\n\{"n":"1"\}\n$/],
  ['JSONCompactEachRow', /^\["0"\]\n\["1"\]\n$/],
  ['JSONCompactEachRowWithNamesAndTypes', /^\["n"\]\n\["UInt64"\]\n\["0"\]\n\["1"\]\n$/],
  ['CSV', /^0\n1\n$/],
  ['CSVWithNames', /^"n"\n0\n1\n$/],
  ['TabSeparated', /^0\n1\n$/],
  ['TabSeparatedWithNamesAndTypes', /^n\nUInt64\n0\n1\n$/],
] as const)('answers in %s', async (format, expected) => {
  const query = 'SELECT number AS n FROM numbers(2) SETTINGS max_block_size = 1';
  const result = await client.query({ query, format, clickhouse_settings: QUOTED });
  expect(await result.text()).toMatch(expected);
});

test('quotes 64-bit integers only on request', async () => {
  expect(await one('toUInt64(5)', undefined, { output_format_json_quote_64bit_integers: 0 })).toBe(5);
  expect(await one('toUInt64(18446744073709551615)', undefined, QUOTED)).toBe('18446744073709551615');
});

test('streams 200,000 rows in and out', async () => {
  await client.command({
    query: 'CREATE TABLE streamed (n UInt64, text String) ENGINE = MergeTree ORDER BY n',
  });
  const source = Readable.from(
    (function* () {
      for (let n = 0; n < 200_000; n += 1) yield { n: String(n), text: `row ${n}` };
    })(),
  );
  const { summary } = await client.insert({ table: 'streamed', values: source, format: 'JSONEachRow' });
  expect(summary?.written_rows).toBe('200000');
  const result = await client.query({ query: 'SELECT * FROM streamed ORDER BY n', format: 'JSONEachRow' });
  let count = 0;
  let sum = 0;
  for await (const chunk of result.stream<{ n: string; text: string }>()) {
    for (const row of chunk) {
      const { n, text } = row.json();
      if (text !== `row ${n}`) throw new Error(`row ${n} holds ${text}`);
      count += 1;
      sum += Number(n);
    }
  }
  expect([count, sum]).toEqual([200_000, (199_999 * 200_000) / 2]);
});

test('compresses both ways', async () => {
  const packed = connect({ compression: { request: true, response: true } });
  await packed.command({
    query: 'CREATE TABLE packed (n UInt32, text String) ENGINE = MergeTree ORDER BY n',
  });
  const values = Array.from({ length: 10_000 }, (_, n) => ({ n, text: `text ${n}\n\n` }));
  await packed.insert({ table: 'packed', values, format: 'JSONEachRow' });
  const query = 'SELECT count() AS count, sum(n) AS sum, uniqExact(text) AS texts FROM packed';
  const result = await packed.query({ query, format: 'JSONEachRow' });
  expect(result.response_headers['content-encoding']).toBe('gzip');
  expect(await result.json()).toEqual([{ count: 10_000, sum: 49_995_000, texts: 10_000 }]);
  const all = await packed.query({ query: 'SELECT * FROM packed ORDER BY n', format: 'JSON' });
  expect((await all.json<{ text: string }>()).data[9_999]?.text).toBe('text 9999\n\n');
  await packed.close();
});

test('keeps the settings of parallel requests apart', async () => {
  const read = (value: number | undefined) =>
    one(
      "getSetting('max_threads') + sleep(0.05)",
      undefined,
      value === undefined ? undefined : { max_threads: value },
    );
  const usual = await read(undefined);
  const wanted = Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? undefined : i + 1));
  const seen = await Promise.all(wanted.map(read));
  expect(seen.map(Number)).toEqual(wanted.map((value) => Number(value ?? usual)));
  expect(await read(undefined)).toBe(usual);
});

test('lets a statement override the settings of its request', async () => {
  const query = "SELECT getSetting('max_threads') AS x SETTINGS max_threads = 3";
  expect(await rows(query, undefined, { max_threads: 5 })).toEqual([{ x: 3 }]);
});

test('takes each request to the database it names', async () => {
  const other = `${DATABASE}_other`;
  await client.command({ query: `CREATE DATABASE ${other} ENGINE = Atomic` });
  const there = connect({ database: other });
  const database = async (at: ClickHouseClient) =>
    (
      await (
        await at.query({ query: 'SELECT currentDatabase() AS x', format: 'JSONEachRow' })
      ).json<{ x: string }>()
    )[0]?.x;
  const asked = Array.from({ length: 20 }, (_, i) => (i % 2 ? there : client));
  const seen = await Promise.all(asked.map(database));
  expect(seen).toEqual(asked.map((at) => (at === there ? other : DATABASE)));
  await client.command({ query: `DROP DATABASE ${other} SYNC` });
  await there.close();
});

test('stores a batch that is sent again under its token once, in the table and in its views', async () => {
  const dedup = 'SETTINGS non_replicated_deduplication_window = 1000';
  await client.command({
    query: `CREATE TABLE trades (mint String, lamports UInt64) ENGINE = MergeTree ORDER BY mint ${dedup}`,
  });
  await client.command({
    query: `CREATE TABLE volumes (mint String, lamports SimpleAggregateFunction(sum, UInt64), trades AggregateFunction(count))
            ENGINE = AggregatingMergeTree ORDER BY mint ${dedup}`,
  });
  await client.command({
    query: `CREATE MATERIALIZED VIEW volumes_mv TO volumes AS
            SELECT mint, sum(lamports) AS lamports, countState() AS trades FROM trades GROUP BY mint`,
  });
  const send = (token: string, rowCount: number, settings = {}) =>
    client.insert({
      table: 'trades',
      values: Array.from({ length: rowCount }, (_, n) => ({ mint: `m${n % 10}`, lamports: String(n) })),
      format: 'JSONEachRow',
      clickhouse_settings: {
        insert_deduplication_token: token,
        deduplicate_blocks_in_dependent_materialized_views: 1,
        async_insert: 0,
        ...settings,
      },
    });
  const blocks = { max_insert_block_size: '1000', min_insert_block_size_rows: '1000' };
  for (let again = 0; again < 3; again += 1) {
    await send('journal/0/1-2/abc', 50_000);
    await send('journal/1/1-2/abc', 50_000);
    await send('journal/2/many-blocks', 20_000, blocks);
  }
  const sum = (n: number) => (n * (n - 1)) / 2;
  const expected = { rows: 120_000, lamports: 2 * sum(50_000) + sum(20_000) };
  expect(await rows('SELECT count() AS rows, sum(lamports) AS lamports FROM trades')).toEqual([expected]);
  expect(await rows('SELECT countMerge(trades) AS rows, sum(lamports) AS lamports FROM volumes')).toEqual([
    expected,
  ]);
});

test('aggregates states and picks by argMax', async () => {
  await client.command({
    query: `CREATE TABLE latest (mint String, price AggregateFunction(argMax, Decimal(38, 18), Tuple(UInt64, UInt32)))
            ENGINE = AggregatingMergeTree ORDER BY mint`,
  });
  await client.command({
    query: `INSERT INTO latest SELECT 'a', argMaxState(toDecimal128(number, 18), (number, toUInt32(7)))
            FROM numbers({count:UInt32}) GROUP BY 1`,
    query_params: { count: 5 },
  });
  await client.command({
    query: `INSERT INTO latest SELECT 'a', argMaxState(toDecimal128('99.5', 18), (toUInt64(1), toUInt32(9)))`,
  });
  const query = 'SELECT toString(argMaxMerge(price)) AS price FROM latest WHERE mint = {mint:String}';
  expect(await rows(query, { mint: 'a' })).toEqual([{ price: '4' }]);
});

test('keeps DateTime64 to the millisecond', async () => {
  await client.command({
    query: "CREATE TABLE moments (at DateTime64(3, 'UTC'), n UInt8) ENGINE = MergeTree ORDER BY at",
  });
  await client.insert({
    table: 'moments',
    values: [
      { at: '2026-01-02 03:04:05.678', n: 1 },
      { at: 1767323045679, n: 2 },
    ],
    format: 'JSONEachRow',
  });
  await client.insert({
    table: 'moments',
    values: [{ at: '2026-01-02T03:04:05.680Z', n: 3 }],
    format: 'JSONEachRow',
    clickhouse_settings: { date_time_input_format: 'best_effort' },
  });
  const found = await rows<{ at: string }>(
    'SELECT at FROM moments WHERE at >= {from:DateTime64(3)} ORDER BY at',
    {
      from: new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 679)),
    },
  );
  expect(found.map(({ at }) => at)).toEqual(['2026-01-02 03:04:05.679', '2026-01-02 03:04:05.680']);
});

test('calls parameterised views', async () => {
  await client.command({
    query:
      'CREATE VIEW evens AS SELECT number AS n FROM numbers(100) WHERE number % 2 = 0 AND number < {below:UInt64}',
  });
  const query = 'SELECT sum(n) AS x FROM evens(below = {limit:UInt64})';
  expect(await rows(query, { limit: 7 }, QUOTED)).toEqual([{ x: '12' }]);
});

test('inserts columns, defaults and values, and reports a bad row without storing any', async () => {
  await client.command({
    query: `CREATE TABLE mixed (a UInt32, b String DEFAULT 'none', c UInt64 MATERIALIZED a * 2) ENGINE = MergeTree ORDER BY a`,
  });
  await client.insert({ table: 'mixed', values: [[1]], columns: ['a'], format: 'JSONCompactEachRow' });
  await client.command({
    query: "INSERT INTO mixed (a, b) VALUES (2, 'two;\n\nlines'), (1 + 2, lower({p:String}))",
    query_params: { p: 'THREE' },
  });
  const csv = await client.exec({
    query: 'INSERT INTO mixed (a, b) FORMAT CSV',
    values: Readable.from(['4,"four\n\n', 'lines"\n5,"five"\n'], { objectMode: false }),
  });
  csv.stream.resume();
  const bad = client.insert({ table: 'mixed', values: [{ a: 6 }, { a: 'seven' }], format: 'JSONEachRow' });
  expect((await errorOf(bad)).type).toMatch(/^CANNOT_PARSE/);
  const found = await rows<{ a: number }>('SELECT a, b, c FROM mixed ORDER BY a', undefined, QUOTED);
  expect(found).toEqual([
    { a: 1, b: 'none', c: '2' },
    { a: 2, b: 'two;\n\nlines', c: '4' },
    { a: 3, b: 'three', c: '6' },
    { a: 4, b: 'four\n\nlines', c: '8' },
    { a: 5, b: 'five', c: '10' },
  ]);
});

test('alters, deletes and describes', async () => {
  await client.command({ query: 'CREATE TABLE altered (a UInt8) ENGINE = MergeTree ORDER BY a' });
  await client.command({ query: 'INSERT INTO altered VALUES (1), (2), (3)' });
  await client.command({ query: "ALTER TABLE altered ADD COLUMN b String DEFAULT 'x' COMMENT 'a comment'" });
  await client.command({
    query: "ALTER TABLE altered UPDATE b = 'y' WHERE a = {a:UInt8}",
    query_params: { a: 2 },
    clickhouse_settings: { mutations_sync: '1' },
  });
  await client.command({
    query: 'DELETE FROM altered WHERE a = 3',
    clickhouse_settings: { mutations_sync: '1' },
  });
  expect(await rows('SELECT a, b FROM altered ORDER BY a')).toEqual([
    { a: 1, b: 'x' },
    { a: 2, b: 'y' },
  ]);
  expect((await rows<{ name: string }>('DESCRIBE TABLE altered')).map(({ name }) => name)).toEqual([
    'a',
    'b',
  ]);
  expect(await rows('EXISTS TABLE altered')).toEqual([{ result: 1 }]);
  expect(await rows('SHOW TABLES LIKE {name:String}', { name: 'altered' })).toEqual([{ name: 'altered' }]);
});
