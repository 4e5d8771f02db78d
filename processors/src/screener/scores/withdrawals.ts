/** What was taken out of a token's pool of late. */
import type { LiquidityChanged } from '@cryptonite/contracts/events';
import { countedOf, FOUND_FROM, WINDOW_MS } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';

type Withdrawal = NonNullable<TokenCore['withdrawals']>[number];

/** Of more the two oldest are one, at the time of the later. */
const KEPT_MOST = 16;

const isOfLate = ({ at }: Withdrawal, now: number): boolean => now - at < WINDOW_MS.h1;
/** What several leave of the quote. */
const leftAfter = (withdrawals: readonly Withdrawal[]): number =>
  withdrawals.reduce((left, { share }) => left * (1 - share), 1);

/** Each by its own share: what is bought and sold between two of them changes neither. */
export function noteWithdrawal(
  state: TokenCore,
  { time, tokenAmount, quoteAmount, realTokenReserves, realQuoteReserves }: LiquidityChanged,
  now: number,
): void {
  const before = realQuoteReserves + quoteAmount;
  const share = before === 0n ? 0 : Number(quoteAmount) / Number(before);
  const earlier = (state.withdrawals ?? []).filter((withdrawal) => isOfLate(withdrawal, now));
  const kept = [...earlier, { at: time, share }]
    .filter((withdrawal) => isOfLate(withdrawal, now))
    .sort((a, b) => a.at - b.at);
  const [oldest, next, ...others] = kept;
  state.withdrawals =
    kept.length > KEPT_MOST && oldest && next
      ? [{ at: next.at, share: 1 - leftAfter([oldest, next]) }, ...others]
      : kept;
  const left = leftAfter(kept);
  const percent = (1 - left) * 100;
  if (percent < FOUND_FROM.liquidityPulled) return;
  // Each took of what those before it left; where that was nothing, of what came in since.
  const depthBefore = depthOf(realTokenReserves + tokenAmount, before) / (leftAfter(earlier) || 1);
  state.pulled = {
    depthBefore: Math.max(depthBefore, state.pulled?.depthBefore ?? 0),
    percent: Math.max(percent, state.pulled?.percent ?? 0),
  };
}

/** The square root of the reserves' product: what buys and sells leave as it is, and liquidity moves. */
const depthOf = (token: bigint, quote: bigint): number => Math.sqrt(Number(token) * Number(quote));

/**
 * Liquidity that was pulled is back with more than half of what stood there: what was taken out is over.
 * @returns whether it came back now
 */
export function noteReturn(state: TokenCore): boolean {
  const { pulled, poolReserves } = state;
  if (!pulled || poolReserves === null) return false;
  const { realToken, realQuote } = poolReserves;
  if (realToken === null || realQuote === null) return false;
  if (2 * depthOf(realToken, realQuote) <= pulled.depthBefore) return false;
  state.pulled = null;
  state.withdrawals = null;
  return true;
}

/** Percent of what stood in a graduated token's pool, until it is back; null where too little was seen and more may be gone. */
export function pulledPercentOf(
  { withdrawals, pulled, poolReserves }: TokenCore,
  now: number,
  sawHour: boolean,
): number | null {
  if (poolReserves === null) return null;
  const ofLate = (withdrawals ?? []).filter((withdrawal) => isOfLate(withdrawal, now));
  const percent = Math.max((1 - leftAfter(ofLate)) * 100, pulled?.percent ?? 0);
  return countedOf(percent, sawHour, FOUND_FROM.liquidityPulled);
}
