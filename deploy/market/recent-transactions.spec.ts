import type { Update } from '@cryptonite/provider/update.js';
import { expect, it } from 'vitest';
import { keyFor } from './addresses.js';
import { RecentTransactions } from './recent-transactions.js';

const [alice, bob] = ['alice', 'bob'].map(keyFor) as [string, string];

const transaction = (slot: number, signature: string, accounts: string[], bytes = 100): Update => ({
  kind: 'transaction',
  slot,
  body: Buffer.alloc(bytes),
  isVote: false,
  failed: false,
  signature,
  accounts,
});
const block = (slot: number, ...transactions: Update[]): Update[] => [
  ...transactions,
  { kind: 'blockMeta', slot, body: Buffer.alloc(1), blockHash: 'x', blockHeight: slot, blockTimeS: slot },
];
const signaturesOf = (recent: RecentTransactions, account: string, newestSlot = 10_000): string[] =>
  [...recent.of(account, newestSlot)].map(({ signature }) => signature);

it('are those that name an account, newest first, up to a slot', () => {
  const recent = new RecentTransactions();
  recent.note(block(1, transaction(1, 'a', [alice]), transaction(1, 'b', [alice, bob])));
  recent.note([]);
  recent.note(block(3, transaction(3, 'c', [bob])));
  expect(signaturesOf(recent, alice)).toEqual(['b', 'a']);
  expect(signaturesOf(recent, bob)).toEqual(['c', 'b']);
  expect(signaturesOf(recent, bob, 2)).toEqual(['b']);
  expect(recent.find('b')).toMatchObject({ slot: 1, place: 1, blockTimeS: 1 });
  expect(recent.find('d')).toBeNull();
});

it('are forgotten after twenty minutes of slots', () => {
  const recent = new RecentTransactions();
  for (let slot = 1; slot <= 6_001; slot++)
    recent.note(block(slot, transaction(slot, `at ${slot}`, [alice])));
  expect(recent.find('at 1')).toBeNull();
  expect(recent.find('at 2')).not.toBeNull();
  expect(signaturesOf(recent, alice)).toHaveLength(6_000);
});

it('are forgotten earlier where they are long', () => {
  const recent = new RecentTransactions();
  for (let slot = 1; slot <= 10; slot++)
    recent.note(block(slot, transaction(slot, `at ${slot}`, [alice], 24 << 20)));
  expect(signaturesOf(recent, alice)).toEqual(['at 10', 'at 9', 'at 8', 'at 7']);
});

it('are not those that were never encoded', () => {
  const recent = new RecentTransactions();
  recent.note(block(1, transaction(1, '', [alice], 0)));
  expect(signaturesOf(recent, alice)).toEqual([]);
});
