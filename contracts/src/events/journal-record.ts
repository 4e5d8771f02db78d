import { z } from 'zod';
import { Address, Mint, Signature, Slot, TimeMs } from '../chain/index.js';
import { AuthorityObserved } from './authority-observed.js';
import { BalanceChanged } from './balance-changed.js';
import { CurveCompleted } from './curve-completed.js';
import { FeesSwept } from './fees-swept.js';
import { LaunchCreated } from './launch-created.js';
import { LiquidityChanged } from './liquidity-changed.js';
import { Migrated } from './migrated.js';
import { PoolBoosted } from './pool-boosted.js';
import { PoolCreated } from './pool-created.js';
import { Source } from './shared.js';
import { GapDetected, SlotConfirmed, SlotRolledBack } from './slot-facts.js';
import { SolPriceObserved } from './sol-price-observed.js';
import { TradeExecuted } from './trade-executed.js';

export const Fact = z.discriminatedUnion('kind', [
  LaunchCreated,
  TradeExecuted,
  CurveCompleted,
  PoolCreated,
  Migrated,
  LiquidityChanged,
  PoolBoosted,
  FeesSwept,
  BalanceChanged,
  AuthorityObserved,
  SlotConfirmed,
  SlotRolledBack,
  GapDetected,
  SolPriceObserved,
]);
export type Fact = z.infer<typeof Fact>;
export type FactKind = Fact['kind'];

/**
 * One record of `tokens.journal`: the facts of one transaction about one mint, in the order of their positions;
 * or, with `mint` null, facts about no single token, which stand in every partition.
 */
export const JournalRecord = z.object({
  v: z.literal(1),
  mint: Mint.nullable(),
  slot: Slot,
  /** Chain time of the record; also its Kafka timestamp. */
  time: TimeMs,
  signature: Signature.nullable(),
  feePayer: Address.nullable(),
  source: Source,
  facts: z.array(Fact).min(1).max(5_000),
});
export type JournalRecord = z.infer<typeof JournalRecord>;

/** The Kafka header with the wall-clock time, in ms, at which the transaction reached ingest: for latency only, not part of the payload. */
export const RECEIVED_AT_HEADER = 'received-at';
