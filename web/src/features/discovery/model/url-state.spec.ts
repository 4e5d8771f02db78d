import { describe, expect, it } from 'vitest';
import { readUrlState, writeUrlState } from './url-state';

const read = (query: string) => readUrlState(new URLSearchParams(query));

describe('the address of discovery', () => {
  it.each([
    ['', { source: 'pumpfun', list: 'qualified' }],
    ['tab=high-hype&source=bonded&list=rejected', { source: 'bonded', list: 'rejected' }],
    ['source=raydium&list=rejected', { source: 'pumpfun', list: 'rejected' }],
    ['tab=nonsense&list=%00&source=', { source: 'pumpfun', list: 'qualified' }],
  ])('reads %j', (query, state) => expect(read(query)).toEqual(state));

  it('reads back what it wrote', () => {
    const state = { source: 'bonded', list: 'rejected' } as const;
    expect(read(writeUrlState(state))).toEqual(state);
  });

  it('is written as decided', () =>
    expect(writeUrlState({ source: 'pumpfun', list: 'qualified' })).toBe(
      'tab=high-hype&source=pumpfun&list=qualified',
    ));
});
