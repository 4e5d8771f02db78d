/**
 * The tables of ClickHouse that the sink writes, and the shape of their rows. Columns are as the migrations name them. Those
 * of token_scores and token_scores_latest_unmerged, which views fill from the rows of frames, come from the list of measures.
 */
import type { z } from 'zod';
import * as facts from './fact-rows.js';
import * as screening from './screening-rows.js';

export { dateTimeOf, isStorableTime, msOf } from './columns.js';
export * from './fact-rows.js';
export * from './screening-rows.js';

export const TABLES = {
  launches_created: facts.LaunchCreatedRow,
  trades_executed: facts.TradeExecutedRow,
  curves_completed: facts.CurveCompletedRow,
  pools_created: facts.PoolCreatedRow,
  tokens_migrated: facts.MigratedRow,
  liquidity_changed: facts.LiquidityChangedRow,
  pools_boosted: facts.PoolBoostedRow,
  fees_swept: facts.FeesSweptRow,
  balances_changed: facts.BalanceChangedRow,
  authorities_observed: facts.AuthorityObservedRow,
  supplies_changed: facts.SupplyChangedRow,
  slots: facts.SlotRow,
  gaps: facts.GapRow,
  sol_prices: facts.SolPriceRow,
  quote_prices: facts.QuotePriceRow,
  metadata_resolved: facts.MetadataResolvedRow,
  tokens_boosted: facts.TokenBoostedRow,
  social_observed: facts.SocialObservedRow,
  mints_observed: facts.MintObservedRow,
  holders_observed: facts.HoldersObservedRow,
  likeness_observed: facts.LikenessObservedRow,
  websites_observed: facts.WebsiteObservedRow,
  volume_places_observed: facts.VolumePlaceObservedRow,
  tokens_described_latest_unmerged: screening.TokenDescribedLatestRow,
  price_trails_latest_unmerged: screening.PriceTrailLatestRow,
  verdicts: screening.VerdictRow,
  alerts: screening.AlertRow,
  lifecycle_changes: screening.LifecycleChangeRow,
  layers_assessed: screening.LayerAssessedRow,
  list_changes: screening.ListChangeRow,
  outcomes: screening.OutcomeRow,
  scans: screening.ScanRow,
  scans_latest_unmerged: screening.ScanLatestRow,
  evicted_states: screening.EvictedStateRow,
  sink_progress: screening.SinkProgressRow,
} as const;

export type TableName = keyof typeof TABLES;
export type Row<Table extends TableName = TableName> = z.infer<(typeof TABLES)[Table]>;
