import type { LikenessObserved, MetadataResolved } from '@cryptonite/contracts/events';
import { CURVE, WINDOW_MS } from '@cryptonite/contracts/rules';
import { describe, expect, it } from 'vitest';
import { Chain, MINT } from '../../testing/facts.js';
import { restart, restoredContents } from '../../testing/fold.js';
import { curveOf, walletOf } from '../../testing/journal.js';
import { mintObserved } from '../../testing/mint-observed.js';

const MINUTE = WINDOW_MS.m1;
const URI = 'https://ipfs.io/ipfs/bafkreib';
const PICTURE = 'b'.repeat(64);

const document = (change: Partial<MetadataResolved> = {}) => ({
  uri: URI,
  documentSha256: 'a'.repeat(64),
  failure: null,
  failureDetail: null,
  name: 'Name',
  symbol: 'SYM',
  description: null,
  twitter: 'https://x.com/sealy',
  telegram: 'https://t.me/sealy_chat',
  website: null,
  imageUri: null,
  pictureSha256: PICTURE,
  picturePerceptualHash: '0'.repeat(16),
  pictureFailure: null,
  pictureFailureDetail: null,
  ...change,
});
const unread = document({
  documentSha256: null,
  failure: 'too-slow',
  failureDetail: 'no answer in 10 s',
  twitter: null,
  telegram: null,
  pictureSha256: null,
  picturePerceptualHash: null,
});
const posts = {
  posts1h: 1,
  posts24h: 1,
  twitterHandle: null,
  accountExists: null,
  isVerified: null,
  followers: null,
  accountCreatedAt: null,
  telegramHandle: null,
  telegramMembers: null,
};
const likeness = (change: Partial<LikenessObserved> = {}) => ({
  pictureSha256: PICTURE,
  twitterHandle: 'sealy',
  sinceAt: 0,
  untilAt: WINDOW_MS.h24,
  sameName: null,
  samePicture: null,
  theme: null,
  launchesNamingAccount: 1,
  mintsNamingAccount: [MINT],
  ...change,
});
const placed = ({ now }: Chain) => ({
  kind: 'VolumePlaceObserved' as const,
  untilAt: now,
  place: 37,
  liveTokens: 412,
  volumeUsd1h: 9,
});
const siteAnswers = (doesAnswer: boolean | null, website = 'https://sealy.example') => ({
  kind: 'WebsiteObserved' as const,
  website,
  doesAnswer,
  failure: doesAnswer === true ? null : ('refused' as const),
  failureDetail: null,
});
const launched = () => new Chain().slot().pass(1_000).launch({ uri: URI });
const asksOf = (chain: Chain) => chain.asked().map(({ what, why, nearness }) => [what, why, nearness]);
const described = (chain: Chain) => chain.said().filter((event) => event.kind === 'TokenDescribed');
const tokenOf = (chain: Chain) => chain.folded.partition.tokens.get(MINT);

