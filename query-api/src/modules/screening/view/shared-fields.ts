import type { TokenScored } from '@cryptonite/contracts/events';

/** Percent from `initial` to `current`; null where either is unknown or the first is zero. */
export function changePercent(initial: number | null, current: number | null): number | null {
  return initial === null || current === null || initial === 0 ? null : (current / initial - 1) * 100;
}

/** The token's chart: DexScreener knows a token by the account that trades it. */
export function dexUrlOf({ pool, bondingCurve, mint }: TokenScored): string {
  return `https://dexscreener.com/solana/${pool ?? bondingCurve ?? mint}`;
}

export const launchpadUrlOf = ({ mint }: TokenScored): string => `https://pump.fun/coin/${mint}`;
