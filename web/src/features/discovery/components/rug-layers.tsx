import type { DetailedFinding, Source, TokenPage } from '@cryptonite/contracts/api';
import { formatPercent, formatPoints, formatScore, shortenMint, UNKNOWN } from '../../../lib/format';
import { type Life, sayWindows } from '../../../lib/windows';
import { Icon, type IconName } from '../../../ui/icon';
import { explorerOf } from '../model/links';
import { findingWords, LEVEL_WORDS } from '../model/score-words';
import { Value } from './token-metrics';

const LOOKS: Record<DetailedFinding['level'], { look: string; icon: IconName }> = {
  danger: { look: 'text-neg', icon: 'cross' },
  warning: { look: 'text-warn', icon: 'warning' },
  note: { look: 'text-ink3', icon: 'check' },
  unknown: { look: 'text-unk', icon: 'unknown' },
};
type RiskyToken = Life & { origin: Source };

/** More accounts and signatures are counted. */
const EVIDENCE_SHOWN = 5;

/** The six layers of the risk: what each found, how much of it was checked, and where that is to be seen. */
export function RugLayers({ page }: { page: Pick<TokenPage, 'rug' | 'keptOff' | 'token'> }) {
  const {
    rug: { risk, coverage, floor, layers },
    keptOff,
    token,
  } = page;
  return (
    <>
      {keptOff.map((why) => (
        <p key={why} data-testid="kept-off" className="mb-2 text-value font-medium text-neg">
          {why}
        </p>
      ))}
      <p className="text-value font-medium">
        Rug risk <Value text={formatScore(risk)} />
        {risk !== null && <small className="text-label font-normal text-ink3">/100, higher is worse</small>}
      </p>
      <p className="text-small text-ink2">
        {coverage === null ? UNKNOWN : formatPercent(coverage * 100)} checked
        {floor !== null && `, not under ${formatScore(floor)} for what takes a holder’s money`}
      </p>
      {layers.map(({ name, label, weight, points, share, findings }) => (
        <section key={name} data-layer={name} className="mt-4 border-t border-line2 pt-3">
          <h3 className="flex justify-between gap-2 text-value font-medium">
            <span>
              {label}{' '}
              <small className="text-label font-normal text-ink3">
                weight {weight}, {formatPercent(share * 100)} checked
              </small>
            </span>
            {points === null ? <Value text={UNKNOWN} /> : <span>{formatPoints(points)}/100</span>}
          </h3>
          {findings.length === 0 && <p className="text-small text-ink3">Not checked yet.</p>}
          <ul className="mt-1">
            {findings.map((finding) => (
              <FindingRow key={finding.name} finding={finding} token={token} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function FindingRow({ finding, token }: { finding: DetailedFinding; token: RiskyToken }) {
  const { name, label, level, points, floor, evidence } = finding;
  const { look, icon } = LOOKS[level];
  const rest = evidence.length - EVIDENCE_SHOWN;
  return (
    <li data-finding={name} data-level={level} className="finding">
      <span className={`finding-level ${look}`}>
        <Icon name={icon} size={12} />
        {LEVEL_WORDS[level]}
      </span>
      <span className="finding-label">{sayWindows(label, token)}</span>
      <span className="finding-value">
        <Value text={findingWords(finding)} />
        {points > 0 && <span className="text-ink3">, {formatPoints(points)} points</span>}
        {floor !== null && <span className="text-neg">, risk {formatScore(floor)} at least</span>}
      </span>
      {evidence.length > 0 && (
        <span className="finding-evidence">
          {evidence.slice(0, EVIDENCE_SHOWN).map((of) => (
            <Evidence key={of} name={of} origin={token.origin} />
          ))}
          {rest > 0 && <span className="text-ink3">and {rest} more</span>}
        </span>
      )}
    </li>
  );
}

/** Simulated accounts and signatures are told; no explorer knows them. */
function Evidence({ name, origin }: { name: string; origin: Source }) {
  const url = explorerOf(name, origin);
  if (url === null)
    return (
      <span className="font-mono" title={name}>
        {shortenMint(name)}
      </span>
    );
  return (
    <a
      className="font-mono underline hover:text-ink"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={name}
    >
      {shortenMint(name)}
      <span className="sr-only"> on Solscan, new tab</span>
    </a>
  );
}
