import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import { SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { BadRequest, compileFilter, type Filter } from './filter.js';
import type { SlotBuffer, UpdateLog } from './slot-buffer.js';

const encode = (update: Pick<SubscribeUpdate, 'ping' | 'pong'>): Buffer =>
  Buffer.from(SubscribeUpdate.encode({ filters: [], createdAt: undefined, ...update }).finish());

/** A stream that took nothing for this long while updates waited is dropped. */
const STALL_MS = 60_000;

/** Updates examined in one go before other clients and the source get their turn. */
const TURN = 512;

interface Status {
  code: status;
  details: string;
}

/** The reference server's answer to a client that reads slower than the chain writes. */
const LAGGED: Status = { code: status.INTERNAL, details: 'lagged to receive geyser messages' };

/** The reference server's answer to `from_slot` where it keeps no history. */
const NO_HISTORY: Status = { code: status.INTERNAL, details: 'from_slot is not supported' };

/**
 * One client's stream: a cursor in the log of its commitment level. Nothing is queued for it beyond the transport's
 * own small window, so a slow client costs no memory; one that falls out of the buffer is dropped.
 */
export class Subscriber {
  readonly #call: ServerDuplexStream<SubscribeRequest, Buffer>;
  readonly #buffer: SlotBuffer;
  readonly #keepsHistory: () => boolean;
  readonly #onProgress: () => void;
  #filter: Filter | null = null;
  #log: UpdateLog | null = null;
  #cursor = 0;
  #fromSlot = 0;
  #blockedAtMs: number | null = null;
  #turnPending = false;
  #ended = false;

  constructor(
    call: ServerDuplexStream<SubscribeRequest, Buffer>,
    buffer: SlotBuffer,
    keepsHistory: () => boolean,
    onProgress: () => void,
  ) {
    this.#call = call;
    this.#buffer = buffer;
    this.#keepsHistory = keepsHistory;
    this.#onProgress = onProgress;
    call.on('data', (request) => this.#accept(request));
    call.on('drain', () => {
      this.#blockedAtMs = null;
      this.pump();
    });
  }

  /** Whether the client has said what it wants. */
  get active(): boolean {
    return this.#filter !== null;
  }

  /** Updates published and not yet taken by this client. */
  get backlog(): number {
    return this.#log ? this.#log.end - this.#cursor : 0;
  }

  /** Writes until the client has everything or its window is full. */
  pump(): void {
    const log = this.#log;
    const filter = this.#filter;
    if (!log || !filter || this.#turnPending || this.#ended) return;
    if (this.#cursor < log.start) {
      this.fail(LAGGED);
      return;
    }
    for (let examined = 0; this.#blockedAtMs === null && this.#cursor < log.end; examined++) {
      if (examined === TURN) {
        this.#pumpInNextTurn();
        return;
      }
      const update = log.at(this.#cursor++);
      const filters = update.slot < this.#fromSlot ? null : filter.match(update);
      if (filters) this.#write(Buffer.concat([filters, update.body]));
    }
    this.#onProgress();
  }

  /** Sends the keep-alive ping, unless bytes are waiting anyway, and drops a stream that has stalled. */
  ping(nowMs: number): void {
    if (this.#blockedAtMs === null) this.#write(encode({ ping: {} }));
    else if (nowMs - this.#blockedAtMs > STALL_MS) this.fail(LAGGED);
  }

  fail({ code, details }: Status): void {
    if (this.#ended) return;
    this.stop();
    this.#call.emit('error', { code, details });
  }

  /** Ends the stream's part in the server; the transport is closed by the caller. */
  stop(): void {
    this.#ended = true;
    this.#log = null;
    this.#onProgress();
  }

  #pumpInNextTurn(): void {
    this.#turnPending = true;
    setImmediate(() => {
      this.#turnPending = false;
      this.pump();
    });
  }

  #write(bytes: Buffer): void {
    if (!this.#call.write(bytes)) this.#blockedAtMs ??= Date.now();
  }

  /** A ping is answered and changes nothing; any other request replaces the filters from here on. */
  #accept(request: SubscribeRequest): void {
    if (this.#ended) return;
    if (request.ping) {
      this.#write(encode({ pong: { id: request.ping.id } }));
      return;
    }
    try {
      this.#apply(request, compileFilter(request));
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      this.fail({ code: status.INVALID_ARGUMENT, details: error.message });
    }
  }

  #apply(request: SubscribeRequest, filter: Filter): void {
    const log = this.#buffer.log(filter.commitment);
    if (request.fromSlot !== undefined) {
      if (!this.#replayFrom(log, Number(request.fromSlot))) return;
    } else if (log !== this.#log) this.#cursor = log.end;
    this.#filter = filter;
    this.#log = log;
    this.pump();
  }

  #replayFrom(log: UpdateLog, fromSlot: number): boolean {
    const first = this.#buffer.firstAvailable;
    if (!this.#keepsHistory()) {
      this.fail(NO_HISTORY);
      return false;
    }
    if (first !== null && fromSlot < first) {
      const details = `broadcast from ${fromSlot} is not available, last available: ${first}`;
      this.fail({ code: status.OUT_OF_RANGE, details });
      return false;
    }
    this.#fromSlot = fromSlot;
    this.#cursor = log.seek(fromSlot);
    return true;
  }
}
