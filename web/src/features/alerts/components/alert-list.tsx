import { useAnnouncing } from '../../../lib/announcing';
import { formatChange, UNKNOWN } from '../../../lib/format';
import { switchSound } from '../../../lib/sound';
import { type Alert, type KnownTokens, MOST_ALERTS } from '../model/alerts';
import { describeAlert } from '../model/describe-alert';

type ListProps = {
  alerts: readonly Alert[];
  /** Their mints. */
  unread: ReadonlySet<string>;
  known: KnownTokens;
  asOf: number | null;
  onOpen: (alert: Alert) => void;
};

/** The tokens that were announced, the newest first: what happened and what each did since. */
export function AlertList({ alerts, unread, ...rest }: ListProps) {
  const [newest] = alerts;
  return (
    <>
      <div className="flex h-11 items-center gap-2 border-b border-line2 px-4">
        <h2 className="text-section font-semibold">Alerts</h2>
        {unread.size > 0 && <span className="count">{unread.size} new</span>}
        <span className="flex-1" />
        <SoundButton />
      </div>
      {newest ? (
        <ul className="max-h-[60dvh] overflow-y-auto">
          {alerts.map((alert) => (
            <li key={alert.mint}>
              <Row alert={alert} isUnread={unread.has(alert.mint)} {...rest} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-4 py-6 text-center text-small text-ink2">
          No alerts in the last 24 h. Tokens that qualify while this page is open show up here.
        </p>
      )}
      <div className="flex h-10 items-center justify-between gap-4 border-t border-line2 px-4 text-label text-ink3">
        <span>
          {alerts.length === MOST_ALERTS ? `The newest ${MOST_ALERTS} tokens` : 'Tokens'} of the last 24 h,
          kept in this browser
        </span>
        {newest?.condition && <span>{newest.condition}</span>}
      </div>
    </>
  );
}

function Row({
  alert,
  isUnread,
  known,
  asOf,
  onOpen,
}: Omit<ListProps, 'alerts' | 'unread'> & { alert: Alert; isUnread: boolean }) {
  const { name, what, times } = alert;
  const { when, change, basis } = describeAlert(alert, known, asOf ?? alert.last.at);
  return (
    <button
      type="button"
      data-testid="alert"
      className={`flex h-[52px] w-full items-center gap-3 border-b border-line px-4 text-left hover:bg-raised ${
        isUnread ? 'shadow-[inset_2px_0_0_var(--brand)]' : ''
      }`}
      onClick={() => onOpen(alert)}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <bdi className="font-semibold">{name}</bdi> <bdi>{what}</bdi>
          {times > 1 && <span className="text-ink3">, announced {times} times</span>}
        </span>
        <span className="block truncate text-label text-ink3">{when}</span>
      </span>
      <span className="w-[84px] flex-none text-right">
        <span className={`block truncate ${toneOf(change)}`}>
          {change === null ? UNKNOWN : formatChange(change)}
        </span>
        <span className="block truncate text-label text-ink3">{basis}</span>
      </span>
    </button>
  );
}

/** What reads as 0.0% is neither. */
function toneOf(change: number | null): string {
  if (change === null) return 'text-unk';
  if (Math.abs(change) < 0.05) return 'text-ink2';
  return change < 0 ? 'text-neg' : 'text-pos';
}

function SoundButton() {
  const isOn = useAnnouncing('sound');
  return (
    <button
      type="button"
      className="button button-ghost"
      aria-pressed={isOn}
      onClick={() => switchSound(!isOn)}
    >
      Sound {isOn ? 'on' : 'off'}
    </button>
  );
}
