/** What services around the chain said of a token, in sentences: also why they leave open what they leave open. */
import type { WorldAnswer } from '@cryptonite/contracts/api';
import { ASKED, type Asked } from '@cryptonite/contracts/asks';
import { LIKENESS_WITHIN_MS, nameKeyOf } from '@cryptonite/contracts/rules';
import { z } from 'zod';
import type { ShownToken } from '../../screening/view/screened-token.js';
import { COLUMNS } from '../world-answers.sql.js';

type Said = Readonly<Record<string, string | null>>;

/** A row of ANSWERS: its columns by their names, as text. Times are UTC. */
export type StoredAnswer = NonNullable<WorldAnswer['answer']> & { what: Asked; time: number; said: Said };

const Row = z.tuple([
  z.enum(ASKED),
  z.string(),
  z.string(),
  z.number(),
  z.string(),
  z.array(z.string().nullable()),
]);

export function storedAnswerOf(row: unknown): StoredAnswer {
  const [what, id, position, time, by, values] = Row.parse(row);
  const said = Object.fromEntries(COLUMNS[what].columns.map((name, place) => [name, values[place] ?? null]));
  // Ids of answers that are given again and again end with the time of the ask.
  const askedAt = /:(\d+)$/.exec(id)?.[1] ?? null;
  return { what, id, position, time, askedAt: askedAt === null ? null : Number(askedAt), by, said };
}

/** Of whom it is told. */
export type Told = Pick<ShownToken, 'described' | 'measurement'>;

type Context = Pick<Told, 'described'> & {
  /** All rows of the kind, the newest first. */
  rows: readonly StoredAnswer[];
  /** The document that was read last; null where none is stored. */
  document: Said | null;
};

/** Every kind once, also what nobody has answered: what counts, as scores hold it, and what has failed since. */
export function answersIn(stored: readonly StoredAnswer[], { described }: Told): WorldAnswer[] {
  const newestFirst = [...stored].sort((a, b) =>
    a.position === b.position ? 0 : a.position < b.position ? 1 : -1,
  );
  const document = newestFirst.find(isRead)?.said ?? null;
  return ASKED.map((what) => {
    const rows = newestFirst.filter((row) => row.what === what);
    const context = { described, document, rows };
    const counts = rows.find((row) => COUNTS[what]?.(row, context) ?? true) ?? rows[0];
    if (counts === undefined || (what === 'website' && namesNoWebsite(document)))
      return { what, answer: null, says: unansweredOf(what, document) };
    const { said: _, what: __, ...answer } = counts;
    return { what, answer, says: SENTENCES[what](counts, context) };
  });
}

/** Which rows scores look at: where none is one, the newest says why. */
const COUNTS: Partial<Record<Asked, (row: StoredAnswer, context: Context) => boolean>> = {
  // What was read once stays known while its server is away.
  metadata: (row) => isRead(row),
  likeness: ({ said }, { described }) => !isOfOther(said, described),
};

const isRead = ({ what, said }: StoredAnswer): boolean =>
  what === 'metadata' && said.document_sha256 !== null;

/** As answers write times. */
const utc = (ms: number): string => `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')} UTC`;

/** A text that somebody else wrote may be long. */
const MOST = 200;
const short = (text: string | null): string =>
  text === null ? 'nothing' : text.length > MOST ? `${text.slice(0, MOST)}…` : text;

function unansweredOf(what: Asked, document: Said | null): string[] {
  if (what === 'website' && namesNoWebsite(document)) return ['Its document names no website.'];
  return [NOBODY[what]];
}

const namesNoWebsite = (document: Said | null): boolean =>
  document !== null && (document.website ?? '').trim() === '';

const NOBODY: Record<Asked, string> = {
  metadata: 'The document that its launch names has not been read yet.',
  boosts: 'Nobody has told of boosts and a paid profile yet.',
  social: 'Nobody has told of posts and accounts yet: they are asked about when it is near a list.',
  mint: 'No node has told of its mint yet: it is asked when the token is near a list.',
  holders:
    'No node was asked for its largest accounts, or none has answered: its balances are those that were traded.',
  likeness:
    'It has not been compared with others yet: it is when it is near a list and its document is known.',
  place: 'Its place among live tokens has not been told yet: it is asked when the token is near a list.',
  website: 'Nobody has looked whether its website answers yet: it is asked when the token is near a list.',
};

