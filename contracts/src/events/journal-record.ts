import { z } from 'zod';
import { Address, Mint, Signature, Slot, TimeMs } from '../chain/index.js';
import { AuthorityObserved } from './authority-observed.js';
import { BalanceChanged } from './balance-changed.js';
import { CurveCompleted } from './curve-completed.js';
import { FeesSwept } from './fees-swept.js';
import { HoldersObserved } from './holders-observed.js';
import { LaunchCreated } from './launch-created.js';
import { LikenessObserved } from './likeness-observed.js';
import { LiquidityChanged } from './liquidity-changed.js';
import { MetadataResolved } from './metadata-resolved.js';
import { Migrated } from './migrated.js';
import { MintObserved } from './mint-observed.js';
import { PoolBoosted } from './pool-boosted.js';
import { PoolCreated } from './pool-created.js';
import { QuotePriceObserved } from './quote-price-observed.js';
import { Source } from './shared.js';
import { GapDetected, SlotConfirmed, SlotRolledBack } from './slot-facts.js';
import { SocialObserved } from './social-observed.js';
import { SolPriceObserved } from './sol-price-observed.js';
import { SupplyChanged } from './supply-changed.js';
import { TokenBoosted } from './token-boosted.js';
import { TradeExecuted } from './trade-executed.js';
import { VolumePlaceObserved } from './volume-place-observed.js';
import { WebsiteObserved } from './website-observed.js';

/** What enrichers answer: facts of no transaction, about one token, from outside the chain. */
export const Answer = z.discriminatedUnion('kind', [
  MetadataResolved,
  TokenBoosted,
  SocialObserved,
  MintObserved,
  HoldersObserved,
  LikenessObserved,
  WebsiteObserved,
  VolumePlaceObserved,
]);
export type Answer = z.infer<typeof Answer>;

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
  SupplyChanged,
  SlotConfirmed,
  SlotRolledBack,
  GapDetected,
  SolPriceObserved,
  QuotePriceObserved,
  ...Answer.options,
]);
export type Fact = z.infer<typeof Fact>;
export type FactKind = Fact['kind'];

/**
 * One record of `tokens.journal`: the facts of one transaction about one mint, in the order of their positions;
 * or, with `mint` null, facts about no single token, which stand in every partition. An answer stands in a record of its
 * own, without signature and fee payer.
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

const ANSWER_KINDS: ReadonlySet<string> = new Set(Answer.options.map(({ shape }) => shape.kind.value));

/**
 * Whether a record holds an answer rather than what the chain says. Answers are never written twice, and may come long
 * after the slot that they name.
 */
export const isAnswer = ({ mint, signature, facts }: JournalRecord): boolean =>
  mint !== null && signature === null && ANSWER_KINDS.has(facts[0]?.kind ?? '');

/** The Kafka header with the wall-clock time, in ms, at which the transaction reached ingest: for latency only, not part of the payload. */
export const RECEIVED_AT_HEADER = 'received-at';
