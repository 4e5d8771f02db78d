import { ASKED } from '@cryptonite/contracts/asks';
import { describe, expect, it } from 'vitest';
import { measure, mintOf } from '../../../../testing/measurements.js';
import { COLUMNS } from '../world-answers.sql.js';
import { type StoredAnswer, storedAnswerOf, type Told } from './stored-answer.js';
import { answersIn } from './world-answers.js';

type What = keyof typeof COLUMNS;
type Said = Record<string, string | null>;
const row = (what: What, said: Said, time = 1_800): StoredAnswer =>
  storedAnswerOf([
    ...[what, `mint:7:${what}:1700`, String(time), time, 'somebody'],
    COLUMNS[what].columns.map((name) => said[name] ?? null),
  ]);
/** Rows at one time after another. */
const inTurn = (what: What, ...said: Said[]) => said.map((one, place) => row(what, one, 1_000 * (place + 1)));
const AT_2_S = '1970-01-01 00:00:02.000 UTC';

type Described = Partial<NonNullable<Told['described']>>;
/** Whose document names what DOCUMENT names. */
const tokenOf = (described: Described = {}, measured: Partial<Told['measurement']> = {}): Told => ({
  measurement: measure(mintOf('a'), { time: 10_000, boosts: 2, ...measured }).measurement,
  described: {
    ...{ symbol: 'SEAL', name: 'Sealy', createdAt: 0, seenSinceCreation: true, isMayhem: null },
    ...{ bondingCurve: null, pool: null, quoteMint: null },
    ...{ pictureSha256: 'p', pictureFailure: null, twitter: 'sealy', telegram: null, description: null },
    ...described,
  },
});
const toldOf = (what: What, stored: readonly StoredAnswer[], token = tokenOf()) =>
  answersIn(stored, token).find((one) => one.what === what);
const says = (what: What, stored: readonly StoredAnswer[], token = tokenOf()): string =>
  toldOf(what, stored, token)?.says.join(' ') ?? '';

const NAMES = {
  uri: 'https://a.example/1',
  document_sha256: 'd',
  picture_sha256: 'p',
  website: 'https://sealy.example',
};
const DOCUMENT = row('metadata', NAMES);
/** Its server was away when it was read again. */
const AWAY = row('metadata', { uri: NAMES.uri, failure_detail: 'status 503' }, 2_000);

