import type { HighHypeToken } from '@cryptonite/contracts/api';
import { memo } from 'react';
import { formatCompactDollars, formatPrice, formatRatio, formatShare, UNKNOWN } from '../../../lib/format';
import { sayWindows, windowWords } from '../../../lib/windows';
import type { Drawn } from '../model/drawn-token';
import { linksOf } from '../model/links';
import { pointsOf } from '../model/merit';
import { AsOf, CardShell, leftWords, ScoredHead, Why } from './card-shell';
import { IndicatorChips } from './chip-line';
import { PerformanceBadge } from './performance-badge';
import { HundredBar, ScorePlate } from './score-plate';
import { MintActions, TextLinks } from './token-actions';
import { DayVolumeMetric, Metric, Metrics, Value } from './token-metrics';

/** A token of much hype: what its scores are, and what is said of it. Its source decides by what it is measured. */
export const HighHypeCard = memo(function HighHypeCard({
  isFilled,
  ...drawn
}: Drawn<HighHypeToken> & { isFilled: boolean }) {
  return (
    <CardShell kind="hype" drawn={drawn} isFilled={isFilled}>
      {(id) => <Body drawn={drawn} id={id} />}
    </CardShell>
  );
});

function Body({ drawn, id }: { drawn: Drawn<HighHypeToken>; id: string }) {
  const { token, left } = drawn;
  const { hypeScore, hypeCoverage, source, analysis } = token;
  const words = analysis && sayWindows(analysis, token);
  const plate = (
    <ScorePlate token={token} score={hypeScore} coverage={hypeCoverage} label="Hype score" opens="hype" />
  );
  return (
    <>
      <ScoredHead drawn={drawn} id={id} tag={<span className="tag">{source}</span>} plate={plate} />
      <div className="card-line why-line mt-1">
        {left ? <Why reason={leftWords(left.reason)} token={token} /> : <PerformanceBadge token={token} />}
      </div>
      <div className="card-x mt-1.5">
        <p className="words words-2" title={words ?? undefined}>
          {words ?? <Value text={UNKNOWN} />}
        </p>
      </div>
      <div className="metrics-one">
        <Metrics>
          <Metric label="Price" text={formatPrice(token.price)} />
          <Metric label="Liquidity" text={formatCompactDollars(token.currentLiquidity)} />
          <Market token={token} />
        </Metrics>
      </div>
      <dl className="card-x score-bars">
        <HundredBar label="Pattern" points={pointsOf(token.patternScore, token.patternCoverage)} />
        <HundredBar label="Social" points={pointsOf(token.socialScore, token.socialCoverage)} />
        <HundredBar label="Security" points={pointsOf(token.securityScore, token.securityCoverage)} />
      </dl>
      <div className="card-x chip-room mt-2">
        <IndicatorChips token={token} chips={token.indicators} />
      </div>
      <div className="card-foot">
        <MintActions token={token} />
        <TextLinks token={token} links={linksOf(token).filter(({ site }) => site !== 'launchpad')} />
        <AsOf drawn={drawn} />
      </div>
    </>
  );
}

/** A bonded token's buy ratio is a share, a curve's a multiple. */
function Market({ token }: { token: HighHypeToken }) {
  if (token.source === 'bonded-analyzed')
    return (
      <>
        <Metric label={`Buy share, ${windowWords('m5', token)}`} text={formatShare(token.buyRatio)} />
        <Metric label="Volume" text={formatCompactDollars(token.totalVolume)} />
      </>
    );
  return (
    <>
      <DayVolumeMetric token={token} />
      <Metric
        label="Buy:sell"
        text={formatRatio(token.buySellRatio)}
        title={`Buys to sells, ${windowWords('h24', token)}`}
      />
    </>
  );
}