describe('asks', () => {
  it('of a launch far from every list are for its document alone, once', () => {
    const chain = launched().trade(5).slot();
    expect(asksOf(chain)).toEqual([['metadata', 'launched', 'far']]);
    chain.pass(15_000).trade(6).slot();
    expect(asksOf(chain)).toEqual([]);
  });

  it('are made again where nobody answered, and rarely while the token is far', () => {
    const chain = launched().trade(5).slot();
    chain.asked();
    chain
      .pass(2 * MINUTE)
      .trade(6)
      .slot();
    expect(asksOf(chain)).toEqual([]);
    chain
      .pass(9 * MINUTE)
      .trade(7)
      .slot();
    expect(asksOf(chain)).toEqual([['metadata', 'unanswered', 'far']]);
  });

  it.each([
    ['was read', document()],
    ['could not be', unread],
  ])('end for a token that stays far once its document %s', (_, answer) => {
    const chain = launched()
      .trade(5)
      .slot()
      .answer({ kind: 'MetadataResolved', ...answer });
    chain.asked();
    for (let hour = 0; hour < 20; hour += 1) chain.pass(WINDOW_MS.h1).trade(6).slot();
    expect(asksOf(chain)).toEqual([]);
  });

  it('are for everything as a token comes near a list, and what was not answered is asked as nearer', () => {
    const chain = launched().trade(5).slot();
    chain.asked();
    chain.pass(MINUTE).trade(27).slot();
    expect(asksOf(chain)).toEqual([
      ['metadata', 'nearer', 'near'],
      ['boosts', 'nearer', 'near'],
      ['mint', 'nearer', 'near'],
      ['holders', 'unseen-holders', 'near'],
      ['place', 'nearer', 'near'],
    ]);
  });

  it('are at once for what was asked while the token was far, however short before', () => {
    const chain = launched().trade(5).slot();
    chain.asked();
    chain.pass(10_000).trade(27).slot();
    expect(asksOf(chain)[0]).toEqual(['metadata', 'nearer', 'near']);
  });

  it('are made again for a document that failed as the token comes near a list', () => {
    const chain = launched()
      .trade(5)
      .slot()
      .answer({ kind: 'MetadataResolved', ...unread });
    chain.asked();
    chain.pass(MINUTE).trade(27).slot();
    expect(asksOf(chain)[0]).toEqual(['metadata', 'nearer', 'near']);
    chain.answer({ kind: 'MetadataResolved', ...document() });
    chain.pass(MINUTE).trade(5).slot().pass(MINUTE).trade(27).slot();
    expect(asksOf(chain).filter(([what]) => what === 'metadata')).toEqual([]);
  });

  it('are at most two a minute about a token that goes to and fro', () => {
    const chain = launched().trade(5).slot();
    const asked = new Map<string, number[]>();
    for (let turn = 0; turn < 120; turn += 1) {
      chain
        .pass(2_000)
        .trade(turn % 2 === 0 ? 27 : 20)
        .slot();
      for (const { what, time } of chain.asked()) asked.set(what, [...(asked.get(what) ?? []), time]);
    }
    expect([...asked.keys()].sort()).toEqual(['boosts', 'holders', 'metadata', 'mint', 'place']);
    for (const [what, times] of asked) {
      expect(times.length).toBeGreaterThan(2);
      // As the token first comes near, its document is asked about at once.
      const later = what === 'metadata' ? times.slice(1) : times;
      for (const [index, time] of later.slice(1).entries())
        expect(time - later[index]!).toBeGreaterThanOrEqual(30_000);
    }
  });

  it.each([
    ['failed', 'too-slow', true, 10],
    ['is named by none', 'no-address', true, 30],
    ['failed before the reason was kept', 'too-slow', false, 10],
  ] as const)(
    'are made again for a picture that %s after the minutes it may take',
    (_, pictureFailure, isKept, minutes) => {
      const noPicture = document({ pictureSha256: null, picturePerceptualHash: null, pictureFailure });
      const chain = launched().trade(45).slot();
      const at = chain.now;
      chain.answer({ kind: 'MetadataResolved', ...noPicture });
      chain.asked();
      if (!isKept) delete tokenOf(chain)?.state.world?.pictureFailure;
      restart(chain.folded);
      let askedAt: number | undefined;
      while (askedAt === undefined) {
        chain.pass(10_000).trade(45).slot();
        askedAt = chain.asked().find(({ what }) => what === 'metadata')?.time;
      }
      expect(askedAt - at).toBe(minutes * MINUTE);
    },
  );

  it('are made again about a mint of which the chain says that it changed', () => {
    const chain = launched().trade(45).slot();
    chain.answer(mintObserved());
    chain.asked();
    chain.pass(1_000).authority().slot();
    expect(asksOf(chain)).toEqual([['mint', 'changed', 'listed']]);
    chain.pass(1_000).trade(46).slot();
    expect(asksOf(chain)).toEqual([]);
  });

  it('say whether there was an answer before', () => {
    const chain = launched().trade(45).slot();
    chain.answer({ kind: 'TokenBoosted', boosts: 0, hasPaidProfile: false });
    const known = () => chain.asked().map(({ what, isKnown }) => [what, isKnown]);
    expect(known().filter(([, isKnown]) => isKnown)).toEqual([]);
    chain.pass(MINUTE).trade(46).slot();
    expect(Object.fromEntries(known())).toMatchObject({ boosts: true, mint: false, metadata: false });
  });

  it('name the accounts of the document', () => {
    const chain = launched()
      .slot()
      .answer({ kind: 'MetadataResolved', ...document() });
    chain.asked();
    chain.pass(1_000).trade(45).slot();
    expect(chain.asked().find(({ what }) => what === 'social')).toMatchObject({
      nearness: 'listed',
      twitterHandle: 'sealy',
      telegramHandle: 'sealy_chat',
    });
  });

  it('are made as seldom as the answers can change', () => {
    const chain = launched()
      .trade(45)
      .slot()
      .answer({ kind: 'MetadataResolved', ...document() });
    chain.asked();
    chain.balance(1, walletOf(2), CURVE.totalSupply);
    const counts = new Map<string, number>();
    for (let passed = 0; passed < WINDOW_MS.h1; passed += 10_000) {
      chain.pass(10_000).trade(45).slot();
      for (const { what } of chain.asked()) {
        counts.set(what, (counts.get(what) ?? 0) + 1);
        if (what === 'mint') chain.answer(mintObserved());
        if (what === 'social') chain.answer({ kind: 'SocialObserved', ...posts });
        if (what === 'likeness') chain.answer({ kind: 'LikenessObserved', ...likeness() });
        if (what === 'place') chain.answer(placed(chain));
      }
    }
    expect(Object.fromEntries(counts)).toEqual({
      ...{ metadata: 2, mint: 1, boosts: 60, social: 12 },
      ...{ likeness: 6, place: 12 },
    });
  });

  it('say whether they were answered before', () => {
    const chain = launched()
      .trade(45)
      .slot()
      .answer({ kind: 'MetadataResolved', ...document() })
      .answer(mintObserved());
    chain.asked();
    chain.pass(WINDOW_MS.h1).trade(45).slot();
    const known = Object.fromEntries(chain.asked().map(({ what, isKnown }) => [what, isKnown]));
    expect(known).toMatchObject({ metadata: true, mint: true, boosts: false, social: false });
  });

  it('are for a website that its document names, and again for another one', () => {
    const chain = launched()
      .trade(45)
      .slot()
      .answer({ kind: 'MetadataResolved', ...document() });
    const sites = () =>
      chain
        .pass(1_000)
        .trade(45)
        .slot()
        .asked()
        .flatMap((ask) => (ask.what === 'website' ? [[ask.website, ask.isKnown, ask.why]] : []));
    expect(sites()).toEqual([]);
    const named = (sha: string, website: string | null) =>
      chain.answer({ kind: 'MetadataResolved', ...document({ documentSha256: sha.repeat(64), website }) });
    named('c', ' ');
    expect(sites()).toEqual([]);
    named('d', 'https://sealy.example');
    expect(sites()).toEqual([['https://sealy.example', false, 'nearer']]);
    expect(sites()).toEqual([]);
    chain.answer(siteAnswers(true));
    chain.pass(29 * MINUTE);
    expect(sites()).toEqual([]);
    chain.pass(MINUTE);
    expect(sites()).toEqual([['https://sealy.example', true, 'due']]);
    named('e', 'https://other.example');
    expect(sites()).toEqual([['https://other.example', false, 'nearer']]);
  });

  it('are for a document anew of which it was not kept where its website is', () => {
    const chain = launched()
      .trade(45)
      .slot()
      .answer({ kind: 'MetadataResolved', ...document({ website: 'https://sealy.example' }) });
    const { world } = tokenOf(chain)!.state;
    const known = () => {
      chain.asked();
      const [ask] = chain
        .pass(31 * MINUTE)
        .trade(45)
        .slot()
        .asked()
        .filter(({ what }) => what === 'metadata');
      return ask?.what === 'metadata' && ask.knownDocumentSha256;
    };
    expect(known()).toBe('a'.repeat(64));
    delete world!.website;
    delete world!.doesWebsiteAnswer;
    expect(known()).toBeNull();
    chain.answer({ kind: 'MetadataResolved', ...document({ website: 'https://sealy.example' }) });
    expect(known()).toBe('a'.repeat(64));
  });

  it('never follow from an answer, but from stream time', () => {
    const chain = launched().trade(45).slot();
    chain.asked();
    chain.answer({ kind: 'MetadataResolved', ...unread }).answer({ kind: 'MetadataResolved', ...document() });
    expect(asksOf(chain)).toEqual([]);
  });

  it('are the same after a restart', () => {
    const [one, other] = [launched().trade(27).slot(), launched().trade(27).slot()];
    restart(other.folded);
    for (const chain of [one, other])
      chain
        .pass(2 * MINUTE)
        .trade(30)
        .slot();
    expect(one.folded.asked.length).toBeGreaterThan(4);
    expect(other.asked()).toEqual(one.asked());
  });
});

