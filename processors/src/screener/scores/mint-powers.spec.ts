import type { MintObserved } from '@cryptonite/contracts/events';
import { describe, expect, it } from 'vitest';
import { walletOf } from '../../testing/journal.js';
import { hasEither, hasPower, mintOf, type Power, withPower } from './mint-powers.js';

const told: MintObserved = {
  kind: 'MintObserved',
  id: 'id',
  position: '000000000001-999999-999-0009',
  time: 1,
  mint: walletOf(9),
  from: 'test',
  observedSlot: 1,
  exists: true,
  tokenProgram: null,
  decimals: 6,
  supply: 1n,
  mintAuthority: null,
  freezeAuthority: null,
  extensions: [],
};
const somebody = walletOf(1);
const having = (name: string, values: unknown): MintObserved => ({
  ...told,
  extensions: [{ name, values: JSON.stringify(values) }],
});

const OF_EXTENSIONS: readonly Power[] = [
  ...(['closeAuthority', 'permanentDelegate', 'frozenByDefault', 'nonTransferable', 'transferHook'] as const),
  ...(['pausable', 'paused', 'hookAuthority', 'feeAuthority', 'permissionedBurn'] as const),
];

/** A fee of nothing, for now. */
const FREE_WITH_AUTHORITY = {
  transferFeeConfigAuthority: somebody,
  olderTransferFee: { transferFeeBasisPoints: 0 },
  newerTransferFee: { transferFeeBasisPoints: 0 },
};

describe('a power over a mint', () => {
  it.each<[Power, MintObserved]>([
    ['mintAuthority', { ...told, mintAuthority: somebody }],
    ['freezeAuthority', { ...told, freezeAuthority: somebody }],
    ['closeAuthority', having('mintCloseAuthority', { closeAuthority: somebody })],
    ['permanentDelegate', having('permanentDelegate', { delegate: somebody })],
    ['frozenByDefault', having('defaultAccountState', { accountState: 'frozen' })],
    ['nonTransferable', having('nonTransferable', {})],
    ['transferHook', having('transferHook', { authority: null, programId: somebody })],
    ['pausable', having('pausableConfig', { authority: somebody, paused: false })],
    ['paused', having('pausableConfig', { authority: null, paused: true })],
    ['hookAuthority', having('transferHook', { authority: somebody, programId: null })],
    ['feeAuthority', having('transferFeeConfig', FREE_WITH_AUTHORITY)],
    ['permissionedBurn', having('permissionedBurnConfig', { authority: somebody })],
  ])('%s is one where the mint has it, and none of a plain mint', (power, powerful) => {
    expect(hasPower(undefined, power)).toBeNull();
    expect(hasPower(mintOf(told), power)).toBe(false);
    expect(hasPower(mintOf(powerful), power)).toBe(true);
    expect(hasPower(withPower(mintOf(powerful), power, false), power)).toBe(false);
    expect(hasPower(withPower(mintOf(powerful), power, null), power)).toBeNull();
    expect(withPower(mintOf(told), power, true)).toEqual(mintOf(powerful));
  });

  it.each<[Power, string, unknown]>([
    ['closeAuthority', 'mintCloseAuthority', { closeAuthority: null }],
    ['permanentDelegate', 'permanentDelegate', { delegate: null }],
    ['frozenByDefault', 'defaultAccountState', { accountState: 'initialized' }],
    ['transferHook', 'transferHook', { authority: somebody, programId: null }],
    ['pausable', 'pausableConfig', { authority: null, paused: false }],
    ['permissionedBurn', 'permissionedBurnConfig', { authority: null }],
    ['feeAuthority', 'transferFeeConfig', { transferFeeConfigAuthority: null }],
    ['mutableMetadata', 'tokenMetadata', { updateAuthority: null }],
  ])('%s is none that was given up', (power, name, values) => {
    expect(hasPower(mintOf(having(name, values)), power)).toBe(false);
  });

  it.each(['unparseableExtension', 'anExtensionOfTomorrow'])(
    'of an extension is not known where the node names %s, but for those that it names',
    (name) => {
      const unread = { name, values: '{}' };
      const mint = mintOf({ ...told, extensions: [unread] });
      for (const power of OF_EXTENSIONS) expect([power, hasPower(mint, power)]).toEqual([power, null]);
      expect(mint.transferFeePercent).toBeNull();
      expect(hasPower(mint, 'mintAuthority')).toBe(false);
      const delegate = { name: 'permanentDelegate', values: JSON.stringify({ delegate: somebody }) };
      const named = mintOf({ ...told, extensions: [unread, delegate] });
      expect(hasPower(named, 'permanentDelegate')).toBe(true);
      expect(hasPower(named, 'pausable')).toBeNull();
    },
  );

  it('or another is known where one of them is so, or both are not', () => {
    const hook = (values: object) => mintOf(having('transferHook', values));
    const has = (values: object) => hasEither(hook(values), 'transferHook', 'hookAuthority');
    expect(has({ authority: somebody, programId: null })).toBe(true);
    expect(has({ authority: somebody })).toBe(true);
    expect(has({ programId: null })).toBeNull();
    expect(has({ authority: null })).toBeNull();
    expect(has({ authority: null, programId: null })).toBe(false);
    expect(hasEither(undefined, 'transferHook', 'hookAuthority')).toBeNull();
  });

  it('over metadata is not known where the mint does not hold them', () => {
    expect(hasPower(mintOf(told), 'mutableMetadata')).toBeNull();
    expect(hasPower(mintOf(having('tokenMetadata', { updateAuthority: somebody })), 'mutableMetadata')).toBe(
      true,
    );
  });

  it.each<[Power, string]>([
    ['closeAuthority', 'mintCloseAuthority'],
    ['permanentDelegate', 'permanentDelegate'],
    ['frozenByDefault', 'defaultAccountState'],
    ['transferHook', 'transferHook'],
    ['pausable', 'pausableConfig'],
    ['mutableMetadata', 'tokenMetadata'],
  ])('%s is not known of values of another form', (power, name) => {
    for (const values of ['"3000 characters"', '{}', '[]', 'null', 'no JSON'])
      expect(hasPower(mintOf({ ...told, extensions: [{ name, values }] }), power)).toBeNull();
  });

  it('takes the larger of two fees, and knows none of another form', () => {
    const fee = (older: unknown, newer: unknown) =>
      mintOf(having('transferFeeConfig', { olderTransferFee: older, newerTransferFee: newer }))
        .transferFeePercent;
    expect(mintOf(told).transferFeePercent).toBe(0);
    expect(fee({ transferFeeBasisPoints: 0 }, { transferFeeBasisPoints: 500 })).toBe(5);
    expect(fee({ transferFeeBasisPoints: 1_050 }, { transferFeeBasisPoints: 0 })).toBe(10.5);
    expect(fee({ transferFeeBasisPoints: 100 }, null)).toBeNull();
    expect(fee('1', { transferFeeBasisPoints: 100 })).toBeNull();
  });
});
