import { memo } from 'react';
import { formatCompactDollars } from '../../../lib/format';
import { Flash } from '../../../ui/flash';
import { isRejectedByUnknown } from '../model/checks';
import type { Drawn } from '../model/drawn-token';
import { listedOnWords, listingWords } from '../model/listing-words';
import { marksOf } from '../model/marks';
import { BondingProgress } from './bonding-progress';
import { CardMetrics } from './card-metrics';
import { AsOf, CardNames, CardShell, leftWords, Why } from './card-shell';
import { CheckChips, PassedBadge } from './check-chips';
import { TimeAgo } from './stream-time';
import { LinkActions, MintButton } from './token-actions';
import { MarkLine } from './token-marks';
import { SinceListed } from './token-metrics';
import { TokenTile } from './token-tile';

/**
 * A token as a card: identity, market, verdict, actions. Its height is the same whatever it says: two lines are kept for
 * marks and mint, and what does not fit them is counted. Until it is filled it is its box alone.
 */
export const TokenCard = memo(function TokenCard({ isFilled, ...drawn }: Drawn & { isFilled: boolean }) {
  return (
    <CardShell kind="check" drawn={drawn} isFilled={isFilled}>
      {(id) => <CardBody drawn={drawn} id={id} />}
    </CardShell>
  );
});

function CardBody({ drawn, id }: { drawn: Drawn; id: string }) {
  const { token, left } = drawn;
  return (
    <>
      <CardHead drawn={drawn} id={id} />
      <div className="card-line mt-2">
        <MarkLine token={token} marks={marksOf(drawn)} most={2} />
        {token.source === 'bonded' && (left !== null || token.rejectionReason !== undefined) && (
          <Since token={token} isStale={drawn.isStale} />
        )}
      </div>
      <SecondLine {...drawn} />
      <CardMetrics token={token} />
      <BondingProgress token={token} />
      <CheckChips token={token} />
      <div className="card-foot">
        <LinkActions token={token} />
        <AsOf drawn={drawn} />
      </div>
    </>
  );
}

function CardHead({ drawn, id }: { drawn: Drawn; id: string }) {
  const { token } = drawn;
  const { passedChecks, totalChecks, marketCap } = token;
  const text = formatCompactDollars(marketCap);
  const badge = passedChecks !== undefined && totalChecks !== undefined && (
    <PassedBadge passed={passedChecks} total={totalChecks} />
  );
  return (
    <div className="card-head">
      <TokenTile token={token} size="card" />
      <CardNames drawn={drawn} id={id} tag={badge} />
      <div className="card-cap">
        <span className="mr-1.5 hidden text-label text-ink3 lg:inline">Market cap</span>
        <span className="text-section font-semibold leading-5">
          <Flash value={marketCap} text={text} className={marketCap === null ? 'font-normal text-unk' : ''} />
        </span>
        <small
          className="block truncate text-label text-ink3 lg:text-small"
          title={`Since ${listingWords(token)}`}
        >
          <SinceListed percent={token.marketCapChangePercent} />{' '}
          <span className="max-lg:sr-only">since </span>
          {listedOnWords(token)}
        </small>
      </div>
    </div>
  );
}

/** The mint, and what a reader asks next: why it left, why it was rejected, or since when it is here. */
function SecondLine({ token, left, isStale }: Drawn) {
  if (left) {
    return (
      <div className="card-line why-line">
        <span className="hidden min-[1440px]:contents">
          <MintButton token={token} />
        </span>
        <Why reason={leftWords(left.reason)} token={token} />
      </div>
    );
  }
  return (
    <div className="card-line why-line">
      <MintButton token={token} />
      {token.rejectionReason === undefined ? (
        <Since token={token} isStale={isStale} />
      ) : (
        <Why
          token={token}
          reason={{
            text: token.rejectionReason,
            tone: isRejectedByUnknown(token.checks ?? []) ? 'unknown' : 'failed',
          }}
        />
      )}
    </div>
  );
}

function Since(props: Pick<Drawn, 'token' | 'isStale'>) {
  return (
    <span className="ml-auto whitespace-nowrap text-label text-ink3">
      <SinceWords {...props} />
    </span>
  );
}

function SinceWords({ token, isStale }: Pick<Drawn, 'token' | 'isStale'>) {
  const { migrationTime, source, listedAt, measuredAt } = token;
  if (migrationTime !== null) {
    return (
      <>
        graduated <TimeAgo time={migrationTime} measuredAt={measuredAt} isStale={isStale} />
      </>
    );
  }
  if (source === 'bonded') return 'Migrating';
  return (
    <>
      listed <TimeAgo time={listedAt} measuredAt={measuredAt} isStale={isStale} />
    </>
  );
}
