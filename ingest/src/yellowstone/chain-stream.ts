import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from '@cryptonite/contracts/events';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { Outage } from '@cryptonite/contracts/outages';
import { CommitmentLevel, SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { PROGRAMS } from '../decode/programs.js';
import { readUpdate, type Update } from '../decode/update.js';
import { isSameChain, sourceOf } from './source-label.js';
import type { StreamEnd, Subscription, Transport } from './transport.js';

const metrics = metricsOf('ingest');

export interface ChainListener {
  /** A stream is about to begin. `replay` says why slots may be missing before its first; null where none should be. */
  onBegin(source: Source, replay: string | null): void;
  onUpdate(update: Update, receivedAtMs: number, bytes: Uint8Array): void;
  /** Bytes that are no `SubscribeUpdate`. */
  onMalformed(bytes: Uint8Array, reason: string): void;
  /** An update above the largest message was met twice, after the same slot: the next streams leave that place out. */
  onTooLarge(afterSlot: number, reason: string): void;
  /** A block cannot be had, and why: nothing of it comes. */
  onLeftOut?(slot: number, reason: string): void;
  /** No stream can be had since then, and why: told with each attempt that fails. */
  onAway(sinceMs: number, reason: string): void;
  /** Something comes again, or for the first time. */
  onBack(): void;
  /** An error thrown by the listener's own handling of an update ends the stream and comes back here. */
  onFailure(error: unknown): void;
}

export interface ChainStreamOptions {
  transport: Transport;
  host: string;
  /** Asked when a stream begins: the newest slot of this source already published; null before there is one. */
  lastSlot: (source: Source) => number | null;
  /** How many slots of the chain pass in a time, ms, as far as it is known. */
  slotsIn: (ms: number) => number;
  listener: ChainListener;
  log: (line: string) => void;
  /** The accounts to follow beside the launchpads, the most wanted first; asked every few seconds. Nobody unless told otherwise. */
  followed?: () => readonly string[];
  /** First pause before a new attempt; it doubles up to 60 times this, and shrinks at random by up to half. */
  firstPauseMs?: number;
  /** A stream that brings nothing, not even a ping, for this long is dead. */
  silenceMs?: number;
  /** How often the stream's filters may change. */
  followEveryMs?: number;
}

/** So long before the last published slot a stream resumes: later than any confirmed content has been seen to come. */
export const RESUME_MARGIN_MS = 12_800;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_FACTOR = 60;
const SILENCE_MS = 60_000;
const FOLLOW_EVERY_MS = 5_000;

/** How a provider names its limit: "… Max amount of account_include reached, only 50 allowed". */
const ALLOWED = /only (\d+) allowed/;

/** How grpc-js and tonic say that an update is above the limit. Replayed, it ends the stream at the same place again. */
const TOO_LARGE = /message larger than max|decompresses to a size larger|message length too large/;

/** Keeps a subscription to the launchpads' confirmed transactions open, resuming behind what was published. */
export class ChainStream {
  readonly #options: Required<ChainStreamOptions>;
  readonly #outage: Outage;
  #subscription: Subscription | null = null;
  #isPaused = false;
  #isBack = false;
  #failedAttempts = 0;
  /** When the newest update came, ms since 1970. */
  #heardMs = 0;
  /** The provider refused to replay from a slot, and when asked again next is not asked for it. */
  #refusal: string | null = null;
  /** The slot after which an update above the largest message was met last. */
  #tooLargeAfter: number | null = null;
  /** Streams of this chain begin no earlier: an update before this slot is above the largest message. */
  #passed: { source: Source; fromSlot: number; reason: string } | null = null;
  /** As many accounts as the provider has not refused to follow. */
  #mostFollowed = Number.POSITIVE_INFINITY;

  constructor(options: ChainStreamOptions) {
    this.#options = {
      firstPauseMs: FIRST_PAUSE_MS,
      silenceMs: SILENCE_MS,
      followEveryMs: FOLLOW_EVERY_MS,
      followed: () => [],
      ...options,
    };
    this.#outage = new Outage(`the source ${options.host}`, options.log);
  }

  /** Follows the chain until `stopped`. Outages are waited out. */
  async follow(stopped: AbortSignal): Promise<void> {
    const { log, host, firstPauseMs, listener } = this.#options;
    /** Of the newest attempt that failed. */
    let toldReason = '';
    while (!stopped.aborted) {
      const askedMs = Date.now();
      const { message } = await this.#attempt(stopped);
      if (stopped.aborted) return;
      const named = `${host}: `;
      const reason = message.startsWith(named) ? message.slice(named.length) : message;
      const isNew = this.#outage.sinceMs === null;
      this.#outage.began(Math.max(askedMs, this.#heardMs), reason);
      if (!isNew && reason !== toldReason) log(`the source ${host} is still away: ${reason}`);
      toldReason = reason;
      this.#isBack = false;
      listener.onAway(this.#outage.sinceMs ?? askedMs, reason);
      const longest = Math.min(2 ** this.#failedAttempts, LONGEST_PAUSE_FACTOR) * firstPauseMs;
      const pauseMs = Math.round(longest * (1 - Math.random() / 2));
      this.#failedAttempts++;
      await sleep(pauseMs, undefined, { signal: stopped }).catch(() => {});
    }
  }

  /** Lets the provider wait, while what came is not yet published. */
  pause(): void {
    this.#isPaused = true;
    this.#subscription?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#subscription?.resume();
  }

  async #attempt(stopped: AbortSignal): Promise<StreamEnd> {
    const { transport, host, listener } = this.#options;
    try {
      const source = sourceOf(await transport.getVersion(), host);
      const { fromSlot, gapReason } = await this.#chooseStart(source);
      if (stopped.aborted) return { message: 'stopped', isReplayRefusal: false };
      listener.onBegin(source, gapReason);
      return await this.#read(source, fromSlot, stopped);
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error), isReplayRefusal: false };
    }
  }

  async #chooseStart(source: Source): Promise<{ fromSlot: number | null; gapReason: string | null }> {
    const { transport, lastSlot, slotsIn } = this.#options;
    const last = lastSlot(source);
    if (this.#refusal !== null) {
      const gapReason = `the provider cannot replay: ${this.#refusal}`;
      this.#refusal = null;
      return { fromSlot: null, gapReason };
    }
    const first = await transport.getFirstAvailable(last);
    const resumed = last === null ? first : Math.max(0, last - slotsIn(RESUME_MARGIN_MS));
    if (resumed === null) return { fromSlot: null, gapReason: null };
    const passed = this.#passed !== null && isSameChain(this.#passed.source, source) ? this.#passed : null;
    const isPassing = passed !== null && resumed < passed.fromSlot;
    const wanted = isPassing ? passed.fromSlot : resumed;
    // Once a later slot is published, the gap has been told.
    const isGapToCome = isPassing && (last === null || last < passed.fromSlot);
    if (first === null || first <= wanted)
      return { fromSlot: wanted, gapReason: isGapToCome ? passed.reason : null };
    const why = transport.whyNotBefore?.(first) ?? `the provider keeps no updates before slot ${first}`;
    return { fromSlot: first, gapReason: why };
  }

  /** What comes next is above the largest message. Once may be damage on the way; twice, it is what the provider holds. */
  #meetTooLarge(source: Source, afterSlot: number, message: string): void {
    if (afterSlot !== this.#tooLargeAfter) {
      this.#tooLargeAfter = afterSlot;
      return;
    }
    const reason = `an update after slot ${afterSlot} cannot be received: ${message}`;
    // Its slot is not known; where it is a later one, it is met there again, and left out in turn.
    this.#passed = { source, fromSlot: afterSlot + 2, reason };
    this.#options.listener.onTooLarge(afterSlot, reason);
  }

  /** The provider follows fewer: as many as it names, or else a tenth, and below ten nobody. */
  #followFewer(followed: number, message: string): void {
    const named = Number(ALLOWED.exec(message)?.[1] ?? Number.NaN);
    const fewer = named < followed ? named : Math.floor(followed / 10);
    this.#mostFollowed = fewer < 10 ? 0 : fewer;
    metrics.ingest_followed_accounts.set(0);
    this.#options.log(`the provider does not follow ${followed} accounts: from now on ${this.#mostFollowed}`);
  }

  #read(source: Source, fromSlot: number | null, stopped: AbortSignal): Promise<StreamEnd> {
    const { transport, listener, silenceMs, lastSlot, followEveryMs } = this.#options;
    const wanted = () => this.#options.followed().slice(0, this.#mostFollowed);
    let followed = wanted();
    return new Promise((resolve) => {
      let hasUpdates = false;
      /** The slot that this stream has come to; null where it began anywhere and has come to none. */
      let reached = fromSlot === null ? null : fromSlot - 1;
      let lastHeardMs = Date.now();
      const end = (reason: StreamEnd): void => {
        clearInterval(watchdog);
        clearInterval(following);
        stopped.removeEventListener('abort', stop);
        this.#subscription?.close();
        this.#subscription = null;
        if (TOO_LARGE.test(reason.message)) {
          if (reached !== null) this.#meetTooLarge(source, reached, reason.message);
        } else if (isAboutAccounts(reason, hasUpdates || fromSlot === null) && followed.length > 0)
          this.#followFewer(followed.length, reason.message);
        else if (!hasUpdates && fromSlot !== null && reason.isReplayRefusal) this.#refusal = reason.message;
        resolve(reason);
      };
      const endWith = (message: string) => end({ message, isReplayRefusal: false });
      const stop = () => endWith('stopped');
      const watchdog = setInterval(() => {
        if (this.#isPaused) lastHeardMs = Date.now();
        else if (Date.now() - lastHeardMs > silenceMs) endWith(`nothing came for ${silenceMs} ms`);
      }, silenceMs / 4);
      const following = setInterval(() => {
        const next = wanted();
        if (isSame(next, followed)) return;
        followed = next;
        metrics.ingest_followed_accounts.set(followed.length);
        this.#subscription?.send(requestFrom(null, followed));
      }, followEveryMs);
      stopped.addEventListener('abort', stop);

      const onUpdate = (bytes: Uint8Array): void => {
        const receivedAtMs = Date.now();
        lastHeardMs = receivedAtMs;
        let update: Update;
        try {
          update = readUpdate(bytes);
        } catch (error) {
          listener.onMalformed(bytes, error instanceof Error ? error.message : String(error));
          return;
        }
        if (update.kind === 'ping') {
          this.#subscription?.send(PONG);
          return;
        }
        hasUpdates = true;
        this.#heardMs = receivedAtMs;
        this.#outage.ended(receivedAtMs);
        if (!this.#isBack) listener.onBack();
        this.#isBack = true;
        this.#failedAttempts = 0;
        try {
          listener.onUpdate(update, receivedAtMs, bytes);
          if (update.kind !== 'slot' && update.kind !== 'blockMeta') return;
          // A number beyond the newest slot published may be damaged.
          if (update.slot > (reached ?? -1) && update.slot <= (lastSlot(source) ?? -1)) reached = update.slot;
        } catch (error) {
          listener.onFailure(error);
          endWith(error instanceof Error ? error.message : String(error));
        }
      };
      const onMalformed = (bytes: Uint8Array, reason: string) => listener.onMalformed(bytes, reason);
      const onLeftOut = (slot: number, reason: string) => listener.onLeftOut?.(slot, reason);
      const request = requestFrom(fromSlot, followed);
      this.#subscription = transport.subscribe(request, { onUpdate, onMalformed, onLeftOut, onEnd: end });
      metrics.ingest_followed_accounts.set(followed.length);
      if (this.#isPaused) this.#subscription.pause();
    });
  }
}

/** Answers the provider's ping, so that balancers between see traffic both ways. It changes no filter. */
const PONG = SubscribeRequest.fromPartial({ ping: { id: 1 } });

/**
 * Whether a refusal is one of the accounts that are followed. One status may also refuse `from_slot`: where that was asked for
 * and nothing came yet, the words tell.
 */
const isAboutAccounts = ({ isFilterRefusal, message }: StreamEnd, isNotReplay: boolean): boolean =>
  isFilterRefusal === true && (isNotReplay || /filter|account|pubkey/i.test(message));

/** Whatever their order: shares of holders change all the time. */
function isSame(a: readonly string[], b: readonly string[]): boolean {
  const known = new Set(a);
  return known.size === b.length && b.every((account) => known.has(account));
}

/**
 * Transactions that mention a launchpad or an account that is followed, slot statuses and block metas, all once confirmed.
 * On a stream that runs it replaces the filters from there on.
 */
const requestFrom = (fromSlot: number | null, followed: readonly string[]): SubscribeRequest => {
  const successful = { vote: false, failed: false };
  const launchpads = { ...successful, accountInclude: PROGRAMS.map(({ address }) => address) };
  return SubscribeRequest.fromPartial({
    commitment: CommitmentLevel.CONFIRMED,
    // A filter without accounts takes every transaction.
    transactions:
      followed.length === 0
        ? { launchpads }
        : { launchpads, followed: { ...successful, accountInclude: [...followed] } },
    slots: { slots: { filterByCommitment: true } },
    blocksMeta: { blocks: {} },
    fromSlot: fromSlot === null ? undefined : String(fromSlot),
  });
};
