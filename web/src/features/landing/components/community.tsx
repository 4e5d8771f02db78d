import { describeError } from '../../../lib/api';
import type { AskedLinks } from '../../../lib/site-config';
import { Icon } from '../../../ui/icon';
import { SiteLink } from '../../../ui/site-link';

/** Whether there is anywhere to talk about it, as far as that is known. */
export const hasCommunity = (links: AskedLinks['links']): boolean =>
  !links || links.telegram !== null || links.social !== null;

/** Where people talk about it. What is not configured is not there. */
export function Community({ links, error }: AskedLinks) {
  if (!hasCommunity(links)) return null;
  const { telegram, social } = links ?? {};
  return (
    <section id="telegram" aria-labelledby="telegram-title" className="landing-section">
      <div className="community">
        <div>
          <h2 id="telegram-title" className="text-page font-semibold">
            Join the community
          </h2>
          <p className="mt-1 text-ink2">
            {links
              ? 'Talk about what the scanner found, and report what it missed.'
              : error === null
                ? 'Its addresses are on their way…'
                : `Its addresses could not be read (${describeError(error)}).`}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {telegram && (
            <SiteLink href={telegram} className="button button-large">
              <Icon name="telegram" />
              Telegram
            </SiteLink>
          )}
          {social && (
            <SiteLink href={social} className="button button-large">
              <Icon name="x" />
              Follow on X
            </SiteLink>
          )}
        </div>
      </div>
    </section>
  );
}
