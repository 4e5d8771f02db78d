/** What the cards are made of. */

import type { Check } from '@cryptonite/contracts/api';
import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import { PROGRESS } from '@cryptonite/contracts/rules';
import { memo, useMemo } from 'react';
import {
  formatMigration,
  formatPercent,
  formatRaised,
  shortenMint,
  stripAt,
  UNKNOWN,
} from '../../../lib/format';
import { cleanText, initialsOf } from '../../../lib/text';
import { Icon } from '../../../ui/icon';
import { failedValueOf, isRejectedByUnknown, shortLabelOf } from '../model/checks';
import type { ListedToken } from '../model/patch-lists';
import { drawSparkline } from '../model/sparkline';
import { useCopyMint } from '../model/use-copy-mint';

/** No pictures are served, so every token has its two letters. */
export function TokenTile({ symbol, size }: { symbol: string | null; size: 'card' | 'row' }) {
  const shape = size === 'card' ? 'h-10 w-10 rounded-segment text-body' : 'h-6 w-6 rounded-[5px] text-micro';
  return (
    <span
      aria-hidden="true"
      className={`flex flex-none items-center justify-center border border-dashed border-unk bg-unk-t font-semibold text-unk ${shape}`}
    >
      {initialsOf(cleanText(symbol ?? '').text)}
    </span>
  );
}

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

