import type { DailyToken } from '@cryptonite/contracts/api';
import { memo } from 'react';
import { formatCompactDollars, formatCount, formatPrice, formatShare, UNKNOWN } from '../../../lib/format';
import { cleanText } from '../../../lib/text';
import { windowWords } from '../../../lib/windows';
import type { Drawn } from '../model/drawn-token';
import { linksOf } from '../model/links';
import { AsOf, CardShell, leftWords, ScoredHead, Why } from './card-shell';
import { IndicatorChips } from './chip-line';
import { PerformanceBadge } from './performance-badge';
import { Promotion } from './promotion';
import { PartBars, ScorePlate } from './score-plate';
import { MintActions, TextLinks } from './token-actions';
import { DayVolumeMetric, Metric, Metrics, Value } from './token-metrics';

const BARS: Record<string, string> = {
  pattern: 'Pattern',
  social: 'Social',
  security: 'Security',
};

/** A token that is promoted or talked about: its composite in points of each score, beside what it is traded for. */
export const DailyCard = memo(function DailyCard({
  isFilled,
  ...drawn
}: Drawn<DailyToken> & { isFilled: boolean }) {
  return (
    <CardShell kind="daily" drawn={drawn} isFilled={isFilled}>
      {(id) => <Body drawn={drawn} id={id} />}
    </CardShell>
  );
});

function Body({ drawn, id }: { drawn: Drawn<DailyToken>; id: string }) {
  const { token, left } = drawn;
  const { hypeScore, hypeCoverage, bars } = token;
  const plate = (
    <ScorePlate token={token} score={hypeScore} coverage={hypeCoverage} label="Daily score" opens="daily" />
  );
  return (
    <>
      <ScoredHead drawn={drawn} id={id} tag={<Promotion token={token} />} plate={plate} />
      <div className="card-line why-line mt-1">
        {left ? <Why reason={leftWords(left.reason)} token={token} /> : <PerformanceBadge token={token} />}
      </div>
      <div className="card-x mt-1.5">
        <CreatorsWords text={token.description} />
      </div>
      <div className="metrics-one">
        <Metrics>
          <Metric label="Price" text={formatPrice(token.price)} />
          <Metric label="Market cap" text={formatCompactDollars(token.marketCap)} />
          <DayVolumeMetric token={token} />
          <Metric label="Liquidity" text={formatCompactDollars(token.currentLiquidity)} />
        </Metrics>
      </div>
      <BuyRatio token={token} />
      <dl className="card-x score-bars">
        <PartBars parts={bars} score={hypeScore} labels={BARS} />
      </dl>
      <div className="card-x chip-room mt-2">
        <IndicatorChips token={token} chips={token.indicators} />
      </div>
      <div className="card-foot">
        <MintActions token={token} />
        <TextLinks
          token={token}
          links={linksOf(token).filter(({ site }) => site === 'x' || site === 'chart')}
        />
        <AsOf drawn={drawn} />
      </div>
    </>
  );
}

/** What a creator wrote is no finding, and says whose it is. */
function CreatorsWords({ text }: { text: string | null }) {
  const clean = cleanText(text ?? '').text;
  return (
    <p className="words words-2" title={clean || undefined}>
      <span className="text-ink3">By its creator: </span>
      {clean ? <bdi>{clean}</bdi> : <Value text={UNKNOWN} />}
    </p>
  );
}

/** Buys of all trades in 24 h. */
function BuyRatio({ token }: { token: DailyToken }) {
  const { buys24h, sells24h, buyShare24h } = token;
  return (
    <div className="card-x buy-ratio">
      <div className="flex justify-between gap-2 whitespace-nowrap text-small text-ink2">
        <span>
          Buy ratio <Value text={formatShare(buyShare24h)} className="font-medium text-ink" />
        </span>
        <span>
          {formatCount(buys24h)} buys, {formatCount(sells24h)} sells, {windowWords('h24', token)}
        </span>
      </div>
      <span className={`split ${buyShare24h === null ? 'hatch' : ''}`} aria-hidden="true">
        {buyShare24h !== null && (
          <>
            <i style={{ width: `${buyShare24h * 100}%` }} />
            <i />
          </>
        )}
      </span>
    </div>
  );
}
