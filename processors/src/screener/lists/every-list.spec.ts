/** One token that comes onto every list, from its launch to its pool. */
import { DERIVED, gateInputsOf } from '@cryptonite/contracts/measures';
import { CURVE, gatedListsOf, LISTED, LISTS, WINDOW_MS } from '@cryptonite/contracts/rules';
import { expect, it } from 'vitest';
import { Chain, MINT, type SaidByWorld, SOL } from '../../testing/facts.js';
import { curveOf, textOf, walletOf } from '../../testing/journal.js';
import { mintObserved } from '../../testing/mint-observed.js';

const MINUTE = WINDOW_MS.m1;
const HOLDERS = 200;
const SHARE = CURVE.totalSupply / 400n;

const document: SaidByWorld = {
  kind: 'MetadataResolved',
  uri: 'https://ipfs.io/ipfs/bafkreib',
  documentSha256: 'a'.repeat(64),
  failure: null,
  failureDetail: null,
  name: 'Name',
  symbol: 'SYM',
  description: 'A platform with tools for everyone who builds games and payments, and an app to trade in.',
  twitter: 'https://x.com/sealy',
  telegram: 'https://t.me/sealy_chat',
  website: 'https://sealy.example',
  imageUri: null,
  pictureSha256: 'b'.repeat(64),
  picturePerceptualHash: '0'.repeat(16),
  pictureFailure: null,
  pictureFailureDetail: null,
};
const mint = mintObserved({
  extensions: [{ name: 'tokenMetadata', values: JSON.stringify({ updateAuthority: null }) }],
});
const talkedAbout: SaidByWorld = {
  kind: 'SocialObserved',
  posts1h: 12,
  posts24h: 60,
  twitterHandle: 'sealy',
  accountExists: true,
  isVerified: true,
  followers: 20_000,
  accountCreatedAt: 1_600_000_000_000,
  telegramHandle: 'sealy_chat',
  telegramMembers: 3_000,
};

/** In many hands, talked about and paid for; bought ever more, by whales in the end, until its curve is complete. */
function risen(): Chain {
  const chain = new Chain().slot().pass(1_000).solPrice('400').launch();
  chain.balance(1, curveOf(MINT), CURVE.totalSupply - BigInt(HOLDERS) * SHARE);
  for (let holder = 0; holder < HOLDERS; holder += 1)
    chain.balance(10 + holder, walletOf(10 + holder), SHARE);
  chain.answer(document).answer(mint);
  for (let minute = 0; minute < 40; minute += 1) {
    const isEarly = minute < 20;
    chain.pass(MINUTE);
    for (let trade = 0; trade < (isEarly ? 2 : 7); trade += 1)
      chain.trade((minute < 3 ? 5 : 30) + minute * 1.6 + trade / 4, {
        trader: walletOf(10 + ((minute * 7 + trade) % HOLDERS)),
        quoteAmount: isEarly ? SOL / 4n : 6n * SOL,
        side: trade % 3 === 2 ? 'sell' : 'buy',
      });
    if (minute === 2) chain.answer({ kind: 'TokenBoosted', boosts: 10, hasPaidProfile: true });
    if (minute % 3 === 0) chain.answer(talkedAbout);
    chain.slot();
  }
  return chain.completed().migrated(textOf('Poo', 1)).slot();
}

it('a token stands on the lists that its row passes, on no others, and comes onto each', () => {
  const { emitted } = risen().folded;
  const gated = Object.values(LISTS).flatMap((list) => ('gates' in list ? [list] : []));
  const all = gated.reduce((bits, { bit }) => bits | (1 << bit), 0);
  for (const said of emitted) {
    if (said.kind !== 'Measured') continue;
    const isScored = said.socialCoverage !== null;
    expect(said.lists & all).toBe(gatedListsOf(gateInputsOf(said), DERIVED.rugRisk.of(said), isScored));
  }
  const entered = emitted.flatMap((said) => (said.kind === 'ListEntered' ? [said.list] : []));
  expect(new Set(entered)).toEqual(new Set(LISTED));
});
