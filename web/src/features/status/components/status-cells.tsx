import { useState } from 'react';
import { conditionOf } from '../../../lib/condition';
import { formatLag } from '../../../lib/format';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import type { Status } from '../model/use-status';
import { AllValues } from './status-strip';

const DOTS = { live: 'bg-pos', polling: 'bg-warn', offline: 'bg-neg' } as const;

/** Condition, lag and link in cells of reserved width. A press opens all that is known of the data. */
export function StatusCells({ status }: { status: Status }) {
  const [isOpen, setOpen] = useState(false);
  const { source, freshness, link, linkText } = status;
  const condition = conditionOf(source);
  const isLate = freshness !== null && freshness.state !== 'current';
  const lag = freshness?.behindMs == null ? null : formatLag(freshness.behindMs);
  return (
    <section aria-label="Data status" className="status-cells">
      <span className="bar-condition">
        {condition && <span className="condition bg-sim text-on-sim">{condition}</span>}
        {freshness?.state === 'stale' && (
          <span className="condition border border-warn bg-warn-t text-warn">
            <Icon name="clock" size={12} />
            Stale
          </span>
        )}
      </span>
      <span className="bar-lag">
        <span className="text-ink3">Lag</span>
        <span className={`font-medium ${isLate ? 'text-warn' : 'text-ink'}`} data-testid="lag">
          {lag}
        </span>
      </span>
      <span className="bar-link" data-testid="link">
        <span className={`h-[7px] w-[7px] flex-none rounded-full ${DOTS[link]}`} aria-hidden="true" />
        {linkText}
      </span>
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
