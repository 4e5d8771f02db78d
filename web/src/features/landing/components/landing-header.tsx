import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AskedLinks } from '../../../lib/site-config';
import { Icon, Mark } from '../../../ui/icon';
import { SiteLink } from '../../../ui/site-link';
import { hasCommunity } from './community';

type HeaderProps = {
  onHowItWorks: () => void;
  /** The site's addresses; undefined until they are known. */
  links: AskedLinks['links'];
  /** Who is connected; nothing where nobody is. */
  wallet: ReactNode;
};

/** It stays at the top of the window. On phones words give way to icons, and the footer has what it has not. */
export function LandingHeader({ onHowItWorks, links, wallet }: HeaderProps) {
  const social = links?.social;
  return (
    <header className="landing-header">
      <div className="page flex h-full items-center gap-x-1 md:gap-x-2">
        <Link to="/" className="mr-auto inline-flex h-10 items-center gap-2 text-value font-semibold md:mr-6">
          <Mark />
          Cryptonite
        </Link>
        <nav aria-label="Site" className="flex items-center gap-x-1">
          <button type="button" className="button button-ghost min-w-10" onClick={onHowItWorks}>
            <Icon name="help" className="md:hidden" />
            <span className="sr-only md:not-sr-only">How It Works</span>
          </button>
          <Link to="/whitepaper" className="button button-ghost">
            Whitepaper
          </Link>
          <Link to="/platform" className="button button-ghost hidden md:inline-flex">
            Platform
          </Link>
        </nav>
        <span className="hidden flex-1 md:block" />
        {social && (
          <SiteLink href={social} className="button button-ghost button-icon hidden md:inline-flex" label="X">
            <Icon name="x" />
          </SiteLink>
        )}
        {hasCommunity(links) && (
          <a href="#telegram" className="button min-w-10 px-2 md:px-3">
            <Icon name="telegram" />
            <span className="sr-only md:not-sr-only">Join Community</span>
          </a>
        )}
        {wallet}
      </div>
    </header>
  );
}
