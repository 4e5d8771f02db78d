import type { UltimateNearToken } from '@cryptonite/contracts/api';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format';
import type { ListState } from '../model/list-state';
import { useSteadyOrder } from '../model/steady-order';
import { useToldLeave } from '../model/use-told-leave';
import { EmptyList } from './list-states';
import { TokenList } from './token-list';
import { UltimateCard } from './ultimate-card';

const COPY = {
  loading: 'Scanning entire Solana ecosystem...',
  failed: 'Ultimate tokens could not be loaded',
} as const;
const LISTS = ['ultimateNear'] as const;
const NOT_LISTED = (_: UltimateNearToken) => null;
const scoreOf = ({ score }: UltimateNearToken): number | null => score;

/** `query`: those tokens alone. */
type PassOtherTenProps = { query: ListState<UltimateNearToken>; isStale: boolean };

/** Ultimate where nobody is asked for posts: the tokens that pass the other ten gates, by score, and what is missing. */
export function PassOtherTen({ query, isStale }: PassOtherTenProps) {
  const leaveOf = useToldLeave(LISTS, NOT_LISTED);
  const sort = useSteadyOrder(scoreOf);
  const order = useMemo(() => ({ key: 'score', sort }), [sort]);
  return (
    <section aria-labelledby="heading-other-ten" data-testid="pass-other-ten">
      <div className="group-line">
        <h2 id="heading-other-ten" className="flex-none text-body font-semibold text-ink">
          Pass the other ten
        </h2>
        <span className="count">{query.data ? formatCount(query.data.total) : ''}</span>
      </div>
      <p className="pb-3 text-small text-ink2">
        Social proof, the eleventh gate, is unknown: nobody is asked for posts or accounts. The operator sets{' '}
        <code>X_BEARER_TOKEN</code> for the enrichers to have X asked.
      </p>
      <TokenList
        label="Pass the other ten"
        name="ultimateNear other ten"
        copy={COPY}
        query={query}
        order={order}
        kind="ultimate"
        draw={UltimateCard}
        isStale={isStale}
        leaveOf={leaveOf}
        empty={
          <EmptyList
            title="No token passes the other ten gates now"
            text="Tokens that pass every gate but social proof show up here."
          />
        }
      />
    </section>
  );
}
