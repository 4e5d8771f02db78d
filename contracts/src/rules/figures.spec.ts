import { expect, it } from 'vitest';
import { amountBeside } from './figures.js';

it.each([
  [39.96, 50, '', '39.96'],
  [49.97, 50, '', '49.97'],
  [39.94, 50, '', '39.9'],
  [40.03, 40, '', '40.03'],
  [71.2, 40, '', '71.2'],
  [8.7, 40, '', '8.7'],
  [12, 30, '', '12'],
  [1.19, 1.2, 'x', '1.19x'],
  [12.96, 15, '%', '13.0%'],
  [4_119.6, 5_000, '$', '$4,120'],
])('%s beside %s, in %j, is %s', (value, limit, unit, text) =>
  expect(amountBeside(value, limit, unit)).toBe(text),
);
