/**
 * Every column that is derived, computed again from the raw tables by what its comment says (testing/recompute), on a
 * played market with mayhem coins, several quotes, other coins among them, graduates, buys beyond the curve, pools of
 * others, liquidity that is pulled and comes back, swept fees, creators who dump, a hole in the stream, and tokens that leave
 * after a day's quiet and come back. And the statements of docs/analysts.md, as they stand there.
 *
 * The market's journal has no answer of the world: of a document, a mint, posts, accounts, boosts and profiles nothing is told.
 * So the columns of these are compared as null alone, the layers of contract and social verification and the social score as
 * unobserved, what is made of them without those parts, and Daily, Social and Shilled as lists that nobody comes onto. What
 * answers make of them is held against the tables of the rules in `screener/scores`, `screener/lists` and contracts/src/rules.
 * LAUNCHES and SEED ask for another market.
 */
import { dateTimeOf, msOf } from '@cryptonite/contracts/rows';
import { FOLLOWED_LISTS, isOn, LAYER_NAMES } from '@cryptonite/contracts/rules';
import { TOPICS } from '@cryptonite/contracts/topics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countLaunches } from './fit-patterns/count-launches.js';
import { pageStatements } from './testing/page-statements.js';
import { playMarket } from './testing/played-market.js';
import * as aggregates from './testing/recompute/aggregates.js';
import { differencesOf } from './testing/recompute/differences.js';
import { changesOfLists, Listings, type Measured, stepsOf } from './testing/recompute/findings.js';
import { type Listed, outcomesOf } from './testing/recompute/outcomes.js';
import { type Raw, readRaw, rowsOf } from './testing/recompute/raw.js';
import { type Expected, Stream, TokenScores } from './testing/recompute/scores.js';
import { AGENT, isBeyondCurve, slotOf } from './testing/recompute/standing.js';
import { type Stack, startStack } from './testing/stack.js';
import { waitForGroup, writeJournal } from './testing/topics.js';

const LAUNCHES = Number(process.env.LAUNCHES ?? 160);
const SEED = Number(process.env.SEED ?? 11);
const PARTITIONS = 2;
const STORED_WITHIN_MS = 600_000;

type AnyRow = Record<string, unknown>;

let stack: Stack;
let raw: Raw;
const differences: string[] = [];
/** Tokens that were asked what each of their rows must say: it takes most of the time here. */
const asked = new Map<string, TokenScores>();

beforeAll(async () => {
  const journal = await playMarket({ launches: LAUNCHES, seed: SEED, partitions: PARTITIONS });
  stack = await startStack(PARTITIONS);
  await stack.start('screener');
  await stack.start('sink');
  await writeJournal(stack.kafka, journal);
  await waitForGroup(stack.kafka, 'screener', TOPICS.journal.name, STORED_WITHIN_MS);
  for (const topic of [TOPICS.journal.name, TOPICS.screening.name])
    await waitForGroup(stack.kafka, 'sink', topic, STORED_WITHIN_MS);
  raw = await readRaw(stack.clickHouse);
}, 2 * STORED_WITHIN_MS);
afterAll(() => stack?.stop());

const read = (query: string) => rowsOf(stack.clickHouse, query);

/** As a column that is computed of every position. */
const numberOf = (position: unknown): string => BigInt(String(position).replaceAll('-', '')).toString();
const numbered = (row: AnyRow): AnyRow => ({ ...row, position_number: numberOf(row.position) });

/** Every column that analysts see of a table, those that are computed when they are read too. */
async function rowsOfTable(table: string): Promise<AnyRow[]> {
  const columns = await read(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}' ORDER BY position`,
  );
  return read(`SELECT ${columns.map(({ name }) => name).join(', ')} FROM ${table}`);
}