describe('an answer', () => {
  it('of a document tells its description, without the space around it, and another one anew', () => {
    const chain = launched().trade(45).slot();
    const saidOf = (description: string | null) => {
      chain.said();
      chain.answer({ kind: 'MetadataResolved', ...document(), description });
      return described(chain).map((event) => event.description);
    };
    expect(saidOf(' A seal. ')).toEqual(['A seal.']);
    expect(saidOf('A seal.')).toEqual([]);
    expect(saidOf('  ')).toEqual([null]);
  });

  it('of a document tells the picture and the accounts, once', () => {
    const chain = launched().trade(45).slot();
    chain.said();
    chain.answer({ kind: 'MetadataResolved', ...document() });
    expect(described(chain)).toMatchObject([
      { mint: MINT, pictureSha256: PICTURE, twitter: 'sealy', telegram: 'sealy_chat' },
    ]);
    chain.answer({ kind: 'MetadataResolved', ...document() });
    expect(described(chain)).toEqual([]);
  });

  it('of a document that was never read tells why there is no picture, until there is one', () => {
    const chain = launched().trade(45).slot();
    chain.said();
    const answer = (what: object) => {
      chain.answer({ kind: 'MetadataResolved', ...document(), ...what });
      return described(chain).map(({ pictureSha256, pictureFailure }) => [pictureSha256, pictureFailure]);
    };
    expect(answer(unread)).toEqual([[null, unread.failure]]);
    expect(answer(unread)).toEqual([]);
    expect(answer({ pictureSha256: null, pictureFailure: 'not-found' })).toEqual([[null, 'not-found']]);
    expect(answer({})).toEqual([[PICTURE, null]]);
    // One that was had stays.
    expect(answer({ pictureSha256: null, pictureFailure: 'unreachable' })).toEqual([]);
    expect(answer(unread)).toEqual([]);
  });

  it('that a document cannot be read leaves what was read before', () => {
    const chain = launched()
      .trade(45)
      .slot()
      .answer({ kind: 'MetadataResolved', ...document() });
    chain.said();
    chain
      .answer({ kind: 'MetadataResolved', ...unread })
      .pass(2_000)
      .trade(46)
      .slot();
    expect(described(chain)).toEqual([]);
    expect(tokenOf(chain)?.state.world?.twitter).toBe('sealy');
  });

  it.each([
    ['is away', 'unreachable', PICTURE],
    ['is refused', 'too-many-pixels', null],
    ['is gone', 'not-found', null],
    ['is named no more', 'no-address', null],
  ] as const)('of another document whose picture %s', (_, pictureFailure, known) => {
    const noPicture = { pictureSha256: null, picturePerceptualHash: null, pictureFailure };
    const chain = launched()
      .trade(45)
      .slot()
      .answer({ kind: 'MetadataResolved', ...document() })
      .answer({ kind: 'MetadataResolved', ...document(noPicture) });
    expect(tokenOf(chain)?.state.world?.pictureSha256).toBe(PICTURE);
    chain.said();
    const changed = { ...noPicture, documentSha256: 'c'.repeat(64), twitter: 'https://x.com/other' };
    chain.answer({ kind: 'MetadataResolved', ...document(changed) });
    expect(described(chain)).toMatchObject([{ pictureSha256: known, twitter: 'other' }]);
  });

  it('about a website counts while the document names that one, and one that tells nothing leaves it', () => {
    const chain = launched()
      .trade(45)
      .slot()
      .answer({ kind: 'MetadataResolved', ...document({ website: 'https://sealy.example' }) });
    const known = (answer: ReturnType<typeof siteAnswers>) => {
      chain.answer(answer);
      return tokenOf(chain)?.state.world?.doesWebsiteAnswer;
    };
    expect(known(siteAnswers(true, 'https://other.example'))).toBeNull();
    expect(known(siteAnswers(null))).toBeNull();
    expect(known(siteAnswers(true))).toBe(true);
    expect(known(siteAnswers(null))).toBe(true);
    expect(known(siteAnswers(false))).toBe(false);
    expect(known(siteAnswers(true))).toBe(true);
    const other = document({ documentSha256: 'c'.repeat(64), website: 'https://other.example' });
    chain.answer({ kind: 'MetadataResolved', ...other });
    expect(tokenOf(chain)?.state.world?.doesWebsiteAnswer).toBeNull();
  });

  it('about a token that memory does not hold changes nothing', () => {
    const chain = new Chain().slot().answer({ kind: 'MetadataResolved', ...document() });
    expect(tokenOf(chain)).toBeUndefined();
  });

  it('keeps no token alive', () => {
    const chain = launched().trade(5).slot();
    for (let hour = 0; hour < 23; hour += 1) {
      chain
        .pass(WINDOW_MS.h1)
        .answer({ kind: 'MetadataResolved', ...document() })
        .slot();
      expect(tokenOf(chain)).toBeDefined();
    }
    chain.pass(2 * WINDOW_MS.h1).slot();
    expect(tokenOf(chain)).toBeUndefined();
  });

  it('stands in the stored state', () => {
    const chain = launched()
      .trade(45)
      .slot()
      .answer({ kind: 'MetadataResolved', ...document() })
      .slot();
    const world = tokenOf(chain)?.state.world;
    expect(world).toMatchObject({ pictureSha256: PICTURE, twitter: 'sealy' });
    expect(restoredContents(chain.folded).get(MINT)).toMatchObject({ world });
  });
});

