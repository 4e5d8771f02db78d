import { BOUNDED_START_MS, playBounded } from '@cryptonite/market/market-source.js';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { expect, it } from 'vitest';
import { passedByBecause, signatureOf } from './passed-by.js';

const LAST_SLOT = Number.MAX_SAFE_INTEGER;
const trade = [
  ...playBounded({
    seed: 7,
    startMs: BOUNDED_START_MS,
    transactions: 40,
    launches: Number.POSITIVE_INFINITY,
  }),
]
  .flat()
  .filter((update) => update.kind === 'transaction' && !update.failed)
  .map(({ body }) => body)
  .find((body) => passedByBecause(body, LAST_SLOT) === null)!;
/** A field that claims more bytes than there are. */
const DAMAGE = Buffer.of(0x5a, 0x7f, 1);

const encode = (parts: object): Buffer =>
  Buffer.from(SubscribeUpdate.encode(SubscribeUpdate.fromPartial(parts)).finish());

/** The trade with one change, encoded anew by the official codec. */
function changed(change: (update: SubscribeUpdate) => void): Buffer {
  const update = SubscribeUpdate.decode(trade);
  change(update);
  return encode(update);
}

const infoOf = (update: SubscribeUpdate) => update.transaction!.transaction!;

it.each([
  ['a slot status', encode({ slot: { slot: '5', status: 1 } }), 'a ping, slot status or block meta'],
  [
    'a failed transaction',
    changed((update) => {
      infoOf(update).meta!.err = { err: Buffer.of(8) };
    }),
    'a failed transaction',
  ],
  [
    'a transaction without a result',
    changed((update) => {
      infoOf(update).meta = undefined;
    }),
    'a transaction without a result',
  ],
  [
    'a transaction without keys',
    changed((update) => {
      infoOf(update).transaction!.message!.accountKeys = [];
      infoOf(update).meta!.loadedWritableAddresses = [];
      infoOf(update).meta!.loadedReadonlyAddresses = [];
    }),
    'names no launchpad',
  ],
  [
    'a transaction without inner instructions',
    changed((update) => {
      infoOf(update).meta!.innerInstructions = [];
    }),
    'states no fact',
  ],
])('%s is passed by, also with damage behind it', (_, bytes, reason) => {
  expect(passedByBecause(bytes, LAST_SLOT)).toBe(reason);
  expect(passedByBecause(Buffer.concat([bytes, DAMAGE]), LAST_SLOT)).toBe(reason);
});

it('a trade is lost where it leaves nothing, also with damage behind it; a slot that never came is none', () => {
  expect(passedByBecause(trade, LAST_SLOT)).toBeNull();
  expect(passedByBecause(Buffer.concat([trade, DAMAGE]), LAST_SLOT)).toBeNull();
  expect(passedByBecause(trade, 0)).toBe('in a slot that has not come yet');
  expect(signatureOf(Buffer.concat([trade, DAMAGE]))).toBe(signatureOf(trade));
});

it('damage before what decides is no reason', () => {
  const account = encode({ account: { slot: '5' } });
  expect(passedByBecause(account, LAST_SLOT)).toBe('an update of another kind');
  expect(passedByBecause(Buffer.concat([account, DAMAGE]), LAST_SLOT)).toBeNull();
  const wireTypeSeven = Buffer.of(0x5f);
  expect(passedByBecause(Buffer.concat([wireTypeSeven, encode({ ping: {} })]), LAST_SLOT)).toBeNull();
});
