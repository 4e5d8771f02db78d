/** Subscriptions over real sockets, to a market that a test moves on. */
import { Random } from '@cryptonite/provider/random.js';
import type { Update } from '@cryptonite/provider/update.js';
import bs58 from 'bs58';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { PUMP, toBase58 } from '../addresses.js';
import { Market } from '../market.js';
import { BOUNDED_START_MS } from '../market-source.js';
import { RecentTransactions } from '../recent-transactions.js';
import { clockOf } from '../slot-clock.js';
import { RpcFaults } from './rpc-faults.js';
import { serveServices } from './serve-services.js';

const WITHIN_MS = 20_000;
const pump = toBase58(PUMP);
let cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const each of cleanUp.reverse()) each();
  cleanUp = [];
});

async function open() {
  const recentTransactions = new RecentTransactions();
  const market = new Market({
    seed: 7,
    startSlot: clockOf().slotAt(BOUNDED_START_MS),
    activity: () => 1,
    recentTransactions,
  });
  const rpcFaults = new RpcFaults(new Random('subscriptions'));
  const onSubscriber = vi.fn();
  const options = { seed: 7, market, port: 0, faultScale: 0, isLimited: false, rpcFaults, onSubscriber };
  const services = await serveServices(options);
  cleanUp.push(() => services.close());
  return { market, rpcFaults, services, onSubscriber, url: services.url.replace('http', 'ws') };
}

type Message = {
  id?: number;
  result?: unknown;
  error?: { code: number; message: string };
  method?: string;
  params?: Told;
};
/** Of a slot or of logs. */
type Told = {
  subscription: number;
  result: {
    slot: number;
    parent: number;
    root: number;
    context: { slot: number };
    value: { signature: string; err: object | null; logs: string[] };
  };
};

async function connect(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers });
  const messages: Message[] = [];
  socket.on('message', (message) => messages.push(JSON.parse(String(message))));
  cleanUp.push(() => socket.terminate());
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let id = 0;
  const ask = async (method: string, ...params: unknown[]) => {
    id += 1;
    const own = id;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: own, method, params }));
    return vi.waitFor(() => {
      const answer = messages.find((message) => message.id === own);
      if (!answer) throw new Error('no answer yet');
      return answer;
    }, WITHIN_MS);
  };
  const told = (method: string) =>
    messages.flatMap((message) => (message.method === method && message.params ? [message.params] : []));
  return { socket, ask, told };
}

const logsOf = (account = pump) => [{ mentions: [account] }, { commitment: 'confirmed' }];
const play = (market: Market, slots: number): Update[] => {
  const sent: Update[] = [];
  for (let count = 0; count < slots; count += 1) sent.push(...market.next());
  return sent;
};

it('tell every slot as it is produced, and the logs of what names the account once it is confirmed', async () => {
  const { market, url, onSubscriber, services } = await open();
  play(market, 20);
  expect(services.hasSubscribers()).toBe(false);
  const { ask, told } = await connect(url);
  const slots = (await ask('slotSubscribe')).result;
  const logs = (await ask('logsSubscribe', ...logsOf())).result;
  expect(onSubscriber).toHaveBeenCalledTimes(2);
  expect(services.hasSubscribers()).toBe(true);
  const last = market.newestSlot;
  const sent = play(market, 30);
  const blocks = sent.flatMap(({ kind, slot }) => (kind === 'blockMeta' ? [slot] : []));
  await vi.waitFor(() => expect(told('slotNotification')).toHaveLength(blocks.length), WITHIN_MS);
  expect(told('slotNotification').map(({ result }) => result.slot)).toEqual(blocks);
  for (const { result, subscription } of told('slotNotification')) {
    expect(subscription).toBe(slots);
    expect([result.parent < result.slot, result.root]).toEqual([true, result.slot - 31]);
  }
  const expected = sent.filter(
    (update) =>
      update.kind === 'transaction' && update.accounts.includes(PUMP) && update.slot < blocks.at(-1)!,
  ) as Extract<Update, { kind: 'transaction' }>[];
  const heard = () => told('logsNotification').filter(({ result }) => result.context.slot > last);
  await vi.waitFor(() => expect(heard()).toHaveLength(expected.length), WITHIN_MS);
  expect(
    heard().map(({ result }) => [result.context.slot, result.value.signature, result.value.err !== null]),
  ).toEqual(
    expected.map(({ slot, signature, failed }) => [
      slot,
      bs58.encode(Buffer.from(signature, 'latin1')),
      failed,
    ]),
  );
  for (const { result, subscription } of heard()) {
    expect(subscription).toBe(logs);
    expect(result.value.logs.join()).toContain(`Program ${pump} invoke`);
  }
});

