import type { Address } from './addresses.js';
import type { TradeRequest } from './chain.js';
import type { Coin, CoinSpec } from './coin.js';
import type { WaitingFees } from './curve.js';
import type { RouteRequest } from './multi-hop.js';

/** What a wallet does next; whoever asked executes it before asking for more, since later choices depend on it. */
export type Action =
  | { kind: 'launch'; spec: CoinSpec; tokens: bigint; created: (coin: Coin) => void }
  /** `isUrgent`: with a tip to the block's builder. */
  | { kind: 'trade'; request: TradeRequest; isUrgent: boolean }
  /** Trades in one transaction. */
  | { kind: 'together'; requests: readonly TradeRequest[]; isUrgent: boolean }
  /** `isBoosted` false: while the launchpad has boosts off. */
  | { kind: 'migrate'; coin: Coin; isBoosted: boolean }
  /** Into a pool or out of it, for exactly so many LP tokens. */
  | { kind: 'deposit' | 'withdraw'; coin: Coin; user: Address; lpTokens: bigint }
  /** A trade over two pools, or a pool and a curve. */
  | { kind: 'swap'; request: RouteRequest }
  /** Pays out fees that wait. */
  | { kind: 'sweep'; coin: Coin; venue: 'curve' | 'pool'; bucket: keyof WaitingFees; payer: Address }
  /** SOL from wallet to wallet: a transaction that names no launchpad. */
  | { kind: 'fund'; from: Address; to: Address; lamports: bigint }
  /** A holder's tokens cease to be, without a launchpad. */
  | { kind: 'burn'; coin: Coin; owner: Address; tokens: bigint }
  /** A launch's tokens from wallet to wallet, without a launchpad. */
  | { kind: 'send'; coin: Coin; from: Address; to: Address; tokens: bigint; isChecked: boolean };
