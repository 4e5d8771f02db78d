import { ListSource } from '@cryptonite/contracts/api';

/** What /discovery shows, as its address says it. Unknown values fall to the defaults. */
export type ListName = 'qualified' | 'rejected';
export type DiscoveryState = { source: ListSource; list: ListName };

/** The Pre-Migration tab's value in the address. */
export const TAB = 'high-hype';
export const SOURCES = ListSource.options;
export const LISTS: readonly ListName[] = ['qualified', 'rejected'];

export function readUrlState(params: URLSearchParams): DiscoveryState {
  return {
    source: SOURCES.find((source) => source === params.get('source')) ?? 'pumpfun',
    list: LISTS.find((list) => list === params.get('list')) ?? 'qualified',
  };
}

/** The whole state, so that a copied address opens the same view. */
export function writeUrlState({ source, list }: DiscoveryState): string {
  return new URLSearchParams({ tab: TAB, source, list }).toString();
}
