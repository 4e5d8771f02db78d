/** What the facts about the product add up to. Pure: the clock comes in as `now`. */
import {
  BEHIND_FROM_RECORDS,
  CLOCK_SLOW_FROM_MS,
  ENRICHED_BY,
  type EnrichedBy,
  type Health,
} from '@cryptonite/contracts/api';
import type { LayoutDrift, ScanAdvanced } from '@cryptonite/contracts/events';
import { utc } from '@cryptonite/contracts/outages';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import type { SourceState } from '@cryptonite/contracts/source-state';
import { driftsAt, sentenceOfDrift } from './layout-drifts.js';

const LATE_AFTER_MS = 15_000;
const STALLED_AFTER_MS = 120_000;
/** A source in step with the chain passes 1 s per second; between blocks a little more is no catching up. */
const CATCHING_UP_FROM = 1.5;
const GAPS_SHOWN = 50;

export type Facts = Pick<
  Health,
  'stores' | 'site' | 'topics' | 'deadLetters' | 'disk' | 'reach' | 'eventsPerSecond'
> & {
  now: number;
  isLoaded: boolean;
  /** What keeps the lists from being complete and current. */
  trouble: string | null;
  unreadable: number;
  streamTime: number | null;
  /** Seconds of stream time that pass in a second; null while nobody can tell. */
  streamSpeed: number | null;
  scans: readonly ScanAdvanced[];
  layoutDrifts: readonly LayoutDrift[];
  /** What ingest says of its sources; those of earlier starts too. */
  sourceStates: readonly SourceState[];
  /** What else is wrong, in a sentence each. */
  alarms: readonly string[];
  /** What enrichers are configured to ask about. */
  enrichedBy: readonly EnrichedBy[];
};

type Problem = { sentence: string; isFatal: boolean };

export function judgeHealth(facts: Facts): Health {
  const { now, streamTime, scans, stores, topics, deadLetters, disk, eventsPerSecond } = facts;
  const newest = scans.reduce<ScanAdvanced | null>(
    (best, scan) => (best === null || scan.time > best.time ? scan : best),
    null,
  );
  const source = newest?.source ?? null;
  const lagMs =
    streamTime === null || source === null || source.kind === 'tape' ? null : lagOf(facts, now - streamTime);
  const problems = findProblems(facts, lagMs);
  return {
    status: problems.some(({ isFatal }) => isFatal) ? 'failed' : problems.length > 0 ? 'degraded' : 'ok',
    problems: problems.map(({ sentence }) => sentence),
    source,
    sourceAway: findAway(facts, lagMs),
    streamTime,
    lagMs,
    inStepInMs: inStepIn(lagMs, facts.streamSpeed),
    slot: newest?.slot ?? null,
    eventsPerSecond,
    solPrice: solPriceOf(newest),
    unknownLayouts: driftsAt(facts.layoutDrifts, streamTime).map(({ v: _, ...drift }) => drift),
    gaps: recentGaps(scans, streamTime),
    reach: facts.reach,
    stores,
    // Of this the lists need nothing.
    site: facts.site,
    topics,
    deadLetters,
    sources: ENRICHED_BY.map((name) => ({ name, isConfigured: facts.enrichedBy.includes(name) })),
    disk,
  };
}

/** A market whose time runs fast is ahead of any clock, and no clock is slow for it. */
const lagOf = ({ streamSpeed }: Facts, lagMs: number): number | null =>
  lagMs < -CLOCK_SLOW_FROM_MS && (streamSpeed ?? 0) >= CATCHING_UP_FROM ? null : lagMs;

/** Of a lag that shrinks by `speed - 1` seconds in a second. */
const inStepIn = (lagMs: number | null, speed: number | null): number | null =>
  lagMs === null || lagMs <= LATE_AFTER_MS || speed === null || speed < CATCHING_UP_FROM
    ? null
    : Math.round(lagMs / (speed - 1));

