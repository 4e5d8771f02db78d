import { createRequire } from 'node:module';
import { BorshAccountsCoder } from '@coral-xyz/anchor';
import { beforeAll, describe, expect, it } from 'vitest';
import { CURVE_FEE_RECIPIENT, keyFor, PUMP, TOKEN, TOKEN_2022, toBase58, USDC } from '../addresses.js';
import { PUMP_IDL } from '../borsh.js';
import type { Place } from '../call.js';
import { Chain } from '../chain.js';
import { type Coin, QUOTES, quoteOf } from '../coin.js';
import { TOKEN_SUPPLY } from '../curve.js';
import { Market } from '../market.js';
import { BOUNDED_START_MS } from '../market-source.js';
import type { PublicMarket } from '../public-market.js';
import { clockOf } from '../slot-clock.js';
import { mintPowersOf } from './mint-powers.js';
import { readAddress } from './read-address.js';
import { serveRpc } from './rpc.js';

// The official library, as the launchpad's own SDK brings it.
const { AccountLayout, getExtensionData, unpackAccount, unpackMint, ExtensionType } = createRequire(
  createRequire(import.meta.url).resolve('@pump-fun/pump-sdk'),
)('@solana/spl-token');
const { PublicKey } = createRequire(createRequire(import.meta.url).resolve('@pump-fun/pump-sdk'))(
  '@solana/web3.js',
);
const { unpack: unpackMetadata } = createRequire(
  createRequire(createRequire(import.meta.url).resolve('@pump-fun/pump-sdk')).resolve('@solana/spl-token'),
)('@solana/spl-token-metadata');

const market = new Market({ seed: 7, startSlot: clockOf().slotAt(BOUNDED_START_MS), activity: () => 1 });
let coins: Coin[];
beforeAll(() => {
  for (let slots = 0; slots < 800; slots++) market.next();
  coins = [...market.coins()];
}, 180_000);

const post = (body: unknown, asked: PublicMarket = market) => {
  const url = new URL('http://localhost/');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return JSON.parse(String(serveRpc({ method: 'POST', url, headers: {}, body: text }, asked)!.body));
};
const call = (method: string, ...params: unknown[]) => post({ jsonrpc: '2.0', id: 1, method, params });
const valueIn = (method: string, ...params: unknown[]) => {
  const { result } = call(method, ...params);
  expect(result.context).toEqual({ apiVersion: '3.0.6', slot: market.newestSlot });
  return result.value;
};
const amountsOf = (accounts: { amount: string }[]): bigint[] => accounts.map(({ amount }) => BigInt(amount));
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
const traded = () => coins.reduce((most, coin) => (coin.traders.size > most.traders.size ? coin : most));
const infoOf = (data: [string, string], owner: string) => ({
  data: Buffer.from(data[0], 'base64'),
  owner: new PublicKey(owner),
});

/** A coin that another is bought with, and the other, both bought by one wallet. */
function openQuoted(): { chain: Chain; quoteCoin: Coin; coin: Coin } {
  const chain = new Chain();
  const [creator, buyer] = [keyFor('creator'), keyFor('buyer')];
  for (const wallet of [creator, buyer]) chain.fund(wallet, 10n ** 12n);
  let index = 0;
  const place = (): Place => ({
    slot: 1,
    index: index++,
    timeS: BOUNDED_START_MS / 1_000,
    sentAtMs: BOUNDED_START_MS,
    recentBlockhash: Buffer.alloc(32, 1),
    label: `test ${index}`,
  });
  const spec = { creator, name: 'Tiny Otter', symbol: 'OTTER', uri: '', mayhem: false };
  const buy = (coin: Coin, tokens: bigint) => {
    const request = { coin, user: buyer, side: 'buy' as const, tokens, router: null, fails: false };
    chain.trade({ ...request, closes: false }, place());
  };
  const { coin: quoteCoin } = chain.create(
    { ...spec, mint: keyFor('first'), quote: QUOTES.SOL },
    0n,
    place(),
  );
  buy(quoteCoin, 5n * 10n ** 13n);
  const quote = quoteOf(quoteCoin, 3n * 10n ** 13n);
  const { coin } = chain.create({ ...spec, mint: keyFor('second'), quote }, 0n, place());
  buy(coin, 10n ** 12n);
  return { chain, quoteCoin, coin };
}

