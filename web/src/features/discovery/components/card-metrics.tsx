import {
  formatChange,
  formatCompactDollars,
  formatCount,
  formatDuration,
  formatPercent,
  formatRatio,
  formatShare,
  UNKNOWN,
} from '../../../lib/format';
import { priceWindowWords, windowWords } from '../../../lib/windows';
import type { DrawnToken } from '../model/drawn-token';
import { Age } from './stream-time';
import { Metric, Metrics, SplitBar } from './token-metrics';

/** Two rows of four values, the same boxes for every token. */
export function CardMetrics({ token }: { token: DrawnToken }) {
  return token.source === 'bonded' ? <BondedMetrics token={token} /> : <CurveMetrics token={token} />;
}

function CurveMetrics({ token }: { token: DrawnToken }) {
  return (
    <Metrics>
      <Metric label="Age" text={<Age since={token.createdAt} measuredAt={token.measuredAt} />} />
      <PriceMetric token={token} />
      <Metric label="Holders" text={formatCount(token.holders)} />
      <Metric label="Top 10" text={formatPercent(token.top10HolderPercent)} />
      <Metric
        label="Whales"
        text={formatCount(token.whaleBuyers)}
        title={`Whale buyers, ${windowWords('h1', token)}`}
      />
      <Metric label="Liquidity" text={formatCompactDollars(token.currentLiquidity)} />
      <Metric label="Trades" text={formatCount(token.tradeCount)} />
      <Metric label="Buy ratio" text={formatRatio(token.buyRatio)}>
        <SplitBar token={token} />
      </Metric>
    </Metrics>
  );
}

function BondedMetrics({ token }: { token: DrawnToken }) {
  const { createdAt, completedAt } = token;
  const curveAge =
    createdAt === null || completedAt === null ? UNKNOWN : formatDuration(completedAt - createdAt);
  return (
    <Metrics>
      <PriceMetric token={token} />
      <Metric label="Liquidity" text={formatCompactDollars(token.currentLiquidity)} />
      <Metric label="Volume" text={formatCompactDollars(token.totalVolume)} />
      <Metric label="Buy share" text={formatShare(token.buyShare)}>
        <SplitBar token={token} />
      </Metric>
      <Metric label="Curve age" text={curveAge} title={`Curve age at completion: ${curveAge}`} />
      <Metric
        label="Target"
        text={formatCompactDollars(token.completionMarketCap)}
        title="What completion of the curve is worth"
      />
      <Metric label="Holders" text={formatCount(token.holders)} />
      <Metric label="Trades" text={formatCount(token.totalTrades)} />
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
