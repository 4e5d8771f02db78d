import { expect, it } from 'vitest';
import { type Identity, identityOf, isSameIdentity } from './identity.js';

const identity: Identity = {
  source: { kind: 'market', name: 'a' },
  symbol: 'S',
  name: 'N',
  uri: 'https://x',
  creator: 'C',
  createdAt: 1,
  seenSinceCreation: true,
  isMayhem: false,
  bondingCurve: 'B',
  pool: 'P',
  quoteMint: 'Q',
  quoteDecimals: 9,
};

it('the same is the same, wherever it was read', () => {
  expect(isSameIdentity(identity, identityOf(structuredClone(identity)))).toBe(true);
  expect(isSameIdentity(identity, { ...identity, source: { kind: 'market', name: 'b' } })).toBe(true);
});

it.each(Object.keys(identity))('another %s is another identity', (field) => {
  const other = field === 'source' ? { kind: 'provider', name: 'a' } : null;
  expect(isSameIdentity(identity, { ...identity, [field]: other })).toBe(false);
});
