import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import bs58 from 'bs58';
import { type WebSocket, WebSocketServer } from 'ws';
import { addressOf } from './build-transaction.js';

/** What a test has the RPC answer: a result, or an error of JSON-RPC. */
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string } };

export type RpcOptions = {
  /** Called with each request; undefined gives the usual answer. */
  answer?: (method: string, params: readonly unknown[]) => RpcAnswer | undefined;
  /** Called before anything is read of a request; what it returns is done instead. */
  refuse?: () => { status: number; headers?: Record<string, string>; body?: string } | undefined;
  /** Whether a request is never answered, or not before something. */
  hangs?: (method: string, params: readonly unknown[]) => boolean | Promise<unknown>;
  /** How many seconds a slot takes by the blocks' times; 1 unless told otherwise. */
  slotS?: number;
  /** Answers to subscriptions; accepts all unless told otherwise. */
  subscribe?: (method: string) => RpcAnswer | undefined;
};

const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** A Solana RPC for tests: says what a test tells it to, over HTTP and to subscribers. */
export async function startRpc(options: RpcOptions = {}) {
  const asked: { method: string; params: readonly unknown[]; atMs: number }[] = [];
  const sockets = new Set<WebSocket>();
  const blocks = new Map<number, unknown>();
  let newest = 0;

  const usual = (method: string, [slot]: readonly unknown[]): RpcAnswer => {
    if (method === 'getVersion') return { result: { 'solana-core': '3.0.6' } };
    if (method === 'getGenesisHash') return { result: MAINNET };
    if (method === 'getHealth') return { result: 'ok' };
    if (method === 'getSlot') return { result: newest };
    if (method !== 'getBlock') return { error: { code: -32601, message: 'Method not found' } };
    const block = blocks.get(slot as number);
    if (block !== undefined) return { result: block };
    // As a node says of a skipped slot, too, until the chain is rooted beyond it.
    return { error: { code: -32004, message: `Block not available for slot ${slot}` } };
  };
  const end = (
    response: ServerResponse,
    status: number,
    body: string,
    headers: Record<string, string> = {},
  ) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
  const server = createServer((request, response) => {
    const refused = options.refuse?.();
    if (refused) {
      request.resume();
      end(response, refused.status, refused.body ?? '', refused.headers);
      return;
    }
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', async () => {
      const { id, method, params } = JSON.parse(text);
      asked.push({ method, params, atMs: performance.now() });
      const hangs = options.hangs?.(method, params) ?? false;
      if (hangs === true) return;
      await hangs;
      const answer = options.answer?.(method, params) ?? usual(method, params);
      end(response, 200, JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  const subscriptions = new WebSocketServer({ server });
  subscriptions.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (message) => {
      const { id, method } = JSON.parse(String(message));
      const answer = options.subscribe?.(method) ?? { result: id };
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tell = (method: string, result: unknown) => {
    for (const socket of sockets)
      socket.send(JSON.stringify({ jsonrpc: '2.0', method, params: { result, subscription: 0 } }));
  };
  const add = (slot: number, transactions: readonly unknown[] = [], parentSlot = newest || slot - 10) => {
    blocks.set(slot, { blockTime: Math.floor(slot * (options.slotS ?? 1)), parentSlot, transactions });
    newest = Math.max(newest, slot);
  };
  return {
    url: new URL(`ws://127.0.0.1:${port}/?api-key=secret-key`),
    asked,
    sockets,
    /** Slots asked for as blocks, in the order of the requests. */
    askedBlocks: () => asked.filter(({ method }) => method === 'getBlock').map(({ params }) => params[0]),
    /** A block can be had. */
    add,
    /** A block is produced and confirmed. */
    confirm(slot: number, transactions: readonly unknown[] = [], parentSlot = newest || slot - 10) {
      add(slot, transactions, parentSlot);
      tell('slotNotification', { slot, parent: parentSlot, root: 0 });
      tell('logsNotification', { context: { slot }, value: { signature: 'x', err: null, logs: [] } });
    },
    /** A block is produced, and not confirmed yet. */
    process(slot: number) {
      tell('slotNotification', { slot, parent: slot - 1, root: 0 });
    },
    breakSockets() {
      for (const socket of sockets) socket.terminate();
    },
    async close() {
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A transaction as a block holds it in JSON, which names these accounts beside its payer. */
export const transactionJson = (name: string, accounts: readonly string[], meta: object = {}) => ({
  meta: {
    err: null,
    innerInstructions: [],
    logMessages: [],
    preTokenBalances: [],
    postTokenBalances: [],
    loadedAddresses: { readonly: [], writable: [] },
    ...meta,
  },
  transaction: {
    message: { accountKeys: [addressOf(name), ...accounts], instructions: [] },
    signatures: [bs58.encode(new Uint8Array(64).fill(name.length))],
  },
  version: 0,
});
