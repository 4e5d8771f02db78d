/** Amounts of SOL and USDC in dollars and in SOL, at the SOL price of the moment. */
import { LAMPORTS_PER_SOL, SOL_DECIMALS } from '@cryptonite/contracts/amounts';
import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';

export const USDC_DECIMALS = 6;
const MICROS = 1_000_000n;

/** Base-unit decimals of a quote that this product knows by itself; null for others. */
export function decimalsOf(quoteMint: string): number | null {
  if (quoteMint === SOL_MINT) return SOL_DECIMALS;
  return quoteMint === USDC_MINT ? USDC_DECIMALS : null;
}

let last = { usd: '0', micros: 0n };

/** A decimal string in dollars as millionths of a dollar; further digits are cut. Many trades ask for one price. */
export function microsOf(usd: string): bigint {
  if (last.usd === usd) return last.micros;
  const [whole = '0', fraction = ''] = usd.split('.');
  const micros = BigInt(whole) * MICROS + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
  last = { usd, micros };
  return micros;
}

/** Millionths of a dollar; null where the quote's price is not known. */
export function usdMicrosOf(amount: bigint, quoteMint: string, solPriceUsd: string | null): bigint | null {
  if (quoteMint === USDC_MINT) return amount;
  if (quoteMint !== SOL_MINT || solPriceUsd === null) return null;
  return (amount * microsOf(solPriceUsd)) / LAMPORTS_PER_SOL;
}

/** The worth of an amount in lamports; null where it is not known. */
export function lamportsOf(amount: bigint, quoteMint: string, solPriceUsd: string | null): bigint | null {
  if (quoteMint === SOL_MINT) return amount;
  const usdMicros = usdMicrosOf(amount, quoteMint, solPriceUsd);
  const solMicros = solPriceUsd === null ? 0n : microsOf(solPriceUsd);
  return usdMicros === null || solMicros === 0n ? null : (usdMicros * LAMPORTS_PER_SOL) / solMicros;
}
