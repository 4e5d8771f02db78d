import type { IncomingMessage, Server } from 'node:http';
import { refuseStranger } from '@cryptonite/provider/loopback.js';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Address } from '../addresses.js';
import type { PublicMarket } from '../public-market.js';
import type { SentBlock, SentTransaction } from '../recent-transactions.js';
import { readJson } from './answer.js';
import type { RpcFaults } from './rpc-faults.js';
import { signatureText } from './rpc-history.js';
import { CommonConfig, RpcError, RpcRequest, readConfig, readKey } from './rpc-params.js';
import { errorOf, readTransaction } from './transaction-json.js';

const MAX_MESSAGE_BYTES = 64 << 10;
const MOST_SOCKETS = 64;
const MOST_SUBSCRIPTIONS = 100;
/** Who reads no faster than this is let go, as nodes do. */
const MOST_WAITING_BYTES = 64 << 20;

type Subscription = { kind: 'slot' } | { kind: 'logs'; mentions: Address };

/** Subscriptions of Solana's RPC over WebSockets at the path of its methods: `slotSubscribe`, and `logsSubscribe` at confirmed. */
export class RpcSubscriptions {
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  readonly #subscribers = new Map<WebSocket, Map<number, Subscription>>();
  readonly #market: PublicMarket;
  readonly #faults: RpcFaults;
  #newestId = 0;
  /** Produced and not yet confirmed: the next block confirms it. */
  #unconfirmed: SentBlock | null = null;

  constructor(
    market: PublicMarket,
    faults: RpcFaults,
    private readonly onSubscriber: () => void,
  ) {
    this.#market = market;
    this.#faults = faults;
    market.recentTransactions?.listen({
      onBlock: (block) => this.#tell(block),
      onEnd: (newestSlot) => this.#tellEnd(newestSlot),
    });
  }

  serve(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket, head) => {
      const isFull = this.#subscribers.size >= MOST_SOCKETS;
      if (refuseStranger(request) !== null || request.url !== '/' || isFull) {
        socket.end(
          `HTTP/1.1 ${isFull ? '429 Too Many Requests' : '403 Forbidden'}\r\nConnection: close\r\n\r\n`,
        );
        return;
      }
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#accept(client));
    });
  }

  /** Whether anybody is told of anything: a market that waits for a reader goes on then, and its first slot is told. */
  get hasSubscribers(): boolean {
    return [...this.#subscribers.values()].some(({ size }) => size > 0);
  }

  /** Closes every socket, as a node's restart does, and says how many there were. */
  disconnect(): number {
    const sockets = [...this.#subscribers.keys()];
    for (const socket of sockets) socket.terminate();
    return sockets.length;
  }

  #accept(socket: WebSocket): void {
    this.#subscribers.set(socket, new Map());
    socket.on('close', () => this.#subscribers.delete(socket));
    socket.on('error', () => socket.terminate());
    socket.on('message', (message) => send(socket, this.#answer(socket, message)));
  }

  #answer(socket: WebSocket, message: RawData): object {
    const { data } = RpcRequest.safeParse(readJson(String(message)));
    const id = data?.id ?? null;
    try {
      if (!data) throw new RpcError(-32600, 'Invalid request');
      return { jsonrpc: '2.0', result: this.#call(socket, data.method, data.params), id };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { jsonrpc: '2.0', error: { code: error.code, message: error.message }, id };
    }
  }

  #call(socket: WebSocket, method: string, [first, config]: readonly unknown[]): unknown {
    const subscriptions = this.#subscribers.get(socket)!;
    const open = (subscription: Subscription): number => {
      if (subscriptions.size >= MOST_SUBSCRIPTIONS) throw new RpcError(-32005, 'Too many subscriptions');
      this.#newestId += 1;
      subscriptions.set(this.#newestId, subscription);
      this.onSubscriber();
      return this.#newestId;
    };
    switch (method) {
      case 'slotSubscribe':
        return open({ kind: 'slot' });
      case 'logsSubscribe':
        return open({ kind: 'logs', mentions: this.#readMentions(first, config) });
      case 'slotUnsubscribe':
      case 'logsUnsubscribe':
        if (subscriptions.delete(Number(first))) return true;
        throw new RpcError(-32602, 'Invalid subscription id.');
      default:
        throw new RpcError(-32601, 'Method not found');
    }
  }

  #readMentions(filter: unknown, config: unknown): Address {
    const { commitment } = readConfig(CommonConfig, config, this.#market);
    if (commitment !== 'confirmed')
      throw new RpcError(-32602, 'Invalid params: logs are told here once confirmed, ask for confirmed.');
    const { data } = z.object({ mentions: z.array(z.unknown()) }).safeParse(filter);
    if (!data)
      throw new RpcError(-32602, 'Invalid params: logs are told here of those that mention an account.');
    if (data.mentions.length !== 1) throw new RpcError(-32602, 'Invalid Request: Only 1 address supported');
    return readKey(data.mentions[0]);
  }

  #tell(block: SentBlock): void {
    const confirmed = this.#unconfirmed;
    this.#unconfirmed = block;
    if (this.#subscribers.size === 0) return;
    this.#tellSlot(block.slot, Number(SubscribeUpdate.decode(block.meta).blockMeta?.parentSlot));
    for (const sent of confirmed?.sent ?? []) this.#tellLogs(sent);
  }

  #tellEnd(newestSlot: number): void {
    const last = this.#unconfirmed;
    this.#unconfirmed = null;
    this.#tellSlot(newestSlot, last?.slot ?? newestSlot);
    for (const sent of last?.sent ?? []) this.#tellLogs(sent);
  }

  #tellSlot(slot: number, parent: number): void {
    this.#send('slot', () => ({ parent, root: Math.max(0, slot - 31), slot }));
  }

  #tellLogs(sent: SentTransaction): void {
    let value: object | null = null;
    const make = () => {
      value ??= logsOf(sent);
      return { context: { slot: sent.slot }, value };
    };
    this.#send('logs', make, ({ mentions }) => sent.accounts.includes(mentions) && !this.#faults.drops());
  }

  #send<Kind extends Subscription['kind']>(
    kind: Kind,
    make: () => object,
    isFor: (subscription: Extract<Subscription, { kind: Kind }>) => boolean = () => true,
  ): void {
    for (const [socket, subscriptions] of this.#subscribers)
      for (const [id, subscription] of subscriptions) {
        if (subscription.kind !== kind || !isFor(subscription as Extract<Subscription, { kind: Kind }>))
          continue;
        if (socket.bufferedAmount > MOST_WAITING_BYTES) {
          socket.terminate();
          break;
        }
        const params = { result: make(), subscription: id };
        send(socket, { jsonrpc: '2.0', method: `${kind}Notification`, params });
      }
  }
}

const send = (socket: WebSocket, value: object): void => socket.send(JSON.stringify(value), () => {});

function logsOf({ signature, body }: SentTransaction): object {
  const { meta } = readTransaction(body);
  return { signature: signatureText(signature), err: errorOf(meta), logs: meta.logMessages };
}
