import { describe, expect, it } from 'vitest';
import { keyFor, MIGRATION_AUTHORITY, PUMP, toBase58 } from './addresses.js';
import { Chain } from './chain.js';
import { QUOTES } from './coin.js';
import { LAYOUT_NAMES, type LayoutName, NEWEST_LAYOUT } from './layouts.js';
import { payloadsOf, readTransactions } from './read-transactions.js';
import { placesInSlot } from './testing/places.js';

const alice = keyFor('alice');
const place = placesInSlot();

/** The payloads of a coin's life: created, bought, sold, completed, migrated, bought and sold again. */
function live(layout: LayoutName) {
  const chain = new Chain(layout);
  for (const wallet of [alice, MIGRATION_AUTHORITY]) chain.fund(wallet, 10n ** 12n);
  const spec = {
    mint: keyFor('mint'),
    creator: alice,
    name: 'Otter',
    symbol: 'OTR',
    uri: 'https://ipfs.io/x',
  };
  const { coin, update } = chain.create({ ...spec, quote: QUOTES.SOL, mayhem: false }, 0n, place());
  const trade = (side: 'buy' | 'sell', tokens: bigint) =>
    chain.trade({ coin, user: alice, side, tokens, router: null, fails: false, closes: false }, place());
  const updates = [
    update,
    trade('buy', 10n ** 12n),
    trade('sell', 10n ** 11n),
    trade('buy', coin.curve.realTokens),
  ];
  updates.push(chain.migrate(coin, place()));
  if (coin.pool) updates.push(trade('buy', 10n ** 12n), trade('sell', 10n ** 11n));
  return { chain, coin, transactions: readTransactions(updates) };
}

/** Lengths of the events with their discriminators; those of real transactions where a sample is known. */
const LENGTHS: Readonly<Record<LayoutName, readonly number[]>> = {
  '2024-08': [129, 129, 129, 144],
  '2025-05': [225, 225, 225, 144, 333, 200, 360, 360],
  '2025-10': [258, 258, 258, 144, 333, 200, 393, 360],
  '2026-02': [266, 267, 266, 144, 334, 200, 408, 360],
  '2026-04': [282, 283, 282, 144, 334, 200, 424, 376],
  '2026-07': [358, 359, 358, 144, 334, 200, 465, 417],
  '2026-10': [382, 383, 382, 144, 344, 200, 481, 417],
  '2026-10b': [382, 383, 382, 144, 344, 136, 200, 489, 441],
};

describe('layouts', () => {
  it.each(LAYOUT_NAMES)('%s has events as long as the chain had them', (layout) => {
    const payloads = live(layout).transactions.flatMap(payloadsOf);
    const lengths = payloads.slice(1).map(({ payload }) => Buffer.from(payload, 'base64').length);
    expect(lengths).toEqual(LENGTHS[layout]);
  });

  it.each([
    ['2026-10', 1 + 8],
    ['2026-10b', 1 + 8 + 1],
  ] as const)('%s ends a CreateEvent with what October 2026 knew', (layout, more) => {
    const [created] = live(layout).transactions;
    const texts = 3 * 4 + 'Otter'.length + 'OTR'.length + 'https://ipfs.io/x'.length;
    const [event] = payloadsOf(created!);
    // Four keys and the program's, time, four amounts, two marks, the quote's mint and its reserves.
    const before = 8 + texts + 4 * 32 + 5 * 8 + 32 + 2 + 32 + 8;
    expect(Buffer.from(event!.payload, 'base64').length).toBe(before + more);
  });

  it('ends a CreateEvent of 2024 after the user', () => {
    const [created] = live('2024-08').transactions;
    const [event] = payloadsOf(created!);
    const texts = 3 * 4 + 'Otter'.length + 'OTR'.length + 'https://ipfs.io/x'.length;
    expect(Buffer.from(event!.payload, 'base64').length).toBe(8 + texts + 3 * 32);
  });

  it('buys in 2024 with 24 bytes and twelve accounts', () => {
    const [, bought] = live('2024-08').transactions;
    const keys = bought!.transaction!.message!.accountKeys;
    const buy = bought!.transaction!.message!.instructions.find(
      ({ programIdIndex }) => Buffer.from(keys[programIdIndex]!).toString('latin1') === PUMP,
    )!;
    expect(buy.data.length).toBe(24);
    expect(buy.accounts.length).toBe(12);
  });

  it('empties a curve where there are no pools, without an event', () => {
    const { chain, coin, transactions } = live('2024-08');
    expect(coin.pool).toBeNull();
    expect(payloadsOf(transactions.at(-1)!)).toEqual([]);
    expect(chain.tokensOf(coin, MIGRATION_AUTHORITY)).toBe(206_900_000_000_000n);
    expect(chain.ledger.tokenAmount(coin.keys.vault)).toBe(0n);
  });

  it('refuses coins that were not there yet', () => {
    const chain = new Chain('2025-05');
    chain.fund(alice, 10n ** 12n);
    const spec = {
      mint: keyFor('m'),
      creator: alice,
      name: 'a',
      symbol: 'b',
      uri: '',
      quote: QUOTES.SOL,
      mayhem: true,
    };
    expect(() => chain.create(spec, 0n, place())).toThrow('knows no such coin');
    expect(() => chain.create({ ...spec, mayhem: false, quote: QUOTES.USDC }, 0n, place())).toThrow();
  });

  it("opens a pool's accounts in its own transaction", () => {
    const { coin, transactions } = live(NEWEST_LAYOUT);
    const { meta } = transactions[4]!;
    const owners = (balances: { owner: string }[]) => balances.map(({ owner }) => owner);
    expect(owners(meta!.preTokenBalances)).not.toContain(toBase58(coin.poolKeys!.pool));
    expect(owners(meta!.postTokenBalances)).toContain(toBase58(coin.poolKeys!.pool));
  });
});