it('plays a market with everything that a definition speaks of', () => {
  const agents = raw.trades.filter(({ trader }) => trader === AGENT);
  expect(new Set(agents.map(({ mint }) => mint)).size).toBeGreaterThan(2);
  expect(new Set(raw.trades.map(({ quote_mint }) => quote_mint)).size).toBeGreaterThan(1);
  expect(new Set(raw.trades.map(({ venue }) => venue)).size).toBe(2);
  const kinds = new Set([...raw.facts.values()].flatMap((facts) => facts.map(({ table }) => table)));
  for (const kind of [
    ...['curves_completed', 'tokens_migrated'],
    ...['pools_created', 'pools_boosted', 'liquidity_changed', 'fees_swept'],
  ])
    expect(kinds).toContain(kind);
  expect(raw.trades.filter(isBeyondCurve).length).toBeGreaterThan(0);
  const tables = [...raw.facts.values()].map((facts) => facts.map(({ table }) => table));
  const pools = tables.map((own) => own.filter((table) => table === 'pools_created').length);
  expect(Math.max(...pools)).toBeGreaterThan(1);
  const migrated = tables.filter((own) => own.includes('tokens_migrated'));
  expect(
    migrated.filter((own) => own.lastIndexOf('liquidity_changed') > own.indexOf('tokens_migrated')),
  ).not.toEqual([]);
  const withdrawn = [...raw.facts.values()]
    .flat()
    .filter(({ row }) => 'change' in row && row.change === 'withdraw');
  expect(withdrawn.length).toBeGreaterThan(3);
  const left = [...raw.facts.values()].filter((facts) =>
    facts.some(({ at }, index) => at - (facts[index - 1]?.at ?? at) > 24 * 3_600_000),
  );
  expect(left.length).toBeGreaterThan(2);
  expect(raw.gaps).toHaveLength(1);
  expect(raw.prices.length).toBeGreaterThan(10);
  const coins = new Set(raw.quotePrices.map(({ quote_mint }) => quote_mint));
  expect(raw.trades.filter(({ quote_mint }) => coins.has(quote_mint)).length).toBeGreaterThan(10);
});

const STATEMENTS = pageStatements();

describe('the page for analysts', () => {
  const answerOf = async (sql: string): Promise<AnyRow[]> => {
    const answer = await stack.analyst.query({ query: sql, format: 'JSONEachRow' });
    return answer.json<AnyRow>();
  };

  const sqlOf = (number: number) =>
    STATEMENTS.find(({ heading }) => heading.startsWith(`${number}. `))?.sql ?? '';

  it('asks ten questions', () => {
    expect(STATEMENTS.filter(({ heading }) => /^\d/.test(heading))).toHaveLength(10);
  });

  it.each(STATEMENTS)('has an answer to: $heading', async ({ sql }) => {
    const rows = await answerOf(sql);
    expect(rows.length).toBeGreaterThan(0);
    // A column that never has a value answers nothing; whale_buyers may be unknown of every token that is listed.
    const names = Object.keys(rows[0]!);
    const silent = names.filter((name) => rows.every((row) => row[name] === null || row[name] === ''));
    expect(silent.filter((name) => name !== 'whale_buyers')).toEqual([]);
  });

  it('leaves out the returns whose ten minutes are not over', async () => {
    const firsts = await read(
      `SELECT min(time) + INTERVAL 10 MINUTE AS until FROM verdicts
       WHERE profile = 'live' AND list_source = 'pumpfun' AND verdict != 'unlisted' GROUP BY mint ORDER BY until`,
    );
    // As if the data ended when those of half the tokens are.
    const end = String(firsts[Math.floor(firsts.length / 2)]!.until);
    const over = firsts.filter(({ until }) => String(until) <= end);
    const sql = sqlOf(3).replace('(SELECT max(time) FROM scans)', `toDateTime64('${end}', 3, 'UTC')`);
    const counted = (await answerOf(sql)).reduce((sum, { tokens }) => sum + Number(tokens), 0);
    expect(counted).toBe(over.length);
    expect(counted).toBeLessThan(firsts.length);
  });

  it('divides what is held by the supply that market caps are of', async () => {
    const held = await answerOf(sqlOf(8).replace('LIMIT 20', ''));
    const measured = await read(
      'SELECT mint, market_cap_quote / price_quote AS supply FROM token_scores_latest',
    );
    const supplies = new Map(
      measured.map(({ mint, supply }) => [mint, supply === null ? null : Number(supply)]),
    );
    const known = held.filter(({ mint }) => (supplies.get(mint) ?? null) !== null);
    expect(
      known
        .map(({ mint, tokens }) => ({ mint, tokens: Number(tokens), measured: supplies.get(mint)! }))
        .filter(({ tokens, measured }) => !(Math.abs(tokens / measured - 1) < 1e-6)),
    ).toEqual([]);
    expect(new Set(known.map(({ tokens }) => tokens)).size).toBeGreaterThan(1);
  });

  it('finds the candles of the trades, and the whales that were counted', async () => {
    const [candles] = await answerOf(sqlOf(9));
    expect(candles?.equal).toBe(candles?.candles);
    const listed = await answerOf(sqlOf(6));
    expect(
      listed.filter((row) => row.whale_buyers !== null && Number(row.whales) !== Number(row.whale_buyers)),
    ).toEqual([]);
  });
});

