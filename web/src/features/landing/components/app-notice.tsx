import type { ApkReleases } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../../lib/api';
import { apkReleasesQuery } from '../../../lib/apk-releases';
import type { AskedLinks } from '../../../lib/site-config';
import { Icon } from '../../../ui/icon';
import { SiteLink } from '../../../ui/site-link';
import { AndroidButton } from './android-button';

/** The apps: iOS by its store where that is configured, Android by this server. */
export function AppNotice({ links, error }: AskedLinks) {
  const store = links?.appStore;
  const { data: releases } = useQuery(apkReleasesQuery());
  return (
    <section aria-label="Apps" className="app-notice">
      <span className="app-notice-mark">
        <Icon name="phone" size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-body font-medium">
          {store === null ? 'Cryptonite for Android' : 'Free on iOS during launch'}
        </h2>
        <p className="text-small text-ink2">{whereFrom({ links, error }, releases)}</p>
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

/** Where the apps come from, as far as that is known. */
function whereFrom({ links, error }: AskedLinks, releases: ApkReleases | undefined): string {
  if (!links)
    return error === null
      ? 'Its store listing is on its way…'
      : `Its store listing could not be read (${describeError(error)}).`;
  if (links.appStore) return 'From the App Store.';
  if (!releases) return '…';
  return releases.current ? 'Free, from this site.' : 'Coming soon.';
}
