import { useState } from 'react';
import { conditionOf } from '../../../lib/condition';
import { formatShortLag } from '../../../lib/format';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import type { LinkState } from '../model/link-state';
import type { PageProblem } from '../model/problem';
import type { Status } from '../model/use-status';
import './status-cells.css';
import { AllValues } from './status-strip';

/** A shape for each state beside its colour: a dot, a ring while it is being tried, a lozenge where nothing comes. */
const MARKS: Record<LinkState, string> = {
  live: 'rounded-full bg-pos',
  polling: 'rounded-full bg-warn',
  connecting: 'rounded-full border border-ink3',
  reconnecting: 'rounded-full border border-warn',
  silent: 'rotate-45 bg-warn',
  offline: 'rounded-full bg-neg',
};

/** Of a link over which something comes that is wrong. */
const FAULTY = MARKS.polling;

/** Condition, lag, link and what is wrong, in cells of reserved width. A press opens all that is known of the data. */
export function StatusCells({ status }: { status: Status }) {
  const [isOpen, setOpen] = useState(false);
  const { source, freshness, link, linkText, linkShort, problem } = status;
  const condition = conditionOf(source);
  const isLate = freshness !== null && freshness.state !== 'current';
  const lag = freshness?.behindMs == null ? null : formatShortLag(freshness.behindMs);
  // Where there is no room for a cell of its own, the link says it while it has nothing worse to say.
  const isInLink = problem !== null && (link === 'live' || link === 'polling');
  return (
    <section aria-label="Data status" className={`status-cells ${isInLink ? 'has-problem' : ''}`}>
      <span className="bar-condition">
        {condition && <span className="condition bg-sim text-on-sim">{condition}</span>}
      </span>
      <span className="bar-lag">
        <span className="text-ink3">Lag</span>
        <span className={`font-medium ${isLate ? 'text-warn' : 'text-ink'}`} data-testid="lag">
          {lag}
        </span>
      </span>
      <span className="bar-link" data-testid="link" data-link={link}>
        <span
          className={`link-mark h-[7px] w-[7px] flex-none ${link === 'live' && problem ? FAULTY : MARKS[link]}`}
          aria-hidden="true"
        />
        <span className="link-text">{linkText}</span>
        <span className="link-short">{linkShort}</span>
        {isInLink && <span className="link-problem truncate text-warn">{problem.short}</span>}
      </span>
      <span className="bar-problem" data-testid="problem">
        {problem && (
          <span
            className={
              problem.isStale ? 'condition border border-warn bg-warn-t text-warn' : 'truncate text-warn'
            }
          >
            {problem.isStale && <Icon name="clock" size={12} />}
            {problem.text}
          </span>
        )}
      </span>
      <Announcement problem={problem} />
      <button
        type="button"
        aria-label="All of the data status"
        className="absolute inset-0"
        onClick={() => setOpen(true)}
      />
      <Dialog title="Data status" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Problems problem={problem} />
        <AllValues status={status} />
      </Dialog>
    </section>
  );
}

/** Read out once for each thing that goes wrong, not with every new figure of it. */
function Announcement({ problem }: { problem: PageProblem | null }) {
  const [said, setSaid] = useState<PageProblem | null>(null);
  if (problem?.kind !== said?.kind) setSaid(problem);
  return (
    <i role="status" className="sr-only">
      {said?.text}
    </i>
  );
}

/** What is wrong in the words of whoever runs the product, one sentence each. */
function Problems({ problem }: { problem: PageProblem | null }) {
  if (!problem) return null;
  return (
    <div className="note mb-3">
      <Icon name="warning" />
      <ul>
        {(problem.details.length > 0 ? problem.details : [problem.text]).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
