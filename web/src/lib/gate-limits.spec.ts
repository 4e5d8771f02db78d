import { DAILY, gateIn, ULTIMATE_GATES } from '@cryptonite/contracts/rules';
import { expect, it } from 'vitest';
import { limitsOf } from './gate-limits';

it.each([
  [gateIn(ULTIMATE_GATES.live, 'liquidity'), '≥ $2,000 or ≥ 20% of market cap'],
  [gateIn(ULTIMATE_GATES.live, 'rugRisk'), '< 40'],
  [gateIn(ULTIMATE_GATES.whitepaper, 'marketCapMost'), '≤ $1,000,000'],
  [gateIn(DAILY.live, 'promoted'), '≥ 1 boost or a paid profile'],
])('says what a gate asks for', (gate, said) => expect(limitsOf(gate)).toBe(said));
