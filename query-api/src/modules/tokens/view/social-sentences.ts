/** What was told of posts and accounts: an answer leaves standing what it does not tell. */
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { type Context, droppedSentence, type StoredAnswer, short, utc } from './stored-answer.js';

export function socialSentences({ said }: StoredAnswer, context: Context): string[] {
  const { described } = context;
  return [
    postsSentence(context),
    accountSentence(described ? (described.twitter ?? null) : (said.twitter_handle ?? null), context),
    telegramSentence(described ? (described.telegram ?? null) : (said.telegram_handle ?? null), context),
  ];
}

/** The newest row that tells a column. */
const tellingOf = (rows: readonly StoredAnswer[], column: string): StoredAnswer | undefined =>
  rows.find(({ said }) => said[column] != null);

/** Nothing where it is of the newest answer, and of an hour or a day that is not over. */
const toldAt = (row: StoredAnswer, { rows, measurement }: Context, windowMs: number): string =>
  row === rows[0] && measurement.time - row.time < windowMs ? '' : ` (told at ${utc(row.time)})`;

function postsSentence(context: Context): string {
  const count = (column: string, windowMs: number): string | null => {
    const row = tellingOf(context.rows, column);
    return row ? `${row.said[column]}${toldAt(row, context, windowMs)}` : null;
  };
  const day = count('posts_24h', WINDOW_MS.h24);
  if (day === null) return 'How many posts name it was not told.';
  const hour = count('posts_1h', WINDOW_MS.h1) ?? 'unknown how many';
  return `Posts that name it: ${day} in 24 h, ${hour} of them in the last hour.`;
}

/** Of an account that was there no more what was told before says nothing. */
function sinceGone(rows: readonly StoredAnswer[]): readonly StoredAnswer[] {
  const gone = rows.findIndex(({ said }) => said.account_exists === 'false');
  return gone === -1 ? rows : rows.slice(0, gone + 1);
}

function accountSentence(handle: string | null, context: Context): string {
  const { rows } = context;
  if (handle === null) return 'Its document names no account on X.';
  const name = `@${short(handle)}`;
  const its = sinceGone(rows.filter(({ said }) => said.twitter_handle === handle));
  const other = its.length === 0 && tellingOf(rows, 'twitter_handle')?.said.twitter_handle;
  if (other) return droppedSentence(`@${short(other)} on X`);
  const of = (column: string) => tellingOf(its, column)?.said[column] ?? null;
  const exists = of('account_exists');
  if (exists === null) return `Nothing was told of ${name} on X.`;
  if (exists === 'false') return `X has no account ${name}.`;
  const row = tellingOf(its, 'is_verified');
  const verified = row
    ? `${row.said.is_verified === 'true' ? 'verified' : 'not verified'}${toldAt(row, context, WINDOW_MS.h24)}`
    : 'unknown whether verified';
  return `${name} on X: ${verified}, followers: ${of('followers') ?? 'unknown'}, opened: ${of('account_created_at') ?? 'unknown'}.`;
}

function telegramSentence(handle: string | null, { rows }: Context): string {
  if (handle === null) return 'Its document names no Telegram.';
  const its = rows.filter(({ said }) => said.telegram_handle === handle);
  const other = its.length === 0 && tellingOf(rows, 'telegram_handle')?.said.telegram_handle;
  if (other) return droppedSentence(`Telegram ${short(other)}`);
  const members = tellingOf(its, 'telegram_members')?.said.telegram_members;
  return `Telegram ${short(handle)}: ${members === undefined ? 'how many are in it was not told' : `${members} members`}.`;
}
