import { ListSource, ProfileName } from '@cryptonite/contracts/api';

/** What /discovery shows, as its address says it. Unknown values fall to the defaults: the first of each. */
export type TabList = 'qualified' | 'rejected';
export type DiscoveryState = { tab: Tab; source: ListSource; list: TabList; profile: ProfileName };

export const TABS = ['ultimate', 'daily-boosted', 'high-hype'] as const;
export type Tab = (typeof TABS)[number];
export const SOURCES = ListSource.options;
export const TAB_LISTS: readonly TabList[] = ['qualified', 'rejected'];
export const PROFILE_NAMES = ProfileName.options;

export function readUrlState(params: URLSearchParams): DiscoveryState {
  return {
    tab: TABS.find((tab) => tab === params.get('tab')) ?? 'ultimate',
    source: SOURCES.find((source) => source === params.get('source')) ?? 'pumpfun',
    list: TAB_LISTS.find((list) => list === params.get('list')) ?? 'qualified',
    profile: PROFILE_NAMES.find((profile) => profile === params.get('profile')) ?? 'live',
  };
}

/** The whole state, so that a copied address opens the same view; the profile where it is not the default. */
export function writeUrlState({ tab, source, list, profile }: DiscoveryState): string {
  return new URLSearchParams({ tab, source, list, ...(profile !== 'live' && { profile }) }).toString();
}
