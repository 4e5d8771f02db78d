import { describe, expect, it } from 'vitest';
import { PROGRAMS } from '../decode/programs.js';
import { readTransaction } from '../decode/transaction.js';
import { readUpdate } from '../decode/update.js';
import { addressOf } from '../testing/build-transaction.js';
import { transactionJson } from '../testing/rpc-server.js';
import { updatesOf } from './block-updates.js';

const [pump] = PROGRAMS;
const wanted = new Set([pump!.address]);
const block = (...transactions: unknown[]) => ({ blockTime: 1_700_000_000, parentSlot: 98, transactions });
const read = (json: unknown, accounts: ReadonlySet<string> = wanted) => {
  const { updates, malformed } = updatesOf(100, json, accounts);
  return { updates: updates.map(readUpdate), malformed };
};

it('ends a block with its meta and its confirmation', () => {
  expect(read(block()).updates).toEqual([
    { kind: 'blockMeta', slot: 100, bankId: null, parentSlot: 98, blockTimeMs: 1_700_000_000_000 },
    { kind: 'slot', slot: 100, bankId: null, status: 1 },
  ]);
  expect(read({ ...block(), blockTime: null }).updates[0]).toMatchObject({ blockTimeMs: null });
});

it('brings what names a wanted account, with its place in the whole block', () => {
  const { updates } = read(
    block(
      transactionJson('a', [addressOf('nobody')]),
      transactionJson('b', [pump!.address]),
      transactionJson('c', [], { err: { InstructionError: [0, 'Custom'] } }),
      transactionJson('d', [pump!.address], { err: { InstructionError: [0, 'Custom'] } }),
      transactionJson('e', [], { loadedAddresses: { writable: [], readonly: [pump!.address] } }),
      transactionJson('f', [addressOf('followed')]),
    ),
    new Set([...wanted, addressOf('followed')]),
  );
  const transactions = updates.filter((update) => update.kind === 'transaction');
  expect(transactions.map(({ slot, index }) => [slot, index])).toEqual([
    [100, 1],
    [100, 4],
    [100, 5],
  ]);
  const { feePayer, keys, isFailed } = readTransaction(transactions[1]!.body)!;
  expect([String(feePayer), keys.map(String), isFailed]).toEqual([
    addressOf('e'),
    [addressOf('e'), pump!.address],
    false,
  ]);
});

describe('what cannot be read', () => {
  it('of one transaction is told with the reason, and the others come', () => {
    const damaged = transactionJson('a', [pump!.address]);
    damaged.transaction.signatures = ['0'];
    const { updates, malformed } = read(
      block(damaged, transactionJson('b', [pump!.address]), { no: 'transaction' }),
    );
    expect(updates.map(({ kind }) => kind)).toEqual(['transaction', 'blockMeta', 'slot']);
    expect(malformed.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('signatures'),
      expect.stringContaining('transaction'),
    ]);
    expect(JSON.parse(malformed[0]!.json)).toEqual(damaged);
  });

  it.each(['innerInstructions', 'logMessages'])('of a block without %s is none of it', (part) => {
    const stripped = transactionJson('a', [pump!.address], { [part]: null });
    expect(() => read(block(stripped))).toThrow(/^transactions without (inner instructions|log messages)$/);
    // Nobody asks what a vote has logged.
    expect(read(block(transactionJson('a', [], { [part]: null }))).malformed).toEqual([]);
  });

  it('of many transactions is no block of this chain', () => {
    const damaged = Array.from({ length: 21 }, () => ({ no: 'transaction' }));
    expect(read(block(...damaged.slice(1))).malformed).toHaveLength(20);
    expect(() => read(block(...damaged))).toThrow();
  });

  it.each([null, 'block', {}, { ...block(), parentSlot: -1 }, { ...block(), transactions: null }])(
    'of the block is no block: %j',
    (json) => {
      expect(() => updatesOf(100, json, wanted)).toThrow();
    },
  );
});

it('sizes every length right, however long a transaction is', () => {
  for (const length of [0, 20, 100, 200, 16_000, 17_000, 3_000_000]) {
    const json = transactionJson('a', [pump!.address], { logMessages: ['x'.repeat(length)] });
    const [update] = read(block(json)).updates;
    expect(update?.kind === 'transaction' && readTransaction(update.body)!.logs()[0]?.length).toBe(length);
  }
});
