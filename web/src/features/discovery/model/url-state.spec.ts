import { describe, expect, it } from 'vitest';
import { type DiscoveryState, readUrlState, writeUrlState } from './url-state';

const read = (query: string) => readUrlState(new URLSearchParams(query));
const DEFAULTS: DiscoveryState = {
  tab: 'ultimate',
  source: 'pumpfun',
  list: 'qualified',
  profile: 'live',
};

describe('the address of discovery', () => {
  it.each([
    ['', {}],
    ['tab=high-hype&source=bonded&list=rejected', { tab: 'high-hype', source: 'bonded', list: 'rejected' }],
    ['tab=daily-boosted&profile=whitepaper', { tab: 'daily-boosted', profile: 'whitepaper' }],
    ['source=raydium&list=rejected', { list: 'rejected' }],
    ['tab=nonsense&list=%00&source=&profile=LIVE', {}],
  ] as const)('reads %j', (query, state) => expect(read(query)).toEqual({ ...DEFAULTS, ...state }));

  it('reads back what it wrote', () => {
    const state = {
      tab: 'daily-boosted',
      source: 'bonded',
      list: 'rejected',
      profile: 'whitepaper',
    } as const;
    expect(read(writeUrlState(state))).toEqual(state);
  });

  it('is written as decided', () =>
    expect(writeUrlState({ ...DEFAULTS, tab: 'high-hype' })).toBe(
      'tab=high-hype&source=pumpfun&list=qualified',
    ));
});
