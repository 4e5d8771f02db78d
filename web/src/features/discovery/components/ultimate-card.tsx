import type { UltimateToken } from '@cryptonite/contracts/api';
import { memo } from 'react';
import { formatCompactDollars, formatCount, formatPercent, formatScore, UNKNOWN } from '../../../lib/format';
import { sayWindows } from '../../../lib/windows';
import { Icon, type IconName } from '../../../ui/icon';
import type { Drawn, DrawnToken } from '../model/drawn-token';
import { missedBy } from '../model/gates';
import { excludedWords } from '../model/holder-words';
import { linksOf, searchOf } from '../model/links';
import { openScores } from '../model/opened-scores';
import { ACTION_WORDS } from '../model/score-words';
import { useProfile } from '../model/use-discovery';
import { AsOf, CardShell, leftWords, ScoredHead, Why } from './card-shell';
import { PassedChips } from './chip-line';
import { PerformanceBadge } from './performance-badge';
import { PartBars, ScorePlate } from './score-plate';
import { MintActions, TextLinks } from './token-actions';
import { Metric, Metrics, TopTenMetric, Value } from './token-metrics';

type UltimateDrawn = Drawn<UltimateToken & Pick<DrawnToken, 'missedGate'>>;

const ACTIONS: Record<NonNullable<UltimateToken['action']>, { look: string; icon: IconName }> = {
  alert: { look: 'text-pos', icon: 'bell' },
  watch: { look: 'text-warn', icon: 'clock' },
  ignore: { look: 'text-ink3', icon: 'cross' },
};

/** As short as a sixth of a card. */
const COMPONENTS: Record<string, string> = {
  safety: 'Safety',
  marketHealth: 'Health',
  momentum: 'Momentum',
  social: 'Social',
  whaleActivity: 'Whales',
  trending: 'Trending',
};

/** A token of Ultimate, or one that misses a gate of it: why it is here, what was verified, and what its score is made of. */
export const UltimateCard = memo(function UltimateCard({
  isFilled,
  ...drawn
}: UltimateDrawn & { isFilled: boolean }) {
  return (
    <CardShell kind="ultimate" drawn={drawn} isFilled={isFilled}>
      {(id) => <Body drawn={drawn} id={id} />}
    </CardShell>
  );
});

function Body({ drawn, id }: { drawn: UltimateDrawn; id: string }) {
  const { token } = drawn;
  const { score, coverage, action, bullishDescription, components } = token;
  const { qualificationReasons, offChainReasons } = token;
  const description = bullishDescription && sayWindows(bullishDescription, token);
  const plate = <ScorePlate token={token} score={score} coverage={coverage} label="Score" opens="ultimate" />;
  return (
    <>
      <ScoredHead drawn={drawn} id={id} tag={action && <ActionWord action={action} />} plate={plate} />
      <div className="card-line why-line mt-1">
        <Standing drawn={drawn} />
      </div>
      <div className="card-x mt-1.5">
        <h4 className="text-small font-medium">Why This Token</h4>
        <p className="words words-3" title={description ?? undefined}>
          {description ?? <Value text={UNKNOWN} />}
        </p>
      </div>
      <div className="card-x mt-1.5">
        <div className="flex gap-2 text-label text-ink3">
          <h4 className="flex-none">On-Chain Verified</h4>
          {offChainReasons.length > 0 && (
            <span className="ml-auto truncate" data-testid="also-passed">
              Also passed: {offChainReasons.join(', ')}
            </span>
          )}
        </div>
        <div className="chip-room">
          <PassedChips
            token={token}
            chips={qualificationReasons.filter((reason) => !offChainReasons.includes(reason))}
          />
        </div>
      </div>
      <div className="metrics-one">
        <Metrics>
          <Metric label="Market cap" text={formatCompactDollars(token.marketCap)} />
          <Metric
            label="Holders"
            text={formatCount(token.holders)}
            title={`Left out: ${excludedWords(token)}`}
          />
          <Metric label="Top 1" text={formatPercent(token.top1HolderPercent)} />
          <TopTenMetric token={token} />
        </Metrics>
      </div>
      <dl className="card-x components">
        <PartBars parts={components} score={score} labels={COMPONENTS} />
      </dl>
      <div className="card-foot">
        <MintActions token={token} />
        <TextLinks
          token={token}
          links={[searchOf(token), ...linksOf(token).filter(({ site }) => site === 'chart')]}
        />
        <RiskWords token={token} />
        <AsOf drawn={drawn} />
      </div>
    </>
  );
}

/** Why it left or what it misses; of one that is on the list, how it has done. */
function Standing({ drawn: { token, left } }: { drawn: UltimateDrawn }) {
  const profile = useProfile();
  if (left) return <Why reason={leftWords(left.reason)} token={token} />;
  if (token.missedGate) return <Why reason={missedBy(profile, token.missedGate)} token={token} />;
  return <PerformanceBadge token={token} />;
}

function ActionWord({ action }: { action: NonNullable<UltimateToken['action']> }) {
  const { look, icon } = ACTIONS[action];
  return (
    <span className={`inline-flex flex-none items-center gap-1 text-small font-medium ${look}`}>
      <Icon name={icon} size={13} />
      {ACTION_WORDS[action]}
    </span>
  );
}

/** The risk, and how much of it was seen. Pressed, its layers. */
function RiskWords({ token }: { token: UltimateToken }) {
  const { rugRisk, rugCoverage } = token;
  const seen =
    rugCoverage === null ? '' : `, ${formatPercent(rugCoverage * 100)} of the layers’ weight was observed`;
  return (
    <button
      type="button"
      className="text-link ml-auto"
      title={`Rug risk ${formatScore(rugRisk)} of 100${seen}`}
      onClick={() => openScores({ token, score: 'rug' })}
    >
      <span className="text-ink3 max-md:hidden">Rug risk</span>
      <span className="text-ink3 md:hidden">Risk</span>
      {rugRisk === null ? (
        <Value text={UNKNOWN} />
      ) : (
        <span>
          <b className="font-medium text-ink">{formatScore(rugRisk)}</b>/100
        </span>
      )}
    </button>
  );
}
