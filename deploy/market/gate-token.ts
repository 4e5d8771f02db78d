import { createPrivateKey, createPublicKey, hash } from 'node:crypto';
import { Accounts } from './accounts.js';
import { type Address, keyFor } from './addresses.js';
import { RENT } from './chain.js';
import { type Coin, newCoin, poolBefore, poolKeys, QUOTES, TOKEN_DECIMALS, traderAccount } from './coin.js';
import { afterBuy, INITIAL_REAL_TOKENS, quoteForBuy } from './curve.js';
import type { Ledger } from './ledger.js';
import { openPool } from './pool.js';
import { moveQuote } from './pool-payments.js';

/** A wallet that can sign. */
export interface Keypair {
  address: Address;
  /** 64 bytes as Solana's tools keep them: the seed, then the public key. */
  secretKey: Buffer;
}

/** DER of an Ed25519 private key up to its seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

function keypairOf(seed: Buffer): Keypair {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { address: publicKey.toString('latin1'), secretKey: Buffer.concat([seed, publicKey]) };
}

/**
 * For tests alone, and worthless: its secret follows from the line below, which everybody can read. It holds the gate
 * token on every simulated market and must never hold anything on a real chain.
 */
export const WORTHLESS_TEST_WALLET = keypairOf(hash('sha256', 'worthless wallet of the tests', 'buffer'));

/** The same on every market, whatever its seed and layout. */
export const GATE_MINT = keyFor('gate token CRPT');

const CREATED_AT_MS = Date.UTC(2025, 9, 1);

/** What the test wallet holds, in base units: 1,500,000 whole tokens. */
export const GATE_TOKENS_HELD = 1_500_000n * 10n ** BigInt(TOKEN_DECIMALS);

const SOL = 1_000_000_000n;

/**
 * Puts CRPT into a new market's ledger, graduated before the market began: its pool as it opened, what the curve sold
 * with the test wallet and its creator. No transaction says so, no agent knows of it, and none of its accounts is any
 * launch's, so that what a seed plays stays the same byte for byte.
 */
export function openGateToken(ledger: Ledger): Coin {
  const creator = keyFor('creator of CRPT');
  const spec = { mint: GATE_MINT, creator, name: 'CRPT', symbol: 'CRPT', uri: '' };
  const coin = newCoin({ ...spec, quote: QUOTES.SOL, mayhem: false }, CREATED_AT_MS);
  const { mint, keys, tokenProgram: program } = coin;
  const keysOfPool = poolKeys(coin);
  coin.poolKeys = keysOfPool;
  coin.curve = afterBuy(coin.curve, INITIAL_REAL_TOKENS, quoteForBuy(coin.curve, INITIAL_REAL_TOKENS));
  coin.complete = true;
  const pool = openPool(poolBefore(coin).quote);
  coin.pool = pool;

  const accounts = new Accounts(ledger);
  ledger.addLamports(creator, 100n * SOL);
  ledger.moveLamports(creator, mint, RENT.mint);
  ledger.moveLamports(creator, keys.curve, RENT.curve);
  ledger.openToken(keys.vault, { mint, owner: keys.curve, program, decimals: TOKEN_DECIMALS }, creator);
  accounts.openPoolAccounts(coin, keysOfPool, creator);
  ledger.addTokens(keysOfPool.base, pool.base);
  moveQuote(ledger, coin, creator, keysOfPool.quote, pool.quote);
  moveQuote(ledger, coin, creator, keysOfPool.boostVault, pool.virtualQuote);
  ledger.moveLamports(creator, WORTHLESS_TEST_WALLET.address, SOL);
  const held: [Address, bigint][] = [
    [WORTHLESS_TEST_WALLET.address, GATE_TOKENS_HELD],
    [creator, INITIAL_REAL_TOKENS - GATE_TOKENS_HELD],
  ];
  for (const [owner, tokens] of held) {
    accounts.openTrader(coin, owner, creator);
    ledger.addTokens(traderAccount(coin, owner), tokens);
  }
  return coin;
}