describe('what the world said', () => {
  it('names the fact, who answered, and when it was asked and answered', () => {
    const answers = answersIn([row('website', { website: 'w', does_answer: 'true' })], tokenOf());
    expect(answers.find(({ what }) => what === 'website')).toEqual({
      what: 'website',
      answer: { id: 'mint:7:website:1700', position: '1800', time: 1_800, askedAt: 1_700, by: 'somebody' },
      says: ['w answers.'],
    });
    expect(storedAnswerOf(['mint', 'mint:7:MintObserved', '7', 1, 'node', []]).askedAt).toBeNull();
  });

  it('says of each kind that nobody answered what it would take', () => {
    for (const { what, answer, says: said } of answersIn([], tokenOf())) {
      expect([what, answer]).toEqual([what, null]);
      expect(said.join()).toMatch(/not|Nobody|No node/);
    }
    expect(answersIn([], tokenOf()).map(({ what }) => what)).toEqual([...ASKED]);
    expect(says('website', [row('metadata', { document_sha256: 'd', website: ' ' })])).toBe(
      'Its document names no website.',
    );
    expect(says('website', [row('metadata', { failure_detail: 'no' })])).toMatch(/^Nobody/);
    // A token that was not traded of late is asked about all the same.
    expect(says('place', [])).toBe(
      'Its place among live tokens has not been told: it is asked when the token is near a list, and answered where it was traded in the hour before.',
    );
  });

  it.each([
    ['answers', { does_answer: 'true' }, 'https://sealy.example answers.'],
    [
      'is away',
      { does_answer: 'false', failure_detail: 'status 404' },
      'https://sealy.example does not answer: status 404.',
    ],
    [
      'keeps out',
      { failure_detail: 'status 403' },
      'Whether https://sealy.example answers is unknown: status 403.',
    ],
  ])('of a website that %s', (_, said, sentence) => {
    const site = row('website', { website: 'https://sealy.example', ...said });
    for (const stored of [
      [DOCUMENT, site],
      [DOCUMENT, AWAY, site],
    ])
      expect(says('website', stored)).toBe(sentence);
  });

  it('of a website that kept strangers out for once is what it was', () => {
    const website = 'https://sealy.example';
    const stored = inTurn(
      'website',
      { website, does_answer: 'true' },
      { website, failure_detail: 'status 403' },
    );
    expect(toldOf('website', [DOCUMENT, ...stored])).toMatchObject({
      answer: { time: 1_000 },
      says: [`${website} answers.`, `At ${AT_2_S} it was unknown: status 403.`],
    });
    const [, away] = inTurn('website', {}, { website, does_answer: 'false', failure_detail: 'status 404' });
    expect(says('website', [DOCUMENT, ...stored.slice(0, 1), away!])).toBe(
      `${website} does not answer: status 404.`,
    );
    expect(
      says('website', [DOCUMENT, ...inTurn('website', { website: 'old', does_answer: 'false' }), stored[1]!]),
    ).toMatch(/^Whether https:\/\/sealy.example answers is unknown/);
  });

  it('of a website whose document is stored no more are the answers about the one asked last', () => {
    const stored = inTurn(
      'website',
      { website: 'old', does_answer: 'true' },
      { website: 'new', failure_detail: 'status 403' },
    );
    expect(says('website', stored)).toBe('Whether new answers is unknown: status 403.');
  });

  it('of a website that the document does not name any more', () => {
    const old = row('website', { website: 'https://old.example', does_answer: 'true' });
    expect(says('website', [DOCUMENT, old])).toMatch(
      /old\.example, which its document does not name any more/,
    );
    expect(toldOf('website', [row('metadata', { document_sha256: 'd' }), old])).toEqual({
      ...{ what: 'website', answer: null },
      says: ['Its document names no website.'],
    });
  });

  describe('of a document', () => {
    it('that could not be read again is what it was', () => {
      expect(toldOf('metadata', [AWAY, DOCUMENT])).toMatchObject({
        answer: { time: 1_800 },
        says: [
          'The document at https://a.example/1 was read.',
          'Its picture was read.',
          `It could not be read again at ${AT_2_S}: status 503.`,
        ],
      });
      const again = row('metadata', NAMES, 3_000);
      expect(toldOf('metadata', [again, AWAY])).toMatchObject({
        answer: { time: 3_000 },
        says: [expect.anything(), 'Its picture was read.'],
      });
    });

    it('that is stored no more counts, where it could not be read again', () => {
      expect(says('metadata', [AWAY])).toBe(
        `The document at https://a.example/1 was read before. It could not be read again at ${AT_2_S}: status 503.`,
      );
    });

    it('whose picture could not be had again keeps it', () => {
      const bare = row('metadata', { ...NAMES, picture_sha256: null, picture_failure_detail: 'too slow' });
      expect(says('metadata', [bare])).toMatch(
        /Its picture was read before, and not with this document: too slow\.$/,
      );
      expect(says('metadata', [bare], tokenOf({ pictureSha256: null }))).toMatch(
        /There is no picture: too slow\.$/,
      );
    });
  });

  describe('of what is paid for it', () => {
    const boosts = row('boosts', { boosts: '2', has_paid_profile: 'true' }, 2_000);
    const forgotten = { boosts: null, hasPaidProfile: null };

    it('counts no more once the token is far from every list', () => {
      expect(says('boosts', [boosts])).toBe('Boosts in force: 2. Its profile was paid for.');
      expect(says('boosts', [boosts], tokenOf({}, forgotten))).toBe(
        `Boosts in force: 2. Its profile was paid for. That was told at ${AT_2_S}, and counts only while the token is near a list.`,
      );
    });
  });

  describe('of posts and accounts', () => {
    const account = { twitter_handle: 'sealy', account_exists: 'true', is_verified: 'true', followers: '9' };

    it('what an answer leaves out is what was told before', () => {
      const stored = inTurn(
        'social',
        { ...account, posts_24h: '3', posts_1h: '2', telegram_handle: 'chat', telegram_members: '5' },
        { twitter_handle: 'sealy', followers: '10', telegram_handle: 'chat' },
      );
      expect(toldOf('social', stored, tokenOf({ telegram: 'chat' }))).toMatchObject({
        answer: { time: 2_000 },
        says: [
          'Posts that name it: 3 (told at 1970-01-01 00:00:01.000 UTC) in 24 h, 2 (told at 1970-01-01 00:00:01.000 UTC) of them in the last hour.',
          '@sealy on X: verified (told at 1970-01-01 00:00:01.000 UTC), followers: 10, opened: unknown.',
          'Telegram chat: 5 members.',
        ],
      });
    });

    it('posts of an hour that is over are told with their time', () => {
      const stored = [row('social', { posts_24h: '3', posts_1h: '2' }, 2_000)];
      expect(says('social', stored, tokenOf({ twitter: null }, { time: 3_602_000 }))).toMatch(
        `Posts that name it: 3 in 24 h, 2 (told at ${AT_2_S}) of them in the last hour.`,
      );
    });

    it('of an account that was gone what was told before is nothing', () => {
      const gone = { twitter_handle: 'sealy', account_exists: 'false' };
      expect(says('social', inTurn('social', account, gone))).toMatch('X has no account @sealy.');
      expect(says('social', inTurn('social', account, gone, { ...account, is_verified: null }))).toMatch(
        '@sealy on X: unknown whether verified, followers: 9,',
      );
    });

    it('of another account or chat than it names now says nothing', () => {
      const stored = inTurn('social', {
        ...account,
        posts_24h: '3',
        telegram_handle: 'chat',
        telegram_members: '5',
      });
      const told = says('social', stored, tokenOf({ twitter: 'other', telegram: 'club' }));
      expect(told).toMatch(/^Posts that name it: 3 in 24 h/);
      expect(told).toMatch(
        'Asked about @sealy on X, which its document does not name any more: it is asked anew.',
      );
      expect(told).toMatch(
        'Asked about Telegram chat, which its document does not name any more: it is asked anew.',
      );
      expect(says('social', stored, tokenOf({ twitter: null }))).toMatch(
        'Its document names no account on X. Its document names no Telegram.',
      );
    });
  });

  describe('of likeness', () => {
    const seen = { picture_sha256: 'p', twitter_handle: 'sealy', until_at: '2026-11-26 12:00:00.000' };
    const day = { ...seen, since_at: '2026-11-25 12:00:00.000' };
    const hours = { ...seen, since_at: '2026-11-25 12:00:00.001' };

    it('a day says no, and less leaves it open', () => {
      expect(says('likeness', [row('likeness', day)])).toMatch(
        /^Tokens were seen from 2026-11-25 12:00:00.000 to 2026-11-26 12:00:00.000 UTC. No other has its name and symbol. No other has its picture./,
      );
      expect(says('likeness', [row('likeness', hours)])).toMatch(
        /less than the 24 h that a no takes. No other with its name and symbol was found, and it is unknown whether there is one./,
      );
    });

    it('what was found is named', () => {
      const found = row('likeness', {
        ...hours,
        ...{
          same_name_mint: 'other',
          same_name_became: 'graduated',
          same_name_at: '2026-11-26 09:00:00.000',
        },
        ...{
          theme_word: 'seal',
          theme_mint: 'first',
          theme_became: 'boosted',
          theme_at: '2026-11-26 08:00:00.000',
        },
        launches_naming_account: '3',
      });
      expect(says('likeness', [found])).toMatch(
        /other has its name and symbol: graduated at 2026-11-26 09:00:00.000 UTC..*It shares the word seal with first: boosted at 2026-11-26 08:00:00.000 UTC. Launches that name @sealy: at least 3./,
      );
    });

    it('of another picture or account says nothing', () => {
      for (const change of [{ picture_sha256: 'old' }, { twitter_handle: null }])
        expect(says('likeness', [row('likeness', { ...day, ...change })])).toMatch(
          /^It was compared by a picture or account/,
        );
    });

    it('of what its document names counts, also where it could not be read again', () => {
      const stored = inTurn('likeness', day, { ...day, picture_sha256: 'late' });
      for (const documents of [[DOCUMENT], [DOCUMENT, AWAY]])
        expect(toldOf('likeness', [...documents, ...stored])).toMatchObject({
          answer: { time: 1_000 },
          says: expect.arrayContaining(['No other has its picture.']),
        });
    });

    it('without a name none was compared', () => {
      expect(says('likeness', [row('likeness', day)], tokenOf({ symbol: ' ' }))).toMatch(
        'Its name or symbol is empty, so it was not compared. No other has its picture.',
      );
    });

    it('without a picture none was compared', () => {
      const bare = row('likeness', { ...day, picture_sha256: null, twitter_handle: null });
      expect(says('likeness', [bare], tokenOf({ pictureSha256: null, twitter: null }))).toMatch(
        /Its picture is not known, so none was compared.*Its document names no account on X\./,
      );
    });
  });

  it.each([
    [
      'metadata',
      { uri: 'u', failure_detail: 'status 404' },
      'The document at u could not be read: status 404.',
    ],
    [
      'metadata',
      { uri: 'u', document_sha256: 'd', picture_failure_detail: 'too slow' },
      'The document at u was read. There is no picture: too slow.',
    ],
    ['boosts', { boosts: '0' }, 'Boosts in force: 0. Whether its profile was paid for was not asked.'],
    [
      'boosts',
      { boosts: '2', has_paid_profile: 'false' },
      'Boosts in force: 2. Its profile was not paid for.',
    ],
    [
      'social',
      {},
      'How many posts name it was not told. Its document names no account on X. Its document names no Telegram.',
    ],
    [
      'social',
      { posts_24h: '3', posts_1h: '1', twitter_handle: 'a', account_exists: 'false', telegram_handle: 'b' },
      'Posts that name it: 3 in 24 h, 1 of them in the last hour. X has no account @a. Telegram b: how many are in it was not told.',
    ],
    [
      'social',
      {
        twitter_handle: 'a',
        account_exists: 'true',
        is_verified: 'true',
        followers: '9',
        telegram_handle: 'b',
        telegram_members: '5',
      },
      'How many posts name it was not told. @a on X: verified, followers: 9, opened: unknown. Telegram b: 5 members.',
    ],
    [
      'social',
      { twitter_handle: 'a' },
      'How many posts name it was not told. Nothing was told of @a on X. Its document names no Telegram.',
    ],
    [
      'mint',
      { exists: 'true', observed_slot: '5', mint_authority: 'm' },
      'As of slot 5: mint authority m, freeze authority given up.',
    ],
    ['mint', { exists: 'false', observed_slot: '5' }, 'The node does not know the mint as of slot 5.'],
    [
      'place',
      { place: '3', live_tokens: '9', until_at: 'noon', volume_usd_1h: '12.3456' },
      'Place 3 of 9 live tokens by volume of 1 h, which was $12.35, at noon UTC. Its score counts it for 15 minutes.',
    ],
    ['holders', { observed_slot: '5' }, 'Its largest accounts are told as of slot 5.'],
  ] as const)('of %s %o', (what, said, sentence) => {
    const { twitter_handle = null, telegram_handle = null } = said as Said;
    const token = tokenOf({ pictureSha256: null, twitter: twitter_handle, telegram: telegram_handle });
    expect(says(what, [row(what, said)], token)).toBe(sentence);
  });

  it('keeps texts of others short', () => {
    expect(
      says('metadata', [row('metadata', { uri: 'u'.repeat(5_000), failure_detail: 'x'.repeat(5_000) })])
        .length,
    ).toBeLessThan(500);
  });
});
