import { Icon } from '../../../ui/icon';
import { SiteLink } from '../../../ui/site-link';
import { AndroidButton } from './android-button';

/** The apps: iOS by its store, Android by this server. `store` is null where no listing is configured. */
export function AppNotice({ store }: { store: string | null }) {
  return (
    <section aria-label="Apps" className="app-notice">
      <span className="app-notice-mark">
        <Icon name="phone" size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-body font-medium">Free on iOS during launch</h2>
        <p className="text-small text-ink2">
          {store ? 'From the App Store.' : 'Its store listing is not linked here yet.'}
        </p>
      </div>
      <a href="#features" className="button button-ghost">
        Learn More<span className="sr-only"> about the features</span>
      </a>
      <div className="app-notice-buttons">
        {store && (
          <SiteLink href={store} className="button">
            <Icon name="download" size={14} />
            Download for iOS
          </SiteLink>
        )}
        <AndroidButton />
      </div>
    </section>
  );
}
