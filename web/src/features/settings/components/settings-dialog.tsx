import { THEMES, useTheme } from '../../../lib/theme';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { Segments } from '../../../ui/segments';
import { Switch } from '../../../ui/switch';
import { useNotificationSetting } from '../model/use-notification-setting';
import { AnnounceSettings } from './announce-settings';

const THEME_LABELS = { dark: 'Dark', light: 'Light', system: 'System' } as const;
const themeSegments = THEMES.map((value) => ({ value, label: THEME_LABELS[value] }));

export function SettingsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Scanner Settings" isOpen={isOpen} onClose={onClose}>
      <NotificationSetting />
      <AnnounceSettings />
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
        <Switch
          isOn={isEnabled}
          labelledBy="notifications-label"
          describedBy="notifications-hint"
          isDisabled={!isSupported}
          onToggle={() => void toggle()}
        />
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