describe('what is paid for a token', () => {
  const paid = () =>
    launched().trade(45).slot().answer({ kind: 'TokenBoosted', boosts: 10, hasPaidProfile: true }).slot();
  /** What a measurement says of it, and what the next ask says is known. */
  const known = (chain: Chain) => {
    const measured = chain.measured();
    const ask = chain.asked().find(({ what }) => what === 'boosts');
    return [measured?.boosts, measured?.hasPaidProfile, ask?.what === 'boosts' && ask.knownBoosts];
  };

  it('is unknown once it is far from every list, until somebody answers again', () => {
    const chain = paid().pass(1_000).slot();
    expect(chain.measured()).toMatchObject({ boosts: 10, hasPaidProfile: true });
    chain.pass(MINUTE).trade(5).slot().asked();
    expect(tokenOf(chain)?.state.world?.nearness).toBe('far');
    chain.said();
    expect(known(chain.pass(MINUTE).trade(45).slot())).toEqual([null, null, null]);
    chain.answer({ kind: 'TokenBoosted', boosts: 0, hasPaidProfile: true }).pass(1_000).slot();
    expect(chain.measured()).toMatchObject({ boosts: 0, hasPaidProfile: true });
  });

  it('is unknown of a token that left memory and came back', () => {
    const chain = paid()
      .pass(WINDOW_MS.h24 + 1_000)
      .slot();
    expect(tokenOf(chain)).toBeUndefined();
    chain.asked();
    chain.said();
    expect(known(chain.pass(MINUTE).trade(45).slot())).toEqual([null, null, null]);
  });
});