const SENTENCES: Record<Asked, (row: StoredAnswer, context: Context) => string[]> = {
  metadata: metadataSentences,
  boosts: ({ said: of }) => [
    `Boosts in force: ${of.boosts}.`,
    of.has_paid_profile === null
      ? 'Whether its profile was paid for was not asked.'
      : `Its profile was ${of.has_paid_profile === 'true' ? '' : 'not '}paid for.`,
  ],
  social: ({ said: of }) => [
    of.posts_24h === null
      ? 'How many posts name it was not told.'
      : `Posts that name it: ${of.posts_24h} in 24 h, ${of.posts_1h ?? 'unknown how many'} of them in the last hour.`,
    accountSentence(of),
    of.telegram_handle === null
      ? 'Its document names no Telegram.'
      : `Telegram ${short(of.telegram_handle ?? null)}: ${of.telegram_members === null ? 'how many are in it was not told' : `${of.telegram_members} members`}.`,
  ],
  mint: ({ said: of }) =>
    of.exists === 'true'
      ? [
          `As of slot ${of.observed_slot}: mint authority ${of.mint_authority ?? 'given up'}, freeze authority ${of.freeze_authority ?? 'given up'}.`,
        ]
      : [`The node does not know the mint as of slot ${of.observed_slot}.`],
  holders: ({ said: of }) => [`Its largest accounts are told as of slot ${of.observed_slot}.`],
  likeness: likenessSentences,
  place: ({ said: of }) => [
    `Place ${of.place} of ${of.live_tokens} live tokens by volume of 1 h, which was $${Number(of.volume_usd_1h).toFixed(2)}, at ${of.until_at} UTC. Its score counts it for 15 minutes.`,
  ],
  website: ({ said: of }, { document }) => {
    const website = short(of.website ?? null);
    if (document !== null && document.website !== of.website)
      return [`Asked about ${website}, which its document does not name any more: it is asked anew.`];
    if (of.does_answer === 'true') return [`${website} answers.`];
    const why = short(of.failure_detail ?? null);
    return [
      of.does_answer === null
        ? `Whether ${website} answers is unknown: ${why}.`
        : `${website} does not answer: ${why}.`,
    ];
  },
};

function metadataSentences(row: StoredAnswer, { described, rows: [newest = row] }: Context): string[] {
  const { said: of } = row;
  const uri = short(of.uri ?? null);
  const why = short(newest.said.failure_detail ?? null);
  const again = isRead(newest) ? [] : [`It could not be read again at ${utc(newest.time)}: ${why}.`];
  if (!isRead(row))
    return isDescribed(described)
      ? [`The document at ${uri} was read before.`, ...again]
      : [`The document at ${uri} could not be read: ${why}.`];
  const noPicture = short(of.picture_failure_detail ?? null);
  const picture =
    of.picture_sha256 !== null
      ? 'Its picture was read.'
      : described?.pictureSha256
        ? `Its picture was read before, and not with this document: ${noPicture}.`
        : `There is no picture: ${noPicture}.`;
  return [`The document at ${uri} was read.`, picture, ...again];
}

/** Whether something is known that a document alone tells: the row of its reading may be dropped with the history. */
const isDescribed = (described: Told['described']): boolean =>
  [described?.pictureSha256, described?.twitter, described?.telegram, described?.description].some(Boolean);

function accountSentence(of: Said): string {
  if (of.twitter_handle === null) return 'Its document names no account on X.';
  const name = `@${short(of.twitter_handle ?? null)}`;
  if (of.account_exists === null) return `Nothing was told of ${name} on X.`;
  if (of.account_exists === 'false') return `X has no account ${name}.`;
  const verified =
    of.is_verified === null
      ? 'unknown whether verified'
      : of.is_verified === 'true'
        ? 'verified'
        : 'not verified';
  return `${name} on X: ${verified}, followers: ${of.followers ?? 'unknown'}, opened: ${of.account_created_at ?? 'unknown'}.`;
}

const dayOf = (text: string | null | undefined): number => Date.parse(`${text?.replace(' ', 'T')}Z`);

function likenessSentences({ said: of }: StoredAnswer, { described }: Context): string[] {
  if (isOfOther(of, described))
    return [
      'It was compared by a picture or account that its document does not name any more: it is asked anew.',
    ];
  const isDaySeen = dayOf(of.until_at) - dayOf(of.since_at) >= LIKENESS_WITHIN_MS;
  const other = (name: string, what: string): string =>
    of[`${name}_mint`] == null
      ? isDaySeen
        ? `No other has ${what}.`
        : `No other with ${what} was found, and it is unknown whether there is one.`
      : `${of[`${name}_mint`]} has ${what}: ${of[`${name}_became`]} at ${of[`${name}_at`]} UTC.`;
  return [
    `Tokens were seen from ${of.since_at} to ${of.until_at} UTC${isDaySeen ? '' : ', which is less than the 24 h that a no takes'}.`,
    described && nameKeyOf(described) === null
      ? 'Its name or symbol is empty, so it was not compared.'
      : other('same_name', 'its name and symbol'),
    of.picture_sha256 === null
      ? 'Its picture is not known, so none was compared.'
      : other('same_picture', 'its picture'),
    of.theme_word === null
      ? 'No theme of the day was found that it shares.'
      : `It shares the word ${short(of.theme_word ?? null)} with ${of.theme_mint}: ${of.theme_became} at ${of.theme_at} UTC.`,
    of.launches_naming_account === null
      ? 'Its document names no account on X.'
      : `Launches that name @${short(of.twitter_handle ?? null)}: ${isDaySeen ? '' : 'at least '}${of.launches_naming_account}.`,
  ];
}

/** Whether it is about a picture or account that its document does not name any more. */
const isOfOther = (of: Said, described: Told['described']): boolean =>
  described !== null &&
  (of.picture_sha256 !== (described.pictureSha256 ?? null) ||
    of.twitter_handle !== (described.twitter ?? null));