describe('accounts', () => {
  it('of mints are read by the official library, with their metadata', () => {
    expect(coins.length).toBeGreaterThan(50);
    const keys = coins.map(({ mint }) => toBase58(mint)).slice(0, 100);
    const accounts = valueIn('getMultipleAccounts', keys, { encoding: 'base64' });
    coins.slice(0, 100).forEach((coin, index) => {
      const { data, owner, space, lamports } = accounts[index];
      expect(owner).toBe(toBase58(coin.tokenProgram));
      expect(lamports).toBe(Number(market.ledger.lamports(coin.mint)));
      const info = infoOf(data, owner);
      expect(info.data.length).toBe(space);
      const mint = unpackMint(new PublicKey(keys[index]), info, info.owner);
      expect(mint).toMatchObject({ supply: coin.supply, decimals: 6, isInitialized: true });
      const { mintAuthority, freezeAuthority } = mintPowersOf(coin);
      const authorities = [mintAuthority, freezeAuthority].map((key) => key && toBase58(key));
      expect([mint.mintAuthority, mint.freezeAuthority].map((key) => key?.toBase58() ?? null)).toEqual(
        authorities,
      );
      if (coin.tokenProgram === TOKEN) return;
      const { name, symbol, uri } = unpackMetadata(
        getExtensionData(ExtensionType.TokenMetadata, mint.tlvData),
      );
      expect({ name, symbol, uri }).toEqual({ name: coin.name, symbol: coin.symbol, uri: coin.uri });
    });
  });

  it('of tokens are read by the official library, and say the same as jsonParsed', () => {
    const [largest] = valueIn('getTokenLargestAccounts', toBase58(traded().mint));
    const { data, owner } = valueIn('getAccountInfo', largest.address, { encoding: 'base64' });
    const info = infoOf(data, owner);
    const account = unpackAccount(new PublicKey(largest.address), info, info.owner);
    const { parsed } = valueIn('getAccountInfo', largest.address, { encoding: 'jsonParsed' }).data;
    expect(parsed.type).toBe('account');
    expect(parsed.info).toMatchObject({
      mint: account.mint.toBase58(),
      owner: account.owner.toBase58(),
      state: 'initialized',
      tokenAmount: { amount: String(account.amount), decimals: 6 },
    });
    expect(AccountLayout.span).toBe(165);
    if (owner === toBase58(TOKEN_2022)) expect(info.data.length).toBe(170);
  });

  it("of curves are read by the IDL's coder, and hold what the vaults hold", () => {
    const coder = new BorshAccountsCoder(PUMP_IDL);
    for (const coin of coins.slice(0, 20)) {
      const account = valueIn('getAccountInfo', toBase58(coin.keys.curve), { encoding: 'base64' });
      expect([account.owner, account.space]).toEqual([toBase58(PUMP), 151]);
      const curve = coder.decode('BondingCurve', Buffer.from(account.data[0], 'base64'));
      expect(String(curve.virtual_token_reserves)).toBe(String(coin.curve.virtualTokens));
      expect(String(curve.real_quote_reserves)).toBe(String(coin.curve.realQuote));
      expect(String(curve.creator_fee_bps)).toBe(String(coin.creatorFeeBps));
      expect(curve.quote_mint.toBase58()).toBe(toBase58(coin.quote.eventMint));
      expect([curve.complete, curve.is_mayhem_mode]).toEqual([coin.complete, coin.mayhem]);
    }
  });

  it('are null where there is none, base64 in slices, and base58 only while they are short', () => {
    const mint = toBase58(coins[0]!.mint);
    expect(valueIn('getAccountInfo', toBase58(Buffer.alloc(32, 7).toString('latin1')))).toBeNull();
    const { data } = valueIn('getAccountInfo', mint, {
      encoding: 'base64',
      dataSlice: { offset: 36, length: 8 },
    });
    expect(Buffer.from(data[0], 'base64').readBigUInt64LE()).toBe(coins[0]!.supply);
    const modern = coins.find(({ tokenProgram }) => tokenProgram === TOKEN_2022)!;
    expect(call('getAccountInfo', toBase58(modern.mint)).error.code).toBe(-32600);
  });
});

