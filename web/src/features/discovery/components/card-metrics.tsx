import {
  formatAge,
  formatChange,
  formatCompactDollars,
  formatCount,
  formatDuration,
  formatRatio,
  formatShare,
} from '../../../lib/format';
import { priceWindowWords, windowWords } from '../../../lib/windows';
import type { DrawnToken } from '../model/drawn-token';
import { excludedWords, holdingWords, whaleWords } from '../model/holder-words';
import { Age } from './stream-time';
import { Metric, Metrics, SplitBar, TopTenMetric, Value } from './token-metrics';

/** Two rows of four values, the same boxes for every token. */
export function CardMetrics({ token }: { token: DrawnToken }) {
  return token.source === 'bonded' ? <BondedMetrics token={token} /> : <CurveMetrics token={token} />;
}

function CurveMetrics({ token }: { token: DrawnToken }) {
  return (
    <Metrics>
      <Metric label="Age" text={<Age since={token.createdAt} measuredAt={token.measuredAt} />} />
      <PriceMetric token={token} />
      <HoldersMetric token={token} />
      <TopTenMetric token={token} />
      <Metric label="Trades" text={formatCount(token.tradeCount)} />
      <Metric label="Buy ratio" text={formatRatio(token.buyRatio)}>
        <SplitBar token={token} />
      </Metric>
      <Metric label="Liquidity" text={formatCompactDollars(token.currentLiquidity)} />
      <WhalesMetric token={token} />
    </Metrics>
  );
}

function BondedMetrics({ token }: { token: DrawnToken }) {
  return (
    <Metrics>
      <HoldersMetric token={token} />
      <PriceMetric token={token} />
      <Metric label="Volume" text={formatCompactDollars(token.totalVolume)} />
      <BondedAge token={token} />
      <Metric label="Trades" text={formatCount(token.totalTrades)} />
      <Metric label="Buy share" text={formatShare(token.buyShare)}>
        <SplitBar token={token} />
      </Metric>
      <Metric label="Liquidity" text={formatCompactDollars(token.currentLiquidity)} />
      <Metric
        label="Target"
        text={formatCompactDollars(token.completionMarketCap)}
        title="What completion of the curve is worth"
      />
    </Metrics>
  );
}

/** The change of the price over five minutes: of a younger token over the second half of its life. */
function PriceMetric({ token }: { token: DrawnToken }) {
  const window = priceWindowWords('m5', token);
  const [half, rest] = window.split(' of ');
  const label = (
    <>
      Price, {half}
      {rest && <span className="sr-only"> of {rest}</span>}
    </>
  );
  return <Metric label={label} text={formatChange(token.priceChange)} title={`Price change, ${window}`} />;
}

function HoldersMetric({ token }: { token: DrawnToken }) {
  return (
    <Metric label="Holders" text={formatCount(token.holders)} title={`Left out: ${excludedWords(token)}`} />
  );
}

/** The whale buyers of an hour, and how many of them still hold. */
function WhalesMetric({ token }: { token: DrawnToken }) {
  const { whaleBuyers, whaleBuyersHolding } = token;
  return (
    <Metric
      label="Whales"
      text={
        <span>
          <Value text={formatCount(whaleBuyers)} />
          {whaleBuyers !== null && whaleBuyers > 0 && (
            <>
              , <Value text={holdingWords(whaleBuyersHolding)} />
            </>
          )}
        </span>
      }
      title={`${whaleWords(token)} (whale buyers, ${windowWords('h1', token)})`}
    />
  );
}

/** How old a bonded token is, and once its curve was complete, how long that took. */
function BondedAge({ token }: { token: DrawnToken }) {
  const { createdAt, completedAt, migrationTime, measuredAt } = token;
  const endedAt = completedAt ?? migrationTime;
  const age = <Age since={createdAt} measuredAt={measuredAt} />;
  if (createdAt === null || endedAt === null) return <Metric label="Age" text={age} />;
  return (
    <Metric
      label="Age · curve took"
      text={
        <span>
          {age} · {formatAge(createdAt, endedAt)}
        </span>
      }
      title={`Its curve took ${formatDuration(endedAt - createdAt)}`}
    />
  );
}
