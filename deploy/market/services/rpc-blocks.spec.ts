/** Blocks asked of a market that stands still, against what it sent. */

import { Random } from '@cryptonite/provider/random.js';
import type { Update } from '@cryptonite/provider/update.js';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { beforeAll, describe, expect, it } from 'vitest';
import { Market } from '../market.js';
import { BOUNDED_START_MS } from '../market-source.js';
import { RecentTransactions } from '../recent-transactions.js';
import { clockOf } from '../slot-clock.js';
import { serveRpc } from './rpc.js';
import { GENESIS_HASH } from './rpc-blocks.js';
import { RpcFaults } from './rpc-faults.js';

const first = clockOf().slotAt(BOUNDED_START_MS);
const open = (): Market =>
  new Market({ seed: 7, startSlot: first, activity: () => 1, recentTransactions: new RecentTransactions() });
const market = open();
const sent: Update[] = [];
beforeAll(() => {
  for (let slots = 0; slots < 400; slots += 1) sent.push(...market.next());
}, 180_000);

const faults = new RpcFaults(new Random('rpc'));
const post = (method: string, ...params: unknown[]) => {
  const url = new URL('http://localhost/');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return JSON.parse(String(serveRpc({ method: 'POST', url, headers: {}, body }, market, faults)!.body));
};
const confirmed = { commitment: 'confirmed' };
const full = {
  ...confirmed,
  encoding: 'json',
  transactionDetails: 'full',
  maxSupportedTransactionVersion: 1,
};
const blockSlots = () => sent.flatMap(({ kind, slot }) => (kind === 'blockMeta' ? [slot] : []));
const metaOf = (slot: number) => {
  const { body } = sent.find((update) => update.kind === 'blockMeta' && update.slot === slot)!;
  return SubscribeUpdate.decode(body).blockMeta!;
};
type Sent = { index: number; signature: string };
const sentIn = (slot: number): Sent[] =>
  sent.flatMap((update) => {
    if (update.kind !== 'transaction' || update.slot !== slot) return [];
    const { index } = SubscribeUpdate.decode(update.body).transaction!.transaction!;
    return [{ index: Number(index), signature: bs58.encode(Buffer.from(update.signature, 'latin1')) }];
  });

describe('a block', () => {
  it('holds every transaction that was sent at its index, failed ones and transfers too, as getTransaction tells it', () => {
    let compared = 0;
    for (const slot of blockSlots().slice(140, 340)) {
      const { transactions } = post('getBlock', slot, full).result;
      for (const { index, signature } of sentIn(slot)) {
        const { slot: _, blockTime, ...told } = post('getTransaction', signature, full).result;
        expect(transactions[index]).toEqual(told);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('says what its meta said', () => {
    for (const slot of blockSlots().slice(0, -1)) {
      const meta = metaOf(slot);
      const { signatures: _, ...told } = post('getBlock', slot, {
        ...full,
        transactionDetails: 'signatures',
        rewards: false,
      }).result;
      expect(told).toEqual({
        blockHeight: Number(meta.blockHeight!.blockHeight),
        blockTime: Number(meta.blockTime!.timestamp),
        blockhash: meta.blockhash,
        parentSlot: Number(meta.parentSlot),
        previousBlockhash: meta.parentBlockhash,
      });
    }
  });

  it('has as many signatures as transactions, each its first', () => {
    const slot = blockSlots()[50]!;
    const { transactions } = post('getBlock', slot, full).result;
    const { signatures } = post('getBlock', slot, { ...confirmed, transactionDetails: 'signatures' }).result;
    expect(signatures).toEqual(
      transactions.map(
        ({ transaction }: { transaction: { signatures: string[] } }) => transaction.signatures[0],
      ),
    );
    expect(new Set(signatures).size).toBe(signatures.length);
    expect(post('getBlock', slot, { ...confirmed, transactionDetails: 'none' }).result).not.toHaveProperty(
      'transactions',
    );
  });

  it('can be had once it is confirmed, at finalized unless told otherwise', () => {
    const [before, newest] = blockSlots().slice(-2) as [number, number];
    expect(post('getBlock', newest, full).error).toEqual({
      code: -32004,
      message: `Block not available for slot ${newest}`,
    });
    expect(post('getBlock', before, full).result.parentSlot).toBeLessThan(before);
    expect(post('getBlock', before).error.code).toBe(-32004);
  });

  it('may come later, where that is switched', () => {
    const slot = blockSlots().at(-5)!;
    expect(post('getBlock', slot, full).error).toBeUndefined();
    faults.settings.blockLagSlots = 50;
    expect(post('getBlock', slot, full).error.code).toBe(-32004);
    faults.settings.blockLagSlots = 0;
  });

  it('of a skipped slot, and one that was forgotten, is none', () => {
    const slots = blockSlots();
    const skipped = slots.flatMap((slot, index) => (slots[index + 1]! > slot + 1 ? [slot + 1] : []));
    const isRooted = (slot: number) => slot <= market.newestSlot - 31;
    const codes = skipped.map((slot) => [isRooted(slot), post('getBlock', slot, full).error.code]);
    expect(codes).toEqual(skipped.map((slot) => [isRooted(slot), isRooted(slot) ? -32007 : -32004]));
    expect(codes.some(([rooted]) => rooted)).toBe(true);
    expect(post('getBlock', slots[0]! - 1, full).error).toEqual({
      code: -32001,
      message: `Block ${slots[0]! - 1} cleaned up, does not exist on node. First available block: ${slots[0]}`,
    });
  });

  it.each([
    ['without a slot', [], -32602],
    ['of half a slot', [1.5], -32602],
    ['with accounts alone', [first, { ...full, transactionDetails: 'accounts' }], -32602],
    ['of what is processed', [first, { commitment: 'processed' }], -32602],
  ])('%s is refused', (_, params, code) => {
    expect(post('getBlock', ...params).error.code).toBe(code);
  });
});

it('slots with a block are listed, up to the newest that is confirmed', () => {
  const slots = blockSlots();
  expect(post('getBlocks', slots[10], slots[20], confirmed).result).toEqual(slots.slice(10, 21));
  expect(post('getBlocks', slots[10], confirmed).result).toEqual(slots.slice(10, -1));
  expect(post('getBlocks', 0, 10 ** 9, confirmed).error.message).toContain('Slot range too large');
  expect(post('getFirstAvailableBlock').result).toBe(slots[0]);
});

it('it is no cluster of the chain’s, and says what it simulates', () => {
  expect(post('getGenesisHash').result).toBe(GENESIS_HASH);
  expect(bs58.decode(GENESIS_HASH)).toHaveLength(32);
  expect(post('getVersion').result).toMatchObject({
    package: 'cryptonite-market',
    source: { kind: 'market', name: 'market simulator, seed 7' },
  });
});

it('the last block is confirmed when no more blocks come', () => {
  const ended = open();
  const slots: number[] = [];
  for (let count = 0; count < 10; count += 1)
    for (const { kind, slot } of ended.next()) if (kind === 'blockMeta') slots.push(slot);
  ended.settle();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlock', params: [slots.at(-1)] });
  const answer = serveRpc({ method: 'POST', url: new URL('http://localhost/'), headers: {}, body }, ended);
  expect(JSON.parse(String(answer!.body)).result.parentSlot).toBe(slots.at(-2));
});