const DERIVED = [
  ...['token_scores', 'token_scores_latest', 'verdicts', 'alerts', 'lifecycle_changes', 'layers_assessed'],
  ...['list_changes', 'outcomes'],
  ...['measurements', 'tokens_described_latest', 'price_trails_latest', 'scans_latest'],
  ...Object.keys(aggregates.CANDLES),
  ...['trade_flow_1m', 'v_trade_flow_1m', 'bonding_progress', 'v_bonding_progress'],
  ...['holder_balances', 'v_owner_balances', 'v_holder_concentration'],
];

it('says of every derived table and of each of its columns what it holds', async () => {
  const derived = DERIVED.map((table) => `'${table}'`).join(', ');
  const silent = await read(
    `SELECT concat(table, '.', name) AS what FROM system.columns
     WHERE database = currentDatabase() AND table IN (${derived}) AND comment = ''
     UNION ALL SELECT name FROM system.tables
     WHERE database = currentDatabase() AND name IN (${derived}) AND comment = ''`,
  );
  expect(silent).toEqual([]);
  const tables = await read(
    `SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND table IN (${derived})`,
  );
  expect(tables).toHaveLength(DERIVED.length);
  const others = await read(
    `SELECT name FROM system.tables WHERE database = currentDatabase()
     AND engine IN ('View', 'AggregatingMergeTree') AND name NOT IN (${derived})`,
  );
  expect(others).toEqual([]);
});

it('gives every position a number that sorts as it does, and marks the trades of the agent', async () => {
  const tables = await read(
    `SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'position'
     AND table IN (SELECT name FROM system.tables WHERE engine LIKE '%MergeTree')
     AND table NOT IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'position_number')`,
  );
  expect(tables).toEqual([]);
  const trades = await read(
    'SELECT position, position_number, trader, is_agent FROM trades_executed ORDER BY position',
  );
  const texts = trades.map(({ position }) => String(position));
  expect([...texts].sort()).toEqual(texts);
  expect(
    trades.filter(
      (trade) =>
        trade.position_number !== numberOf(trade.position) || trade.is_agent !== (trade.trader === AGENT),
    ),
  ).toEqual([]);
  const sorted = await read('SELECT position FROM trades_executed ORDER BY position_number');
  expect(sorted.map(({ position }) => position)).toEqual(texts);
});

it.each(Object.entries(aggregates.CANDLES))('%s holds the candles of its trades', async (table, lengthMs) => {
  const actual = await read(
    `SELECT mint, venue, quote_mint, bucket, argMinMerge(open) AS open, max(high) AS high, min(low) AS low,
       argMaxMerge(close) AS close, sum(trades) AS trades, sum(token_volume) AS token_volume, sum(quote_volume) AS quote_volume
     FROM ${table} GROUP BY mint, venue, quote_mint, bucket`,
  );
  const expected = aggregates.candlesOf(raw.trades, lengthMs);
  expect(differencesOf(table, ['mint', 'venue', 'quote_mint', 'bucket'], actual, expected)).toEqual([]);
  expect(actual.length).toBeGreaterThan(LAUNCHES);
});

it('trade_flow_1m and its view hold the flow of its trades', async () => {
  const keys = ['mint', 'quote_mint', 'minute'];
  const expected = aggregates.flowOf(raw.trades);
  const actual = await read(
    `SELECT mint, quote_mint, minute, sum(buys) AS buys, sum(sells) AS sells, sum(bought_quote) AS bought_quote,
       sum(sold_quote) AS sold_quote, uniqExactMerge(traders) AS traders
     FROM trade_flow_1m GROUP BY mint, quote_mint, minute`,
  );
  expect(differencesOf('trade_flow_1m', keys, actual, expected)).toEqual([]);
  const view = await rowsOfTable('v_trade_flow_1m');
  expect(differencesOf('v_trade_flow_1m', keys, view, aggregates.flowViewOf(expected))).toEqual([]);
  expect(actual.length).toBeGreaterThan(LAUNCHES);
});

