import type { UltimateNearToken, UltimateToken } from '@cryptonite/contracts/api';
import { useCallback, useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format';
import { Icon } from '../../../ui/icon';
import type { Answer } from '../model/held-lists';
import type { ListState } from '../model/list-state';
import type { Reason } from '../model/shown-row';
import { useSteadyOrder } from '../model/steady-order';
import { useToldLeave } from '../model/use-told-leave';
import { EmptyList } from './list-states';
import { NewsContext } from './sticky-bar';
import { TokenList } from './token-list';
import { UltimateCard } from './ultimate-card';

/** `unproven`: those alone that lack social proof because nothing was seen of it. */
export type NearShown = 'folded' | 'all' | 'unproven';

type NearMissesProps = {
  query: ListState<UltimateNearToken>;
  /** Those on Ultimate, where what misses no gate any more goes. */
  passing: readonly UltimateToken[];
  /** Those of them that are unproven. */
  unproven: Answer<UltimateNearToken> | undefined;
  shown: NearShown;
  onShow: (shown: NearShown) => void;
  isStale: boolean;
};

const COPY = {
  loading: 'Loading near misses...',
  failed: 'Near misses could not be loaded',
} as const;
const LISTS = ['ultimateNear'] as const;
const PASSES: Reason = { text: 'It passes every gate, see Ultimate', tone: 'plain' };
const scoreOf = ({ score }: UltimateNearToken): number | null => score;

/** Tokens that fail one gate, or could not be seen at one: folded, each with that gate. */
export function NearMisses({ query, passing, unproven, shown, onShow, isStale }: NearMissesProps) {
  const isOpen = shown !== 'folded';
  const isUnproven = shown === 'unproven';
  const data = isUnproven ? unproven : query.data;
  const leaveNow = useCallback(
    (token: UltimateNearToken) =>
      passing.some(({ mint }) => mint === token.mint) ? { token, reason: PASSES } : null,
    [passing],
  );
  const leaveOf = useToldLeave(LISTS, leaveNow);
  const sort = useSteadyOrder(scoreOf);
  const order = useMemo(() => ({ key: 'score', sort }), [sort]);
  const [news, setNews] = useState<HTMLElement | null>(null);
  const count = data?.total;
  return (
    <section aria-labelledby="heading-near" className="pt-4">
      <div className="group-line has-button">
        <h2 id="heading-near" className="flex-none text-body font-semibold text-ink">
          Near misses
        </h2>
        <span className="count">{count === undefined ? '' : formatCount(count)}</span>
        <p className="min-w-0 truncate">
          {isUnproven ? 'Pass everything but social proof, which is unknown' : 'One gate failed or unknown'}
        </p>
        <span ref={setNews} className="ml-auto flex-none" aria-live="polite" />
        {isUnproven && (
          <button type="button" className="button flex-none" onClick={() => onShow('all')}>
            Show all
          </button>
        )}
        <button
          type="button"
          className="button flex-none"
          aria-expanded={isOpen}
          onClick={() => onShow(isOpen ? 'folded' : 'all')}
        >
          {isOpen ? 'Hide near misses' : 'Show near misses'}
          <Icon name="more" size={12} className={isOpen ? 'rotate-180' : ''} />
        </button>
      </div>
      {isOpen && (
        <NewsContext value={news}>
          <TokenList
            key={shown}
            label="Near misses"
            name={`ultimateNear ${shown}`}
            copy={COPY}
            query={{ ...query, data }}
            order={order}
            kind="ultimate"
            draw={UltimateCard}
            isStale={isStale}
            leaveOf={leaveOf}
            empty={<EmptyList title="No near misses" text="No near misses right now." />}
          />
        </NewsContext>
      )}
    </section>
  );
}