function findProblems(facts: Facts, lagMs: number | null): Problem[] {
  const problems: Problem[] = [];
  const add = (sentence: string, isFatal = false) => problems.push({ sentence, isFatal });
  if (!facts.isLoaded) add('The lists are still loading.', true);
  // Without ClickHouse the lists stay current; without Kafka nothing does.
  for (const { name, status, since, error } of facts.stores)
    if (status === 'down') {
      const sinceText = since === null ? '' : ` (since ${utc(since)})`;
      add(`${STORE_TITLES[name] ?? name} does not answer${sinceText}: ${error}.`, name === 'kafka');
    }
  if (facts.trouble !== null) add(facts.trouble);
  const away = findAway(facts, lagMs);
  if (away !== null)
    add(`The source ${away.host} is away (since ${utc(away.since)}): ${away.reason}. It is tried on.`);
  if (facts.isLoaded && facts.scans.length === 0)
    add(`No block has come from the source yet.${away === null ? ' The log of ingest says why.' : ''}`);
  if (lagMs !== null && lagMs > LATE_AFTER_MS) {
    const age = `newest block is ${Math.round(lagMs / 1_000)} s old.`;
    if ((facts.streamSpeed ?? 0) >= CATCHING_UP_FROM) add(`Catching up: the ${age}`);
    else add(`The ${age}`, lagMs > STALLED_AFTER_MS);
  }
  if (lagMs !== null && lagMs < -CLOCK_SLOW_FROM_MS)
    add(`The server's clock is ${Math.round(-lagMs / 1_000)} s behind the chain's.`);
  for (const { group, topic, lag } of facts.topics)
    if (lag !== null && lag > BEHIND_FROM_RECORDS) add(`The ${group} is ${lag} records of ${topic} behind.`);
  if (facts.disk?.isLow)
    add(
      `Only ${gigabytes(facts.disk.freeBytes)} of disk are free: below ${gigabytes(facts.disk.minFreeBytes)} nothing new is taken in.`,
    );
  for (const drift of driftsAt(facts.layoutDrifts, facts.streamTime))
    add(sentenceOfDrift(drift, facts.streamTime));
  for (const alarm of facts.alarms) add(alarm);
  if (facts.unreadable > 0) add(`${facts.unreadable} records of the screener could not be read.`);
  return problems;
}

/**
 * While blocks come, a source that is away keeps nobody waiting. Of several hosts the one that spoke last is read: others are of
 * earlier starts.
 */
function findAway(
  { isLoaded, scans, sourceStates }: Facts,
  lagMs: number | null,
): NonNullable<Health['sourceAway']> | null {
  const isWaiting = isLoaded && (scans.length === 0 || (lagMs !== null && lagMs > LATE_AFTER_MS));
  if (!isWaiting) return null;
  const newest = sourceStates.reduce<SourceState | null>(
    (best, state) => (best === null || state.at > best.at ? state : best),
    null,
  );
  if (newest === null || newest.awaySince === null) return null;
  return { host: newest.host, since: newest.awaySince, reason: newest.reason ?? '' };
}

const STORE_TITLES: Readonly<Record<string, string>> = { clickhouse: 'ClickHouse', kafka: 'Kafka' };

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

function solPriceOf(scan: ScanAdvanced | null): Health['solPrice'] {
  if (!scan || scan.solPriceUsd === null || scan.solPriceFrom === null || scan.solPriceAt === null)
    return null;
  return { usd: scan.solPriceUsd, from: scan.solPriceFrom, observedAt: scan.solPriceAt };
}

/** A gap stands in every partition; once each, newest first. */
function recentGaps(scans: readonly ScanAdvanced[], streamTime: number | null): Health['gaps'] {
  const gaps = new Map(scans.flatMap((scan) => scan.gaps).map((gap) => [gap.beforeSlot, gap]));
  return [...gaps.values()]
    .filter(({ time }) => streamTime === null || time >= streamTime - WINDOW_MS.h24)
    .sort((a, b) => b.time - a.time || b.beforeSlot - a.beforeSlot)
    .slice(0, GAPS_SHOWN);
}