it('bonding_progress and its view hold the newest reserves of each curve', async () => {
  const actual = await read(
    'SELECT mint, period, argMaxMerge(newest) AS newest FROM bonding_progress GROUP BY mint, period',
  );
  const expected = aggregates.bondingProgressOf(raw.trades);
  expect(differencesOf('bonding_progress', ['mint', 'period'], actual, expected)).toEqual([]);
  const view = await rowsOfTable('v_bonding_progress');
  expect(differencesOf('v_bonding_progress', ['mint'], view, aggregates.progressViewOf(raw.trades))).toEqual(
    [],
  );
  expect(view.length).toBeGreaterThan(LAUNCHES / 2);
});

it('holder_balances and its views hold the newest balances', async () => {
  const actual = await read(
    `SELECT mint, account, period, argMaxMerge(newest) AS newest
     FROM holder_balances GROUP BY mint, account, period`,
  );
  const expected = aggregates.holderBalancesOf(raw.balances);
  expect(differencesOf('holder_balances', ['mint', 'account', 'period'], actual, expected)).toEqual([]);
  const owners = aggregates.ownerBalancesOf(raw.balances);
  const ownerRows = await rowsOfTable('v_owner_balances');
  expect(differencesOf('v_owner_balances', ['mint', 'owner'], ownerRows, owners)).toEqual([]);
  const concentration = await rowsOfTable('v_holder_concentration');
  expect(
    differencesOf('v_holder_concentration', ['mint'], concentration, aggregates.concentrationOf(owners)),
  ).toEqual([]);
  expect(concentration.length).toBeGreaterThan(LAUNCHES / 2);
});

it('alerts and lifecycle_changes hold each step, at the fact that caused it', async () => {
  const stream = new Stream(raw);
  const tokens = [...raw.facts.values()].map((facts) => stepsOf(facts, stream));
  const alerts = tokens.flatMap((token) => token.alerts);
  expect(differencesOf('alerts', ['id'], await rowsOfTable('alerts'), alerts.map(numbered))).toEqual([]);
  const steps = tokens.flatMap((token) => token.steps);
  const changes = await rowsOfTable('lifecycle_changes');
  expect(differencesOf('lifecycle_changes', ['id'], changes, steps.map(numbered))).toEqual([]);
  expect(alerts.length).toBeGreaterThan(3);
  expect(steps.length).toBeGreaterThan(3);
});

