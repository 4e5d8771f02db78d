/**
 * The newest answers of each kind about a token, up to a stream time: an answer is of no transaction, so its place is a time.
 * Of those that differ in what `apart` names the newest of each, as the newest of all may leave open what one before it told.
 * A row: what was asked, id, position, time in ms, who answered, and the named columns as text, in the order of COLUMNS.
 */
import type { Asked } from '@cryptonite/contracts/asks';

type AnswerTable = { table: string; columns: readonly string[]; apart?: string };

/** Of a kind: a document may change often. */
const MOST = 50;

/** What is said of it, by the column that holds it. */
export const COLUMNS = {
  metadata: {
    table: 'metadata_resolved',
    columns: [
      'uri',
      'failure_detail',
      'website',
      'picture_sha256',
      'picture_failure_detail',
      'document_sha256',
    ],
    apart: 'document_sha256 IS NULL',
  },
  boosts: { table: 'tokens_boosted', columns: ['boosts', 'has_paid_profile'] },
  social: {
    table: 'social_observed',
    columns: [
      ...['posts_1h', 'posts_24h', 'twitter_handle', 'account_exists', 'is_verified', 'followers'],
      ...['account_created_at', 'telegram_handle', 'telegram_members'],
    ],
    apart: [
      ...['twitter_handle', 'telegram_handle', 'account_exists'],
      ...['posts_1h IS NULL', 'posts_24h IS NULL', 'is_verified IS NULL', 'followers IS NULL'],
      ...['account_created_at IS NULL', 'telegram_members IS NULL'],
    ].join(', '),
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
    apart: 'picture_sha256, twitter_handle',
  },
  place: { table: 'volume_places_observed', columns: ['place', 'live_tokens', 'until_at', 'volume_usd_1h'] },
  website: {
    table: 'websites_observed',
    columns: ['website', 'does_answer', 'failure_detail'],
    apart: 'website, does_answer IS NULL',
  },
} as const satisfies Record<Asked, AnswerTable>;

export const ANSWERS = Object.entries<AnswerTable>(COLUMNS)
  .map(
    ([what, { table, columns, apart = 'mint' }]) => `
    SELECT * FROM (
      SELECT
        '${what}', id, position, toFloat64(toUnixTimestamp64Milli(time)) AS at, answered_by,
        [${columns.map((column) => `toString(${column})`).join(', ')}]::Array(Nullable(String))
      FROM ${table}
      WHERE mint = {mint:String} AND time <= fromUnixTimestamp64Milli({time:Int64})
      ORDER BY position DESC
      LIMIT 1 BY ${apart}
      LIMIT ${MOST}
    )`,
  )
  .join(' UNION ALL ');
