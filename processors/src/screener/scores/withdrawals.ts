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
  { time, quoteAmount, realQuoteReserves }: LiquidityChanged,
  now: number,
): void {
  const before = realQuoteReserves + quoteAmount;
  const share = before === 0n ? 0 : Number(quoteAmount) / Number(before);
  const kept = [...(state.withdrawals ?? []), { at: time, share }]
    .filter((withdrawal) => isOfLate(withdrawal, now))
    .sort((a, b) => a.at - b.at);
  const [oldest, next, ...others] = kept;
  state.withdrawals =
    kept.length > KEPT_MOST && oldest && next
      ? [{ at: next.at, share: 1 - leftAfter([oldest, next]) }, ...others]
      : kept;
}

/** Percent of what stood in a graduated token's pool; null where too little was seen and more may be gone. */
export function pulledPercentOf(
  { withdrawals, poolReserves }: TokenCore,
  now: number,
  sawHour: boolean,
): number | null {
  if (poolReserves === null) return null;
  const ofLate = (withdrawals ?? []).filter((withdrawal) => isOfLate(withdrawal, now));
  return countedOf((1 - leftAfter(ofLate)) * 100, sawHour, FOUND_FROM.liquidityPulled);
}