it('token_scores, the newest of them, verdicts and list_changes hold what was measured', {
  timeout: STORED_WITHIN_MS,
}, async () => {
  const stream = new Stream(raw);
  const scores = await rowsOfTable('token_scores');
  const byMint = new Map<string, AnyRow[]>();
  for (const row of scores) byMint.set(String(row.mint), [...(byMint.get(String(row.mint)) ?? []), row]);
  const expectedScores: AnyRow[] = [];
  const expectedLatest: AnyRow[] = [];
  const expectedVerdicts: AnyRow[] = [];
  const expectedChanges: AnyRow[] = [];
  for (const [mint, facts] of raw.facts) {
    const token = new TokenScores(facts, stream);
    asked.set(mint, token);
    const listings = new Listings();
    const [alert] = stepsOf(facts, stream).alerts;
    const rows = (byMint.get(mint) ?? []).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    const measured: Measured[] = [];
    for (const row of rows) {
      const expected = expectedOf(token, stream, row);
      if (expected === null) continue;
      const isAlerted = alert !== undefined && String(alert.position) <= String(row.position);
      const {
        live,
        whitepaper,
        placed: _,
        last_trade_at,
        completed_at,
        migrated_at,
        created_at,
        ...others
      } = expected;
      const { time, position } = row;
      const base = { mint, time, position };
      const said = { rules_version: 5, source_kind: others.source_kind, source_name: others.source_name };
      const columns: AnyRow = {
        ...others,
        ...listings.columnsOf({ ...base, ...said }, expected),
        created_at: timeOf(created_at),
        last_trade_at: timeOf(last_trade_at),
        completed_at: timeOf(completed_at),
        migrated_at: timeOf(migrated_at),
        alert_raised_at: isAlerted ? alert.time : null,
        alert_market_cap_usd: isAlerted ? alert.market_cap_usd : null,
      };
      expectedScores.push({ ...base, ...columns });
      const { rules_version, source_kind, source_name } = columns;
      measured.push({
        base: { ...base, rules_version, source_kind, source_name },
        marketCapUsd: columns.market_cap_usd,
        live,
        whitepaper,
      });
      if (row !== rows.at(-1)) continue;
      expectedLatest.push({ ...base, ...columns });
    }
    expectedVerdicts.push(...changesOfLists(measured));
    expectedChanges.push(...listings.gated.changes);
    differences.push(...missingOf(token, stream, rows));
  }
  differences.push(
    ...differencesOf('token_scores', ['mint', 'time', 'position'], scores, expectedScores.map(numbered)),
    ...differencesOf(
      'list_changes',
      ['id'],
      await rowsOfTable('list_changes'),
      expectedChanges.map(numbered),
    ),
    ...differencesOf('verdicts', ['id'], await rowsOfTable('verdicts'), expectedVerdicts.map(numbered)),
    ...differencesOf(
      'token_scores_latest',
      ['mint'],
      (await rowsOfTable('token_scores_latest')).map(({ event: _, ...row }) => row),
      expectedLatest.map(numbered),
    ),
  );
  expect(
    differences.length === 0 ? [] : [`${differences.length} differences`, ...differences.slice(0, 30)],
  ).toEqual([]);
  expect(scores.length).toBeGreaterThan(10 * LAUNCHES);
  const inCoins = scores.filter(({ quote, market_cap_usd }) => quote === 'other' && market_cap_usd !== null);
  expect(inCoins.length).toBeGreaterThan(3);
  expect(expectedVerdicts.length).toBeGreaterThan(10);
  const changed = new Set(expectedChanges.map(({ list, change }) => `${list} ${change}`));
  for (const list of ['newLaunches', 'microcaps'])
    for (const change of ['entered', 'left']) expect([...changed]).toContain(`${list} ${change}`);
  const valuesOf = (column: string) => new Set(scores.map((row) => row[column]));
  for (const column of [
    'whale_net_sol_1h',
    'volume_growth_24h_percent',
    'flippers_percent_1h',
    'trader_growth_5m',
    'price_of_high_percent',
    'top10_of_sold_percent',
    'risk_coverage',
  ])
    expect(valuesOf(column).size).toBeGreaterThan(10);
  // It counts whales of an hour who have not sold: hardly ever ten.
  expect(valuesOf('whale_buyers_holding').size).toBeGreaterThan(5);
  const scored = scores.filter(({ score }) => score !== null);
  expect(scored.length).toBeGreaterThan(LAUNCHES);
  for (const layer of ['holders_risk', 'market_risk'])
    expect(new Set(scored.map((row) => row[layer])).size).toBeGreaterThan(1);
  expect(new Set(scored.map(({ pattern }) => pattern)).size).toBeGreaterThan(2);
  expect(scored.filter(({ live_checks }) => ((Number(live_checks) >> 8) & 3) === 2)).not.toEqual([]);
  const floors = [...byMint.values()].map((rows) => rows.map(({ rug_floor }) => rug_floor));
  const dumped = floors.filter((own) => own.includes(85));
  const isBack = (own: unknown[]) => own.some((floor, index) => floor === 95 && own[index + 1] === null);
  expect(dumped.length).toBeGreaterThan(1);
  expect(floors.filter(isBack)).not.toEqual([]);
});

