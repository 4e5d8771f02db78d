/** What services around the chain said of a token, in sentences: also why they leave open what they leave open. */
import type { WorldAnswer } from '@cryptonite/contracts/api';
import { ASKED, type Asked } from '@cryptonite/contracts/asks';
import { LIKENESS_WITHIN_MS, nameKeyOf } from '@cryptonite/contracts/rules';
import { socialSentences } from './social-sentences.js';
import {
  type Context,
  droppedSentence,
  type Said,
  type StoredAnswer,
  short,
  type Told,
  utc,
} from './stored-answer.js';

/** Every kind once, also what nobody has answered: what counts, as scores hold it, and what has failed since. */
export function answersIn(stored: readonly StoredAnswer[], { described, measurement }: Told): WorldAnswer[] {
  const newestFirst = [...stored].sort((a, b) =>
    a.position === b.position ? 0 : a.position < b.position ? 1 : -1,
  );
  const document = newestFirst.find(isRead)?.said ?? null;
  return ASKED.map((what) => {
    const rows = newestFirst.filter((row) => row.what === what);
    const context = { described, measurement, document, rows };
    const counts = COUNTS[what]?.(context) ?? rows[0];
    if (counts === undefined || (what === 'website' && namesNoWebsite(document)))
      return { what, answer: null, says: unansweredOf(what, document) };
    const { said: _, what: __, ...answer } = counts;
    return { what, answer, says: SENTENCES[what](counts, context) };
  });
}

/** Which row scores look at, rather than the newest. */
const COUNTS: Partial<Record<Asked, (context: Context) => StoredAnswer | undefined>> = {
  // What was read once stays known while its server is away.
  metadata: ({ rows }) => rows.find(isRead),
  likeness: ({ rows, described }) => rows.find(({ said }) => !isOfOther(said, described)),
  // One that keeps strangers out for once is what it was.
  website: ({ rows, document }) => {
    const named = (document ?? rows[0]?.said)?.website;
    const its = rows.filter(({ said }) => said.website === named);
    return its.find(({ said }) => said.does_answer !== null) ?? its[0];
  },
};

const isRead = ({ what, said }: StoredAnswer): boolean =>
  what === 'metadata' && said.document_sha256 !== null;

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
  place:
    'Its place among live tokens has not been told: it is asked when the token is near a list, and answered where it was traded in the hour before.',
  website: 'Nobody has looked whether its website answers yet: it is asked when the token is near a list.',
};

const SENTENCES: Record<Asked, (row: StoredAnswer, context: Context) => string[]> = {
  metadata: metadataSentences,
  boosts: ({ said: of, time }, { measurement }) => [
    `Boosts in force: ${of.boosts}.`,
    of.has_paid_profile === null
      ? 'Whether its profile was paid for was not asked.'
      : `Its profile was ${of.has_paid_profile === 'true' ? '' : 'not '}paid for.`,
    ...(measurement.boosts === null
      ? [`That was told at ${utc(time)}, and counts only while the token is near a list.`]
      : []),
  ],
  social: socialSentences,
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
  website: websiteSentences,
};

function metadataSentences(row: StoredAnswer, { described, rows: [newest = row] }: Context): string[] {
  const { said: of } = row;
  const uri = short(of.uri);
  const why = short(newest.said.failure_detail);
  const again = isRead(newest) ? [] : [`It could not be read again at ${utc(newest.time)}: ${why}.`];
  if (!isRead(row))
    return isDescribed(described)
      ? [`The document at ${uri} was read before.`, ...again]
      : [`The document at ${uri} could not be read: ${why}.`];
  const noPicture = short(of.picture_failure_detail);
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

function websiteSentences({ said: of }: StoredAnswer, { document, rows }: Context): string[] {
  const website = short(of.website);
  if (document !== null && document.website !== of.website) return [droppedSentence(website)];
  const why = short(of.failure_detail);
  if (of.does_answer === null) return [`Whether ${website} answers is unknown: ${why}.`];
  const newest = rows.find(({ said }) => said.website === of.website);
  return [
    of.does_answer === 'true' ? `${website} answers.` : `${website} does not answer: ${why}.`,
    ...(newest && newest.said.does_answer === null
      ? [`At ${utc(newest.time)} it was unknown: ${short(newest.said.failure_detail)}.`]
      : []),
  ];
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
      : `It shares the word ${short(of.theme_word)} with ${of.theme_mint}: ${of.theme_became} at ${of.theme_at} UTC.`,
    of.launches_naming_account === null
      ? 'Its document names no account on X.'
      : `Launches that name @${short(of.twitter_handle)}: ${isDaySeen ? '' : 'at least '}${of.launches_naming_account}.`,
  ];
}

/** Whether it is about a picture or account that its document does not name any more. */
const isOfOther = (of: Said, described: Told['described']): boolean =>
  described !== null &&
  (of.picture_sha256 !== (described.pictureSha256 ?? null) ||
    of.twitter_handle !== (described.twitter ?? null));
