/** Derived tables: what the screener said, its history and its newest. */
import { z } from 'zod';
import {
  Bool,
  DateTime,
  Int,
  OptionalBool,
  OptionalDateTime,
  OptionalFloat,
  OptionalInt,
  OptionalText,
  Text,
  Texts,
} from './columns.js';

/** Empty where an older event did not say where its data come from. */
const source = { source_kind: Text, source_name: Text };
const base = { mint: Text, time: DateTime, position: Text, rules_version: Int, ...source };

/** Who a token is, as last told. */
export const TokenDescribedLatestRow = z.object({
  ...base,
  symbol: OptionalText,
  name: OptionalText,
  uri: OptionalText,
  creator: OptionalText,
  created_at: OptionalDateTime,
  seen_since_creation: Bool,
  is_mayhem: OptionalBool,
  bonding_curve: OptionalText,
  pool: OptionalText,
  quote_mint: OptionalText,
  quote_decimals: OptionalInt,
  picture_sha256: OptionalText,
  picture_failure: OptionalText,
  twitter: OptionalText,
  telegram: OptionalText,
  description: OptionalText,
});

export const PriceTrailLatestRow = z.object({
  mint: Text,
  time: DateTime,
  position: Text,
  closes: z.array(OptionalFloat),
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

export const AlertRow = z.object({
  ...base,
  bonding_progress_percent: z.number(),
  market_cap_usd: OptionalFloat,
  id: Text,
});

export const LifecycleChangeRow = z.object({ ...base, from_lifecycle: Text, to_lifecycle: Text, id: Text });

/** A finding of a layer. */
export const LayerAssessedRow = z.object({
  ...base,
  layer: Text,
  layer_points: OptionalFloat,
  name: Text,
  level: Text,
  points: z.number(),
  value: OptionalFloat,
  limit_value: OptionalFloat,
  floor: OptionalFloat,
  evidence: Texts,
  id: Text,
});

/** A token entered or left a list; its values by gate, in the order of the list's table. */
export const ListChangeRow = z.object({
  ...base,
  list: Text,
  change: z.enum(['entered', 'left']),
  listed_at: OptionalDateTime,
  is_first: OptionalBool,
  market_cap_usd: OptionalFloat,
  reason: OptionalText,
  gates: Texts,
  verdicts: Texts,
  values: z.array(OptionalFloat),
  limits: z.array(z.number()),
  id: Text,
});

export const OutcomeRow = z.object({
  ...base,
  since: Text,
  started_at: DateTime,
  horizon: Text,
  peak_multiple: OptionalFloat,
  last_multiple: OptionalFloat,
  has_graduated: OptionalBool,
  has_dumped: OptionalBool,
  is_dead: OptionalBool,
  pattern: Text,
  pattern_score: OptionalFloat,
  pattern_coverage: OptionalFloat,
  id: Text,
});

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
