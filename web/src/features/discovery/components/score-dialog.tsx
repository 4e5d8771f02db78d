import type { TokenPage } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../lib/api';
import { conditionOf } from '../../../lib/condition';
import { formatScore, UNKNOWN } from '../../../lib/format';
import { POLL_MS } from '../../../lib/queries';
import { sayWindows } from '../../../lib/windows';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { Segments } from '../../../ui/segments';
import { tokenQuery } from '../api/get-token';
import { useHeldTokens } from '../api/held-tokens';
import { nameOf } from '../model/announcement';
import { missedBy, passedBy } from '../model/gates';
import { knownScore, tenthsIn } from '../model/merit';
import { type OpenedScores, openScores, SCORES, type ScoreName } from '../model/opened-scores';
import { asOfWords, isCardAhead, olderWords } from '../model/score-times';
import {
  isOfScores,
  type MeritName,
  meritIn,
  pointsWords,
  reachOf,
  SCORE_LABELS,
  standingWords,
  sumOf,
  wordOf,
} from '../model/score-words';
import { useProfile } from '../model/use-discovery';
import { TONES } from './card-shell';
import { Patterns } from './pattern-parts';
import { RugLayers } from './rug-layers';
import { PartRows } from './score-parts';
import { MeritMeter } from './score-plate';
import { TokenDetails } from './token-details';

const segments = SCORES.map((value) => ({ value, label: SCORE_LABELS[value] }));
const CLOSE = () => openScores(null);

/** What a token's scores are made of: each part with what was seen, and what it earned, lost or could not see. */
export default function ScoreDialog({ opened }: { opened: OpenedScores }) {
  const { token } = opened;
  const profile = useProfile();
  const [score, setScore] = useState<ScoreName>(opened.score);
  const card = useHeldTokens().get(token.mint)?.measuredAt ?? token.measuredAt;
  const { data, error, isFetching, refetch } = useQuery({
    ...tokenQuery(token.mint, profile),
    refetchInterval: ({ state }) => (isCardAhead(state.data, card) ? POLL_MS.cardAhead : POLL_MS.lists),
  });
  const older = data ? olderWords(data, score) : null;
  return (
    <Dialog title={`Scores of ${nameOf(token.symbol)}`} isOpen isWide onClose={CLOSE}>
      <div className="score-tabs">
        <Segments label="Score" value={score} segments={segments} isSmall onChange={setScore} />
      </div>
      <div className="min-h-[320px] pt-3" aria-busy={!data && isFetching} data-testid="score-parts">
        {older && <p className="mb-2 text-small text-warn">{older}</p>}
        {data ? (
          <Section page={data} score={score} />
        ) : error ? (
          <p role="alert" className="flex flex-wrap items-center gap-3 text-ink2">
            The scores could not be loaded.{' '}
            <span className="font-mono text-small">{describeError(error)}</span>
            <button type="button" className="button" onClick={() => void refetch()}>
              Try now
            </button>
          </p>
        ) : (
          <p role="status" className="text-ink2">
            Loading what the scores are made of...
          </p>
        )}
      </div>
      {data && <TokenDetails token={data.token} />}
      {data && (
        <p className="mt-4 border-t border-line2 pt-3 text-label text-ink3">
          {asOfWords(data, card)}, rules {data.token.rulesVersion}, profile {data.profile}
          {conditionOf(data.token.origin) && `. ${conditionOf(data.token.origin)}`}
        </p>
      )}
    </Dialog>
  );
}

function Section({ page, score }: { page: TokenPage; score: ScoreName }) {
  const { patterns, token, standing } = page;
  const stands = typeof patterns[0]?.score === 'number' ? standingWords(standing) : null;
  const pattern = stands && <p className="mb-3 text-small text-ink2">{stands}</p>;
  if (score === 'rug') return <RugLayers page={page} />;
  if (score === 'patterns')
    return (
      <>
        {pattern}
        <Patterns patterns={patterns} life={token} />
      </>
    );
  return (
    <>
      {(score === 'hype' || score === 'daily') && pattern}
      <Merit page={page} name={score} />
      {score === 'ultimate' && <Gates page={page} />}
    </>
  );
}

function Merit({ page, name }: { page: TokenPage; name: MeritName }) {
  const { score: computed, coverage, parts: exact } = meritIn(page, name);
  const score = knownScore(computed, coverage);
  if (score === null || exact.length === 0)
    return (
      <p className="text-ink2">
        {SCORE_LABELS[name]} is <span className="text-unk">{UNKNOWN}</span>:{' '}
        {computed === null ? 'none was computed of this token.' : 'nothing was seen of what it is made of.'}
      </p>
    );
  const parts = tenthsIn(exact, score);
  const points = sumOf(parts);
  const reach = reachOf(points);
  const word = wordOf(name, score);
  return (
    <>
      <div className="flex items-center gap-4">
        <span className="plate-large">
          <span className="plate-number">
            {formatScore(score)}
            <small>/100</small>
          </span>
          <MeritMeter points={{ weight: 100, earned: points.earned, unobserved: points.unobserved }} />
        </span>
        <div>
          {word && <p className="text-value font-medium">{word}</p>}
          <p className="text-small text-ink2">{pointsWords(points)}</p>
          {reach && <p className="text-small text-ink2">{reach}</p>}
        </div>
      </div>
      <PartRows parts={parts} life={page.token} areScores={isOfScores(name)} />
    </>
  );
}

/** The gates that a token is not past, then the others with what each saw. */
function Gates({ page: { gates, profile, token } }: { page: TokenPage }) {
  const missed = gates.filter(({ verdict }) => verdict !== 'pass');
  const passed = gates.filter(({ verdict }) => verdict === 'pass');
  return (
    <section className="mt-4">
      <h3 className="text-value font-medium">
        Gates: {passed.length} of {gates.length} pass
      </h3>
      <ul className="mt-1 text-small">
        {missed.map((gate) => {
          const { text, tone } = missedBy(profile, gate);
          return (
            <li key={gate.name} className={TONES[tone].colour}>
              <Icon name={tone === 'unknown' ? 'unknown' : 'cross'} size={12} className="mr-1 inline" />
              {sayWindows(text, token)}
            </li>
          );
        })}
        {passed.map((gate) => (
          <li key={gate.name} data-gate={gate.name} className="text-ink2">
            <Icon name="check" size={12} className="mr-1 inline text-pos" />
            {sayWindows(passedBy(profile, gate), token)}
          </li>
        ))}
      </ul>
    </section>
  );
}