it('tell the last block’s logs, and a slot far behind it, when no more blocks come', async () => {
  const { market, url } = await open();
  const { ask, told } = await connect(url);
  await ask('slotSubscribe');
  await ask('logsSubscribe', ...logsOf());
  const sent = play(market, 30);
  const last = sent.findLast(({ kind }) => kind === 'blockMeta')!.slot;
  const isNamed = (update: Update) => update.kind === 'transaction' && update.accounts.includes(PUMP);
  market.settle();
  await vi.waitFor(() => {
    expect(told('slotNotification').at(-1)?.result).toMatchObject({ parent: last, slot: market.newestSlot });
    expect(told('logsNotification')).toHaveLength(sent.filter(isNamed).length);
  }, WITHIN_MS);
  expect(market.newestSlot).toBe(last + 31);
});

it('end when they are taken back, and with the socket', async () => {
  const { market, url, services } = await open();
  const { ask, told, socket } = await connect(url);
  const { result } = await ask('slotSubscribe');
  expect((await ask('slotUnsubscribe', result)).result).toBe(true);
  expect((await ask('slotUnsubscribe', result)).error?.message).toBe('Invalid subscription id.');
  play(market, 5);
  await ask('slotSubscribe');
  expect(told('slotNotification')).toEqual([]);
  socket.close();
  await vi.waitFor(() => expect(services.hasSubscribers()).toBe(false), WITHIN_MS);
});

it('lose notifications of logs, where that is switched, and never a slot', async () => {
  const { market, url, rpcFaults } = await open();
  const { ask, told } = await connect(url);
  await ask('slotSubscribe');
  await ask('logsSubscribe', ...logsOf());
  rpcFaults.settings.droppedShare = 1 / 3;
  const sent = play(market, 100);
  const blocks = sent.filter(({ kind }) => kind === 'blockMeta');
  await vi.waitFor(() => expect(told('slotNotification')).toHaveLength(blocks.length), WITHIN_MS);
  const named = sent.filter((update) => update.kind === 'transaction' && update.accounts.includes(PUMP));
  const share = told('logsNotification').length / named.length;
  expect(share).toBeGreaterThan(0.6);
  expect(share).toBeLessThan(0.73);
});

it('are closed at once, where that is switched', async () => {
  const { url, services } = await open();
  const { socket } = await connect(url);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  expect(services.disconnect()).toBe(1);
  await closed;
});

it.each([
  ['what is no JSON-RPC', 'nothing', [], -32601],
  ['logs of everything', 'logsSubscribe', ['all', { commitment: 'confirmed' }], -32602],
  ['logs of nobody', 'logsSubscribe', [{ mentions: [] }, { commitment: 'confirmed' }], -32602],
  ['logs of two', 'logsSubscribe', [{ mentions: [pump, pump] }, { commitment: 'confirmed' }], -32602],
  ['logs of no account', 'logsSubscribe', [{ mentions: ['abc'] }, { commitment: 'confirmed' }], -32602],
  [
    'logs before they are confirmed',
    'logsSubscribe',
    [{ mentions: [pump] }, { commitment: 'processed' }],
    -32602,
  ],
])('%s are refused', async (_, method, params, code) => {
  const { url } = await open();
  const { ask } = await connect(url);
  expect((await ask(method, ...params)).error?.code).toBe(code);
});

it('are for nobody who comes from another page, by another path or with text that is no request', async () => {
  const { url } = await open();
  await expect(connect(url, { origin: 'http://elsewhere.example' })).rejects.toThrow('403');
  await expect(connect(`${url}/other`)).rejects.toThrow('403');
  const { socket } = await connect(url);
  const answered = new Promise((resolve) =>
    socket.once('message', (message) => resolve(JSON.parse(String(message)))),
  );
  socket.send('[');
  expect(await answered).toMatchObject({ error: { code: -32600 }, id: null });
});
