/** Derived tables: what the screener said, its history and its newest. */
import { z } from 'zod';
import {
  Bool,
  DateTime,
  Int,
  OptionalDateTime,
  OptionalFloat,
  OptionalInt,
  OptionalText,
  Text,
} from './columns.js';

/** Empty where an older event did not say where its data come from. */
const source = { source_kind: Text, source_name: Text };
const base = { mint: Text, time: DateTime, position: Text, rules_version: Int, ...source };
/** Empty where the token is in no list of the profile. */
const lists = {
  live_source: Text,
  live_verdict: Text,
  whitepaper_source: Text,
  whitepaper_verdict: Text,
};

export const TokenScoreRow = z.object({
  ...base,
  lifecycle: Text,
  bonding_progress_percent: OptionalFloat,
  quote_progress_percent: OptionalFloat,
  price_quote: OptionalFloat,
  price_usd: OptionalFloat,
  market_cap_usd: OptionalFloat,
  liquidity_usd: OptionalFloat,
  volume_usd: OptionalFloat,
  trade_count: Int,
  buys_5m: Int,
  sells_5m: Int,
  price_change_5m_percent: OptionalFloat,
  buy_sell_ratio_5m: OptionalFloat,
  whale_buyers: OptionalInt,
  holders: OptionalInt,
  top1_holder_percent: OptionalFloat,
  top10_holder_percent: OptionalFloat,
  holder_coverage: z.number(),
  gap_seen: Bool,
  live_passed_checks: Int,
  whitepaper_passed_checks: Int,
  ...lists,
});

export const TokenScoreLatestRow = z.object({
  ...base,
  lifecycle: Text,
  bonding_progress_percent: OptionalFloat,
  market_cap_usd: OptionalFloat,
  last_trade_at: OptionalDateTime,
  migrated_at: OptionalDateTime,
  ...lists,
  /** The whole TokenScored in wire form. */
  event: Text,
});

export const VerdictRow = z.object({
  ...base,
  profile: Text,
  list_source: Text,
  verdict: z.enum(['qualified', 'rejected', 'unlisted']),
  passed_checks: OptionalInt,
  total_checks: OptionalInt,
  reason: OptionalText,
  market_cap_usd: OptionalFloat,
  id: Text,
});

export const AlertRow = z.object({ ...base, bonding_progress_percent: z.number(), id: Text });

export const LifecycleChangeRow = z.object({ ...base, from_lifecycle: Text, to_lifecycle: Text, id: Text });

export const ScanRow = z.object({
  partition: Int,
  time: DateTime,
  position: Text,
  slot: Int,
  scanned: Int,
  total: Int,
  monitored_pumpfun: Int,
  monitored_bonded: Int,
  matched: Int,
  records_read: Int,
  ...source,
});

export const ScanLatestRow = z.object({
  partition: Int,
  time: DateTime,
  /** The whole ScanAdvanced in wire form. */
  event: Text,
});

export const EvictedStateRow = z.object({
  mint: Text,
  partition: Int,
  evicted_offset: Int,
  evicted_at: DateTime,
  part: Int,
  parts: Int,
  /** A token or account shard as the topic of states holds it. */
  state: Text,
});

export const SinkProgressRow = z.object({ topic: Text, partition: Int, last_offset: Int });
