/** Reads from ClickHouse what became of the tokens of a day. */
import { BECAME } from '@cryptonite/contracts/events';
import { twitterHandleOf } from '@cryptonite/contracts/links';
import { LIKENESS_WITHIN_MS } from '@cryptonite/contracts/rules';
import { z } from 'zod';
import type { AskRows } from '../stored-rows.js';
import { COPIED_LISTS, type DayRows } from './day.js';
import type { ReadDay } from './likeness.js';

/** Themes are of the day before a launch, of tokens in their first hours. */
const LAUNCHED_WITHIN_MS = 2 * 3_600_000;
/** Of a token that fell off a list of checks that it passed, the row by which it came there is looked for so far back. */
const PASSED_WITHIN_MS = 7 * LIKENESS_WITHIN_MS;

const ms = (column: string) => `toFloat64(toUnixTimestamp64Milli(${column}))`;
const AFTER = 'source_kind = {kind:String} AND time > fromUnixTimestamp64Milli({from:Int64})';

/**
 * Of lists, which COPIED_LISTS names, rows are written as a token comes and goes: of one that stood there all day its newest
 * measurement tells, as of the time up to which all is stored.
 */
const BECAME_ROWS = `
  SELECT mint, 'graduated' AS became, ${ms('time')} AS at, signature FROM tokens_migrated WHERE ${AFTER}
  UNION ALL
  SELECT mint, 'graduated', ${ms('time')}, signature FROM curves_completed WHERE ${AFTER}
  UNION ALL
  SELECT mint, 'listed', ${ms('max(time)')}, '' FROM list_changes
  WHERE ${AFTER} AND list != 'newLaunches' GROUP BY mint
  UNION ALL
  SELECT mint, 'listed', ${ms('max(time)')}, ''
  FROM (
    SELECT
      mint, time, source_kind, verdict,
      lagInFrame(verdict) OVER (
        PARTITION BY mint, profile, list_source ORDER BY time ROWS BETWEEN 1 PRECEDING AND CURRENT ROW
      ) AS before
    FROM verdicts
    WHERE time > fromUnixTimestamp64Milli({passedFrom:Int64})
  )
  WHERE ${AFTER} AND 'qualified' IN (verdict, before) GROUP BY mint
  UNION ALL
  SELECT mint, 'listed', {until:Float64}, '' FROM token_scores_latest
  WHERE ${AFTER} AND bitAnd(lists, {copiedLists:UInt32}) != 0
  UNION ALL
  SELECT mint, 'boosted', ${ms('time')}, '' FROM tokens_boosted
  WHERE ${AFTER} AND (boosts > 0 OR has_paid_profile = true)`;

const TOKENS = `
  WITH day AS (${BECAME_ROWS})
  SELECT
    mint, any(name) AS name, any(symbol) AS symbol, any(picture_sha256) AS pictureSha256,
    any(if(created_at IS NULL, NULL, ${ms('assumeNotNull(created_at)')})) AS createdAt,
    groupArray((became, at, signature)) AS became
  FROM day
  INNER JOIN (
    SELECT mint, name, symbol, picture_sha256, created_at
    FROM tokens_described_latest
    WHERE mint IN (SELECT mint FROM day)
  ) AS described USING mint
  GROUP BY mint`;

/** The newest document that was read of each launch of the day. A tuple, as argMax passes null by. */
const NAMINGS = `
  SELECT mint, twitter, createdAt
  FROM (
    SELECT mint, argMax(tuple(twitter), (time, position)).1 AS twitter
    FROM metadata_resolved
    WHERE ${AFTER} AND document_sha256 IS NOT NULL
    GROUP BY mint
  ) AS documents
  INNER JOIN (
    SELECT mint, ${ms('min(time)')} AS createdAt FROM launches_created WHERE ${AFTER} GROUP BY mint
  ) AS launches USING mint
  WHERE twitter IS NOT NULL`;

const OF_KIND = 'source_kind = {kind:String}';
/** Of a table in which nothing stands yet nothing was seen, up to now. */
const oldestOf = (table: string) =>
  `(SELECT if(count() = 0, toFloat64({before:Int64}), ${ms('min(time)')}) FROM ${table} WHERE ${OF_KIND})`;

/**
 * From the oldest scan that is kept, the oldest launch, document and change of a list of this kind of source, or the end of the
 * newest hole, up to where the partition stands that is stored least far: a table that came with an upgrade, and documents that
 * nobody read before, tell of no time before. Nothing where there is none.
 */
const SPAN = `
  SELECT
    greatest(
      (SELECT ${ms('min(time)')} FROM scans),
      ${['launches_created', 'metadata_resolved', 'list_changes'].map(oldestOf).join(',\n      ')},
      (SELECT ${ms('max(time)')} FROM gaps WHERE ${OF_KIND})
    ) AS sinceAt,
    (SELECT ${ms('min(time)')} FROM scans_latest) AS untilAt
  WHERE (SELECT count() FROM scans) > 0 AND (SELECT count() FROM launches_created) > 0`;

const Spans = z.array(z.object({ sinceAt: z.number(), untilAt: z.number() }));
const Tokens = z.array(
  z.object({
    mint: z.string(),
    name: z.string().nullable(),
    symbol: z.string().nullable(),
    pictureSha256: z.string().nullable(),
    createdAt: z.number().nullable(),
    became: z.array(z.tuple([z.enum(BECAME), z.number(), z.string()])),
  }),
);
const Namings = z.array(z.object({ mint: z.string(), twitter: z.string(), createdAt: z.number() }));

export const readDayOf =
  (ask: AskRows): ReadDay =>
  async (kind, before): Promise<DayRows | null> => {
    const params = { kind, before, from: before - LIKENESS_WITHIN_MS - LAUNCHED_WITHIN_MS };
    // First: rows that are stored meanwhile are told without being promised.
    const [span] = Spans.parse(await ask(SPAN, params));
    if (span === undefined) return null;
    const tokens = Tokens.parse(
      await ask(TOKENS, {
        ...params,
        until: span.untilAt,
        passedFrom: before - PASSED_WITHIN_MS,
        copiedLists: COPIED_LISTS,
      }),
    );
    const namings = Namings.parse(await ask(NAMINGS, params));
    return {
      untilAt: span.untilAt,
      // No row of before was looked at.
      sinceAt: Math.max(span.sinceAt, params.from),
      tokens: tokens.map(({ became, ...token }) => ({
        ...token,
        became: became.map(([what, at, signature]) => ({
          became: what,
          at,
          signature: signature === '' ? null : signature,
        })),
      })),
      namings: namings.flatMap(({ mint, twitter, createdAt }) => {
        const handle = twitterHandleOf(twitter);
        return handle === null ? [] : [{ mint, handle, createdAt }];
      }),
    };
  };
