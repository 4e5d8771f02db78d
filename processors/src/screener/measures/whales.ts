/** Wallets that bought for at least 5 SOL within a window. */
import type { TokenTraders } from '../state/ledger/token-traders.js';

const MINUTE_MS = 60_000;

/** Whale buyers within each window, counted again only in a new minute or after {@link WhaleCounts.forget}. */
export class WhaleCounts {
  #minute = Number.NaN;
  h1 = 0;
  m10 = 0;
  /** What those of the hour bought less what they sold. */
  netLamports = 0n;

  forget(): void {
    this.#minute = Number.NaN;
  }

  moveTo(traders: TokenTraders, now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    Object.assign(this, traders.countWhales(now));
  }
}
