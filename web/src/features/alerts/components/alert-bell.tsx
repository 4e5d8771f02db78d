import { type ToggleEvent, useId, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon';
import { type Alert, type KnownTokens, lastSeen, ofLastDay, trackAlerts } from '../model/alerts';
import { markRead, useAlerts } from '../model/use-alerts';
import { AlertList } from './alert-list';

/** What stands in the list while it is open: new alerts wait for the next time, so that nothing moves under a finger. */
type Opened = { alerts: readonly Alert[]; unread: ReadonlySet<string>; style: Record<string, string> };

/** More would cover the bell; its label has the number. */
const MOST_COUNTED = 99;

type BellProps = {
  known: KnownTokens;
  /** Stream time now; null before the first slot. */
  asOf: number | null;
  onOpen: (alert: Alert) => void;
};

/** Opens the alerts of the last day, and counts those that were not read. */
export function AlertBell({ known, asOf, onOpen }: BellProps) {
  const { alerts: kept, isUnread } = useAlerts();
  const alerts = asOf === null ? kept : ofLastDay(kept, asOf);
  const [opened, setOpened] = useState<Opened | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const unread = alerts.filter(isUnread);

  const onToggle = ({ newState }: ToggleEvent) => {
    if (newState === 'closed') {
      setOpened(null);
      return;
    }
    const under = button.current?.getBoundingClientRect();
    setOpened({
      alerts,
      unread: new Set(unread.map(({ mint }) => mint)),
      style: {
        '--top': `${(under?.bottom ?? 0) + 4}px`,
        '--right': `${Math.max(8, document.documentElement.clientWidth - (under?.right ?? 0))}px`,
      },
    });
    markRead();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-ghost button-icon relative"
        popoverTarget={id}
        aria-label={unread.length > 0 ? `Alerts, ${unread.length} unread` : 'Alerts'}
      >
        <Icon name="bell" />
        {unread.length > 0 && (
          <span className="absolute right-0 top-px min-w-4 rounded-segment bg-brand-fill px-[3px] text-center text-micro font-semibold leading-[14px] text-on-brand">
            {unread.length > MOST_COUNTED ? `${MOST_COUNTED}+` : unread.length}
          </span>
        )}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Alerts"
        data-open={opened ? '' : undefined}
        style={opened?.style}
        className="inbox"
        onBeforeToggle={onToggle}
      >
        {opened && (
          <AlertList
            alerts={trackAlerts(opened.alerts, lastSeen(kept))}
            unread={opened.unread}
            known={known}
            asOf={asOf}
            onOpen={(alert) => {
              panel.current?.hidePopover();
              onOpen(alert);
            }}
          />
        )}
      </div>
    </>
  );
}
