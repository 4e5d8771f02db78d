import { expect, it } from 'vitest';
import { measure, mintOf } from '../../../../testing/measurements.js';
import type { Found } from './finding-words.js';
import { reasonsOff } from './kept-off.js';

const found = (name: string, value: number | null, floor: number | null): Found => ({
  ...{ layer: name === 'liquidityPulled' ? 'market' : 'contract', name, level: 'danger' },
  ...{ points: 60, value, limit: null, floor },
});

it.each([
  ['whose accounts start frozen', found('frozenByDefault', 1, 95), 'Accounts start frozen: risk 95 of 100'],
  ['with a hook', found('transferHook', 1, 85), 'Transfer hook: risk 85 of 100'],
  ['taxed above 10%', found('transferFee', 15, 90), 'Transfer fee 15%: risk 90 of 100'],
  [
    'whose liquidity was pulled',
    found('liquidityPulled', 94, 95),
    '94% of the liquidity was pulled: risk 95 of 100',
  ],
])('of a token %s the finding is named', (_case, finding, reason) => {
  const { measurement } = measure(mintOf('a'), { rugFloor: finding.floor });
  const { time, position } = measurement;
  const layers = { [finding.layer]: { time, position, found: [finding], share: 1 } };
  expect(reasonsOff(measurement, layers)).toContain(`${reason}, hidden above 80`);
  const standing = measure(mintOf('a'), { rugFloor: null }).measurement;
  expect(reasonsOff(standing, layers).join()).not.toContain('hidden above');
});
