import type { ListSource } from '@cryptonite/contracts/api';
import { memo, type ReactNode } from 'react';
import {
  formatChange,
  formatCompactDollars,
  formatCount,
  formatRatio,
  formatUtcTime,
  UNKNOWN,
} from '../../../lib/format';
import { ExternalText, hasLookAlikes, RemovedTags } from '../../../ui/external-text';
import { Flash } from '../../../ui/flash';
import { Icon } from '../../../ui/icon';
import { OriginTag } from '../../../ui/origin-tag';
import type { ListedToken } from '../model/held-lists';
import type { ShownRow } from '../model/shown-row';
import { TimeAgo } from './stream-time';
import {
  BondingProgress,
  CheckChips,
  LifecycleStepper,
  MintButton,
  PassedBadge,
  PriceTrail,
  RejectionReason,
  ScorePlate,
  TokenLinks,
  TokenTile,
} from './token-parts';

type CardProps = { row: ShownRow; isStale: boolean };
type PartProps = { token: ListedToken; left: ShownRow['left']; isStale: boolean };

/** A token of Qualified or Rejected; the bonded ones show where they stand instead of what they passed. */
export const TokenCard = memo(function TokenCard({ row: { token, left }, isStale }: CardProps) {
  const Body = BODIES[token.source];
  return (
    <article
      data-testid="token-card"
      data-mint={token.mint}
      data-left={left ? '' : undefined}
      aria-labelledby={`symbol-${token.mint}`}
      tabIndex={-1}
      className={`card [contain-intrinsic-size:auto_290px] [content-visibility:auto] ${left ? 'border-dashed border-unk' : ''}`}
    >
      <CardHead token={token} />
      <Marks token={token} left={left} isStale={isStale} />
      <Body token={token} left={left} />
    </article>
  );
});

const BODIES: Record<ListSource, (props: Pick<PartProps, 'token' | 'left'>) => ReactNode> = {
  pumpfun: ({ token, left }) => (
    <>
      {!left && <RejectionReason token={token} />}
      <Metrics>
        <ChangeMetric label="Price change" percent={token.priceChange} />
        <Metric label="Buy ratio" value={token.buyRatio} text={formatRatio(token.buyRatio)} />
        <Metric
          label="Liquidity"
          value={token.currentLiquidity}
          text={formatCompactDollars(token.currentLiquidity)}
        />
        <Metric label="Trades" value={token.tradeCount} text={formatCount(token.tradeCount)} />
      </Metrics>
      <BondingProgress token={token} />
      <div className="flex-1" />
      <CheckChips checks={token.checks} />
      <TokenLinks token={token} />
    </>
  ),
  bonded: ({ token, left }) => (
    <>
      <LifecycleStepper lifecycle={token.lifecycle} />
      {!left && <RejectionReason token={token} />}
      <Metrics columns={FIVE_COLUMNS}>
        <ChangeMetric label="Change" percent={token.priceChange} />
        <Metric label="Buy ratio" value={token.buyRatio} text={formatRatio(token.buyRatio)} />
        <Metric
          label="Liquidity"
          value={token.currentLiquidity}
          text={formatCompactDollars(token.currentLiquidity)}
        />
        <Metric label="Volume" value={token.totalVolume} text={formatCompactDollars(token.totalVolume)} />
        <Metric label="Trades" value={token.totalTrades} text={formatCount(token.totalTrades)} />
      </Metrics>
      <BondingProgress token={token} />
      <div className="flex-1" />
      <TokenLinks token={token} withChart />
    </>
  ),
};

function CardHead({ token }: { token: ListedToken }) {
  const score = token.checks.find(({ name }) => name === 'score')?.value ?? null;
  return (
    <div className="flex items-start gap-2.5 px-3.5 pt-3.5 md:gap-3 md:px-4">
      <TokenTile symbol={token.symbol} size="card" />
      <div className="min-w-0 flex-1">
        <h3 id={`symbol-${token.mint}`} className="flex min-w-0 items-center gap-2 text-symbol font-semibold">
          <ExternalText raw={token.symbol} />
          <PassedBadge passed={token.passedChecks} total={token.totalChecks} />
        </h3>
        <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-small leading-5 text-ink2">
          <ExternalText raw={token.name} />
          <RemovedTags texts={[token.symbol, token.name]} />
        </div>
      </div>
      <PriceTrail trail={token.priceTrail} />
      <ScorePlate score={score} />
    </div>
  );
}

