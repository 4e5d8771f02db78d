import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../../ui/icon';
import { SiteLink } from '../../../ui/site-link';
import { FallingDigits } from './falling-digits';

type HeroProps = {
  /** Address of the token's chart; null where none is configured, or known yet. */
  chart: string | null;
  /** How to get the apps. */
  apps: ReactNode;
  /** The page as it is now. */
  live: ReactNode;
};

/** What the product is, the way in, and beside it the scanner at work. */
export function Hero({ chart, apps, live }: HeroProps) {
  return (
    <section className="hero">
      <FallingDigits />
      <div className="page hero-columns">
        <div className="min-w-0">
          <h1 className="hero-title">Solana memecoins, screened with the evidence attached.</h1>
          <p className="hero-lead">
            Cryptonite watches launches before and after they graduate, scores them, and shows what each score
            is made of: what was earned, what was lost, and what is still unknown.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/discovery" className="button button-primary button-large normal-nums">
              DISCOVERY - FREE ACCESS
            </Link>
            {chart && (
              <SiteLink href={chart} className="button button-large">
                View $CRPT
                <Icon name="external" />
              </SiteLink>
            )}
          </div>
          <p className="mt-4 text-small text-ink2">
            Discovery is in beta and free for everyone: no account and no wallet is asked for. Not financial
            advice.
          </p>
          {apps}
        </div>
        {live}
      </div>
    </section>
  );
}
