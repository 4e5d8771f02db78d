import type { HighHypeToken } from '@cryptonite/contracts/api';
import { limitIn, MICROCAPS, PROGRESS } from '@cryptonite/contracts/rules';
import { useNewLaunches } from '../model/preferences';
import { byListing } from '../model/sort';
import { hypeOf, useSteadyOrder } from '../model/steady-order';
import { RowsSection } from './rows-section';

/** They are many, and come below what is looked for. */
const STEP = 10;

type ListProps = { isStale: boolean; isHeadShared: boolean };

const cap = `$${limitIn(MICROCAPS, 'marketCap') / 1_000}k`;
const score = limitIn(MICROCAPS, 'hype');

export function MicroCaps(props: ListProps) {
  const sort = useSteadyOrder<HighHypeToken>(hypeOf);
  return (
    <RowsSection
      {...props}
      list="microcaps"
      title="Micro-caps"
      about={`Market cap under ${cap}, positive 1h and 24h growth (since launch for younger tokens), score ${score}/100 or more`}
      empty={`No token under ${cap} grows over 1 h and over 24 h with a score of ${score}.`}
      sort={sort}
      step={STEP}
      testId="microcap-row"
    />
  );
}

const sortByListing = (items: readonly HighHypeToken[]) => [...items].sort(byListing);

/** Launches come by the second: they are read only once they are asked for, which is remembered. */
export function NewLaunches(props: ListProps) {
  const [state, setState] = useNewLaunches();
  if (state === 'open')
    return (
      <RowsSection
        {...props}
        list="newLaunches"
        title="New"
        about={`Bonding progress under ${PROGRESS.alertFrom}%, traded within 5 min; newest first`}
        empty={`No token under ${PROGRESS.alertFrom}% was traded within 5 min.`}
        counts={
          <button type="button" className="button flex-none" onClick={() => setState('folded')}>
            Hide new
          </button>
        }
        sort={sortByListing}
        step={STEP}
        testId="new-row"
      />
    );
  return (
    <section aria-labelledby="heading-newLaunches" className="pt-2">
      <div className="group-line has-button">
        <h2 id="heading-newLaunches" className="flex-none text-body font-semibold text-ink">
          New
        </h2>
        <p className="min-w-0 truncate">Bonding progress under {PROGRESS.alertFrom}%, traded within 5 min</p>
        <button type="button" className="button ml-auto flex-none" onClick={() => setState('open')}>
          Show new
        </button>
      </div>
    </section>
  );
}
