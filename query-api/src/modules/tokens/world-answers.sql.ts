/**
 * The newest answer of each kind about a token, up to a stream time: an answer is of no transaction, so its place is a time.
 * A row: what was asked, id, position, time in ms, who answered, and the named columns as text, in the order of COLUMNS.
 */
import type { Asked } from '@cryptonite/contracts/asks';

/** What is said of it, by the column that holds it. */
export const COLUMNS = {
  metadata: {
    table: 'metadata_resolved',
    columns: [
      'uri',
      'failure_detail',
      'twitter',
      'website',
      'picture_sha256',
      'picture_failure_detail',
      'document_sha256',
    ],
  },
  boosts: { table: 'tokens_boosted', columns: ['boosts', 'has_paid_profile'] },
  social: {
    table: 'social_observed',
    columns: [
      ...['posts_1h', 'posts_24h', 'twitter_handle', 'account_exists', 'is_verified', 'followers'],
      ...['account_created_at', 'telegram_handle', 'telegram_members'],
    ],
  },
  mint: {
    table: 'mints_observed',
    columns: ['observed_slot', 'exists', 'mint_authority', 'freeze_authority'],
  },
  holders: { table: 'holders_observed', columns: ['observed_slot'] },
  likeness: {
    table: 'likeness_observed',
    columns: [
      ...['picture_sha256', 'twitter_handle', 'since_at', 'until_at', 'launches_naming_account'],
      ...['same_name_mint', 'same_name_became', 'same_name_at'],
      ...['same_picture_mint', 'same_picture_became', 'same_picture_at'],
      ...['theme_word', 'theme_mint', 'theme_became', 'theme_at'],
    ],
  },
  place: { table: 'volume_places_observed', columns: ['place', 'live_tokens', 'until_at', 'volume_usd_1h'] },
  website: { table: 'websites_observed', columns: ['website', 'does_answer', 'failure_detail'] },
} as const satisfies Record<Asked, { table: string; columns: readonly string[] }>;

export const ANSWERS = Object.entries(COLUMNS)
  .map(
    ([what, { table, columns }]) => `
    SELECT * FROM (
      SELECT
        '${what}', id, position, toFloat64(toUnixTimestamp64Milli(time)) AS at, answered_by,
        [${columns.map((column) => `toString(${column})`).join(', ')}]::Array(Nullable(String))
      FROM ${table}
      WHERE mint = {mint:String} AND time <= fromUnixTimestamp64Milli({time:Int64})
      ORDER BY position DESC
      LIMIT 1
    )`,
  )
  .join(' UNION ALL ');
