import { memo, useId } from 'react';
import { formatCompactDollars, formatUtcTime, startOfMint } from '../../../lib/format';
import { ExternalText } from '../../../ui/external-text';
import { Flash } from '../../../ui/flash';
import { Icon } from '../../../ui/icon';
import { isRejectedByUnknown } from '../model/checks';
import type { Drawn } from '../model/drawn-token';
import { marksOf } from '../model/marks';
import type { Reason } from '../model/shown-row';
import { BondingProgress } from './bonding-progress';
import { CardMetrics } from './card-metrics';
import { CheckChips, PassedBadge } from './check-chips';
import { TimeAgo } from './stream-time';
import { LinkActions, MintButton } from './token-actions';
import { MarkLine } from './token-marks';
import { SinceListed } from './token-metrics';
import { TokenTile } from './token-tile';

/** What a card or row looks like in its state; none of these changes its box. */
export const stateClassOf = ({ left, isNew, isStale }: Drawn): string =>
  `token ${left ? 'has-left' : ''} ${isNew ? 'is-new' : ''} ${isStale ? 'is-stale' : ''}`;

/** A reason's colour, and a mark that says the same without one. */
export const TONES = {
  failed: { colour: 'text-neg', icon: 'cross' },
  unknown: { colour: 'text-unk', icon: 'unknown' },
  plain: { colour: 'text-ink2', icon: null },
} as const;

/** That a token left, and why where that is known. */
export const leftWords = (reason: Reason | null): Reason => ({
  text: reason === null ? 'Left the list' : `Left the list: ${reason.text}`,
  tone: reason?.tone ?? 'plain',
});

/**
 * A token as a card: identity, market, verdict, actions. Its height is the same whatever it says: two lines are kept for
 * marks and mint, and what does not fit them is counted. Until it is filled it is its box alone.
 */
export const TokenCard = memo(function TokenCard({ isFilled, ...drawn }: Drawn & { isFilled: boolean }) {
  const { token, left } = drawn;
  const id = useId();
  return (
    <article
      data-testid="token-card"
      data-mint={token.mint}
      data-left={left ? '' : undefined}
      aria-labelledby={isFilled ? id : undefined}
      aria-busy={isFilled ? undefined : true}
      tabIndex={-1}
      className={`token-card ${stateClassOf(drawn)}`}
    >
      {isFilled && <CardBody drawn={drawn} id={id} />}
    </article>
  );
});

function CardBody({ drawn, id }: { drawn: Drawn; id: string }) {
  const { token, left, isNew, isStale } = drawn;
  return (
    <>
      <CardHead drawn={drawn} id={id} />
      <div className="card-line mt-2">
        {isNew && <span className="sr-only">New.</span>}
        <MarkLine marks={marksOf(drawn)} most={2} />
        {token.source === 'bonded' && (left !== null || token.rejectionReason !== undefined) && (
          <Since token={token} />
        )}
      </div>
      <SecondLine {...drawn} />
      <CardMetrics token={token} />
      <BondingProgress token={token} />
      <CheckChips checks={token.checks ?? []} />
      <div className="card-foot">
        <LinkActions token={token} />
        {isStale && (
          <span className="ml-auto whitespace-nowrap pr-1.5 text-label text-warn">
            as of {formatUtcTime(token.measuredAt)}
          </span>
        )}
      </div>
    </>
  );
}

function CardHead({ drawn: { token, sharesSymbol }, id }: { drawn: Drawn; id: string }) {
  const { symbol, name, mint, passedChecks, totalChecks, marketCap } = token;
  const text = formatCompactDollars(marketCap);
  return (
    <div className="card-head">
      <TokenTile token={token} size="card" />
      <div className="min-w-0 flex-1">
        <h3 id={id} className="flex h-5 min-w-0 items-center gap-2 text-symbol font-semibold">
          <ExternalText raw={symbol} />
          {passedChecks !== undefined && totalChecks !== undefined && (
            <PassedBadge passed={passedChecks} total={totalChecks} />
          )}
        </h3>
        <div className="token-name flex h-5 min-w-0 items-center gap-1.5 text-small leading-5 text-ink2">
          {sharesSymbol && <span className="flex-none font-mono text-label">{startOfMint(mint)}</span>}
          <ExternalText raw={name} />
        </div>
      </div>
      <div className="card-cap">
        <span className="mr-1.5 hidden text-label text-ink3 lg:inline">Market cap</span>
        <span className="text-section font-semibold leading-5">
          <Flash value={marketCap} text={text} className={marketCap === null ? 'font-normal text-unk' : ''} />
        </span>
        <small className="block text-label text-ink3 lg:text-small">
          <SinceListed percent={token.marketCapChangePercent} /> since listing
        </small>
      </div>
    </div>
  );
}

/** The mint, and what a reader asks next: why it left, why it was rejected, or since when it is here. */
function SecondLine({ token, left }: Drawn) {
  if (left) {
    return (
      <div className="card-line">
        <span className="hidden min-[1440px]:contents">
          <MintButton token={token} />
        </span>
        <Why reason={leftWords(left.reason)} />
      </div>
    );
  }
  return (
    <div className="card-line">
      <MintButton token={token} />
      {token.rejectionReason === undefined ? (
        <Since token={token} />
      ) : (
        <Why
          reason={{
            text: token.rejectionReason,
            tone: isRejectedByUnknown(token.checks ?? []) ? 'unknown' : 'failed',
          }}
        />
      )}
    </div>
  );
}

function Why({ reason: { text, tone } }: { reason: Reason }) {
  const { colour, icon } = TONES[tone];
  return (
    <span data-testid="rejection-reason" className={`reason ${colour}`} title={text}>
      {icon && <Icon name={icon} size={12} />}
      <span className="truncate">{text}</span>
    </span>
  );
}

function Since({ token }: { token: Drawn['token'] }) {
  return (
    <span className="ml-auto whitespace-nowrap text-label text-ink3">
      <SinceWords token={token} />
    </span>
  );
}

function SinceWords({ token }: { token: Drawn['token'] }) {
  const { migrationTime, source, listedAt, measuredAt } = token;
  if (migrationTime !== null) {
    return (
      <>
        graduated <TimeAgo time={migrationTime} measuredAt={measuredAt} />
      </>
    );
  }
  if (source === 'bonded') return 'Migrating';
  return (
    <>
      listed <TimeAgo time={listedAt} measuredAt={measuredAt} />
    </>
  );
}
