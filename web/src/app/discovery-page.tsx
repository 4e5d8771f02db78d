import { PreMigration } from '../features/discovery/components/pre-migration';
import { useOrigin } from '../features/discovery/model/use-origin';
import { useAskOnLoad } from '../features/settings/model/use-notification-setting';
import { StatusCells } from '../features/status/components/status-cells';
import { useStatus } from '../features/status/model/use-status';
import { DiscoveryBell } from './discovery-bell';
import { Shell } from './shell';

export function DiscoveryPage() {
  useAskOnLoad();
  const status = useStatus(useOrigin());
  const isStale = status.freshness?.state === 'stale';
  return (
    <Shell title="Discovery Scanner" status={status}>
      <main>
        <div className="border-b border-line">
          <div className="page flex h-11 items-stretch" role="tablist" aria-label="Scanner">
            <button
              type="button"
              role="tab"
              id="tab-pre-migration"
              aria-selected="true"
              aria-controls="pre-migration"
              className="-mb-px flex-1 border-b-2 border-brand px-3 text-value font-medium text-ink md:-ml-3 md:flex-none"
            >
              Pre-Migration
            </button>
          </div>
        </div>
        <div id="pre-migration" role="tabpanel" aria-labelledby="tab-pre-migration">
          <PreMigration isStale={isStale} status={<StatusCells status={status} />} bell={<DiscoveryBell />} />
        </div>
      </main>
    </Shell>
  );
}