describe('tokens', () => {
  it('are the largest of all that the ledger holds, which sum up to the supply', () => {
    const held = new Map<string, bigint[]>();
    for (const [, { mint, amount }] of market.ledger.tokenAccounts())
      held.set(mint, [...(held.get(mint) ?? []), amount]);
    for (const { mint } of coins) {
      const amounts = held.get(mint)!.sort((a, b) => Number(b - a));
      expect(amountsOf(valueIn('getTokenLargestAccounts', toBase58(mint)))).toEqual(amounts.slice(0, 20));
      expect(sumOf(amounts)).toBe(BigInt(valueIn('getTokenSupply', toBase58(mint)).amount));
    }
  });

  it('of a coin that others are bought with are found with all who hold it, and with each of them', () => {
    const { chain, quoteCoin, coin } = openQuoted();
    const quoted: PublicMarket = {
      label: market.label,
      ledger: chain.ledger,
      newestSlot: 1,
      nowMs: BOUNDED_START_MS,
      recentTransactions: null,
      coin: (mint) => chain.coin(mint),
      coins: () => chain.coins(),
      socialOf: () => null,
    };
    const ask = (method: string, ...params: unknown[]) =>
      post({ jsonrpc: '2.0', id: 1, method, params }, quoted).result.value;
    const mint = toBase58(quoteCoin.mint);
    const largest = ask('getTokenLargestAccounts', mint);
    expect(sumOf(amountsOf(largest))).toBe(TOKEN_SUPPLY);
    expect(ask('getTokenSupply', mint).amount).toBe(String(TOKEN_SUPPLY));
    for (const owner of [coin.keys.curve, coin.keys.creatorVault, CURVE_FEE_RECIPIENT]) {
      const [account] = ask('getTokenAccountsByOwner', toBase58(owner), { mint }, { encoding: 'jsonParsed' });
      expect(largest.map(({ address }: { address: string }) => address)).toContain(account.pubkey);
      expect(account.account.data.parsed.info.tokenAmount.amount).not.toBe('0');
    }
  });

  it('have their largest accounts in order, twenty at most', () => {
    const largest: { amount: string; uiAmountString: string }[] = valueIn(
      'getTokenLargestAccounts',
      toBase58(traded().mint),
    );
    expect(largest).toHaveLength(20);
    const amounts = largest.map(({ amount }) => Number(amount));
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    expect(Number(largest[0]!.uiAmountString)).toBe(amounts[0]! / 1e6);
  });

  it('tell the owners of their largest accounts at once', () => {
    const mint = toBase58(traded().mint);
    const largest: { address: string; amount: string }[] = valueIn('getTokenLargestAccounts', mint);
    const keys = largest.map(({ address }) => address);
    const accounts = valueIn('getMultipleAccounts', keys, { encoding: 'jsonParsed' });
    largest.forEach(({ address, amount }, index) => {
      const { info } = accounts[index].data.parsed;
      const owner = market.ledger.token(readAddress(address)!)!.owner;
      expect(info).toMatchObject({ mint, owner: toBase58(owner), tokenAmount: { amount } });
    });
  });

  it('are found by their owner, of one mint or of one program', () => {
    const coin = traded();
    const [owner, account] = [...coin.traders].find(([, address]) => market.ledger.token(address) !== null)!;
    const mint = toBase58(coin.mint);
    const found = valueIn('getTokenAccountsByOwner', toBase58(owner), { mint }, { encoding: 'jsonParsed' });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      pubkey: toBase58(account),
      account: { data: { parsed: { info: { mint } } } },
    });
    const programId = toBase58(coin.tokenProgram);
    const all = valueIn('getTokenAccountsByOwner', toBase58(owner), { programId }, { encoding: 'base64' });
    expect(all.map(({ pubkey }: { pubkey: string }) => pubkey)).toContain(toBase58(account));
  });
});

it('balances and slots are those of the newest slot', () => {
  const { creator } = coins[0]!;
  expect(valueIn('getBalance', toBase58(creator))).toBe(Number(market.ledger.lamports(creator)));
  expect(call('getSlot', { commitment: 'processed' }).result).toBe(market.newestSlot);
  expect(call('getSlot').result).toBe(market.newestSlot - 31);
  expect(call('getHealth').result).toBe('ok');
});

it.each([
  ['no JSON', '{', -32700],
  ['no request', { id: 1 }, -32600],
  ['an empty batch', [], -32600],
  ['a batch of 101', Array(101).fill({ jsonrpc: '2.0', id: 1, method: 'getHealth' }), -32010],
  ['a method of every object', { jsonrpc: '2.0', id: 1, method: 'constructor' }, -32601],
  ['every prototype', { jsonrpc: '2.0', id: 1, method: '__proto__' }, -32601],
  ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'getNothing' }, -32601],
  ['no key', { jsonrpc: '2.0', id: 1, method: 'getBalance' }, -32602],
  ['a wrong key', { jsonrpc: '2.0', id: 1, method: 'getBalance', params: ['0OIl'] }, -32602],
  ['a short key', { jsonrpc: '2.0', id: 1, method: 'getBalance', params: ['abc'] }, -32602],
  [
    'a mint that is none',
    { jsonrpc: '2.0', id: 1, method: 'getTokenSupply', params: [toBase58(USDC)] },
    -32602,
  ],
  [
    'too many keys',
    { jsonrpc: '2.0', id: 1, method: 'getMultipleAccounts', params: [Array(101).fill(toBase58(USDC))] },
    -32602,
  ],
  [
    'a slot to come',
    { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [toBase58(USDC), { minContextSlot: 1e9 }] },
    -32016,
  ],
])('%s is refused as Agave refuses it', (_, body, code) => {
  expect(post(body)).toMatchObject({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });
});

it('a batch is answered one by one, in its order', () => {
  const ask = (id: number, method: string) => ({ jsonrpc: '2.0', id, method });
  const answers = post([ask(1, 'getHealth'), ask(2, 'nothing'), ask(3, 'getSlot')]);
  expect(answers.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
  expect(answers[1].error.code).toBe(-32601);
});

it('only keys of 32 bytes are keys', () => {
  expect(readAddress(toBase58(USDC))).toBe(USDC);
  for (const text of ['', 'abc', 'l'.repeat(40), '1'.repeat(45)]) expect(readAddress(text)).toBeNull();
});
