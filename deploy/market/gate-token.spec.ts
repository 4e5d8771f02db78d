import { createPublicKey, verify } from 'node:crypto';
import { web3 } from '@coral-xyz/anchor';
import { describe, expect, it } from 'vitest';
import { type Address, keyFor, toBase58, WRAPPED_SOL } from './addresses.js';
import { TOKEN_SUPPLY } from './curve.js';
import type { GateHolding } from './gate-holders.js';
import {
  GATE_MINT,
  GATE_TOKENS_HELD,
  openGateToken,
  WORTHLESS_TEST_WALLET,
  WORTHLESS_WALLET_BELOW,
} from './gate-token.js';
import type { LayoutName } from './layouts.js';
import { Ledger } from './ledger.js';
import { Market } from './market.js';
import { BOUNDED_START_MS } from './market-source.js';
import type { PublicMarket } from './public-market.js';
import { serveDexScreener } from './services/dexscreener.js';
import { servePrices } from './services/prices.js';
import { serveRpc } from './services/rpc.js';
import { clockOf } from './slot-clock.js';

const open = (seed: number, layout: LayoutName = '2026-10b', gateHolders: GateHolding[] = []): Market =>
  new Market({ seed, layout, gateHolders, startSlot: clockOf(layout).slotAt(BOUNDED_START_MS), activity: 1 });
const asking = (path: string, method = 'GET', body = '') => ({
  method,
  url: new URL(path, 'http://localhost'),
  headers: {},
  body,
});
const ask = (market: PublicMarket, method: string, ...params: unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return JSON.parse(String(serveRpc(asking('/', 'POST', body), market)!.body)).result.value;
};
const mint = toBase58(GATE_MINT);
const wallet = toBase58(WORTHLESS_TEST_WALLET.address);

describe('the test wallet', () => {
  it('is a key pair as Solana’s tools keep it, which signs', () => {
    const { secretKey, publicKey } = web3.Keypair.fromSecretKey(WORTHLESS_TEST_WALLET.secretKey);
    expect(publicKey.toBase58()).toBe(wallet);
    const said = new web3.Transaction({ recentBlockhash: wallet, feePayer: publicKey });
    said.add(web3.SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports: 1 }));
    said.sign({ publicKey, secretKey });
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey.toBuffer()]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, said.serializeMessage(), key, said.signature!)).toBe(true);
  });
});

