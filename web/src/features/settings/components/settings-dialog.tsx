import { THEMES, useTheme } from '../../../lib/theme';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { Segments } from '../../../ui/segments';
import { useNotificationSetting } from '../model/use-notification-setting';

const THEME_LABELS = { dark: 'Dark', light: 'Light', system: 'System' } as const;
const themeSegments = THEMES.map((value) => ({ value, label: THEME_LABELS[value] }));

export function SettingsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Scanner Settings" isOpen={isOpen} onClose={onClose}>
      <NotificationSetting />
      <ThemeSetting />
    </Dialog>
  );
}

function NotificationSetting() {
  const { isSupported, isEnabled, isDenied, toggle } = useNotificationSetting();
  const warning = !isSupported
    ? 'Desktop notifications are not supported in your browser'
    : isEnabled && isDenied
      ? 'Notification permission denied. Please enable in browser settings.'
      : null;
  return (
    <div>
      <div className="flex items-center gap-4">
        <div className="flex-1">
          <div id="notifications-label" className="text-value font-medium">
            Desktop Notifications
          </div>
          <p id="notifications-hint" className="mt-0.5 text-small text-ink2">
            {isEnabled ? 'Receive alerts for new qualified tokens' : 'Enable to receive desktop alerts'}
          </p>
        </div>
        <span className="text-small text-ink2">{isEnabled ? 'Enabled' : 'Disabled'}</span>
        <button
          type="button"
          role="switch"
          aria-checked={isEnabled}
          aria-labelledby="notifications-label"
          aria-describedby="notifications-hint"
          disabled={!isSupported}
          className="-mx-1 flex h-10 w-11 items-center justify-center disabled:cursor-not-allowed disabled:opacity-60"
          onClick={() => void toggle()}
        >
          <span
            className={`flex h-5 w-9 items-center rounded-full border px-0.5 ${
              isEnabled ? 'justify-end border-brand-fill bg-brand-fill' : 'justify-start border-control'
            }`}
          >
            <span className={`h-3.5 w-3.5 rounded-full ${isEnabled ? 'bg-on-brand' : 'bg-control'}`} />
          </span>
        </button>
      </div>
      {warning && (
        <p className="note mt-4">
          <Icon name="warning" />
          {warning}
        </p>
      )}
    </div>
  );
}

function ThemeSetting() {
  const [theme, setTheme] = useTheme();
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-4 border-t border-line2 pt-5">
      <span className="text-value font-medium">Theme</span>
      <Segments label="Theme" value={theme} segments={themeSegments} onChange={setTheme} />
    </div>
  );
}
