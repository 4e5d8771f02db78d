/** Screening events and evicted states as rows of the derived tables. Measurements are rows already (measured-rows.ts). */
import type { ScreeningEvent, TokenDescribed } from '@cryptonite/contracts/events';
import type { EvictedState } from '@cryptonite/contracts/states';
import { rowOf, type TableRow } from './table-rows.js';

type Finding = Exclude<ScreeningEvent, { kind: 'TokenScored' }>;

/** `text` is the event as it stands in the topic. */
export function rowsOfScreening(event: Finding, text = ''): TableRow[] {
  switch (event.kind) {
    case 'TokenDescribed':
      return [rowOf('tokens_described_latest_unmerged', describedOf(event))];
    case 'PriceTrailed':
      return [
        rowOf('price_trails_latest_unmerged', {
          mint: event.mint,
          time: event.time,
          position: event.position,
          closes: event.closes,
        }),
      ];
    case 'TokenQualified':
    case 'TokenRejected':
    case 'TokenUnlisted':
      return [rowOf('verdicts', verdictOf(event))];
    case 'LifecycleChanged':
      return [
        rowOf('lifecycle_changes', {
          from_lifecycle: event.from,
          to_lifecycle: event.to,
          id: event.id,
          ...base(event),
        }),
      ];
    case 'BondingAlertRaised':
      return [
        rowOf('alerts', {
          bonding_progress_percent: event.bondingProgressPercent,
          market_cap_usd: event.marketCapUsd ?? null,
          id: event.id,
          ...base(event),
        }),
      ];
    case 'LayerAssessed':
      return event.findings.map(({ name, level, points, value, limit, floor = null, evidence }) =>
        rowOf('layers_assessed', {
          layer: event.layer,
          layer_points: event.points,
          name,
          level,
          points,
          value,
          limit_value: limit,
          floor,
          evidence,
          id: event.id,
          ...base(event),
        }),
      );
    case 'ListEntered':
    case 'ListLeft':
      return [rowOf('list_changes', listChangeOf(event))];
    case 'OutcomeObserved':
      return [
        rowOf('outcomes', {
          since: event.since,
          started_at: event.startedAt,
          horizon: event.horizon,
          peak_multiple: event.peakMultiple,
          last_multiple: event.lastMultiple,
          has_graduated: event.hasGraduated,
          has_dumped: event.hasDumped,
          is_dead: event.isDead,
          pattern: event.pattern ?? '',
          pattern_score: event.patternScore,
          pattern_coverage: event.patternCoverage,
          id: event.id,
          ...base(event),
        }),
      ];
    case 'ScanAdvanced':
      return [
        rowOf('scans', {
          partition: event.partition,
          time: event.time,
          position: event.position,
          slot: event.slot,
          scanned: event.scanned,
          total: event.total,
          monitored_pumpfun: event.monitoredPumpfun,
          monitored_bonded: event.monitoredBonded,
          matched: event.matched,
          records_read: event.recordsRead,
          source_kind: event.source.kind,
          source_name: event.source.name,
        }),
        rowOf('scans_latest_unmerged', { partition: event.partition, time: event.time, event: text }),
      ];
  }
}

type TokenEvent = Exclude<Finding, { kind: 'ScanAdvanced' | 'PriceTrailed' }>;

/** A finding that is older than the field does not say. */
const originOf = (event: TokenEvent) => (event.kind === 'TokenDescribed' ? event.source : event.origin);

const base = (event: TokenEvent) => ({
  mint: event.mint,
  time: event.time,
  position: event.position,
  rules_version: event.rulesVersion,
  source_kind: originOf(event)?.kind ?? '',
  source_name: originOf(event)?.name ?? '',
});

const describedOf = (event: TokenDescribed) => ({
  symbol: event.symbol,
  name: event.name,
  uri: event.uri,
  creator: event.creator,
  created_at: event.createdAt,
  seen_since_creation: event.seenSinceCreation,
  is_mayhem: event.isMayhem,
  bonding_curve: event.bondingCurve,
  pool: event.pool,
  quote_mint: event.quoteMint,
  quote_decimals: event.quoteDecimals,
  picture_sha256: event.pictureSha256 ?? null,
  picture_failure: event.pictureFailure ?? null,
  twitter: event.twitter ?? null,
  telegram: event.telegram ?? null,
  description: event.description ?? null,
  ...base(event),
});

function verdictOf(
  event: Extract<ScreeningEvent, { kind: 'TokenQualified' | 'TokenRejected' | 'TokenUnlisted' }>,
) {
  const common = { profile: event.profile, list_source: event.source, id: event.id, ...base(event) };
  if (event.kind === 'TokenUnlisted')
    return {
      verdict: 'unlisted',
      passed_checks: null,
      total_checks: null,
      reason: null,
      market_cap_usd: null,
      ...common,
    };
  return {
    verdict: event.kind === 'TokenQualified' ? 'qualified' : 'rejected',
    passed_checks: event.passedChecks,
    total_checks: event.totalChecks,
    reason: event.kind === 'TokenRejected' ? event.reason : null,
    market_cap_usd: event.marketCapUsd,
    ...common,
  };
}

function listChangeOf(event: Extract<ScreeningEvent, { kind: 'ListEntered' | 'ListLeft' }>) {
  const { list, values, id } = event;
  const has = event.kind === 'ListEntered';
  return {
    list,
    change: has ? 'entered' : 'left',
    listed_at: has ? event.listedAt : null,
    is_first: has ? event.isFirst : null,
    market_cap_usd: has ? event.marketCapUsd : null,
    reason: has ? null : event.reason,
    gates: values.map(({ name }) => name),
    verdicts: values.map(({ verdict }) => verdict),
    values: values.map(({ value }) => value),
    limits: values.map(({ limit }) => limit),
    id,
    ...base(event),
  };
}

export const rowOfEvicted = (evicted: EvictedState): TableRow =>
  rowOf('evicted_states', {
    mint: evicted.mint,
    partition: evicted.partition,
    evicted_offset: evicted.evictedOffset,
    evicted_at: evicted.evictedAt,
    part: evicted.part,
    parts: evicted.parts,
    state: evicted.state,
  });