describe('the largest accounts', () => {
  const half = CURVE.totalSupply / 2n;
  const accountOf = (number: number) => `Account${walletOf(number).slice(7)}`;
  const account = accountOf(2);
  const holders = (observedSlot: number) => ({
    observedSlot,
    supply: CURVE.totalSupply,
    accounts: [
      { account: accountOf(1), owner: curveOf(MINT), amount: half },
      { account, owner: walletOf(2), amount: half },
    ],
  });
  const slotOf = (chain: Chain) => chain.folded.partition.clock.slot ?? 0;
  const heldBy = (chain: Chain) =>
    tokenOf(chain)
      ?.accounts.states()
      .find((each) => each.account === account)?.amount;

  const ofUnseenBeginning = () => {
    const chain = new Chain().slot().trade(45, { tokenSupply: CURVE.totalSupply }).slot();
    expect(chain.measured()).toMatchObject({ holders: null, holderCoverage: 0 });
    return chain
      .answer({ kind: 'HoldersObserved', ...holders(slotOf(chain)) })
      .pass(1_000)
      .slot();
  };

  it('make the shares of a token known whose beginning was not seen, and not how many own it', () => {
    const chain = ofUnseenBeginning();
    const shares = {
      holders: null,
      top1HolderPercent: 50,
      top10HolderPercent: 50,
      excludedHolderPercent: 50,
      holderCoverage: 1,
    };
    expect(chain.measured()).toMatchObject(shares);
    restart(chain.folded);
    expect(chain.pass(1_000).trade(46).slot().measured()).toMatchObject(shares);
  });

  it('leave it unknown how many own it until the stream tells nine tenths by itself', () => {
    const chain = ofUnseenBeginning();
    chain.pass(400).balance(2, walletOf(2), half).trade(46).slot();
    expect(chain.measured()).toMatchObject({ holders: null, holderCoverage: 1 });
    chain
      .balance(1, curveOf(MINT), half - 1n)
      .balance(3, walletOf(3), 1n)
      .trade(47)
      .slot();
    expect(chain.measured()).toMatchObject({ holders: 2, holderCoverage: 1 });
    chain.pass(400).gap().slot();
    chain.answer({ kind: 'HoldersObserved', ...holders(slotOf(chain)) });
    expect(chain.pass(1_000).trade(48).slot().measured()).toMatchObject({ holders: null, holderCoverage: 1 });
  });

  it('stand above what the stream says of earlier slots, and below what it says of later ones', () => {
    const chain = new Chain().slot().trade(45).slot();
    const before = slotOf(chain);
    chain.pass(400).balance(2, walletOf(2), 1n).slot();
    chain.answer({ kind: 'HoldersObserved', ...holders(before) }).slot();
    expect(heldBy(chain)).toBe(1n);
    chain.answer({ kind: 'HoldersObserved', ...holders(slotOf(chain)) }).slot();
    expect(heldBy(chain)).toBe(half);
    chain.pass(400).balance(2, walletOf(2), 2n).slot();
    expect(heldBy(chain)).toBe(2n);
  });
});

