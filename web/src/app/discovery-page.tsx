import type { ReactNode } from 'react';
import { DailyBoosted } from '../features/discovery/components/daily-boosted';
import { MeasuredTexts } from '../features/discovery/components/measured-texts';
import { PreMigration } from '../features/discovery/components/pre-migration';
import { ProfileSwitch, TopTabs } from '../features/discovery/components/top-tabs';
import { Ultimate } from '../features/discovery/components/ultimate';
import type { Tab } from '../features/discovery/model/url-state';
import { useDiscovery } from '../features/discovery/model/use-discovery';
import { useOrigin } from '../features/discovery/model/use-origin';
import { useIsOperator } from '../features/session/model/use-session';
import { useAskOnLoad } from '../features/settings/model/use-notification-setting';
import { StatusCells } from '../features/status/components/status-cells';
import { useStatus } from '../features/status/model/use-status';
import { DiscoveryAnnouncer, DiscoveryBell } from './discovery-bell';
import { LiveStream } from './live-stream';
import { OpenedScores } from './opened-scores';
import { Shell } from './shell';
import './tokens.css';
import './bar.css';
import './scored.css';

type TabProps = { isStale: boolean; status: ReactNode; bell: ReactNode };

const TABS: Record<Tab, (props: TabProps) => ReactNode> = {
  ultimate: Ultimate,
  'daily-boosted': DailyBoosted,
  'high-hype': PreMigration,
};

export default function DiscoveryPage() {
  useAskOnLoad();
  const [{ tab, profile }] = useDiscovery();
  const status = useStatus(useOrigin(), useIsOperator());
  const isStale = status.freshness?.state === 'stale';
  const Content = TABS[tab];
  return (
    <Shell
      title="Discovery Scanner"
      status={status}
      controls={<ProfileSwitch />}
      profile={profile}
      measured={<MeasuredTexts />}
    >
      <LiveStream />
      <DiscoveryAnnouncer isStale={isStale} />
      <main>
        <TopTabs>
          <Content
            key={`${tab} ${profile}`}
            isStale={isStale}
            status={<StatusCells status={status} />}
            bell={<DiscoveryBell />}
          />
        </TopTabs>
      </main>
      <OpenedScores />
    </Shell>
  );
}
