/**
 * `npm run bench -- answers [-- --minutes 10]`: how soon what the screener asks of the world is answered, on the served
 * market with its services' own limits and faults. Times are the stream's: of the launch or the first ask, and of the
 * answer.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MonitoringCount, QualifiedTokens, RejectedTokens } from '@cryptonite/contracts/api';
import { decodeAsk } from '@cryptonite/contracts/asks';
import { decodeJournalRecord } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { readHealth, untilLive } from '@cryptonite/proofs/health.js';
import { startProduct } from '@cryptonite/proofs/product.js';
import { readOptions, wholeNumber } from '@cryptonite/proofs/proof-options.js';
import { openStores, streamTopic } from '@cryptonite/proofs/stores.js';
import { spreadOf } from './trace-trades.js';

const { minutes } = readOptions({ minutes: wholeNumber(10, 1, 120) });

/** What must hold, ms. */
const LIMITS = { metadata: 10_000, others: 30_000 };
/** Of a start's time, and of what is listed then: how much shows a picture, or why it has none. */
const SHOWN = { afterMs: 120_000, least: 0.9 };
const LIVE_LIMIT_MS = 600_000;
const say = (line: string) => console.error(`  ${line}`);

/** `value` is null where most took for ever. */
type Result = { what: string; value: number | null; unit: string; ratio?: { to: string; value: number } };
const results: Result[] = [];
const add = (what: string, value: number, unit: string, limit?: number) =>
  results.push({
    what,
    value: Number.isFinite(value) ? value : null,
    unit,
    ...(limit !== undefined &&
      Number.isFinite(value) && { ratio: { to: `the limit of ${limit} ${unit}`, value: value / limit } }),
  });

/** Stream time by mint, of the first that was heard. */
type Firsts = Map<string, number>;
const note = (firsts: Firsts, mint: string, time: number) => {
  if (!firsts.has(mint)) firsts.set(mint, time);
};

const startedAt = performance.now();
const product = await startProduct([]);
const { kafka, clickhouse } = openStores(product);
try {
  await wait(SHOWN.afterMs - (performance.now() - startedAt));
  const listed = await Promise.all([
    QualifiedTokens.parseAsync(
      await (await fetch(`${product.pageUrl}/api/tokens/qualified?limit=200`)).json(),
    ),
    RejectedTokens.parseAsync(await (await fetch(`${product.pageUrl}/api/tokens/rejected?limit=200`)).json()),
  ]);
  const tokens = listed.flatMap(({ items }) => items);
  if (tokens.length === 0) throw new Error('no token is listed two minutes after the start');
  const shareOf = (isShown: (token: (typeof tokens)[number]) => boolean) =>
    tokens.filter(isShown).length / tokens.length;
  add('listed two minutes after the start', tokens.length, 'tokens');
  add(
    'of these with a picture',
    shareOf(({ imageUrl }) => imageUrl !== null),
    'share',
  );
  for (const { imageUrl, imageFailure, symbol, listedAt, createdAt, measuredAt } of tokens)
    if (imageUrl === null && imageFailure === null) {
      const ago = (time: number | null) =>
        time === null ? 'unknown' : `${Math.round((measuredAt - time) / 1_000)} s`;
      say(`neither: ${symbol}, launched ${ago(createdAt)} and listed ${ago(listedAt)} before`);
    }
  const shown = shareOf(({ imageUrl, imageFailure }) => imageUrl !== null || imageFailure !== null);
  results.push({
    what: 'with a picture or why there is none',
    value: shown,
    unit: 'share',
    ratio: { to: `the least, ${SHOWN.least}`, value: shown / SHOWN.least },
  });
  await untilLive(product.pageUrl, LIVE_LIMIT_MS);
  say('live');
  const from = (await readHealth(product.pageUrl)).streamTime ?? 0;
  for (let minute = 1; minute <= minutes; minute += 1) {
    await wait(60_000);
    say(`${minute} min of ${minutes}`);
  }
  const until = (await readHealth(product.pageUrl)).streamTime ?? 0;
  const counted = await fetch(`${product.pageUrl}/api/tokens/monitoring-count`);
  add('live tokens at the end', MonitoringCount.parse(await counted.json()).count, 'tokens');

  const launched: Firsts = new Map();
  const nearAt: Firsts = new Map();
  const answered = {
    MetadataResolved: new Map(),
    SocialObserved: new Map(),
    MintObserved: new Map(),
  } as Record<string, Firsts>;
  const failures = new Map<string, number>();
  let asks = 0;
  await streamTopic(kafka, TOPICS.journal.name, (batch) => {
    for (const { value } of batch)
      for (const fact of decodeJournalRecord(value ?? '').facts) {
        if (fact.kind === 'LaunchCreated') note(launched, fact.mint, fact.time);
        const firsts = answered[fact.kind];
        if (firsts && 'mint' in fact) note(firsts, fact.mint, fact.time);
        if (fact.kind !== 'MetadataResolved') continue;
        const why = fact.failure ?? fact.pictureFailure ?? 'none';
        failures.set(why, (failures.get(why) ?? 0) + 1);
      }
  });
  await streamTopic(kafka, TOPICS.asks.name, (batch) => {
    for (const { value } of batch) {
      const ask = decodeAsk(value ?? '');
      if (ask.what === 'clock') continue;
      asks += 1;
      if (ask.nearness !== 'far') note(nearAt, ask.mint, ask.time);
    }
  });
  add('asks', asks, '');
  /** Those that began within the watched time, and had a minute for their answer; unanswered ones took for ever. */
  const report = (what: string, begun: Firsts, ended: Firsts | undefined, limit: number) => {
    const took = [...begun]
      .filter(([, time]) => time >= from && time <= until - 60_000)
      .map(([mint, time]) => (ended?.get(mint) ?? Number.POSITIVE_INFINITY) - time);
    const unanswered = took.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
    const { p50, p99 } = spreadOf(took);
    add(`${what}: tokens`, took.length, '');
    add(`${what}: median`, p50, 'ms', limit);
    add(`${what}: p99`, p99, 'ms');
    add(`${what}: without an answer`, unanswered, 'tokens');
  };
  report('launch to metadata', launched, answered.MetadataResolved, LIMITS.metadata);
  report('nearing a list to social facts', nearAt, answered.SocialObserved, LIMITS.others);
  report('nearing a list to mint facts', nearAt, answered.MintObserved, LIMITS.others);
  for (const [why, count] of [...failures].sort(([, a], [, b]) => b - a))
    add(`documents answered, failure ${why}`, count, '');
  const log = readFileSync(join(product.dataDir, 'logs', 'market.log'), 'utf8');
  add("requests beyond a service's limit", log.split('refused a request beyond its limit').length - 1, '');
} finally {
  await clickhouse.close();
  await product.stop();
}

process.send?.(results);
process.disconnect?.();
