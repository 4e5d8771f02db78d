import type { ProfileName } from '@cryptonite/contracts/api';
import type { ReactNode } from 'react';
import { moveByArrows } from '../../../ui/arrow-keys';
import { Segments } from '../../../ui/segments';
import { PROFILE_NAMES, TABS, type Tab } from '../model/url-state';
import { useDiscovery } from '../model/use-discovery';

export const TAB_LABELS: Record<Tab, string> = {
  ultimate: 'Ultimate',
  'daily-boosted': 'Daily Boosted',
  'high-hype': 'Pre-Migration',
};
const PROFILE_LABELS: Record<ProfileName, string> = { live: 'Live', whitepaper: 'Whitepaper' };
const profileSegments = PROFILE_NAMES.map((value) => ({ value, label: PROFILE_LABELS[value] }));

/** The three tabs. Beside them, where there is room, the profile. */
export function TopTabs({ children }: { children: ReactNode }) {
  const [{ tab }, show] = useDiscovery();
  return (
    <>
      <div className="border-b border-line">
        <div className="page top-tabs">
          <div role="tablist" aria-label="Scanner" className="top-tablist" onKeyDown={moveByArrows}>
            {TABS.map((value) => (
              <button
                key={value}
                type="button"
                role="tab"
                id={`tab-${value}`}
                aria-selected={value === tab}
                aria-controls="tab-content"
                tabIndex={value === tab ? 0 : -1}
                className={`top-tab ${value === tab ? 'border-brand text-ink' : 'border-transparent text-ink2 hover:text-ink'}`}
                onClick={() => show({ tab: value })}
              >
                {TAB_LABELS[value]}
                {value === 'ultimate' && <span className="free">Free</span>}
              </button>
            ))}
          </div>
          <span className="profile-switch">
            <ProfileSwitch />
          </span>
        </div>
      </div>
      <div id="tab-content" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {children}
      </div>
    </>
  );
}

/** By whose rules lists and scores are read. */
export function ProfileSwitch() {
  const [{ profile }, show] = useDiscovery();
  return (
    <Segments
      label="Profile"
      value={profile}
      segments={profileSegments}
      isSmall
      onChange={(next) => show({ profile: next })}
    />
  );
}
