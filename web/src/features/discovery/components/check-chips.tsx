import type { Check } from '@cryptonite/contracts/api';
import { formatScore, UNKNOWN } from '../../../lib/format';
import { Icon } from '../../../ui/icon';
import { failedValueOf, shortLabelOf, summariseChecks } from '../model/checks';
import type { DrawnToken } from '../model/drawn-token';
import { knownScore } from '../model/merit';
import { openScores } from '../model/opened-scores';

export function PassedBadge({ passed, total }: { passed: number; total: number }) {
  if (passed === total) {
    return (
      <span
        className="tag border-brand-fill bg-brand-fill font-semibold text-on-brand"
        title="All checks passed"
      >
        <Icon name="flame" size={12} />
        {passed}/{total}
      </span>
    );
  }
  return (
    <span className="tag font-semibold" title={`${passed} of ${total} checks passed`}>
      {passed}/{total}
    </span>
  );
}

const VERDICTS = {
  pass: { icon: 'check', word: 'passed', chip: 'text-ink2', mark: 'text-pos' },
  fail: { icon: 'cross', word: 'failed', chip: 'check-failed bg-neg-t font-medium text-neg', mark: '' },
  unknown: { icon: 'unknown', word: UNKNOWN.toLowerCase(), chip: 'text-unk', mark: '' },
} as const;

/** All checks as equal cells, each failed one with what it saw. That of the score opens what it is made of. */
export function CheckChips({ token }: { token: DrawnToken }) {
  const { checks = [] } = token;
  const hype = knownScore(token.hypeScore, token.hypeCoverage);
  return (
    <ul className="checks" aria-label="Checks">
      {checks.map((check) => {
        const { icon, word, chip, mark } = VERDICTS[check.verdict];
        const value = check.verdict === 'fail' ? failedValueOf(check) : null;
        return (
          <li
            key={check.name}
            data-check={check.name}
            data-verdict={check.verdict}
            className={`check ${chip}`}
            title={`${shortLabelOf(check.name)} ${word}${value === null ? '' : `: ${value}`}`}
          >
            <Icon name={icon} size={12} className={mark} />
            {check.name === 'score' && hype !== null ? (
              <button
                type="button"
                data-testid="score-plate"
                className="check-label check-score"
                title={`Score ${formatScore(hype)} of 100: what it is made of`}
                onClick={() => openScores({ token, score: 'hype' })}
              >
                {shortLabelOf(check.name)} <b>{formatScore(hype)}</b>
              </button>
            ) : (
              <span className="check-label">{shortLabelOf(check.name)}</span>
            )}
            {value !== null && check.name !== 'score' && <span className="check-value">{value}</span>}
            <span className="sr-only">{word}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** What keeps a token from all checks, in a row. */
export function CheckSummary({ checks }: { checks: readonly Check[] }) {
  const summary = summariseChecks(checks);
  if (!summary) return null;
  const { verdict, text, title } = summary;
  return (
    <span className={`check-sum ${verdict === 'fail' ? 'text-neg' : 'text-unk'}`} title={title}>
      <Icon name={verdict === 'fail' ? 'cross' : 'unknown'} size={12} />
      <span className="truncate">{text}</span>
      <span className="sr-only">{verdict === 'fail' ? 'failed' : 'unknown'}</span>
    </span>
  );
}
