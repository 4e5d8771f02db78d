import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { describe, expect, it } from 'vitest';
import { encodeFilters, parseUpdate, withoutFilters } from './update.js';

const encode = (update: object): Buffer =>
  Buffer.from(SubscribeUpdate.encode(SubscribeUpdate.fromPartial(update as never)).finish());

describe('recorded updates', () => {
  it('exchange their filters without being encoded again', () => {
    const frame = encode({ filters: ['a', 'x'.repeat(300)], slot: { slot: '5', status: 1 } });
    const body = withoutFilters(frame);
    expect(SubscribeUpdate.decode(body)).toMatchObject({ filters: [], slot: { slot: '5', status: 1 } });
    expect(SubscribeUpdate.decode(Buffer.concat([encodeFilters(['b']), body]))).toMatchObject({
      filters: ['b'],
      slot: { slot: '5', status: 1 },
    });
  });

  it('say what filters need of a transaction, loaded addresses among its accounts', () => {
    const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
    const frame = encode({
      transaction: {
        slot: '9',
        transaction: {
          signature: new Uint8Array(64).fill(7),
          isVote: false,
          transaction: { message: { accountKeys: [key(1)] } },
          meta: {
            err: { err: key(0) },
            loadedWritableAddresses: [key(2)],
            loadedReadonlyAddresses: [key(3)],
          },
        },
      },
      createdAt: new Date(5_000),
    });
    const { update, sentAtMs } = parseUpdate(frame, 0);
    expect(update).toMatchObject({ kind: 'transaction', slot: 9, failed: true, isVote: false });
    expect(update?.kind === 'transaction' && update.accounts.map((account) => account.charCodeAt(0))).toEqual(
      [1, 2, 3],
    );
    expect(sentAtMs).toBe(5_000);
  });

  it('name the bank they are of, which the official codec does not read', () => {
    const inBank = (field: number, ...message: number[]) =>
      parseUpdate(Buffer.from([(field << 3) | 2, message.length, ...message]), 0).update;
    expect(inBank(3, 8, 9, 24, 1, 40, 7)).toMatchObject({ kind: 'slot', slot: 9, status: 1, bankId: 7 });
    expect(inBank(4, 10, 0, 16, 9, 24, 7)).toMatchObject({ kind: 'transaction', slot: 9, bankId: 7 });
    expect(inBank(7, 8, 9, 80, 7)).toMatchObject({ kind: 'blockMeta', slot: 9, bankId: 7 });
    expect(inBank(3, 8, 9, 24, 1)?.bankId).toBeUndefined();
  });

  it('place a ping at the slot before it and leave out what no filter asks for', () => {
    expect(parseUpdate(encode({ ping: {} }), 12).update).toMatchObject({ kind: 'ping', slot: 12 });
    expect(parseUpdate(encode({ account: { slot: '4' } }), 0).update).toBeNull();
  });
});
