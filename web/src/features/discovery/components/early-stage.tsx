import type { HighHypeToken } from '@cryptonite/contracts/api';
import { LIST_LIMIT_DEFAULT, PROGRESS } from '@cryptonite/contracts/rules';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { describeError } from '../../../lib/api';
import {
  formatChange,
  formatCompactDollars,
  formatCount,
  formatPercent,
  formatRatio,
  formatUtcTime,
  shortenMint,
} from '../../../lib/format';
import { ExternalText, RemovedTags } from '../../../ui/external-text';
import { Flash } from '../../../ui/flash';
import { Icon } from '../../../ui/icon';
import { OriginTag } from '../../../ui/origin-tag';
import { useList } from '../api/get-list';
import { scanProgressQuery } from '../api/get-scan-progress';
import { byProgress } from '../model/held-lists';
import { useHeldRows } from '../model/use-held-rows';
import { TokenTile } from './token-parts';

const NO_TOKENS: readonly HighHypeToken[] = [];

/** Tokens in the alert window, below the lists that they may enter next. */
export function EarlyStage() {
  const { data, isError, error, refetch } = useList('earlyStage');
  const items = data?.items ?? NO_TOKENS;
  const shown = useMemo(() => [...items].sort(byProgress).slice(0, LIST_LIMIT_DEFAULT), [items]);
  const { rows, waiting, release, area } = useHeldRows(shown, items, { name: 'earlyStage' });
  return (
    <section aria-labelledby="early-stage" className="pt-8">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="early-stage" className="text-section font-semibold">
          Early Stage
        </h2>
        <p className="text-small text-ink3">
          Bonding progress {PROGRESS.alertFrom}–{PROGRESS.alertTo}%, the alert window
        </p>
        <ScanCounts />
      </div>
      {isError && !data ? (
        <p role="alert" className="card flex-row flex-wrap items-center gap-3 px-4 py-3 text-ink2">
          Early stage tokens could not be loaded.{' '}
          <span className="font-mono text-small">{describeError(error)}</span>
          <button type="button" className="button" onClick={() => void refetch()}>
            Try now
          </button>
        </p>
      ) : !data ? (
        <div className="card gap-3 p-4" aria-busy="true">
          <span className="bone h-3.5 w-2/3" />
          <span className="bone h-3.5 w-1/2" />
        </div>
      ) : rows.length === 0 ? (
        <p className="card px-4 py-3 text-ink2">
          No token is between {PROGRESS.alertFrom} and {PROGRESS.alertTo}% now.
        </p>
      ) : (
        <div className="relative">
          {waiting > 0 && (
            <button type="button" className="button waiting" onClick={release}>
              {waiting} new
            </button>
          )}
          <div className="card overflow-x-auto" {...area}>
            <table className="w-full text-body">
              <thead>
                <tr className="h-8 whitespace-nowrap text-right text-label text-ink3 [&>th]:px-3 [&>th]:font-medium">
                  <th className="text-left">Token</th>
                  <th className="text-left">Alert</th>
                  <th>Progress</th>
                  <th className="hidden md:table-cell">Market cap</th>
                  <th className="hidden md:table-cell">Liquidity</th>
                  <th className="hidden lg:table-cell">Volume 24h</th>
                  <th className="hidden md:table-cell">Change 24h</th>
                  <th className="hidden lg:table-cell">Buy/sell</th>
                  <th className="hidden lg:table-cell">Trades 24h</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ token, left }) => (
                  <EarlyRow key={token.mint} token={token} hasLeft={left !== null} />
                ))}
              </tbody>
            </table>
          </div>
          {data.total > rows.length && (
            <p className="pt-3 text-small text-ink3">
              {formatCount(rows.length)} of {formatCount(data.total)} shown.
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** What the scan has done: real counts of the fold. */
function ScanCounts() {
  const { data } = useQuery(scanProgressQuery());
  if (!data) return null;
  return (
    <p className="text-small text-ink3 md:ml-auto" data-testid="scan-progress">
      {formatCount(data.matched)} of {formatCount(data.total)} tokens match. Last pass at{' '}
      {formatUtcTime(data.completedAt)} measured {formatCount(data.scanned)}.
    </p>
  );
}

const EarlyRow = memo(function EarlyRow({ token, hasLeft }: { token: HighHypeToken; hasLeft: boolean }) {
  const change = token.priceChange24h;
  const tone = change === null ? '' : change < 0 ? 'text-neg' : 'text-pos';
  return (
    <tr
      data-testid="early-stage-row"
      data-mint={token.mint}
      className={`h-11 whitespace-nowrap border-t border-line text-right [&>td]:px-3 ${hasLeft ? 'text-ink3' : ''}`}
    >
      <td className="max-w-[180px] text-left md:max-w-[280px]">
        <span className="flex min-w-0 items-center gap-2">
          <TokenTile symbol={token.symbol} size="row" />
          <span className="flex max-w-[50%] flex-none font-semibold">
            {token.symbol === null && token.name === null ? (
              <span className="font-mono text-small">{shortenMint(token.mint)}</span>
            ) : (
              <ExternalText raw={token.symbol} />
            )}
          </span>
          <span className="hidden min-w-0 text-small text-ink2 md:flex">
            <ExternalText raw={token.name} />
          </span>
          <RemovedTags texts={[token.symbol, token.name]} />
          <OriginTag origin={token.origin} isNarrow />
        </span>
      </td>
      <td className="text-left">
        {token.alertRaisedAt !== null && (
          <span
            className="tag border-brand bg-brand-t text-brand"
            title="When progress first entered the window"
          >
            <Icon name="bell" size={12} />
            <span className="sr-only">Alert at</span>
            {formatUtcTime(token.alertRaisedAt).slice(0, 5)}
          </span>
        )}
      </td>
      <td>
        <Flash
          value={token.bondingCurveProgress}
          text={formatPercent(token.bondingCurveProgress)}
          className="font-medium"
        />
      </td>
      <NumberCell from="md" text={formatCompactDollars(token.marketCap)} value={token.marketCap} />
      <NumberCell from="md" text={formatCompactDollars(token.liquidity)} value={token.liquidity} />
      <NumberCell from="lg" text={formatCompactDollars(token.volume24h)} value={token.volume24h} />
      <NumberCell from="md" text={formatChange(change)} value={change} tone={tone} />
      <NumberCell from="lg" text={formatRatio(token.buySellRatio)} value={token.buySellRatio} />
      <NumberCell from="lg" text={formatCount(token.txns24h)} value={token.txns24h} />
    </tr>
  );
});

const FROM = { md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' } as const;

function NumberCell({
  from,
  value,
  text,
  tone = '',
}: {
  from: keyof typeof FROM;
  value: number | null;
  text: string;
  tone?: string;
}) {
  return (
    <td className={`${FROM[from]} ${value === null ? 'text-unk' : tone}`}>
      <Flash value={value} text={text} />
    </td>
  );
}
