import { expect, it } from 'vitest';
import { judgeGate } from './judge-gate';

const seen = { balance: undefined, failure: null, isChecking: false };

it.each([
  ['is being checked', { ...seen, isChecking: true }, { state: 'checking' }],
  ['is unknown for what failed', { ...seen, failure: 'away' }, { state: 'unknown', why: 'away' }],
  [
    'is unknown where an earlier balance could not be read again',
    { ...seen, balance: 2_000_000, failure: 'away' },
    { state: 'unknown', why: 'away' },
  ],
  ['is unknown before it was asked', seen, { state: 'unknown', why: 'The balance was not asked yet' }],
  [
    'is closed for who holds none',
    { ...seen, balance: 0 },
    { state: 'closed', balance: 0, missing: 1_000_000 },
  ],
  [
    'is closed a part of a token short',
    { ...seen, balance: 999_999.5 },
    { state: 'closed', balance: 999_999.5, missing: 0.5 },
  ],
  [
    'is open at the minimum',
    { ...seen, balance: 1_000_000 },
    { state: 'open', balance: 1_000_000, missing: 0 },
  ],
  ['is open above it', { ...seen, balance: 1_500_000 }, { state: 'open', balance: 1_500_000, missing: 0 }],
])('the gate %s', (_what, given, gate) => expect(judgeGate(given, 1_000_000)).toEqual(gate));