it('layers_assessed holds the findings that the points and the floors of layers come of, until one is another', async () => {
  const assessed = new Map<unknown, AnyRow[]>();
  for (const row of await rowsOfTable('layers_assessed'))
    assessed.set(row.id, [...(assessed.get(row.id) ?? []), row]);
  const told = new Map<string, AnyRow[][]>();
  for (const findings of assessed.values()) {
    const [{ mint, layer, layer_points } = {}] = findings;
    const isKnown = findings.some(({ level }) => level !== 'unknown');
    const points = findings.reduce((sum, finding) => sum + Number(finding.points), 0);
    expect(layer_points).toBe(isKnown ? Math.min(100, points) : null);
    for (const finding of findings) {
      const isDanger = Number(finding.points) >= 30 || finding.floor !== null;
      const known = isDanger ? 'danger' : Number(finding.points) >= 10 ? 'warning' : 'note';
      expect(finding.level).toBe(finding.value === null ? 'unknown' : known);
    }
    const key = `${mint} ${layer}`;
    told.set(key, [...(told.get(key) ?? []), findings]);
  }
  // That of 0 points is another when its value passes the limit.
  const saidOf = (findings: readonly AnyRow[]) =>
    findings
      .filter(({ value }) => value !== null)
      .map(({ name, points, floor, value, limit_value }) => [
        name,
        points,
        floor,
        Number(value) > Number(limit_value),
      ]);
  for (const own of told.values()) {
    own.sort(([a = {}], [b = {}]) => (orderOf(a) < orderOf(b) ? -1 : 1));
    for (const [index, findings] of own.entries())
      if (index > 0) expect(saidOf(findings)).not.toEqual(saidOf(own[index - 1]!));
  }
  const scored = (await rowsOfTable('token_scores')).filter(({ risk_coverage }) => risk_coverage !== null);
  for (const row of scored) {
    const newest = LAYER_NAMES.map((layer) =>
      (told.get(`${row.mint} ${layer}`) ?? []).findLast(([each = {}]) => orderOf(each) <= orderOf(row)),
    );
    expect(newest.map((findings) => findings?.[0]?.layer_points ?? null)).toEqual(
      LAYER_NAMES.map((layer) => row[`${layer}_risk`]),
    );
    const floors = newest.flat().flatMap((finding) => finding?.floor ?? []);
    expect(floors.length === 0 ? null : Math.max(...floors.map(Number))).toBe(row.rug_floor);
  }
  expect(scored.length).toBeGreaterThan(LAUNCHES);
});

it('outcomes holds what became of each launch, and of each token from its first listing on a list on', async () => {
  const stream = new Stream(raw);
  const measured = new Map<string, AnyRow[]>();
  for (const row of (await rowsOfTable('token_scores')).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)))
    measured.set(String(row.mint), [...(measured.get(String(row.mint)) ?? []), row]);
  const expected = [...raw.facts].flatMap(([mint, facts]) =>
    outcomesOf(
      facts,
      stream,
      askedOf(mint, stream, measured.get(mint) ?? []),
      listingsOf(measured.get(mint) ?? [], stream),
    ),
  );
  const outcomes = await rowsOfTable('outcomes');
  expect(differencesOf('outcomes', ['id'], outcomes, expected.map(numbered)).slice(0, 30)).toEqual([]);
  const of = (since: string, horizon: string) =>
    outcomes.filter((row) => row.since === since && row.horizon === horizon);
  for (const horizon of ['5m', '1h', '24h'])
    expect(of('launch', horizon).length).toBeGreaterThan(LAUNCHES / 2);
  expect(new Set(outcomes.map(({ since }) => since)).size).toBeGreaterThan(4);
  for (const what of ['has_graduated', 'has_dumped', 'is_dead', 'peak_multiple'])
    expect(outcomes.filter((row) => row[what] === null)).not.toEqual([]);
  for (const what of ['has_graduated', 'has_dumped', 'is_dead'])
    expect(outcomes.filter((row) => row[what] === true).length, what).toBeGreaterThan(2);
  for (const what of ['has_graduated', 'has_dumped'])
    expect(outcomes.filter((row) => row[what] === false).length, what).toBeGreaterThan(2);
  expect(new Set(of('launch', '24h').map(({ pattern }) => pattern)).size).toBeGreaterThan(2);
});

it('launches are counted by the pattern that they matched, where their whole day was seen', async () => {
  const launches = new Map<unknown, AnyRow>();
  for (const row of await rowsOfTable('outcomes')) {
    if (row.since !== 'launch') continue;
    const { pattern, pattern_score, has_graduated, has_dumped, peak_multiple } = row;
    const said = {
      '5m': { peak5m: peak_multiple },
      '1h': { peak1h: peak_multiple, has_dumped },
      '24h': { peak24h: peak_multiple, has_graduated, pattern, pattern_score },
    };
    launches.set(row.mint, { ...launches.get(row.mint), ...said[row.horizon as keyof typeof said] });
  }
  const seen = [...launches.values()].filter(
    (launch) => launch.pattern !== '' && Object.values(launch).every((value) => value !== null),
  );
  const { counts, sourceKind } = await countLaunches(stack.analyst);
  expect(sourceKind).toBe('market');
  expect(counts.reduce((sum, { launches: counted }) => sum + counted, 0)).toBe(seen.length);
  for (const { pattern, scoreFrom, ...counted } of counts) {
    const own = seen.filter(
      (launch) =>
        launch.pattern === pattern &&
        [0, 40, 70].findLast((least) => Number(launch.pattern_score) >= least) === scoreFrom,
    );
    const count = (is: (launch: AnyRow) => boolean) => own.filter(is).length;
    expect(counted).toEqual({
      launches: own.length,
      graduated: count(({ has_graduated }) => has_graduated === true),
      doubled5m: count(({ peak5m }) => Number(peak5m) >= 2),
      doubled1h: count(({ peak1h }) => Number(peak1h) >= 2),
      doubled24h: count(({ peak24h }) => Number(peak24h) >= 2),
      dumped: count(({ has_dumped }) => has_dumped === true),
    });
  }
  expect(seen.length).toBeGreaterThan(20);
});

