import type { Address } from './addresses.js';
import { type Call, transferTokens } from './call.js';
import { type Coin, isSol } from './coin.js';
import type { Ledger } from './ledger.js';

/**
 * Moves a coin's quote in the ledger. Wrapped SOL is lamports and tokens at once; a source that is no wrapped account
 * gives lamports alone.
 */
export function moveQuote(
  ledger: Ledger,
  { quote }: Coin,
  source: Address,
  to: Address,
  amount: bigint,
): void {
  if (!isSol(quote)) {
    ledger.moveTokens(source, to, amount);
    return;
  }
  ledger.moveLamports(source, to, amount);
  if (ledger.token(source)) ledger.addTokens(source, -amount);
  ledger.addTokens(to, amount);
}

/** The call that transfers a coin's quote. */
export function transferQuote(
  { quote }: Coin,
  source: Address,
  destination: Address,
  authority: Address,
  amount: bigint,
): Call {
  const { tokenProgram: program, mint, decimals } = quote;
  return transferTokens({ program, source, mint, destination, authority, amount, decimals });
}
