/** Raw tables: one row per fact of the journal. */
import { z } from 'zod';
import {
  Bool,
  DateTime,
  Int128,
  OptionalBool,
  OptionalDateTime,
  OptionalInt,
  OptionalInt128,
  OptionalText,
  OptionalUInt64,
  Text,
  Texts,
  UInt64,
} from './columns.js';

const streamColumns = { position: Text, time: DateTime, id: Text, source_kind: Text, source_name: Text };
const tokenColumns = { mint: Text, ...streamColumns };

export const LaunchCreatedRow = z.object({
  ...tokenColumns,
  name: Text,
  symbol: Text,
  uri: Text,
  bonding_curve: Text,
  user: Text,
  creator: OptionalText,
  token_program: OptionalText,
  quote_mint: Text,
  virtual_token_reserves: OptionalUInt64,
  virtual_quote_reserves: OptionalUInt64,
  real_token_reserves: OptionalUInt64,
  token_total_supply: OptionalUInt64,
  is_mayhem: OptionalBool,
  is_cashback: OptionalBool,
  creator_fee_basis_points: OptionalUInt64,
});

export const TradeExecutedRow = z.object({
  ...tokenColumns,
  venue: Text,
  pool: OptionalText,
  side: Text,
  token_amount: UInt64,
  quote_mint: Text,
  quote_decimals: OptionalInt,
  quote_amount: UInt64,
  protocol_fee: OptionalUInt64,
  creator_fee: OptionalUInt64,
  lp_fee: OptionalUInt64,
  trader: Text,
  fee_payer: OptionalText,
  price_token_reserves: OptionalInt128,
  price_quote_reserves: OptionalInt128,
  real_token_reserves: OptionalUInt64,
  real_quote_reserves: OptionalUInt64,
  creator: OptionalText,
  is_mayhem: OptionalBool,
  token_supply: OptionalUInt64,
  instruction_name: OptionalText,
});

export const CurveCompletedRow = z.object({
  ...tokenColumns,
  bonding_curve: Text,
  user: Text,
  quote_mint: Text,
});

export const PoolCreatedRow = z.object({
  ...tokenColumns,
  venue: Text,
  pool: Text,
  quote_mint: Text,
  quote_decimals: OptionalInt,
  is_inverted: Bool,
  user: Text,
  creator: OptionalText,
  token_amount: UInt64,
  quote_amount: UInt64,
  is_mayhem: OptionalBool,
});

export const MigratedRow = z.object({
  ...tokenColumns,
  venue: Text,
  bonding_curve: OptionalText,
  pool: OptionalText,
  user: Text,
  quote_mint: Text,
  token_amount: OptionalUInt64,
  quote_amount: OptionalUInt64,
  migration_fee: OptionalUInt64,
});

export const LiquidityChangedRow = z.object({
  ...tokenColumns,
  venue: Text,
  pool: Text,
  quote_mint: Text,
  change: Text,
  user: Text,
  token_amount: UInt64,
  quote_amount: UInt64,
  lp_token_amount: UInt64,
  real_token_reserves: UInt64,
  real_quote_reserves: UInt64,
});

export const PoolBoostedRow = z.object({
  ...tokenColumns,
  venue: Text,
  bonding_curve: OptionalText,
  pool: Text,
  virtual_quote_reserves: Int128,
  real_quote_reserves: UInt64,
});

export const FeesSweptRow = z.object({
  ...tokenColumns,
  venue: Text,
  pool: Text,
  fee_mint: Text,
  bucket: Text,
  recipient: Text,
  amount: UInt64,
});

export const BalanceChangedRow = z.object({
  ...tokenColumns,
  account: Text,
  owner_before: OptionalText,
  owner_after: OptionalText,
  amount: UInt64,
});

export const AuthorityObservedRow = z.object({ ...tokenColumns, authority: Text, holder: OptionalText });

