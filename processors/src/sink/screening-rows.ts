/** Screening events and evicted states as rows of the derived tables. */
import type { ProfileName, ScreeningEvent, TokenScored } from '@cryptonite/contracts/events';
import type { EvictedState } from '@cryptonite/contracts/states';
import { rowOf, type TableRow } from './table-rows.js';

/** `text` is the event as it stands in the topic. */
export function rowsOfScreening(event: ScreeningEvent, text: string): TableRow[] {
  switch (event.kind) {
    case 'TokenScored':
      return [rowOf('token_scores', scoreOf(event)), rowOf('token_scores_latest', latestOf(event, text))];
    case 'TokenDescribed':
    case 'PriceTrailed':
      return [];
    case 'TokenQualified':
    case 'TokenRejected':
    case 'TokenUnlisted':
      return [rowOf('verdicts', verdictOf(event))];
    case 'LifecycleChanged':
      return [
        rowOf('lifecycle_changes', {
          ...base(event),
          from_lifecycle: event.from,
          to_lifecycle: event.to,
          id: event.id,
        }),
      ];
    case 'BondingAlertRaised':
      return [
        rowOf('alerts', {
          ...base(event),
          bonding_progress_percent: event.bondingProgressPercent,
          id: event.id,
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
        rowOf('scans_latest', { partition: event.partition, time: event.time, event: text }),
      ];
  }
}

type TokenEvent = Exclude<ScreeningEvent, { kind: 'ScanAdvanced' | 'TokenDescribed' | 'PriceTrailed' }>;

/** A finding that is older than the field does not say. */
const originOf = (event: TokenEvent) => (event.kind === 'TokenScored' ? event.source : event.origin);

const base = (event: TokenEvent) => ({
  mint: event.mint,
  time: event.time,
  position: event.position,
  rules_version: event.rulesVersion,
  source_kind: originOf(event)?.kind ?? '',
  source_name: originOf(event)?.name ?? '',
});

const listing = (event: TokenScored, profile: ProfileName) => event.profiles[profile].listing;

const lists = (event: TokenScored) => ({
  live_source: listing(event, 'live')?.source ?? '',
  live_verdict: listing(event, 'live')?.verdict ?? '',
  whitepaper_source: listing(event, 'whitepaper')?.source ?? '',
  whitepaper_verdict: listing(event, 'whitepaper')?.verdict ?? '',
});

function scoreOf(event: TokenScored) {
  const { m5 } = event.windows;
  return {
    ...base(event),
    lifecycle: event.lifecycle,
    bonding_progress_percent: event.bondingProgressPercent,
    quote_progress_percent: event.quoteProgressPercent,
    price_quote: event.priceQuote,
    price_usd: event.priceUsd,
    market_cap_usd: event.marketCapUsd,
    liquidity_usd: event.liquidityUsd,
    volume_usd: event.volumeUsd,
    trade_count: event.tradeCount,
    buys_5m: m5.buys,
    sells_5m: m5.sells,
    price_change_5m_percent: m5.priceChangePercent,
    buy_sell_ratio_5m: m5.buySellRatio,
    whale_buyers: event.whaleBuyers,
    holders: event.holders,
    top1_holder_percent: event.top1HolderPercent,
    top10_holder_percent: event.top10HolderPercent,
    holder_coverage: event.holderCoverage,
    gap_seen: event.gapSeen,
    live_passed_checks: event.profiles.live.passedChecks,
    whitepaper_passed_checks: event.profiles.whitepaper.passedChecks,
    ...lists(event),
  };
}

function latestOf(event: TokenScored, text: string) {
  return {
    ...base(event),
    lifecycle: event.lifecycle,
    bonding_progress_percent: event.bondingProgressPercent,
    market_cap_usd: event.marketCapUsd,
    last_trade_at: event.lastTradeAt,
    migrated_at: event.migratedAt,
    ...lists(event),
    event: text,
  };
}

function verdictOf(
  event: Extract<ScreeningEvent, { kind: 'TokenQualified' | 'TokenRejected' | 'TokenUnlisted' }>,
) {
  const common = { ...base(event), profile: event.profile, list_source: event.source, id: event.id };
  if (event.kind === 'TokenUnlisted')
    return {
      ...common,
      verdict: 'unlisted',
      passed_checks: null,
      total_checks: null,
      reason: null,
      market_cap_usd: null,
    };
  return {
    ...common,
    verdict: event.kind === 'TokenQualified' ? 'qualified' : 'rejected',
    passed_checks: event.passedChecks,
    total_checks: event.totalChecks,
    reason: event.kind === 'TokenRejected' ? event.reason : null,
    market_cap_usd: event.marketCapUsd,
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
