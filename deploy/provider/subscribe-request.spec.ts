import { CommitmentLevel, SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { describe, expect, it } from 'vitest';
import { decodeSubscribeRequest } from './subscribe-request.js';

describe('subscribe requests', () => {
  it('keep filters whose value a client left out because it is all defaults', () => {
    // blocks_meta { key: "meta" }, transactions { key: "all" }, commitment: 1
    const bytes = Buffer.from([
      0x2a,
      6,
      0x0a,
      4,
      ...Buffer.from('meta'),
      0x1a,
      5,
      0x0a,
      3,
      ...Buffer.from('all'),
      0x30,
      1,
    ]);
    const request = decodeSubscribeRequest(bytes);
    expect(Object.keys(request.blocksMeta)).toEqual(['meta']);
    expect(request.transactions.all).toMatchObject({ accountInclude: [], vote: undefined });
    expect(request.commitment).toBe(CommitmentLevel.CONFIRMED);
  });

  it('are otherwise read as they were written', () => {
    const request = SubscribeRequest.fromJSON({
      transactions: { mine: { accountInclude: ['x'.repeat(200)], vote: false, failed: true } },
      slots: { own: { filterByCommitment: true } },
      blocksMeta: { meta: {} },
      ping: { id: 7 },
      fromSlot: '450000000',
    });
    expect(decodeSubscribeRequest(Buffer.from(SubscribeRequest.encode(request).finish()))).toEqual(request);
  });

  it('that are cut short are refused', () => {
    expect(() => decodeSubscribeRequest(Buffer.from([0x2a, 6, 0x0a]))).toThrow();
  });
});
