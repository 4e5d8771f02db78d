import { expect, it } from 'vitest';
import { namedBy } from './named-lists.js';

it.each([
  [undefined, 'rejected', 'bonded', true],
  ['rejected', 'rejected', 'bonded', true],
  ['rejected.pumpfun,earlyStage', 'rejected', 'bonded', false],
  ['rejected.pumpfun,earlyStage', 'rejected', 'pumpfun', true],
  ['rejected.pumpfun,earlyStage', 'earlyStage', null, true],
  ['rejected.pumpfun', 'qualified', 'pumpfun', false],
] as const)('%s names %s of %s: %s', (lists, name, source, isNamed) =>
  expect(namedBy(lists)(name, source)).toBe(isNamed),
);
