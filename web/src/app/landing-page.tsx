import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { AppNotice } from '../features/landing/components/app-notice';
import { Community } from '../features/landing/components/community';
import { FeatureCards } from '../features/landing/components/feature-cards';
import { Figures } from '../features/landing/components/figures';
import { Hero } from '../features/landing/components/hero';
import { LandingHeader } from '../features/landing/components/landing-header';
import { LiveRoom } from '../features/landing/components/live-room';
import '../features/landing/components/landing.css';
import { WalletSlot } from '../features/wallet/components/wallet-slot';
import { lazyAhead } from '../lib/chunks';
import { siteConfigQuery } from '../lib/site-config';
import { LazyDialog } from '../ui/lazy-dialog';
import { PartBoundary } from '../ui/part-boundary';
import { SiteFooter } from '../ui/site-footer';
import { useAfterPaint } from '../ui/use-after-paint';

/* What is alive comes after the first paint: the words do not wait for it. */
const LiveHero = lazyAhead('landing-live', () => import('./landing-live'));
const MeasuredFigures = lazyAhead('landing-figures', () => import('./landing-figures'));
const DataNow = lazyAhead('landing-data-now', () => import('./landing-data-now'));
const HowItWorks = lazyAhead('how-it-works', () => import('./how-it-works'));

export default function LandingPage() {
  const { data: config, error } = useQuery(siteConfigQuery());
  const asked = { links: config?.links, error };
  const isPainted = useAfterPaint();
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const close = () => setOpen(false);
  useEffect(() => {
    document.title = 'Cryptonite · Solana memecoins, screened';
  }, []);
  useAnchor();
  return (
    <>
      <LandingHeader links={config?.links} onHowItWorks={() => setOpen(true)} wallet={<WalletSlot />} />
      <div className="landing">
        <main>
          <Hero
            chart={config?.links.chart ?? null}
            apps={<AppNotice {...asked} />}
            live={<LiveRoom>{isPainted && <LiveHero />}</LiveRoom>}
          />
          <div className="page">
            <PartBoundary instead={<Figures />}>
              <Suspense fallback={<Figures />}>{isPainted ? <MeasuredFigures /> : <Figures />}</Suspense>
            </PartBoundary>
            <FeatureCards
              live={
                <PartBoundary instead={null}>
                  <Suspense>{isPainted && <DataNow />}</Suspense>
                </PartBoundary>
              }
            />
            <Community {...asked} />
          </div>
        </main>
        <SiteFooter />
      </div>
      {isOpen !== null && (
        <LazyDialog title="How It Works" isOpen={isOpen} onClose={close}>
          <HowItWorks isOpen={isOpen} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}

/** Leads to what the address names: when the page was asked for, it was not there yet. */
function useAnchor(): void {
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
}
