import type { ClickHouseClient } from '@clickhouse/client';
import {
  connectTo,
  makeDataDir,
  removeDataDir,
  startTestServer,
  stopTestServer,
  type TestServer,
} from '@cryptonite/stores/clickhouse/test-server.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Token, tokenise } from './tokens.js';

// The guard is as good as its reading of SQL: whatever our tokeniser accepts, the engine must read the same way.

const dataDir = makeDataDir();
let server: TestServer;
let client: ClickHouseClient;

beforeAll(async () => {
  server = await startTestServer(dataDir);
  client = connectTo(server);
  await client.command({ query: 'CREATE TABLE queries (id UInt32, sql String) ENGINE = Memory' });
});
afterAll(async () => {
  await client.close();
  await stopTestServer(server);
  removeDataDir(dataDir);
});

const PIECES =
  `' ' ' " \` \\ \\\\ '' \`\` "" -- - /* */ / * // # #! $ $$ $a$ file x b N E 0x 0x1p 1 1e 1. .5 . e _ a1 1abc 1_0 1a$ a$b inf
  ( ) { } ; ! @ @@ : :: ? ^ | || = == < > <=> -> % + , x' X'4 b' ü é ‘ ’ “ ” − \\G`.split(/\s+/);
const query = fc
  .array(
    fc.constantFrom(...PIECES, ' ', '\n', '\t', '\r', '\f', '\v', '\0', '\u00a0', '\ufeff', '# ', '\\\n'),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((pieces) => pieces.join(''));

const KINDS: Record<string, Token['kind']> = {
  BareWord: 'word',
  QuotedIdentifier: 'quoted',
  StringLiteral: 'string',
};

test('finds the names and strings that the engine finds', async () => {
  const accepted = new Map<number, { sql: string; tokens: Token[] }>();
  for (const [id, sql] of fc.sample(query, { numRuns: 60_000, seed: 7 }).entries()) {
    try {
      const tokens = [...tokenise(sql)];
      // The guard refuses this one, once parameters are bound.
      const mapField = tokens.some(({ text }, i) => text === '}' && tokens[i + 1]?.text === '.');
      if (!mapField) accepted.set(id, { sql, tokens });
    } catch {
      // Refused: only what the guard lets through is held against the engine.
    }
  }
  expect(accepted.size).toBeGreaterThan(5_000);
  const values = [...accepted].map(([id, { sql }]) => ({ id, sql }));
  await client.insert({ table: 'queries', values, format: 'JSONEachRow' });
  const result = await client.query({
    query: `SELECT id, arrayMap(t -> (toUInt32(t.begin), toUInt32(t.end), toString(t.type)), tokenizeQuery(sql)) AS tokens FROM queries`,
    format: 'JSONCompactEachRow',
  });
  for (const [id, theirs] of await result.json<[number, [number, number, string][]]>()) {
    const { sql, tokens } = accepted.get(id) as { sql: string; tokens: Token[] };
    const byte = (at: number) => Buffer.byteLength(sql.slice(0, at));
    const ours = new Set(tokens.map(({ kind, start, end }) => `${kind} ${byte(start)}-${byte(end)}`));
    for (const [start, end, type] of theirs) {
      if (type.startsWith('Error')) break;
      expect(type, sql).not.toBe('HereDoc');
      const kind = KINDS[type];
      if (kind && !ours.has(`${kind} ${start}-${end}`))
        expect.fail(`${JSON.stringify(sql)}: ${type} ${start}-${end}`);
    }
  }
});