export const PriceTrail = memo(function PriceTrail({ trail }: { trail: readonly (number | null)[] }) {
  const { line, gaps, end, isUp } = useMemo(() => drawSparkline(trail, 84, 32), [trail]);
  if (!end) return null;
  return (
    <svg
      viewBox="0 0 84 32"
      width="84"
      height="32"
      role="img"
      aria-label={`Price over 5 minutes, ${isUp ? 'up' : 'down'}`}
      className={`mt-1 hidden flex-none lg:block ${isUp ? 'text-pos' : 'text-neg'}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      <path d={line} />
      <path d={gaps} strokeDasharray="2 3" />
      <circle cx={end.x} cy={end.y} r="2.2" fill="currentColor" stroke="none" />
    </svg>
  );
});

/** Solid is earned, hatched was not observed, empty is lost. */
export function ScorePlate({ score }: { score: number | null }) {
  const bar = score === null ? '' : score >= 70 ? 'bg-pos' : score >= 40 ? 'bg-warn' : 'bg-neg';
  return (
    <span
      role="img"
      aria-label={score === null ? 'Score Unknown' : `Score ${score.toFixed(0)} of 100`}
      className="plate h-12 w-[72px] flex-none bg-line2 p-px"
    >
      <span className="flex h-full flex-col justify-between bg-raised px-2 pb-1.5 pt-[3px]">
        {score === null ? (
          <span className="text-small leading-6 text-unk">{UNKNOWN}</span>
        ) : (
          <span className="text-page font-semibold leading-6 tracking-[-0.02em]">
            {score.toFixed(0)}
            <small className="text-label font-normal text-ink3">/100</small>
          </span>
        )}
        <span className="relative h-[5px] overflow-hidden rounded-[1px] bg-line2">
          <span
            className={`block h-full ${score === null ? 'hatch' : bar}`}
            style={{ width: `${score ?? 100}%` }}
          />
          <span className="absolute inset-y-0 left-[40%] w-px bg-surface" />
          <span className="absolute inset-y-0 left-[70%] w-px bg-surface" />
        </span>
      </span>
    </span>
  );
}

export function MintButton({ mint }: { mint: string }) {
  const [isCopied, copy] = useCopyMint(mint);
  return (
    <button
      type="button"
      data-testid="copy-mint"
      title={mint}
      aria-label={`Copy mint address ${mint}`}
      className="-my-2 inline-flex h-10 items-center gap-1.5 whitespace-nowrap font-mono text-label tracking-[-0.02em] text-ink2 hover:text-ink md:my-0 md:h-6"
      onClick={copy}
    >
      {shortenMint(mint)}
      {isCopied ? (
        <span data-testid="copied">
          <Icon name="check" size={13} className="text-pos" />
        </span>
      ) : (
        <Icon name="copy" size={13} className="text-ink3" />
      )}
    </button>
  );
}

const quoteUnitOf = (mint: string): string =>
  mint === SOL_MINT ? 'SOL' : mint === USDC_MINT ? 'USDC' : shortenMint(mint);

const { windowFrom, migratingFrom } = PROGRESS;
const WINDOW = { left: `${windowFrom}%`, width: `${migratingFrom - windowFrom}%` };

/** Progress of the curve with its window. */
export function BondingProgress({ token }: { token: ListedToken }) {
  const { bondingCurveProgress: progress, quoteRaised, quoteToComplete, quoteMint, lifecycle } = token;
  const isPast = lifecycle !== 'bonding';
  const text = lifecycle === 'graduated' ? 'Graduated' : isPast ? 'Migrating' : formatMigration(progress);
  const width = Math.min(Math.max(progress ?? 0, 0), 100);
  return (
    <div className="mx-3.5 mt-3 md:mx-4">
      <div className="flex justify-between gap-2 whitespace-nowrap text-small text-ink2">
        <span>
          <span className="value font-medium text-ink">{formatPercent(progress)}</span> of curve tokens sold
        </span>
        <span className="value font-medium text-ink" data-testid="to-migration">
          {text}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label="Bonding progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress ?? undefined}
        aria-valuetext={progress === null ? UNKNOWN : `${formatPercent(progress)}, ${text}`}
        className={`relative mt-2 h-1.5 rounded-[3px] bg-line2 ${progress === null ? 'hatch' : ''}`}
      >
        <span
          className={`absolute inset-y-0 left-0 rounded-l-[3px] ${width === 100 ? 'rounded-r-[3px]' : ''} ${isPast ? 'bg-pos' : 'bg-ink'}`}
          style={{ width: `${width}%` }}
        />
        <span className="absolute -inset-y-[3px] border-x border-ink3" style={WINDOW} />
      </div>
      <div className="relative mt-1 h-4 whitespace-nowrap text-label text-ink3">
        {formatRaised(quoteRaised, quoteToComplete, quoteUnitOf(quoteMint))}
        {[windowFrom, migratingFrom].map((percent) => (
          <span
            key={percent}
            className="absolute -translate-x-1/2"
            style={{ left: `${percent}%` }}
            aria-hidden="true"
          >
            {percent}
          </span>
        ))}
      </div>
    </div>
  );
}

const VERDICTS = {
  pass: { icon: 'check', word: 'passed', chip: 'text-ink2', mark: 'text-pos' },
  fail: { icon: 'cross', word: 'failed', chip: 'bg-neg-t font-medium text-neg', mark: '' },
  unknown: {
    icon: 'unknown',
    word: 'unknown',
    chip: 'bg-unk-t font-medium text-unk outline-dashed outline-1 -outline-offset-1 outline-unk',
    mark: '',
  },
} as const;

export function CheckChips({ checks }: { checks: readonly Check[] }) {
  return (
    <ul
      className="checks mx-3.5 mt-3 flex overflow-hidden rounded-control border border-line md:mx-4"
      aria-label="Checks"
    >
      {checks.map((check) => {
        const { icon, word, chip, mark } = VERDICTS[check.verdict];
        const value = check.verdict === 'fail' ? failedValueOf(check) : null;
        return (
          <li
            key={check.name}
            data-check={check.name}
            data-verdict={check.verdict}
            className={`check border-l border-line text-micro first:border-l-0 min-[380px]:text-label ${chip}`}
          >
            <Icon name={icon} size={12} className={mark} />
            <span className="check-label">{shortLabelOf(check.name)}</span>
            {value !== null && <span className="check-value">{value}</span>}
            <span className="sr-only">{word}</span>
          </li>
        );
      })}
    </ul>
  );
}

export function RejectionReason({ token }: { token: ListedToken }) {
  if (!token.rejectionReason) return null;
  const isUnknown = isRejectedByUnknown(token);
  return (
    <p
      data-testid="rejection-reason"
      className={`mx-3.5 mt-3 flex gap-2 rounded-control border px-2.5 py-[7px] text-small font-medium md:mx-4 ${
        isUnknown ? 'border-dashed border-unk bg-unk-t text-unk' : 'border-transparent bg-neg-t text-neg'
      }`}
    >
      <Icon name={isUnknown ? 'unknown' : 'cross'} size={12} className="mt-0.5" />
      {token.rejectionReason}
    </p>
  );
}

const STEPS = [
  ['bonding', 'Bonding'],
  ['migrating', 'Migrating'],
  ['graduated', 'Graduated'],
] as const;

/** Bonding, migrating, graduated: where a token stands. */
export function LifecycleStepper({ lifecycle }: { lifecycle: ListedToken['lifecycle'] }) {
  const at = STEPS.findIndex(([step]) => step === lifecycle);
  return (
    <ol className="mx-3.5 mt-2.5 flex items-center text-small text-ink3 md:mx-4" aria-label="Lifecycle">
      {STEPS.map(([step, label], index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={`flex items-center gap-1.5 ${index <= at ? 'font-medium text-ink' : ''}`}
        >
          {index > 0 && <span className="ml-2 mr-0.5 h-px w-6 bg-line2" aria-hidden="true" />}
          {index < at && <Icon name="check" size={12} />}
          {index === at && <span className="h-[7px] w-[7px] rounded-full bg-brand" aria-hidden="true" />}
          {label}
        </li>
      ))}
    </ol>
  );
}

/** A link out: https only, its host in the title. Nothing is drawn of any other address. */
function OutLink({ url, label, mark }: { url: string; label: string; mark?: 'x' }) {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target?.protocol !== 'https:') return null;
  return (
    <a className="link" href={target.href} target="_blank" rel="noopener noreferrer" title={target.host}>
      {mark && <Icon name={mark} size={14} className="text-ink3" />}
      <span className="truncate">{label}</span>
      {!mark && <Icon name="external" size={13} className="text-ink3" />}
      <span className="sr-only">({target.host}, new tab)</span>
    </a>
  );
}

export function TokenLinks({ token, withChart = false }: { token: ListedToken; withChart?: boolean }) {
  const handle = token.twitter === null ? '' : stripAt(token.twitter);
  return (
    <div className="mt-3 flex h-11 items-center gap-4 border-t border-line px-3.5 md:h-10 md:px-4">
      <OutLink url={token.launchpadUrl} label="PumpFun" />
      {withChart && <OutLink url={token.dexUrl} label="View Chart" />}
      {/^\w{1,15}$/.test(handle) && <OutLink url={`https://x.com/${handle}`} label={`@${handle}`} mark="x" />}
    </div>
  );
}
