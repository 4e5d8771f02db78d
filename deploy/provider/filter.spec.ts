import { CommitmentLevel, SlotStatus, SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { BadRequest, compileFilter } from './filter.js';
import type { Update } from './update.js';

const key = (byte: number): string => String.fromCharCode(byte).repeat(32);
const base58 = (byte: number): string => bs58.encode(new Uint8Array(32).fill(byte));
const body = Buffer.alloc(0);

const transaction = (fields: Partial<Extract<Update, { kind: 'transaction' }>> = {}): Update => ({
  kind: 'transaction',
  slot: 1,
  body,
  isVote: false,
  failed: false,
  signature: 'x',
  accounts: [key(1), key(2)],
  ...fields,
});

const names = (request: object, update: Update): string[] | null => {
  const filters = compileFilter(SubscribeRequest.fromJSON(request)).match(update);
  return filters && SubscribeUpdate.decode(filters).filters;
};

describe('a subscription', () => {
  it.each([
    ['no condition', {}, true],
    ['an included account', { accountInclude: [base58(9), base58(2)] }, true],
    ['no included account', { accountInclude: [base58(9)] }, false],
    ['an excluded account', { accountExclude: [base58(1)] }, false],
    ['every required account', { accountRequired: [base58(1), base58(2)] }, true],
    ['a required account missing', { accountRequired: [base58(1), base58(9)] }, false],
    ['votes wanted', { vote: true }, false],
    ['failed ones wanted', { failed: true }, false],
    ['successful ones wanted', { failed: false, vote: false }, true],
  ])('with %s', (_, filter, matches) => {
    expect(names({ transactions: { mine: filter } }, transaction())).toEqual(matches ? ['mine'] : null);
  });

  it('names every filter that matches', () => {
    const request = { transactions: { a: {}, b: { failed: true }, c: { accountInclude: [base58(1)] } } };
    expect(names(request, transaction())).toEqual(['a', 'c']);
  });

  it('sees the statuses of its commitment only, where it says so', () => {
    const status = (value: SlotStatus): Update => ({ kind: 'slot', slot: 1, body, status: value });
    const request = {
      commitment: CommitmentLevel.CONFIRMED,
      slots: { own: { filterByCommitment: true }, all: {} },
    };
    expect(names(request, status(SlotStatus.SLOT_CONFIRMED))).toEqual(['own', 'all']);
    expect(names(request, status(SlotStatus.SLOT_FINALIZED))).toEqual(['all']);
    expect(names(request, status(SlotStatus.SLOT_CREATED_BANK))).toBeNull();
    const between = { slots: { every: { interslotUpdates: true } } };
    expect(names(between, status(SlotStatus.SLOT_CREATED_BANK))).toEqual(['every']);
  });

  it('gets entries and block metas only when it asks, and pings always', () => {
    const entry: Update = { kind: 'entry', slot: 1, body };
    expect(names({}, entry)).toBeNull();
    expect(names({ entry: { e: {} } }, entry)).toEqual(['e']);
    expect(names({}, { kind: 'ping', slot: 1, body })).toEqual([]);
  });

  it.each([
    ['a key that is not base58', { transactions: { a: { accountInclude: ['0OIl'] } } }],
    ['a key of another length', { transactions: { a: { accountInclude: ['abc'] } } }],
    ['accounts, which this source has not', { accounts: { a: {} } }],
    ['an unknown commitment', { commitment: 9 as CommitmentLevel }],
  ])('is refused for %s', (_, request) => {
    expect(() => compileFilter(SubscribeRequest.fromJSON(request))).toThrow(BadRequest);
  });
});
