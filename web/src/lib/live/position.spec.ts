import { expect, it } from 'vitest';
import { earlierOf } from './position';

it.each([
  ['0:12,1:44', '0:13,1:40', '0:12,1:40'],
  ['0:12', '0:12', '0:12'],
  ['0:-1', '0:4', '0:-1'],
  ['0:12,1:44', '0:12', null],
  ['0:12', '1:12', null],
  ['0:12', null, null],
  ['nonsense', '0:12', null],
  ['', '', null],
])('before %s and %s is %s', (a, b, earlier) => {
  expect(earlierOf(a, b)).toBe(earlier);
  expect(earlierOf(b, a)).toBe(earlier);
});
