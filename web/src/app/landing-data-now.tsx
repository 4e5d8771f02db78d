import { DataNow } from '../features/status/components/data-now';
import { useStatus } from '../features/status/model/use-status';

export default function LandingDataNow() {
  return <DataNow status={useStatus(null)} />;
}
