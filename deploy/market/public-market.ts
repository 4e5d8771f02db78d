import type { SourceLabel } from '@cryptonite/provider/server.js';
import type { Address } from './addresses.js';
import type { Coin } from './coin.js';
import type { Ledger } from './ledger.js';
import type { RecentTransactions } from './recent-transactions.js';

/** How much a launch is talked about, as its agents make it: noisy, and for sale. */
export interface SocialSignal {
  /** Posts that name the launch, by minute since its creation, oldest first; what is past does not change. */
  postsByMinute: readonly number[];
  /** Of the launch's own account, where it has one. */
  followers: number;
  isVerified: boolean;
}

/** What anybody may see of a market: its chain as it stands, and what is said of its launches. Never the truth. */
export interface PublicMarket {
  readonly label: SourceLabel;
  readonly ledger: Ledger;
  /** The newest slot that was produced. */
  readonly newestSlot: number;
  /** Start of the newest slot. */
  readonly nowMs: number;
  /** What was sent lately; null where nobody keeps it. */
  readonly recentTransactions: RecentTransactions | null;
  /** A launch that still has accounts here, or the gate token. */
  coin(mint: Address): Coin | null;
  /** The launches in the order of their creation. */
  coins(): Iterable<Coin>;
  socialOf(mint: Address): SocialSignal | null;
}
