import { expect, it } from 'vitest';
import type { Gate } from './judge-gate';
import { connectedAs, disconnected, notConnected, shortAddress, walletStateOf } from './wallet-state';

const KEY = '7xKpAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA9fQ2';
const connected = connectedAs(notConnected, 'Test', KEY);
const open: Gate = { state: 'open', balance: 1_500_000, missing: 0 };
const shut = { tokenBalance: 0, hasRequiredTokens: false };

it.each<[string, Gate, object]>([
  [
    'is being checked',
    { state: 'checking' },
    { ...shut, checkingBalance: true, balanceFailure: null, initialCheckComplete: false },
  ],
  [
    'opens the gate',
    open,
    {
      tokenBalance: 1_500_000,
      hasRequiredTokens: true,
      checkingBalance: false,
      balanceFailure: null,
      initialCheckComplete: true,
    },
  ],
  [
    'is too little',
    { state: 'closed', balance: 999_999, missing: 1 },
    { tokenBalance: 999_999, hasRequiredTokens: false, checkingBalance: false, balanceFailure: null },
  ],
  [
    'could not be read, so it is 0 with the gate shut',
    { state: 'unknown', why: 'away' },
    { ...shut, checkingBalance: false, balanceFailure: 'away', initialCheckComplete: true },
  ],
])('a balance %s', (_what, gate, said) => expect(walletStateOf(connected, gate)).toMatchObject(said));

it.each([
  ['before a wallet was asked', notConnected, false],
  ['after it was disconnected', disconnected(connected), true],
])('nothing is held %s', (_what, connection, initialCheckComplete) =>
  expect(walletStateOf(connection, open)).toMatchObject({
    publicKey: null,
    ...shut,
    checkingBalance: false,
    balanceFailure: null,
    initialCheckComplete,
  }),
);

it('shortens an address to its first and last four', () => expect(shortAddress(KEY)).toBe('7xKp…9fQ2'));
