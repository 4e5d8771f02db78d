import { SOL_DECIMALS } from '@cryptonite/contracts/amounts';
import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import type { Key } from '../decode/key.js';
import type { Context } from './context.js';

const USDT_MINT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';

/** What tokens are priced in, with its decimals: on whichever side of a pool it stands, the other side is the token. */
const QUOTE_ASSETS = new Map([
  [SOL_MINT, SOL_DECIMALS],
  [USDC_MINT, 6],
  [USDT_MINT, 6],
]);

/** Launchpad events write SOL as the zero key; layouts from before other quotes existed do not name it at all. */
export const quoteMintOf = (key: Key | undefined): string =>
  key === undefined || key.isZero ? SOL_MINT : key.toString();

/** Decimals of a quote mint: known ones by name, others from the transaction's balances, else null. */
export function quoteDecimalsOf(mint: string, { before, after }: Context): number | null {
  const known = QUOTE_ASSETS.get(mint);
  if (known !== undefined) return known;
  const balance = after.find((each) => each.mint === mint) ?? before.find((each) => each.mint === mint);
  return balance?.decimals ?? null;
}

export type PoolMints = { base: string; quote: string };

/** How a pool is seen from its token. `isInverted`: the token is the pool's quote side. */
export type PoolSides = { mint: string; quoteMint: string; isInverted: boolean };

/** Null for a pool of two quote assets, such as SOL against USDC: no token is traded there. */
export function sidesOf({ base, quote }: PoolMints): PoolSides | null {
  const isBaseAsset = QUOTE_ASSETS.has(base);
  if (isBaseAsset && QUOTE_ASSETS.has(quote)) return null;
  return isBaseAsset
    ? { mint: quote, quoteMint: base, isInverted: true }
    : { mint: base, quoteMint: quote, isInverted: false };
}
