import { ASKED } from '@cryptonite/contracts/asks';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../world-answers.sql.js';
import { answersIn, type StoredAnswer, storedAnswerOf } from './world-answers.js';

type What = keyof typeof COLUMNS;
const row = (what: What, said: Record<string, string | null>, id = `mint:7:${what}:1700`): StoredAnswer =>
  storedAnswerOf([what, id, '7', 1_800, 'somebody', COLUMNS[what].columns.map((name) => said[name] ?? null)]);
const says = (what: What, ...stored: StoredAnswer[]): string =>
  answersIn(stored)
    .find((one) => one.what === what)
    ?.says.join(' ') ?? '';

const DOCUMENT = row('metadata', {
  uri: 'https://a.example/1',
  document_sha256: 'd',
  picture_sha256: 'p',
  twitter: 'https://x.com/sealy',
  website: 'https://sealy.example',
});

describe('what the world said', () => {
  it('names the fact, who answered, and when it was asked and answered', () => {
    const answers = answersIn([row('website', { website: 'w', does_answer: 'true' })]);
    expect(answers.find(({ what }) => what === 'website')).toEqual({
      what: 'website',
      answer: { id: 'mint:7:website:1700', position: '7', time: 1_800, askedAt: 1_700, by: 'somebody' },
      says: ['w answers.'],
    });
    expect(storedAnswerOf(['mint', 'mint:7:MintObserved', '7', 1, 'node', []]).askedAt).toBeNull();
  });

  it('says of each kind that nobody answered what it would take', () => {
    for (const { what, answer, says: said } of answersIn([])) {
      expect([what, answer]).toEqual([what, null]);
      expect(said.join()).toMatch(/not|Nobody|No node/);
    }
    expect(answersIn([]).map(({ what }) => what)).toEqual([...ASKED]);
    expect(says('website', row('metadata', { document_sha256: 'd' }))).toBe('Its document names no website.');
    expect(says('website', row('metadata', { failure_detail: 'no' }))).toMatch(/^Nobody/);
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
    expect(says('website', DOCUMENT, row('website', { website: 'https://sealy.example', ...said }))).toBe(
      sentence,
    );
  });

  it('of a website that the document does not name any more', () => {
    expect(
      says('website', DOCUMENT, row('website', { website: 'https://old.example', does_answer: 'true' })),
    ).toMatch(/old\.example, which its document does not name any more/);
  });

  describe('of likeness', () => {
    const seen = { picture_sha256: 'p', twitter_handle: 'sealy', until_at: '2026-11-26 12:00:00.000' };
    const day = { ...seen, since_at: '2026-11-25 12:00:00.000' };
    const hours = { ...seen, since_at: '2026-11-25 12:00:00.001' };

    it('a day says no, and less leaves it open', () => {
      expect(says('likeness', DOCUMENT, row('likeness', day))).toMatch(
        /^Tokens were seen from 2026-11-25 12:00:00.000 to 2026-11-26 12:00:00.000 UTC. No other has its name and symbol. No other has its picture./,
      );
      expect(says('likeness', DOCUMENT, row('likeness', hours))).toMatch(
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
      expect(says('likeness', DOCUMENT, found)).toMatch(
        /other has its name and symbol: graduated at 2026-11-26 09:00:00.000 UTC..*It shares the word seal with first: boosted at 2026-11-26 08:00:00.000 UTC. Launches that name @sealy: at least 3./,
      );
    });

    it('of another picture or account says nothing', () => {
      for (const change of [{ picture_sha256: 'old' }, { twitter_handle: null }])
        expect(says('likeness', DOCUMENT, row('likeness', { ...day, ...change }))).toMatch(
          /^It was compared by a picture or account/,
        );
    });

    it('without a picture none was compared', () => {
      const bare = row('metadata', { document_sha256: 'd' });
      expect(
        says('likeness', bare, row('likeness', { ...day, picture_sha256: null, twitter_handle: null })),
      ).toMatch(/Its picture is not known, so none was compared.*Its document names no account on X\./);
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
    expect(says(what, row(what, said))).toBe(sentence);
  });

  it('keeps texts of others short', () => {
    expect(
      says('metadata', row('metadata', { uri: 'u'.repeat(5_000), failure_detail: 'x'.repeat(5_000) })).length,
    ).toBeLessThan(500);
  });
});
