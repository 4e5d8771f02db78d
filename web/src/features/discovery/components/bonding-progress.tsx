import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import { PROGRESS } from '@cryptonite/contracts/rules';
import {
  formatCompactDollars,
  formatMigration,
  formatPercent,
  formatRaised,
  formatUtcTime,
  shortenMint,
  UNKNOWN,
} from '../../../lib/format';
import { Flash } from '../../../ui/flash';
import type { DrawnToken } from '../model/drawn-token';
import { LifecycleStepper } from './lifecycle-stepper';

const { windowFrom, migratingFrom } = PROGRESS;
const WINDOW = { left: `${windowFrom}%`, width: `${migratingFrom - windowFrom}%` };

function quoteUnitOf(mint: string | null): string {
  if (mint === null) return '';
  return mint === SOL_MINT ? 'SOL' : mint === USDC_MINT ? 'USDC' : shortenMint(mint);
}

/** What stands at the end of the bar. */
function endOf({ bondingCurveProgress, lifecycle, completedAt }: DrawnToken): string {
  if (lifecycle === 'bonding') return formatMigration(bondingCurveProgress);
  if (completedAt !== null) return `Complete at ${formatUtcTime(completedAt)}`;
  return lifecycle === 'migrating' ? 'Migrating' : `Complete at ${UNKNOWN}`;
}

/** The bar alone. The window has its ticks while the curve still sells; a finished curve has none. */
function Bar({ token, text, className }: { token: DrawnToken; text: string; className: string }) {
  const { bondingCurveProgress: progress, lifecycle } = token;
  const isPast = lifecycle !== 'bonding';
  const width = Math.min(Math.max(progress ?? 0, 0), 100);
  return (
    <span
      role="progressbar"
      aria-label="Bonding progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress ?? undefined}
      aria-valuetext={progress === null ? UNKNOWN : `${formatPercent(progress)}, ${text}`}
      className={`curve ${className} ${progress === null ? 'hatch' : ''}`}
    >
      <span className={`curve-fill ${isPast ? 'bg-pos' : 'bg-ink'}`} style={{ width: `${width}%` }} />
      {!isPast && <span className="absolute -inset-y-[3px] border-x border-ink3" style={WINDOW} />}
    </span>
  );
}

/** Progress of the curve on a card; of a bonded token where it stands on its way. */
export function BondingProgress({ token }: { token: DrawnToken }) {
  const { bondingCurveProgress, quoteRaised, quoteToComplete, quoteMint, completionMarketCap, lifecycle } =
    token;
  const raised = formatRaised(quoteRaised, quoteToComplete, quoteUnitOf(quoteMint));
  const end = endOf(token);
  return (
    <div
      className="card-x mt-2.5"
      title={`${raised} raised. Sold are tokens of the curve; the target is what its completion is worth now`}
    >
      <div className="flex h-4 justify-between gap-2 whitespace-nowrap text-small text-ink2">
        {lifecycle === 'bonding' ? (
          <span>
            <Flash
              value={bondingCurveProgress}
              text={formatPercent(bondingCurveProgress)}
              className="value font-medium text-ink"
            />{' '}
            sold, target {formatCompactDollars(completionMarketCap)}
          </span>
        ) : (
          <LifecycleStepper lifecycle={lifecycle} />
        )}
        <span className="value font-medium text-ink" data-testid="to-migration">
          {end}
        </span>
      </div>
      <Bar token={token} text={end} className="mt-1.5 h-1.5" />
    </div>
  );
}

/** Progress in a row: bar and percent. */
export function ProgressMeter({ token }: { token: DrawnToken }) {
  const text = formatPercent(token.bondingCurveProgress);
  return (
    <>
      <Bar token={token} text={endOf(token)} className="h-1 flex-1" />
      <Flash value={token.bondingCurveProgress} text={text} className="meter-text" />
    </>
  );
}
