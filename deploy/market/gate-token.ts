import { createPrivateKey, createPublicKey, hash } from 'node:crypto';
import { Accounts } from './accounts.js';
import { type Address, keyFor } from './addresses.js';
import { RENT } from './chain.js';
import { type Coin, newCoin, poolBefore, poolKeys, QUOTES, TOKEN_DECIMALS, traderAccount } from './coin.js';
import { afterBuy, INITIAL_REAL_TOKENS, quoteForBuy } from './curve.js';
import type { GateHolding } from './gate-holders.js';
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

/** As worthless, and as public: it holds one base unit less than the gate asks for by default. */
export const WORTHLESS_WALLET_BELOW = keypairOf(
  hash('sha256', 'worthless wallet of the tests, just below the gate', 'buffer'),
);

/** The same on every market, whatever its seed and layout. */
export const GATE_MINT = keyFor('gate token CRPT');

const CREATED_AT_MS = Date.UTC(2025, 9, 1);
/** Mainnet's of about that day. */
const CREATED_SLOT = 370_000_000;

/** What the test wallet holds, in base units: 1,500,000 whole tokens. */
export const GATE_TOKENS_HELD = 1_500_000n * 10n ** BigInt(TOKEN_DECIMALS);

/** What the other one holds: 999,999.999999 whole tokens. */
export const GATE_TOKENS_BELOW = 1_000_000n * 10n ** BigInt(TOKEN_DECIMALS) - 1n;

const SOL = 1_000_000_000n;

/**
 * Puts CRPT into a new market's ledger, graduated before the market began: its pool as it opened, what the curve sold
 * with the wallets of the tests, whoever is named, and its creator. Nobody else holds any. No transaction says so, no agent knows of it, and none of its accounts is any
 * launch's, so that what a seed plays stays the same byte for byte.
 */
export function openGateToken(ledger: Ledger, named: readonly GateHolding[] = []): Coin {
  const creator = keyFor('creator of CRPT');
  const spec = { mint: GATE_MINT, creator, name: 'CRPT', symbol: 'CRPT', uri: '' };
  const coin = newCoin({ ...spec, quote: QUOTES.SOL, mayhem: false }, CREATED_AT_MS, CREATED_SLOT);
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
  const held: GateHolding[] = [
    { owner: WORTHLESS_TEST_WALLET.address, tokens: GATE_TOKENS_HELD },
    { owner: WORTHLESS_WALLET_BELOW.address, tokens: GATE_TOKENS_BELOW },
    ...named,
  ];
  const sold = held.reduce((sum, { tokens }) => sum + tokens, 0n);
  const all = [...held, { owner: creator, tokens: INITIAL_REAL_TOKENS - sold }];
  all.forEach(({ owner, tokens }, index) => {
    const first = traderAccount(coin, owner);
    const account = ledger.token(first) ? keyFor(`account ${index} of CRPT`) : first;
    ledger.openToken(account, { mint, owner, program, decimals: TOKEN_DECIMALS }, creator);
    ledger.addTokens(account, tokens);
  });
  return coin;
}
