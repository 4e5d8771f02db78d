import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeRetried } from '../../../lib/api';
import { formatDuration, formatUtcTime } from '../../../lib/format';
import { healthDetailsQuery, healthQuery } from '../../../lib/queries';
import { EmptyMark } from '../../../ui/icon';
import { useNow } from '../../../ui/use-now';

function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="card min-h-[216px] items-center justify-center gap-2 px-6 py-8 text-center md:px-10">
      {children}
    </div>
  );
}

export function EmptyList(props: { title: string; text: string; children?: ReactNode }) {
  const { title, text, children } = props;
  return (
    <Panel>
      <span className="mb-2 text-ink3">
        <EmptyMark />
      </span>
      <h3 className="text-section font-semibold">{title}</h3>
      <p className="max-w-[400px] text-ink2">{text}</p>
      <SourceAway />
      {children}
    </Panel>
  );
}

/** That a list is empty says little of the chain while nothing of it comes. */
function SourceAway() {
  const { data: since } = useQuery({ ...healthQuery(), select: ({ awaySince }) => awaySince });
  // An operator's page has them.
  const { data: details } = useQuery(healthDetailsQuery(false));
  if (since == null) return null;
  return (
    <div className="max-w-[480px] break-words text-warn">
      Data feed down since {formatUtcTime(since).slice(0, 5)}. Retrying.
      {details?.sourceAway && (
        <details className="text-small text-ink2">
          <summary>Why</summary>
          <p>
            {details.sourceAway.host}: {details.sourceAway.reason}
          </p>
        </details>
      )}
    </div>
  );
}

/** What failed before there was any answer, and when it is tried again. Times are the viewer's clock, in ms. */
export function FailedList({
  title,
  error,
  nextTryAt,
  onRetry,
}: {
  title: string;
  error: unknown;
  /** 0 while it is being tried. */
  nextTryAt: number;
  onRetry: () => void;
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
          {describeRetried(error)}
        </p>
      </div>
      <p className="text-ink2">
        {leftMs > 500 && `Next try in ${formatDuration(leftMs)}. `}Nothing loaded yet.
      </p>
      <div className="mt-2 flex gap-2">
        <button type="button" className="button button-primary" onClick={onRetry}>
          Try now
        </button>
      </div>
    </Panel>
  );
}
