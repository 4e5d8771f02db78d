import { type ReactNode, useState } from 'react';
import { conditionOf } from '../../../lib/condition';
import {
  formatCount,
  formatDuration,
  formatLag,
  formatUtcDate,
  formatUtcTime,
  UNKNOWN,
} from '../../../lib/format';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { describeGaps } from '../model/freshness';
import type { Status } from '../model/use-status';

const DOTS = { live: 'bg-pos', polling: 'bg-warn', offline: 'bg-neg' } as const;

/** Drawn only over data that are not the live chain. */
export function SimulatedStripe({ status: { source } }: { status: Status }) {
  return conditionOf(source) ? <div className="stripe" aria-hidden="true" /> : null;
}

/** Where the data come from and how old they are. A press opens all of it. */
export function StatusStrip({ status }: { status: Status }) {
  const [isOpen, setOpen] = useState(false);
  const { health, source, freshness, link, linkText } = status;
  const condition = conditionOf(source);
  const isStale = freshness?.state === 'stale';
  const lagClass = freshness && freshness.state !== 'current' ? 'text-warn' : 'text-ink';
  const gaps = health ? describeGaps(health.gaps) : null;
  return (
    <section
      aria-label="Data status"
      className="relative border-b border-line bg-surface text-small text-ink2"
    >
      <div className="page flex h-10 items-stretch md:h-8">
        <div className="flex min-w-0 flex-1 items-stretch overflow-hidden">
          {(condition || isStale) && (
            <Cell>
              {condition && <span className="condition bg-sim text-on-sim">{condition}</span>}
              {isStale && (
                <span className="condition border border-warn bg-warn-t text-warn">
                  <Icon name="clock" size={12} />
                  Stale
                </span>
              )}
            </Cell>
          )}
          {!health && (
            <Cell>{link === 'offline' ? 'The server cannot be reached' : 'Waiting for the server'}</Cell>
          )}
          {health && (
            <>
              <Cell label="Source" className="hidden lg:flex">
                <span className="max-w-[200px] truncate" title={health.source?.name}>
                  {health.source?.name ?? UNKNOWN}
                </span>
              </Cell>
              <Cell label="Stream time" hideLabel className={isStale ? 'hidden md:flex' : 'flex'}>
                <StreamTime time={health.streamTime} />
              </Cell>
              {freshness?.behindMs !== null && (
                <Cell label="Lag">
                  <span className={lagClass} data-testid="lag">
                    {formatLag(freshness?.behindMs ?? 0)}
                  </span>
                </Cell>
              )}
              {gaps && (
                <Cell label="Gaps" hideLabel>
                  <span className={gaps.count > 0 ? 'text-warn' : 'text-ink'}>{gaps.count}</span>
                  <span className="font-normal text-ink3 md:hidden">{gaps.count === 1 ? 'gap' : 'gaps'}</span>
                  <span className="hidden md:inline">
                    in 24 h
                    {gaps.count > 0 &&
                      ` (${gaps.lengthMs === null ? UNKNOWN : formatDuration(gaps.lengthMs)})`}
                  </span>
                </Cell>
              )}
              <Cell label="Slot" className="hidden lg:flex">
                {formatCount(health.slot)}
              </Cell>
              <Cell label="Events" className="hidden lg:flex">
                {health.eventsPerSecond === null ? UNKNOWN : `${health.eventsPerSecond.toFixed(1)}/s`}
              </Cell>
              <Cell label="SOL" className="hidden lg:flex">
                <SolPrice price={health.solPrice} />
              </Cell>
            </>
          )}
        </div>
        <span
          className="hidden flex-none items-center gap-1.5 whitespace-nowrap pl-3.5 md:flex"
          data-testid="link"
        >
          <span className={`h-[7px] w-[7px] rounded-full ${DOTS[link]}`} aria-hidden="true" />
          {linkText}
        </span>
        <span className="ml-2 hidden flex-none items-center text-ink3 md:flex" aria-hidden="true">
          <Icon name="more" size={12} />
        </span>
      </div>
      <button
        type="button"
        aria-label="All of the data status"
        className="absolute inset-0"
        onClick={() => setOpen(true)}
      />
      <Dialog title="Data status" isOpen={isOpen} onClose={() => setOpen(false)}>
        <AllValues status={status} />
      </Dialog>
    </section>
  );
}

/** What is wrong, one sentence each. */
export function StatusProblems({ status: { health } }: { status: Status }) {
  if (!health || health.problems.length === 0) return null;
  return (
    <div className="page pt-3">
      <div role="status" className="note">
        <Icon name="warning" />
        <ul>
          {health.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function AllValues({ status: { health, source, freshness, linkText } }: { status: Status }) {
  const gaps = health ? describeGaps(health.gaps) : null;
  const rows: [string, ReactNode][] = [
    ['Condition', conditionOf(source) ?? (source ? 'Live chain' : UNKNOWN)],
    ['Source', source?.name ?? UNKNOWN],
    ['Stream time', <StreamTime key="time" time={health?.streamTime ?? null} isLong />],
    ['Lag', freshness?.behindMs == null ? UNKNOWN : formatLag(freshness.behindMs)],
    [
      'Gaps in 24 h',
      gaps
        ? `${gaps.count}${gaps.count > 0 ? ` (${gaps.lengthMs === null ? UNKNOWN : formatDuration(gaps.lengthMs)})` : ''}`
        : UNKNOWN,
    ],
    ['Slot', formatCount(health?.slot ?? null)],
    ['Events', health?.eventsPerSecond == null ? UNKNOWN : `${health.eventsPerSecond.toFixed(1)}/s`],
    ['SOL price', <SolPrice key="sol" price={health?.solPrice ?? null} />],
    ['Updates', linkText],
  ];
  return (
    <dl>
      {rows.map(([term, value]) => (
        <div
          key={term}
          className="flex justify-between gap-4 border-t border-line2 py-2 text-small first:border-t-0"
        >
          <dt className="flex-none text-ink3">{term}</dt>
          <dd className="min-w-0 break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Cell({
  label,
  hideLabel = false,
  className = 'flex',
  children,
}: {
  label?: string;
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={`${className} items-center gap-1.5 whitespace-nowrap border-l border-line px-1.5 first:border-l-0 first:pl-0 md:px-2.5`}
    >
      {label && <span className={`text-ink3 ${hideLabel ? 'hidden md:inline' : ''}`}>{label}</span>}
      <span className="flex items-center gap-1.5 font-medium text-ink">{children}</span>
    </span>
  );
}

function StreamTime({ time, isLong = false }: { time: number | null; isLong?: boolean }) {
  if (time === null) return <span className="font-normal text-unk">{UNKNOWN}</span>;
  return (
    <time dateTime={new Date(time).toISOString()} data-testid="stream-time">
      <span className={isLong ? '' : 'hidden md:inline'}>{formatUtcDate(time)} </span>
      {formatUtcTime(time).slice(0, 8)}
      <span className={isLong ? '' : 'max-[379px]:hidden'}> UTC</span>
    </time>
  );
}

function SolPrice({ price }: { price: { usd: string; from: string } | null }) {
  if (!price) return <span className="font-normal text-unk">{UNKNOWN}</span>;
  return (
    <span>
      ${Number(price.usd).toFixed(2)}{' '}
      <span className="font-normal text-ink3" title={price.from}>
        {price.from}
      </span>
    </span>
  );
}
