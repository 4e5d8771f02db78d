/**
 * What a pair of token and wallet costs the screener, accounts and buys of the last hour included, and how long the garbage
 * collector takes over a heap beside which there are 600,000 of them. Started with --expose-gc by the bench `memory`, which
 * hears `{ pairs, bytes, collectionMs }`.
 */
import { positionOf } from '@cryptonite/contracts/chain';
import { Ledger } from '../screener/state/ledger/ledger.js';
import { TokenAccounts } from '../screener/state/ledger/token-accounts.js';
import { TokenTraders } from '../screener/state/ledger/token-traders.js';
import { TokenWallets } from '../screener/state/ledger/token-wallets.js';
import { randomOf, START_MS, textOf, walletOf } from '../testing/journal.js';

const PAIRS = 600_000;
const TOKENS = 6_000;
const WALLETS = 250_000;
const COLLECTIONS = 5;

const random = randomOf(7);
const ledger = new Ledger();
const tokens = Array.from({ length: TOKENS }, () => {
  const wallets = new TokenWallets(ledger);
  return { accounts: new TokenAccounts(wallets), traders: new TokenTraders(wallets) };
});
for (let step = 0; ledger.wallets.size < PAIRS; step += 1) {
  // A tenth of the tokens has most of the trades.
  const { accounts, traders } = tokens[Math.floor(random() ** 3 * TOKENS)]!;
  const wallet = walletOf(Math.floor(random() * WALLETS));
  const { row } = traders.trade(wallet, START_MS + step);
  traders.buy(row, START_MS + step, BigInt(Math.floor(random() * 1e9)));
  const position = positionOf({ slot: 380_000_000 + step, transaction: 1, instruction: 999, inner: 0 });
  const amount = BigInt(Math.floor(random() * 1e15));
  accounts.set({ account: textOf('Acc', step), owner: wallet, amount, position });
}

globalThis.gc?.();
const times = Array.from({ length: COLLECTIONS }, () => {
  const startedAt = performance.now();
  globalThis.gc?.();
  return performance.now() - startedAt;
});
const collectionMs = times.sort((a, b) => a - b)[COLLECTIONS >> 1];
process.send?.({ pairs: ledger.wallets.size, bytes: ledger.bytes, collectionMs });
process.disconnect?.();
