import { NewestToken } from '../features/discovery/components/newest-token';
import { useOrigin } from '../features/discovery/model/use-origin';
import { LiveCondition } from '../features/status/components/live-condition';
import { useStatus } from '../features/status/model/use-status';
import { LiveStream } from './live-stream';
import { OpenedScores } from './opened-scores';
import './tokens.css';
import './scored.css';

/** The newest token of the scanner as its page shows it, kept up to date by the same stream. */
export default function LandingLive() {
  const status = useStatus(useOrigin());
  return (
    <>
      <LiveStream />
      <NewestToken
        isStale={status.freshness?.state === 'stale'}
        condition={<LiveCondition status={status} />}
      />
      <OpenedScores />
    </>
  );
}
