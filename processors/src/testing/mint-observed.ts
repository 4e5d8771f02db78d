import { CURVE } from '@cryptonite/contracts/rules';
import type { SaidByWorld } from './facts.js';

type MintSaid = Extract<SaidByWorld, { kind: 'MintObserved' }>;

/** Of a mint over which nobody has a power, and a part of it by `change`. */
export const mintObserved = (change: Partial<MintSaid> = {}): MintSaid => ({
  kind: 'MintObserved',
  observedSlot: 1,
  exists: true,
  tokenProgram: null,
  decimals: 6,
  supply: CURVE.totalSupply,
  mintAuthority: null,
  freezeAuthority: null,
  extensions: [],
  ...change,
});
