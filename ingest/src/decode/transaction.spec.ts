import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';
import {
  addressOf,
  encodeTransaction,
  logOf,
  programAddress,
  selfCpi,
  viewOf,
} from '../testing/build-transaction.js';
import { encodeEvent } from '../testing/encode-event.js';
import { encodeUpdate } from '../testing/geyser-server.js';
import { MalformedBytes } from './malformed.js';
import { readTransaction } from './transaction.js';
import { readUpdate } from './update.js';

const trade = encodeEvent('pump', 'TradeEvent', { mint: addressOf('mint'), timestamp: 1_700_000_000n });
const encoded = encodeTransaction({
  slot: 12,
  index: 3,
  outer: [{ program: programAddress('pump'), accounts: [addressOf('a'), addressOf('b')], data: trade }],
  inner: { 0: [selfCpi('pump', trade, 2)] },
  logs: [`Program ${programAddress('pump')} invoke [1]`, logOf(trade)],
  before: [{ account: addressOf('x'), mint: addressOf('mint'), owner: addressOf('o'), amount: 5n }],
  after: [
    { account: addressOf('x'), mint: addressOf('mint'), owner: addressOf('o'), amount: 2n ** 64n - 1n },
  ],
});
const decoded = SubscribeUpdateTransaction.decode(encoded);
const updateOf = (parts: Parameters<typeof encodeUpdate>[0]) => encodeUpdate({ filters: ['f'], ...parts });

describe('a transaction', () => {
  it('is read as the official codec reads it', () => {
    const transaction = readTransaction(viewOf(encoded))!;
    const message = decoded.transaction!.transaction!.message!;
    expect(transaction.keys.map(String)).toEqual(message.accountKeys.map((key) => bs58.encode(key)));
    expect(transaction).toMatchObject({
      slot: 12,
      index: 3,
      signature: bs58.encode(decoded.transaction!.signature),
      isFailed: false,
    });
    const [outer] = transaction.outer;
    expect([0, 1, 2].map((n) => outer!.accountIndex(n))).toEqual([
      ...message.instructions[0]!.accounts,
      undefined,
    ]);
    expect(transaction.logs()).toEqual(decoded.transaction!.meta!.logMessages);
    expect(transaction.balancesAfter()).toEqual([
      {
        accountIndex: message.accountKeys.findIndex((key) => bs58.encode(key) === addressOf('x')),
        mint: addressOf('mint'),
        owner: addressOf('o'),
        amount: 2n ** 64n - 1n,
        decimals: 6,
      },
    ]);
  });

  it('counts loaded accounts after its own, writable ones first, in whatever order they are written', () => {
    const partial = SubscribeUpdateTransaction.decode(encoded);
    partial.transaction!.meta!.loadedReadonlyAddresses = [bs58.decode(addressOf('read'))];
    partial.transaction!.meta!.loadedWritableAddresses = [bs58.decode(addressOf('write'))];
    const { keys } = readTransaction(viewOf(SubscribeUpdateTransaction.encode(partial).finish()))!;
    expect(keys.slice(-2).map(String)).toEqual([addressOf('write'), addressOf('read')]);
  });

  it('without its record, as deshred streams send it, says nothing of what happened', () => {
    const partial = SubscribeUpdateTransaction.decode(encoded);
    partial.transaction!.meta = undefined;
    expect(readTransaction(viewOf(SubscribeUpdateTransaction.encode(partial).finish()))).toBeNull();
  });
});

describe('an update', () => {
  it('that is a transaction tells slot and index before anything else is looked at', () => {
    const update = readUpdate(updateOf({ transaction: decoded }));
    expect(update).toMatchObject({ kind: 'transaction', slot: 12, bankId: null, index: 3 });
  });

  it('that is a status, a block meta or a ping is told apart, and all else is other', () => {
    expect(readUpdate(updateOf({ slot: { slot: '9', status: 1 } }))).toEqual({
      kind: 'slot',
      slot: 9,
      bankId: null,
      status: 1,
    });
    expect(
      readUpdate(
        updateOf({ blockMeta: { slot: '9', parentSlot: '7', blockTime: { timestamp: '1700000000' } } }),
      ),
    ).toEqual({ kind: 'blockMeta', slot: 9, bankId: null, parentSlot: 7, blockTimeMs: 1_700_000_000_000 });
    expect(readUpdate(updateOf({ blockMeta: { slot: '9' } }))).toMatchObject({ blockTimeMs: null });
    // The wire's fields of protocol 14, which the client of today does not write.
    const inBank = (field: number, body: number[]) =>
      readUpdate(Uint8Array.from([(field << 3) | 2, body.length, ...body]));
    expect(inBank(3, [8, 9, 24, 1, 40, 7])).toEqual({ kind: 'slot', slot: 9, bankId: 7, status: 1 });
    expect(inBank(7, [8, 9, 48, 8, 80, 7])).toMatchObject({ kind: 'blockMeta', slot: 9, bankId: 7 });
    expect(inBank(4, [16, 9, 24, 7])).toMatchObject({ kind: 'transaction', slot: 9, bankId: 7 });
    expect(readUpdate(updateOf({ ping: {} }))).toEqual({ kind: 'ping' });
    expect(readUpdate(updateOf({ entry: { slot: '9' } }))).toEqual({ kind: 'other' });
    expect(readUpdate(new Uint8Array())).toEqual({ kind: 'other' });
  });
});

describe('hostile bytes', () => {
  const wholeUpdate = updateOf({ transaction: decoded });
  const source = { kind: 'tape' as const, name: 'test' };
  /** The whole way from bytes to records, as far as the bytes allow. */
  const readAll = (bytes: Uint8Array): void => {
    try {
      const update = readUpdate(bytes);
      const transaction = update.kind === 'transaction' ? readTransaction(update.body) : null;
      if (transaction) normaliseTransaction(transaction, null, source);
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedBytes);
    }
  };

  it('cut anywhere are read or refused, never anything else', () => {
    for (let length = 0; length < wholeUpdate.length; length++) readAll(wholeUpdate.slice(0, length));
  });

  it('with flipped bits are read or refused', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(wholeUpdate.length - 1), fc.integer({ min: 1, max: 255 })), {
          minLength: 1,
          maxLength: 6,
        }),
        (flips) => {
          const bytes = wholeUpdate.slice();
          for (const [at, mask] of flips) bytes[at]! ^= mask;
          readAll(bytes);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('at random are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => readAll(bytes)),
      { numRuns: 3_000 },
    );
  });
});

it('more balances than a transaction can have accounts are refused before anything is compared with each of them', () => {
  const balance = {
    account: addressOf('vault'),
    mint: addressOf('mint'),
    owner: addressOf('user'),
    amount: 5n,
  };
  const listed = (length: number) => Array.from({ length }, () => balance);
  const read = (before: number, after: number) =>
    readTransaction(viewOf(encodeTransaction({ outer: [], before: listed(before), after: listed(after) })));
  expect(read(256, 256)?.balancesBefore()).toHaveLength(256);
  expect(() => read(257, 0)).toThrow(MalformedBytes);
  expect(() => read(0, 257)).toThrow(MalformedBytes);
});