describe('the gate token', () => {
  it.each<[number, LayoutName]>([
    [1, '2026-10b'],
    [7, '2026-10b'],
    [7, '2024-08'],
  ])('is held by the test wallet before the first slot, with seed %i and layout %s', (seed, layout) => {
    const market = open(seed, layout);
    const [held, ...others] = ask(
      market,
      'getTokenAccountsByOwner',
      wallet,
      { mint },
      { encoding: 'jsonParsed' },
    );
    expect(others).toEqual([]);
    const { info } = held.account.data.parsed;
    expect(info).toMatchObject({ mint, owner: wallet, state: 'initialized' });
    expect(info.tokenAmount.uiAmount).toBeGreaterThanOrEqual(1_000_000);
    const balance = ask(market, 'getTokenAccountBalance', held.pubkey);
    expect(balance).toEqual(info.tokenAmount);
    expect(BigInt(balance.amount)).toBe(GATE_TOKENS_HELD);
    expect(ask(market, 'getBalance', wallet)).toBeGreaterThan(0);
  });

  it('is held as told by who is named, by the wallet below the gate, and by nobody else', () => {
    const named = keyFor('somebody who is named');
    const market = open(7, '2026-10b', [
      { owner: named, tokens: 400_000_000_000n },
      { owner: named, tokens: 600_000_000_001n },
    ]);
    const amounts = (owner: Address) =>
      ask(market, 'getTokenAccountsByOwner', toBase58(owner), { mint }, { encoding: 'base64' }).map(
        ({ account }: { account: { data: [string] } }) =>
          Buffer.from(account.data[0], 'base64').readBigUInt64LE(64),
      );
    expect(amounts(named)).toEqual([400_000_000_000n, 600_000_000_001n]);
    expect(amounts(WORTHLESS_WALLET_BELOW.address)).toEqual([999_999_999_999n]);
    expect(amounts(keyFor('somebody else'))).toEqual([]);
    const largest: { amount: string }[] = ask(market, 'getTokenLargestAccounts', mint);
    expect(largest.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(TOKEN_SUPPLY);
  });

  it('has its mint, named CRPT and without powers, and its whole supply', () => {
    const market = open(7);
    const { data, owner } = ask(market, 'getAccountInfo', mint, { encoding: 'jsonParsed' });
    expect(data.program).toBe('spl-token-2022');
    expect(owner).toBe('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
    const { extensions, mintAuthority, freezeAuthority } = data.parsed.info;
    expect([mintAuthority, freezeAuthority]).toEqual([null, null]);
    expect(extensions.map(({ extension }: { extension: string }) => extension)).toEqual([
      'metadataPointer',
      'tokenMetadata',
    ]);
    expect(extensions[1].state).toMatchObject({ name: 'CRPT', symbol: 'CRPT' });
    expect(ask(market, 'getTokenSupply', mint).amount).toBe(String(TOKEN_SUPPLY));
    const largest: { amount: string; address: string }[] = ask(market, 'getTokenLargestAccounts', mint);
    expect(largest.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(TOKEN_SUPPLY);
  });

  it('has graduated: its curve is complete and empty, its pool holds what its price says', () => {
    const market = open(7);
    const coin = market.coin(GATE_MINT)!;
    expect(coin.complete).toBe(true);
    expect(coin.curve.realTokens).toBe(0n);
    expect(market.ledger.tokenAmount(coin.keys.vault)).toBe(0n);
    expect(market.ledger.tokenAmount(coin.poolKeys!.base)).toBe(coin.pool!.base);
    expect(market.ledger.tokenAmount(coin.poolKeys!.quote)).toBe(coin.pool!.quote);
    expect(ask(market, 'getAccountInfo', toBase58(coin.keys.curve), { encoding: 'base64' }).space).toBe(151);
    const prices = JSON.parse(String(servePrices(asking(`/price/v3?ids=${mint}`), market, 7)!.body));
    // 85 SOL for a fifth of a billion.
    expect(prices[mint].usdPrice).toBeGreaterThan(1e-5);
    expect(prices[mint].usdPrice).toBeLessThan(1e-3);
  });

  it('is on no list of the market, and in no transaction', () => {
    const market = open(7);
    const ledger = new Ledger();
    openGateToken(ledger);
    const own = new Set<Address>([GATE_MINT, WORTHLESS_TEST_WALLET.address, WORTHLESS_WALLET_BELOW.address]);
    for (const [account, { owner }] of ledger.tokenAccounts()) own.add(account).add(owner);
    for (let slots = 0; slots < 400; slots++)
      for (const update of market.next())
        if (update.kind === 'transaction')
          expect(update.accounts.filter((account) => own.has(account))).toEqual([]);
    const coins = [...market.coins()];
    expect(coins.length).toBeGreaterThan(20);
    expect(coins.filter((coin) => coin.mint === GATE_MINT)).toEqual([]);
    const profiles = serveDexScreener(asking('/token-profiles/latest/v1'), { seed: 7, market });
    expect(String(profiles?.body)).not.toContain(mint);
    expect(market.socialOf(GATE_MINT)).toBeNull();
  });

  it('leaves nothing but its own accounts in a ledger', () => {
    const ledger = new Ledger();
    const coin = openGateToken(ledger);
    ledger.begin();
    const shared = [...ledger.tokenAccounts()].filter(
      ([, { mint: held, owner }]) =>
        held !== GATE_MINT &&
        !(held === WRAPPED_SOL && [coin.poolKeys!.pool, coin.poolKeys!.boostAuthority].includes(owner)),
    );
    expect(shared).toEqual([]);
  });
});
