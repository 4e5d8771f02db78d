/** Wallets that bought for at least 5 SOL within a window. */
import type { TokenTraders } from '../state/ledger/token-traders.js';

const MINUTE_MS = 60_000;

/** Whale buyers within each window, counted by a walk over them in a new minute, and kept current in between. */
export class WhaleCounts {
  /** NaN where nobody was counted. */
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

  /** Whoever lets the trader of a row trade says so with -1 before, and with 1 after. */
  add(traders: TokenTraders, row: number, by: 1 | -1): void {
    if (!Number.isNaN(this.#minute)) traders.addWhale(this, row, this.#minute * MINUTE_MS, by);
  }
}
