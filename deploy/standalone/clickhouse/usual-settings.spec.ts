import { expect, test } from 'vitest';
import { adoptUsualSettings } from './usual-settings.js';

const adopt = (given: Record<string, string>) => {
  const settings = new Map(Object.entries(given));
  adoptUsualSettings(settings);
  return Object.fromEntries(settings);
};

test('a result that a tool wants cut is a LIMIT', () => {
  expect(adopt({ max_result_rows: '200', result_overflow_mode: 'break' })).toEqual({ limit: '200' });
});

test('what is so without saying is taken out', () => {
  expect(adopt({ readonly: '1', result_overflow_mode: 'throw' })).toEqual({});
});

test.each<Record<string, string>>([
  { result_overflow_mode: 'break' },
  { result_overflow_mode: 'break', max_result_rows: '0' },
  { result_overflow_mode: 'break', max_result_rows: '1e9' },
  { readonly: '0' },
  { max_result_rows: '200' },
])('%o is left for the guard', (given) => {
  expect(adopt(given)).toEqual(given);
});
