import { type ReactNode, useEffect, useState } from 'react';
import { describeError } from '../../../lib/api';
import { formatDuration, formatUtcTime } from '../../../lib/format';
import { EmptyMark, Icon } from '../../../ui/icon';
import { useNow } from '../../../ui/use-now';

const SKELETON_AFTER_MS = 200;
const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The boxes of the cards to come; nothing at all for an answer that is there at once. */
export function LoadingCards({ text }: { text: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return <div className="min-h-[240px]" />;
  return (
    <div data-testid="loading">
      <p role="status" className="mb-3 flex items-center gap-2 text-small text-ink2">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" strokeWidth="1.5">
          <circle cx="8" cy="8" r="5.7" stroke="var(--line2)" />
          <path d="M8 2.3A5.7 5.7 0 0 1 13.7 8" stroke="var(--brand)" strokeLinecap="round" />
        </svg>
        {text}
      </p>
      <div className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3" aria-hidden="true">
        {SKELETON_KEYS.map((key) => (
          <div key={key} className="card gap-5 p-4">
            <div className="flex gap-3">
              <span className="bone h-10 w-10 rounded-segment" />
              <span className="flex-1">
                <span className="bone h-3.5 w-24" />
                <span className="bone mt-2.5 h-2.5 w-36" />
              </span>
              <span className="bone h-12 w-[72px]" />
            </div>
            <div className="grid grid-cols-4 gap-x-4 gap-y-3">
              {['a', 'b', 'c', 'd'].map((cell) => (
                <span key={cell}>
                  <span className="bone h-2.5 w-full" />
                  <span className="bone mt-2.5 h-3.5 w-2/3" />
                </span>
              ))}
            </div>
            <span className="bone h-1.5 w-full" />
            <span className="bone h-7 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="card min-h-[216px] items-center justify-center gap-2 px-6 py-8 text-center md:px-10">
      {children}
    </div>
  );
}

export function EmptyList({ title, text }: { title: string; text: string }) {
  return (
    <Panel>
      <span className="mb-2 text-ink3">
        <EmptyMark />
      </span>
      <h3 className="text-section font-semibold">{title}</h3>
      <p className="max-w-[400px] text-ink2">{text}</p>
    </Panel>
  );
}

/** What failed, when it is tried again, and the last answer a press away. Times are the viewer's clock, in ms. */
export function FailedList({
  title,
  error,
  nextTryAt,
  lastAnswerAt,
  onRetry,
  onShowLast,
}: {
  title: string;
  error: unknown;
  /** 0 while it is being tried. */
  nextTryAt: number;
  /** 0 when there never was one. */
  lastAnswerAt: number;
  onRetry: () => void;
  onShowLast: () => void;
}) {
  const now = useNow();
  const leftMs = nextTryAt - now;
  return (
    <Panel>
      <span className="mb-2 text-neg">
        <svg
          viewBox="0 0 16 16"
          width="40"
          height="40"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M8 2.5l6 10.8H2zM8 6.6v3.2M8 11.5v.1" />
        </svg>
      </span>
      <div role="alert">
        <h3 className="text-section font-semibold">{title}</h3>
        <p className="mt-2 max-w-[480px] break-words font-mono text-small text-ink2">
          {describeError(error)}
        </p>
      </div>
      <p className="text-ink2">
        {leftMs > 500 ? `Next try in ${formatDuration(leftMs)}.` : 'Trying again.'}{' '}
        {lastAnswerAt > 0
          ? `The last answer was at ${formatUtcTime(lastAnswerAt)}.`
          : 'There was no answer yet.'}
      </p>
      <div className="mt-2 flex gap-2">
        <button type="button" className="button button-primary" onClick={onRetry}>
          Try now
        </button>
        {lastAnswerAt > 0 && (
          <button type="button" className="button" onClick={onShowLast}>
            Show last answer
          </button>
        )}
      </div>
    </Panel>
  );
}

/** Over values that are no longer current. */
export function StaleBanner({
  asOf,
  behindMs,
  text,
}: {
  asOf: number | null;
  behindMs: number | null;
  text: string;
}) {
  return (
    <div
      role="status"
      data-testid="stale-banner"
      className="mb-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-4 py-2 text-small text-ink2"
    >
      <span className="condition border border-warn bg-warn-t text-warn">
        <Icon name="clock" size={12} />
        Stale
      </span>
      <span>
        Last event <span className="font-medium text-ink">{formatUtcTime(asOf)}</span>
      </span>
      <span>{text}</span>
      {behindMs !== null && (
        <span className="font-medium text-warn md:ml-auto">{formatDuration(behindMs)} behind</span>
      )}
    </div>
  );
}