describe('likeness', () => {
  const near = () =>
    launched()
      .trade(45)
      .slot()
      .answer({ kind: 'MetadataResolved', ...document() });
  const asked = (chain: Chain) => chain.asked().filter(({ what }) => what === 'likeness');

  it('is asked about once its document is known, with what that says', () => {
    const chain = launched().trade(45).slot();
    expect(asked(chain)).toEqual([]);
    chain.answer({ kind: 'MetadataResolved', ...document() });
    chain.pass(1_000).trade(45).slot();
    const { createdAt } = tokenOf(chain)!.state;
    expect(asked(chain)).toMatchObject([
      {
        why: 'nearer',
        name: 'Name',
        symbol: 'SYM',
        createdAt,
        pictureSha256: PICTURE,
        twitterHandle: 'sealy',
      },
    ]);
  });

  it('is not asked about where the launch was not seen', () => {
    const chain = new Chain().slot().trade(45, { tokenSupply: CURVE.totalSupply }).slot();
    chain.pass(MINUTE).trade(46).slot();
    expect(asked(chain)).toEqual([]);
  });

  it('is kept over a restart, and asked about anew once its picture or account is another', () => {
    const chain = near().pass(1_000).trade(45).slot();
    chain.asked();
    chain.answer({ kind: 'LikenessObserved', ...likeness() });
    restart(chain.folded);
    expect(tokenOf(chain)?.state.world?.likeness).toMatchObject({ launchesNamingAccount: 1 });
    chain.answer({
      kind: 'MetadataResolved',
      ...document({ documentSha256: 'c'.repeat(64), description: 'New' }),
    });
    expect(tokenOf(chain)?.state.world?.likeness).not.toBeNull();
    const other = document({ documentSha256: 'd'.repeat(64), twitter: 'https://x.com/other' });
    chain.answer({ kind: 'MetadataResolved', ...other });
    expect(tokenOf(chain)?.state.world?.likeness).toBeNull();
    chain.pass(1_000).trade(46).slot();
    expect(asked(chain)).toMatchObject([{ why: 'changed', twitterHandle: 'other' }]);
  });

  it.each([
    ['picture', { pictureSha256: 'e'.repeat(64) }],
    ['account', { twitterHandle: null }],
  ])('told of another %s is passed by, and asked about again', (_, change) => {
    const chain = near().pass(1_000).trade(45).slot();
    chain.asked();
    chain.answer({ kind: 'LikenessObserved', ...likeness(change) });
    expect(tokenOf(chain)?.state.world?.likeness).toBeNull();
    chain
      .pass(2 * MINUTE)
      .trade(46)
      .slot();
    expect(asked(chain)).toMatchObject([{ why: 'unanswered' }]);
  });
});
