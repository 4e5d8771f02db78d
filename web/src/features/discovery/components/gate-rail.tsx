import type { MonitoringCount, ProfileName } from '@cryptonite/contracts/api';
import { CHECKS, limitOf, PROGRESS, profileOf, totalChecksOf } from '@cryptonite/contracts/rules';
import type { CSSProperties } from 'react';
import { formatCount, UNKNOWN } from '../../../lib/format';
import type { Gate } from '../model/checks';
import { useGates } from '../model/preferences';
import { GatesFold } from './gates-fold';
import { Measured } from './tab-note';

type GateRailProps = {
  gates: readonly Gate[];
  /** Null until both lists are there: nothing can be counted before. */
  counts: {
    qualified: number;
    /** Qualified and rejected. */
    total: number;
    /** How many of these were loaded and so counted. */
    loaded: number;
  } | null;
  where: string;
  /** Tokens monitored, of each source and of both. */
  monitoring: MonitoringCount | undefined;
  profile: ProfileName;
  /** Of the scan, as it was measured; null before it was. */
  cadence: string | null;
};

/** The gates as one line, which unfolds to the rail. The choice is remembered. */
export function Gates(props: GateRailProps) {
  const [state, setState] = useGates();
  const isOpen = state === 'open';
  return (
    <section aria-label="Quality gates">
      <div className="gates-line">
        <FoldedGates {...props} />
        <span className="ml-auto hidden truncate min-[1440px]:inline">
          Real-time monitoring from {PROGRESS.migratingFrom}%.{' '}
          <Measured text="Background scan every 5 minutes" measured={props.cadence} />
        </span>
        <GatesFold what="checks" isOpen={isOpen} onPress={() => setState(isOpen ? 'folded' : 'open')} />
      </div>
      {isOpen && <GateRail {...props} />}
    </section>
  );
}

const splitWords = ({ pumpfun, bonded }: MonitoringCount): string =>
  `${formatCount(pumpfun)} on PumpFun, ${formatCount(bonded)} bonded`;

/** Each number counts the window, not the one before it. A check that is unknown for all is said once, at the end. */
function FoldedGates({ gates, counts, monitoring }: GateRailProps) {
  const isOfNoUse = ({ passed, unknown, of }: Gate) => passed === 0 && unknown > 0 && unknown === of;
  const blind = counts ? gates.filter(isOfNoUse) : [];
  return (
    <>
      <span className="flex-none" data-testid="monitoring" title={monitoring && splitWords(monitoring)}>
        {monitoring && monitoring.count > 0 && (
          <>
            Monitoring <b>{formatCount(monitoring.count)}</b> tokens
          </>
        )}
      </span>
      {gates
        .filter((gate) => !blind.includes(gate))
        .map(({ name, shortLabel, passed }) => (
          <span key={name} className="gate-step max-md:hidden">
            {shortLabel} <b>{counts ? formatCount(passed) : '–'}</b>
          </span>
        ))}
      <span className="gate-step">
        <b className="text-brand">{counts ? formatCount(counts.qualified) : '–'}</b> qualified
      </span>
      {blind.map(({ name, shortLabel, unknown }) => (
        <span key={name} className="ml-2 hidden flex-none lg:inline">
          {shortLabel} unknown for all {formatCount(unknown)}
        </span>
      ))}
    </>
  );
}

/** The checks: how many tokens pass each, and how many could not be judged. */
function GateRail({ gates, counts, where, profile }: GateRailProps) {
  const { qualifyFrom, separate } = profileOf(profile);
  const besides = separate
    .map(({ name }) => `, ${CHECKS[name].shortLabel} ≥ ${limitOf(profile, name)}`)
    .join('');
  const { qualified = null, total = null } = counts ?? {};
  const first = gates[0]?.shortLabel ?? '';
  const sentence = `${formatCount(total)} ${where}. ${formatCount(qualified)} pass at least ${qualifyFrom} of ${totalChecksOf(profile)}, ${first} among them${besides}.`;
  return (
    <div className="pb-3">
      <div
        className="grid grid-cols-[repeat(var(--gates),minmax(0,1fr))] overflow-hidden rounded-card border border-line bg-surface lg:grid-cols-[repeat(var(--gates),minmax(0,1fr))_196px]"
        style={{ '--gates': gates.length } as CSSProperties}
      >
        {gates.map((gate) => (
          <GateCell key={gate.name} gate={gate} isCounted={counts !== null} />
        ))}
        <div className="hidden border-l border-line bg-raised px-4 pb-3 pt-2.5 lg:block">
          <div className="flex justify-between gap-2 whitespace-nowrap text-small text-ink2">
            <span>Qualified</span>
            <span className="font-medium text-ink">
              ≥ {qualifyFrom} of {totalChecksOf(profile)}
            </span>
          </div>
          <div className="mt-1 flex items-baseline gap-1.5 whitespace-nowrap text-label text-ink3">
            <Count count={qualified} className="text-brand" />
            {counts && `of ${formatCount(total)} ${where}`}
          </div>
          <div className="mt-0.5 text-label text-ink3">
            Including {first.toLowerCase()}
            {besides}
          </div>
        </div>
      </div>
      {counts && <p className="pt-2 text-small text-ink3 lg:hidden">{sentence}</p>}
      {counts && counts.loaded < counts.total && (
        <p className="pt-2 text-small text-ink3">
          The gates count the {formatCount(counts.loaded)} tokens loaded of {formatCount(counts.total)}.
        </p>
      )}
    </div>
  );
}

function GateCell({ gate, isCounted }: { gate: Gate; isCounted: boolean }) {
  const { name, label, shortLabel, limit, passed, unknown, of } = gate;
  const share = (count: number) => `${of === 0 ? 0 : (count / of) * 100}%`;
  return (
    <div
      data-gate={name}
      className="min-w-0 border-l border-line pb-2.5 pt-2 text-center first:border-l-0 md:px-4 md:pb-3 md:pt-2.5 md:text-left"
    >
      <div className="whitespace-nowrap text-micro text-ink3 min-[380px]:text-label md:flex md:justify-between md:gap-2 md:text-small md:text-ink2">
        <span className="lg:hidden">{shortLabel}</span>
        <span className="hidden lg:inline">{label}</span>
        <span className="hidden font-medium text-ink md:inline">{limit}</span>
      </div>
      <div className="flex items-baseline justify-center gap-1.5 whitespace-nowrap text-label text-ink3 md:mt-1 md:justify-start">
        <Count count={isCounted ? passed : null} className="text-ink" />
        {isCounted && <span className="hidden lg:inline">pass of {formatCount(of)}</span>}
        {unknown > 0 && (
          <span className="ml-auto hidden text-unk md:inline">{formatCount(unknown)} unknown</span>
        )}
      </div>
      <div
        className="mx-2 mt-1 flex h-1 overflow-hidden rounded-sm bg-line2 md:mx-0 md:mt-1.5"
        aria-hidden="true"
      >
        {!isCounted && <span className="hatch h-full w-full" />}
        <span className="h-full bg-ink2" style={{ width: share(passed) }} />
        <span className="hatch h-full" style={{ width: share(unknown) }} />
      </div>
    </div>
  );
}

function Count({ count, className }: { count: number | null; className: string }) {
  if (count === null) return <span className="text-small leading-5 text-unk">{UNKNOWN}</span>;
  return <span className={`text-value font-semibold ${className}`}>{formatCount(count)}</span>;
}
