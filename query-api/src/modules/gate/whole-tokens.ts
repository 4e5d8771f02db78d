import type { TokenAmount } from '../../platform/solana/solana-rpc.js';

/** As many as every double tells apart. */
const DIGITS = 15;

/** Whole tokens as a number, its digits beyond the fifteenth cut off: whoever holds too little never seems to hold enough. */
export function wholeTokens({ units, decimals }: TokenAmount): number {
  const digits = String(units);
  const kept = digits
    .slice(0, DIGITS)
    .padEnd(digits.length, '0')
    .padStart(decimals + 1, '0');
  const point = kept.length - decimals;
  return Number(`${kept.slice(0, point)}.${kept.slice(point)}`);
}

export const isEnough = ({ units, decimals }: TokenAmount, minimum: number): boolean =>
  units >= BigInt(minimum) * 10n ** BigInt(decimals);
