import { WebSocket } from 'ws';
import { z } from 'zod';
import type { RpcEndpoint } from './rpc-endpoint.js';

/** Logs of one transaction are cut at 10 kB by the nodes. */
const MAX_MESSAGE_BYTES = 1 << 20;
const PAUSE_MS = { first: 500, longest: 30_000 };
/** A chain that goes on has several slots a second. */
const SILENCE_MS = 15_000;
const PING_EVERY_MS = 10_000;

const SlotNotification = z.object({
  method: z.literal('slotNotification'),
  params: z.object({ result: z.object({ slot: z.int().nonnegative() }) }),
});
const LogsNotification = z.object({
  method: z.literal('logsNotification'),
  params: z.object({ result: z.object({ context: z.object({ slot: z.int().nonnegative() }) }) }),
});
const SLOTS_ID = 0;
/** Where logs alone are refused, slots still tell enough. */
const Refused = z.object({ id: z.literal(SLOTS_ID), error: z.object({ message: z.string() }) });

export interface SlotListener {
  /** Half a slot ago or so; a fork may leave it out. */
  onProcessed(slot: number): void;
  /** Two thirds of the stake have voted for it. */
  onConfirmed(slot: number): void;
  /** No subscription stands, and why; it is tried on. */
  onTrouble(message: string): void;
}

/**
 * Hears from an endpoint how far the chain is: of every slot once it is processed, and by the logs of transactions that name
 * `account` that one is confirmed. A socket that closes or falls silent is opened again, after a pause that doubles.
 */
export class SlotSocket {
  readonly #endpoint: RpcEndpoint;
  readonly #account: string;
  readonly #listener: SlotListener;
  #socket: WebSocket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failedAttempts = 0;
  #heardMs = 0;
  #isClosed = false;

  constructor(endpoint: RpcEndpoint, account: string, listener: SlotListener) {
    this.#endpoint = endpoint;
    this.#account = account;
    this.#listener = listener;
    this.#open();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  #open(): void {
    const socket = new WebSocket(this.#endpoint.socketUrl, {
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: SILENCE_MS,
      followRedirects: false,
    });
    this.#socket = socket;
    let trouble = 'its socket closed';
    this.#heardMs = Date.now();
    const watching = setInterval(() => {
      if (Date.now() - this.#heardMs > SILENCE_MS) {
        trouble = `it told no slot for ${SILENCE_MS / 1_000} s`;
        socket.terminate();
      } else if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, PING_EVERY_MS);
    socket.on('open', () => this.#subscribe(socket));
    socket.on('message', (message) => {
      const refusal = this.#hear(String(message));
      if (refusal === null) return;
      trouble = `it refuses a subscription: ${this.#endpoint.quote(refusal)}`;
      socket.terminate();
    });
    socket.on('error', ({ message }) => {
      trouble = `its socket failed: ${this.#endpoint.quote(message)}`;
    });
    socket.on('close', () => {
      clearInterval(watching);
      if (!this.#isClosed) this.#openAgain(trouble);
    });
  }

  #subscribe(socket: WebSocket): void {
    const ask = (id: number, method: string, params: readonly unknown[]) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    ask(SLOTS_ID, 'slotSubscribe', []);
    ask(SLOTS_ID + 1, 'logsSubscribe', [{ mentions: [this.#account] }, { commitment: 'confirmed' }]);
  }

  /** @returns why slots are not told, null where that is not said */
  #hear(message: string): string | null {
    this.#endpoint.count(Buffer.byteLength(message));
    let json: unknown;
    try {
      json = JSON.parse(message);
    } catch {
      return null;
    }
    const processed = SlotNotification.safeParse(json);
    if (processed.success) {
      this.#heardMs = Date.now();
      this.#failedAttempts = 0;
      this.#listener.onProcessed(processed.data.params.result.slot);
      return null;
    }
    const confirmed = LogsNotification.safeParse(json);
    if (confirmed.success) this.#listener.onConfirmed(confirmed.data.params.result.context.slot);
    return Refused.safeParse(json).data?.error.message ?? null;
  }

  #openAgain(trouble: string): void {
    const pauseMs = Math.min(2 ** this.#failedAttempts * PAUSE_MS.first, PAUSE_MS.longest);
    this.#failedAttempts += 1;
    this.#listener.onTrouble(trouble);
    this.#timer = setTimeout(() => this.#open(), pauseMs * (1 - Math.random() / 2));
  }
}