/** The first measurement of a token on each list. */
function listingsOf(rows: readonly AnyRow[], stream: Stream): Listed[] {
  return FOLLOWED_LISTS.flatMap((since) => {
    const row = rows.find(({ lists }) => isOn(Number(lists), since));
    if (row === undefined) return [];
    const [at, position] = [msOf(String(row.time)), String(row.position)];
    return [{ since, at, position, slot: stream.measuredAt(at, position).slot }];
  });
}

/** `rows` in their order. */
function askedOf(mint: string, stream: Stream, rows: readonly AnyRow[]): TokenScores {
  const known = asked.get(mint);
  if (known) return known;
  const token = new TokenScores(raw.facts.get(mint) ?? [], stream);
  for (const row of rows) expectedOf(token, stream, row);
  return token;
}

const orderOf = ({ time, position }: AnyRow) => `${time} ${position}`;

const timeOf = (ms: unknown): string | null => (ms === null ? null : dateTimeOf(Number(ms)));

/** What a row must say; null, and a difference noted, where it was measured at no slot that fits. */
function expectedOf(token: TokenScores, stream: Stream, row: AnyRow): Expected | null {
  const [now, position] = [msOf(String(row.time)), String(row.position)];
  const measured = stream.measuredAt(now, position);
  if (measured.at !== now || token.newestPosition(measured.slot) !== position)
    differences.push(
      `token_scores ${row.mint} ${row.time} ${position}: is not of the first slot of its second`,
    );
  // A price observed within the second may be in it already.
  const pricedAt = (slot: number) => token.expected(now, position, measured.slot, slot);
  const isAlike = (expected: Expected) =>
    (['sol_price_usd', 'quote_price_sol', 'quote_price_usdc'] as const).every(
      (column) => row[column] === expected[column],
    );
  const first = pricedAt(measured.slot);
  if (isAlike(first)) return first;
  for (let slot = measured.slot + 1; slot <= stream.lastWithTimeOf(measured) + 1; slot += 1) {
    const later = pricedAt(slot);
    if (isAlike(later)) return later;
  }
  return first;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Each trade that counts is in a measurement by the first slot of the next second where a list showed the token before it;
 * else 10 s later in the token's first hour, where its launch was seen, and 60 s afterwards.
 */
function missingOf(token: TokenScores, stream: Stream, rows: readonly AnyRow[]): string[] {
  let place = 0;
  return token.counted.flatMap(({ position, at }) => {
    while (place < rows.length && String(rows[place]!.position) < position) place += 1;
    const row = rows[place];
    const before = rows[place - 1];
    const { launchedAt } = token;
    const isYoung = launchedAt !== null && at - launchedAt < HOUR_MS;
    // New shows a token, and asks for no measurement of its own.
    const isShown = before !== undefined && (Number(before.lists) & ~(1 << 15)) !== 0;
    const latest = stream.firstOfNextSecond(slotOf(position), isShown ? 0 : isYoung ? 10_000 : 60_000);
    if (row && stream.measuredAt(msOf(String(row.time)), String(row.position)).slot <= latest) return [];
    // The last slots of the stream have no second after them; what is on no list leaves after a day's quiet without a word.
    const hasLeft = stream.timeOf(latest) - at > DAY_MS && Number(before?.lists ?? 0) === 0;
    return latest === Number.POSITIVE_INFINITY || hasLeft
      ? []
      : [`token_scores: the trade at ${position} is in no row in time`];
  });
}
