import { ListSource } from '@cryptonite/contracts/api';

/** What /discovery shows, as its address says it. Unknown values fall to the defaults. */
export type TabList = 'qualified' | 'rejected';
export type DiscoveryState = { source: ListSource; list: TabList };

/** The Pre-Migration tab's value in the address. */
export const TAB = 'high-hype';
export const SOURCES = ListSource.options;
export const TAB_LISTS: readonly TabList[] = ['qualified', 'rejected'];

export function readUrlState(params: URLSearchParams): DiscoveryState {
  return {
    source: SOURCES.find((source) => source === params.get('source')) ?? 'pumpfun',
    list: TAB_LISTS.find((list) => list === params.get('list')) ?? 'qualified',
  };
}

/** The whole state, so that a copied address opens the same view. */
export function writeUrlState({ source, list }: DiscoveryState): string {
  return new URLSearchParams({ tab: TAB, source, list }).toString();
}
