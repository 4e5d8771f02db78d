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

  it('place a ping at the slot before it and leave out what no filter asks for', () => {
    expect(parseUpdate(encode({ ping: {} }), 12).update).toMatchObject({ kind: 'ping', slot: 12 });
    expect(parseUpdate(encode({ account: { slot: '4' } }), 0).update).toBeNull();
  });
});