/** The mint, what a reader should know before the numbers, and when the token was listed. */
function Marks({ token, left, isStale }: PartProps) {
  return (
    <div className="mx-3.5 mt-1 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 md:mx-4">
      <MintButton mint={token.mint} />
      <span className="flex-1" />
      <OriginTag origin={token.origin} />
      {hasLookAlikes([token.symbol, token.name]) && (
        <span className="tag tag-warn">
          <Icon name="warning" size={12} />
          Look-alike letters
        </span>
      )}
      {token.gapSeen && (
        <span
          className="tag tag-unknown"
          title="The stream has a hole in this token's life: counts may be too low"
        >
          <Icon name="gap" size={12} />
          Gap
        </span>
      )}
      {!token.seenSinceCreation && (
        <span className="tag tag-unknown" title="First seen in mid-life: what came before is unknown">
          Seen late
        </span>
      )}
      {token.isMayhem && <span className="tag">Mayhem</span>}
      <span className={`ml-auto text-label text-ink3 ${left ? 'w-0 flex-1 truncate' : 'whitespace-nowrap'}`}>
        {left ? (
          <>Left the list{left.reason === null ? '' : `: ${left.reason}`}</>
        ) : isStale ? (
          <>at {formatUtcTime(token.measuredAt)}</>
        ) : (
          <Since token={token} />
        )}
      </span>
    </div>
  );
}

function Since({ token }: { token: ListedToken }) {
  if (token.migrationTime !== null) {
    return (
      <>
        graduated <TimeAgo time={token.migrationTime} measuredAt={token.measuredAt} />
      </>
    );
  }
  if (token.source === 'bonded') return 'Migrating';
  return (
    <>
      <span className="hidden lg:inline">
        {token.rejectionReason === undefined ? 'qualified ' : 'rejected '}
      </span>
      <TimeAgo time={token.listedAt} measuredAt={token.measuredAt} />
    </>
  );
}

/** Fixed shares, the widest value first, so that nothing moves when a value changes. */
const FOUR_COLUMNS = 'grid-cols-[1.2fr_1fr_1fr_1fr]';
/** Phones break after the third. */
const FIVE_COLUMNS =
  'grid-cols-[1.25fr_1fr_1fr] md:grid-cols-[1.25fr_0.95fr_1fr_1.15fr_0.9fr] md:[&>div]:pl-2 [&>:first-child]:!pl-0 max-md:[&>:nth-child(4)]:border-l-0 max-md:[&>:nth-child(4)]:!pl-0';

function Metrics({ columns = FOUR_COLUMNS, children }: { columns?: string; children: ReactNode }) {
  return <dl className={`mx-3.5 mt-3 grid border-t border-line md:mx-4 ${columns}`}>{children}</dl>;
}

function Metric({
  label,
  value,
  text,
  tone = '',
}: {
  label: string;
  value: number | null;
  text: string;
  tone?: string;
}) {
  return (
    <div className="min-w-0 border-l border-line pb-0.5 pl-2 pt-2 first:border-l-0 first:pl-0 md:pl-3">
      <dt className="whitespace-nowrap text-label text-ink3">{label}</dt>
      <dd
        className={`mt-0.5 whitespace-nowrap text-value ${text === UNKNOWN ? 'text-unk' : `font-medium ${tone}`}`}
      >
        <Flash value={value} text={text} />
      </dd>
    </div>
  );
}

function ChangeMetric({ label, percent }: { label: string; percent: number | null }) {
  const tone = percent === null ? '' : percent < 0 ? 'text-neg' : 'text-pos';
  return <Metric label={label} value={percent} text={formatChange(percent)} tone={tone} />;
}
