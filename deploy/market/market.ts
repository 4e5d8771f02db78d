import { createHash } from 'node:crypto';
import { Random } from '@cryptonite/provider/random.js';
import type { SourceLabel } from '@cryptonite/provider/server.js';
import type { Update } from '@cryptonite/provider/update.js';
import { SlotStatus, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { Action } from './action.js';
import type { Address } from './addresses.js';
import type { LiquidityPlan } from './agents/liquidity-provider.js';
import { REGIMES, type Regime } from './agents/pace.js';
import { Play } from './agents/play.js';
import type { Truth } from './agents/truth.js';
import type { Place, Priority } from './call.js';
import { Chain } from './chain.js';
import type { Coin } from './coin.js';
import { NO_BYTES } from './encode-transaction.js';
import type { GateHolding } from './gate-holders.js';
import { GATE_MINT, openGateToken } from './gate-token.js';
import type { LayoutName } from './layouts.js';
import type { Ledger } from './ledger.js';
import type { PublicMarket, SocialSignal } from './public-market.js';
import type { RecentTransactions } from './recent-transactions.js';
import { clockOf, type SlotClock } from './slot-clock.js';

/** How a market names itself to those who ask what they read. */
export const marketLabel = (seed: number): SourceLabel => ({
  package: 'cryptonite-market',
  version: '0.1.0',
  source: { kind: 'market', name: `market simulator, seed ${seed}` },
});

/** Blocks run behind slots by those that were skipped since genesis. */
const SKIPPED_BEFORE = 21_900_000;

const SKIPPED_SHARE = 0.02;

/**
 * Readers take a slot for lost that is not confirmed when the chain is a thousand slots past it, and the slots skipped to
 * may have no block either: nine in a row hardly ever.
 */
const LONGEST_SKIP = 100;

/** Slots until two thirds of the stake have voted, and until a block is rooted. */
const CONFIRMED_AFTER = 1;
const FINALIZED_AFTER = 31;

export interface MarketOptions {
  seed: number;
  startSlot: number;
  /** Multiplies the launches; 1 is as many as the chain has, by day more and by night less. */
  activity: number | ((timeMs: number) => number);
  /** How many launches graduate; `high`, that of October 2026, unless told otherwise. */
  regime?: Regime;
  /** How the programs speak: the newest layout unless told otherwise. */
  layout?: LayoutName;
  /** Launches after which there are no more; infinite unless told otherwise. */
  launches?: number;
  /** Who puts liquidity into which pools, and when it is pulled: nobody unless told, as for tests and proofs alone. */
  liquidity?: readonly LiquidityPlan[];
  /**
   * False leaves failed transactions without bytes, signature and accounts, and statuses but the confirmed without bytes:
   * who subscribes to the launchpads' successful transactions is sent none of these (`isForLaunchpads`).
   */
  encodesAll?: boolean;
  /** The block that the first one follows; unless told otherwise one that nobody saw. */
  before?: Pick<Block, 'slot' | 'hash' | 'height'>;
  /** Where what was sent is kept for those who ask the market; unless given, nowhere. */
  recentTransactions?: RecentTransactions;
  /** Who else holds the gate token, beside the wallets of the tests. */
  gateHolders?: readonly GateHolding[];
  /** Hears what a launch really was, once nobody plays in it any more. */
  onTruth?: (truth: Truth, isOver: boolean) => void;
}

/** What those pay who must be first. */
const URGENT = { computeUnits: 200_000, microLamportsPerUnit: 2_000_000n, tipLamports: 1_000_000n };

interface Block {
  slot: number;
  parent: number;
  hash: Buffer;
  height: number;
}

/** Limits that wallets and bots ask for; all of them suffice for what is done here. */
const UNIT_LIMITS = [200_000, 200_000, 250_000, 300_000, 400_000];
const MOST_MICRO_LAMPORTS = 5_000_000;

/** About 0.00005 SOL for most, up to 0.002 SOL: an assumption, as are the shares of the limits. */
const drawBid = (random: Random): Priority => ({
  computeUnits: random.pick(UNIT_LIMITS),
  microLamportsPerUnit: BigInt(Math.round(Math.min(random.lognormal(200_000, 1.4), MOST_MICRO_LAMPORTS))),
  tipLamports: 0n,
});

/** The market's life slot by slot: equal options give equal bytes. */
export class Market implements PublicMarket {
  readonly label: SourceLabel;
  readonly recentTransactions: RecentTransactions | null;
  readonly clock: SlotClock;
  readonly #chain: Chain;
  readonly #gateToken: Coin;
  readonly #play: Play;
  readonly #random: Random;
  /** Draws what transactions bid, apart from what happens. */
  readonly #bids: Random;
  readonly #label: string;
  readonly #encodesStatuses: boolean;
  readonly #before: MarketOptions['before'];
  readonly #blocks: Block[] = [];
  #slot: number;
  #height: number;

  constructor(options: MarketOptions) {
    const {
      seed,
      startSlot,
      activity,
      regime = 'high',
      layout,
      launches = Infinity,
      liquidity = [],
      encodesAll = true,
      before,
      recentTransactions = null,
      gateHolders,
      onTruth,
    } = options;
    this.label = marketLabel(seed);
    this.recentTransactions = recentTransactions;
    this.clock = clockOf(layout);
    this.#chain = new Chain(layout, encodesAll);
    this.#gateToken = openGateToken(this.#chain.ledger, gateHolders);
    this.#encodesStatuses = encodesAll;
    this.#label = `market ${seed} from slot ${startSlot}`;
    this.#random = new Random(this.#label);
    this.#bids = new Random(`${this.#label}:bids`);
    this.#slot = startSlot;
    this.#before = before;
    this.#height = before ? before.height + 1 : startSlot - SKIPPED_BEFORE;
    this.#play = new Play(this.#chain, {
      label: this.#label,
      startMs: this.clock.startMs(startSlot),
      graduationRate: REGIMES[regime],
      launches,
      liquidity,
      activity: typeof activity === 'number' ? () => activity : activity,
      ...(onTruth && { onTruth }),
    });
  }

  /** The slot that comes next. */
  get slot(): number {
    return this.#slot;
  }

  get launched(): number {
    return this.#play.launched;
  }

  /** Whether all launches have been and nobody plays in them any more. */
  get isOver(): boolean {
    return this.#play.nextMs === Number.POSITIVE_INFINITY;
  }

  /** Leaves out slots in which nothing would happen, as a chain does that nobody produces blocks for. */
  skipQuiet(): void {
    if (!this.isOver) this.skipTo(Math.min(this.clock.slotAt(this.#play.nextMs), this.#slot + LONGEST_SKIP));
  }

  /** Tells the truth of the launches that are still open, once. */
  close(): void {
    this.#play.close();
  }

  get newestSlot(): number {
    return this.#slot - 1;
  }

  get nowMs(): number {
    return this.clock.startMs(this.newestSlot);
  }

  get ledger(): Ledger {
    return this.#chain.ledger;
  }

  coin(mint: Address): Coin | null {
    return mint === GATE_MINT ? this.#gateToken : this.#chain.coin(mint);
  }

  coins(): Iterable<Coin> {
    return this.#chain.coins();
  }

  socialOf(mint: Address): SocialSignal | null {
    return this.#play.launchOf(mint)?.social(this.nowMs) ?? null;
  }

  /** Leaves out slots, as a chain does that nobody produces blocks for. */
  skipTo(slot: number): void {
    this.#slot = Math.max(this.#slot, slot);
  }

  /** Produces the next slot with at most so many transactions; a skipped slot gives nothing. */
  next(maxTransactions = Number.POSITIVE_INFINITY): Update[] {
    const slot = this.#slot++;
    if (this.#blocks.length > 0 && this.#random.chance(SKIPPED_SHARE)) return [];
    const parent = this.#blocks.at(-1) ?? this.#before;
    const hash = createHash('sha256').update(`${this.#label}:block:${slot}`).digest();
    const block = { slot, parent: parent?.slot ?? slot - 1, hash, height: this.#height++ };
    const transactions = this.#transactions(block, parent?.hash ?? hash, maxTransactions);
    this.#blocks.push(block);
    const updates = [
      this.#status(block, SlotStatus.SLOT_FIRST_SHRED_RECEIVED),
      this.#status(block, SlotStatus.SLOT_CREATED_BANK),
      ...transactions,
      this.#status(block, SlotStatus.SLOT_COMPLETED),
      this.#meta(block, parent?.hash ?? hash, transactions.length),
      this.#status(block, SlotStatus.SLOT_PROCESSED),
      ...this.#aged(CONFIRMED_AFTER, SlotStatus.SLOT_CONFIRMED),
      ...this.#aged(FINALIZED_AFTER, SlotStatus.SLOT_FINALIZED),
    ];
    this.recentTransactions?.note(updates);
    return updates;
  }

  /** The statuses still owed to the last blocks, when no more blocks come: slots pass by, and nobody produces any. */
  settle(): Update[] {
    this.#slot += FINALIZED_AFTER;
    this.recentTransactions?.end(this.newestSlot);
    const owed = (after: number, status: SlotStatus): Update[] =>
      this.#blocks.slice(-after).map((block) => this.#status(block, status));
    return [
      ...owed(CONFIRMED_AFTER, SlotStatus.SLOT_CONFIRMED),
      ...owed(FINALIZED_AFTER, SlotStatus.SLOT_FINALIZED),
    ];
  }

  #transactions({ slot }: Block, recentBlockhash: Buffer, max: number): Update[] {
    const fromMs = this.clock.startMs(slot);
    const updates: Update[] = [];
    const { slotMs } = this.clock;
    // Votes and strangers' transactions take the places in between.
    let index = this.#random.below(20);
    if (max <= 0) return updates;
    for (const action of this.#play.until(fromMs, fromMs + slotMs)) {
      const place = {
        slot,
        index,
        timeS: Math.floor(fromMs / 1_000),
        sentAtMs: fromMs + Math.min(slotMs - 50, 20 + index),
        recentBlockhash,
        label: `${this.#label}:transaction:${slot}:${index}`,
        priority: drawBid(this.#bids),
      };
      updates.push(this.#execute(action, place));
      if (updates.length >= max) break;
      index += 1 + this.#random.below(12);
    }
    return updates;
  }

  #execute(action: Action, place: Place): Update {
    switch (action.kind) {
      case 'launch': {
        const { coin, update } = this.#chain.create(action.spec, action.tokens, place);
        action.created(coin);
        return update;
      }
      case 'trade':
        return this.#chain.trade(action.request, action.isUrgent ? { ...place, priority: URGENT } : place);
      case 'together':
        return this.#chain.tradeTogether(
          action.requests,
          action.isUrgent ? { ...place, priority: URGENT } : place,
        );
      case 'migrate':
        return this.#chain.migrate(action.coin, place, action.isBoosted);
      case 'deposit':
      case 'withdraw':
        return this.#chain[action.kind](action.coin, action.user, action.lpTokens, place);
      case 'swap':
        return this.#chain.swap(action.request, place);
      case 'sweep': {
        const { coin, venue, bucket, payer } = action;
        return this.#chain.sweep(coin, venue, bucket, payer, place);
      }
      case 'fund':
        return this.#chain.transferSol(action.from, action.to, action.lamports, place);
      case 'burn':
        return this.#chain.burn(action.coin, action.owner, action.tokens, place);
      case 'send': {
        const { coin, from, to, tokens, isChecked } = action;
        return this.#chain.sendTokens(coin, from, to, tokens, place, isChecked);
      }
    }
  }

  /** The status that the block so many blocks ago reaches now. */
  #aged(after: number, status: SlotStatus): Update[] {
    const block = this.#blocks.at(-1 - after);
    if (status === SlotStatus.SLOT_FINALIZED && this.#blocks.length > after + 1) this.#blocks.shift();
    return block ? [this.#status(block, status)] : [];
  }

  #status({ slot, parent }: Block, status: SlotStatus): Update {
    if (!this.#encodesStatuses && status !== SlotStatus.SLOT_CONFIRMED)
      return { kind: 'slot', slot, body: NO_BYTES, status };
    const message = {
      slot: { slot: String(slot), parent: String(parent), status },
      createdAt: this.#sentAt(slot),
    };
    const body = Buffer.from(SubscribeUpdate.encode(SubscribeUpdate.fromPartial(message)).finish());
    return { kind: 'slot', slot, body, status };
  }

  #meta(block: Block, parentHash: Buffer, transactions: number): Update {
    const { slot, parent, hash, height } = block;
    const blockTimeS = Math.floor(this.clock.startMs(slot) / 1_000);
    const blockHash = bs58.encode(hash);
    const message = {
      blockMeta: {
        slot: String(slot),
        blockhash: blockHash,
        blockTime: { timestamp: String(blockTimeS) },
        blockHeight: { blockHeight: String(height) },
        parentSlot: String(parent),
        parentBlockhash: bs58.encode(parentHash),
        executedTransactionCount: String(transactions),
      },
      createdAt: this.#sentAt(slot),
    };
    const body = Buffer.from(SubscribeUpdate.encode(SubscribeUpdate.fromPartial(message)).finish());
    return { kind: 'blockMeta', slot, body, blockHash, blockHeight: height, blockTimeS };
  }

  #sentAt(slot: number): Date {
    return new Date(this.clock.startMs(slot) + this.clock.slotMs - 50);
  }
}