export const SupplyChangedRow = z.object({ ...tokenColumns, change: Int128 });

export const SlotRow = z.object({
  ...streamColumns,
  status: z.enum(['confirmed', 'rolled_back']),
  slot: z.int().nonnegative(),
  parent_slot: OptionalInt,
});

export const GapRow = z.object({
  ...streamColumns,
  after_slot: z.int().nonnegative(),
  before_slot: z.int().nonnegative(),
  duration_ms: OptionalInt,
  reason: Text,
});

export const SolPriceRow = z.object({ ...streamColumns, price_usd: Text, observed_by: Text });

export const QuotePriceRow = z.object({
  ...streamColumns,
  quote_mint: Text,
  priced_in: Text,
  venue: Text,
  pool: Text,
  price_token_reserves: Int128,
  price_quote_reserves: Int128,
  real_token_reserves: OptionalUInt64,
  real_quote_reserves: OptionalUInt64,
});

const answerColumns = { ...tokenColumns, answered_by: Text };

export const MetadataResolvedRow = z.object({
  ...answerColumns,
  uri: Text,
  document_sha256: OptionalText,
  failure: OptionalText,
  failure_detail: OptionalText,
  name: OptionalText,
  symbol: OptionalText,
  description: OptionalText,
  twitter: OptionalText,
  telegram: OptionalText,
  website: OptionalText,
  image_uri: OptionalText,
  picture_sha256: OptionalText,
  picture_perceptual_hash: OptionalText,
  picture_failure: OptionalText,
  picture_failure_detail: OptionalText,
});

export const TokenBoostedRow = z.object({
  ...answerColumns,
  boosts: z.int().nonnegative(),
  has_paid_profile: OptionalBool,
});

export const SocialObservedRow = z.object({
  ...answerColumns,
  posts_1h: OptionalInt,
  posts_24h: OptionalInt,
  twitter_handle: OptionalText,
  account_exists: OptionalBool,
  is_verified: OptionalBool,
  followers: OptionalInt,
  account_created_at: OptionalDateTime,
  telegram_handle: OptionalText,
  telegram_members: OptionalInt,
});

export const MintObservedRow = z.object({
  ...answerColumns,
  observed_slot: z.int().nonnegative(),
  exists: Bool,
  token_program: OptionalText,
  decimals: OptionalInt,
  supply: OptionalUInt64,
  mint_authority: OptionalText,
  freeze_authority: OptionalText,
  extension_names: Texts,
  extension_values: Texts,
});

export const LikenessObservedRow = z.object({
  ...answerColumns,
  picture_sha256: OptionalText,
  twitter_handle: OptionalText,
  since_at: DateTime,
  until_at: DateTime,
  same_name_mint: OptionalText,
  same_name_became: OptionalText,
  same_name_at: OptionalDateTime,
  same_name_signature: OptionalText,
  same_picture_mint: OptionalText,
  same_picture_became: OptionalText,
  same_picture_at: OptionalDateTime,
  same_picture_signature: OptionalText,
  theme_word: OptionalText,
  theme_mint: OptionalText,
  theme_became: OptionalText,
  theme_at: OptionalDateTime,
  theme_signature: OptionalText,
  launches_naming_account: OptionalInt,
  mints_naming_account: Texts,
});

export const HoldersObservedRow = z.object({
  ...answerColumns,
  observed_slot: z.int().nonnegative(),
  supply: UInt64,
  accounts: Texts,
  owners: z.array(OptionalText),
  amounts: z.array(UInt64),
});

export const VolumePlaceObservedRow = z.object({
  ...answerColumns,
  until_at: DateTime,
  place: z.int().positive(),
  live_tokens: z.int().positive(),
  volume_usd_1h: z.number().nonnegative(),
});

export const WebsiteObservedRow = z.object({
  ...answerColumns,
  website: Text,
  does_answer: OptionalBool,
  failure: OptionalText,
  failure_detail: OptionalText,
});
