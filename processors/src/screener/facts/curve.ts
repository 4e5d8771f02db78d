/** What the reserves of a bonding curve say. The curve keeps virtual token × virtual quote constant. */
import { U64_MAX } from '@cryptonite/contracts/amounts';
import { CURVE, PROGRESS } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';

type Reserves = NonNullable<TokenCore['curve']>;

/** Tokens that a curve counts beyond those it can sell: the same through its whole life. */
const VIRTUAL_ONLY = CURVE.initialVirtualTokenReserves - CURVE.initialRealTokenReserves;

/** True where the reserves are those of today's pump.fun curve, so that its constants hold. */
export const isStandardCurve = ({ priceToken, realToken }: Reserves): boolean =>
  priceToken !== null && realToken !== null && priceToken - realToken === VIRTUAL_ONLY;

/** Tokens sold ÷ tokens at the start × 100; null where either is not known. */
export function progressOf(state: TokenCore): number | null {
  if (state.completedAt !== null || state.migratedAt !== null) return PROGRESS.complete;
  const { curve } = state;
  if (curve?.realToken == null) return null;
  const initial =
    state.initialRealTokenReserves ?? (isStandardCurve(curve) ? CURVE.initialRealTokenReserves : null);
  if (initial === null || initial === 0n || curve.realToken > initial) return null;
  return (Number(initial - curve.realToken) / Number(initial)) * 100;
}

export type Completion = {
  /** Quote base units raised when the last token is sold. */
  quoteToComplete: bigint;
  /** Quote base units per token base unit then. */
  price: number;
};

/** The curve's end, from its invariant: the virtual tokens left are those that it can never sell. */
export function completionOf({ priceToken, priceQuote, realToken, realQuote }: Reserves): Completion | null {
  if (priceToken === null || priceQuote === null || realToken === null || realQuote === null) return null;
  const tokenAtEnd = priceToken - realToken;
  if (tokenAtEnd <= 0n || priceQuote <= 0n) return null;
  const invariant = priceToken * priceQuote;
  const quoteAtEnd = (invariant + tokenAtEnd - 1n) / tokenAtEnd;
  const quoteToComplete = quoteAtEnd - (priceQuote - realQuote);
  if (quoteToComplete <= 0n || quoteToComplete > U64_MAX) return null;
  return {
    quoteToComplete,
    price: Number(quoteAtEnd) / Number(tokenAtEnd),
  };
}

/** Quote base units per token base unit; null where the reserves do not tell. */
export function priceOf({
  priceToken,
  priceQuote,
}: Pick<Reserves, 'priceToken' | 'priceQuote'>): number | null {
  if (priceToken === null || priceQuote === null || priceToken <= 0n || priceQuote <= 0n) return null;
  return Number(priceQuote) / Number(priceToken);
}
