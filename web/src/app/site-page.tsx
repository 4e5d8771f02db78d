import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { WalletSlot } from '../features/wallet/components/wallet-slot';
import { Mark } from '../ui/icon';

/** Header and title around a page that shows no live data. */
export function SitePage({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle: string;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Cryptonite`;
  }, [title]);
  return (
    <>
      <header className="border-b border-line">
        <div className="page flex h-12 items-center gap-4 md:h-[52px]">
          <Link to="/" className="inline-flex items-center gap-2 text-value font-semibold">
            <Mark />
            Cryptonite
          </Link>
          <span className="flex-1" />
          <WalletSlot />
          <Link to="/" className="button">
            Back to Home
          </Link>
        </div>
      </header>
      <main className="page py-6 md:py-10">
        <div className="mx-auto max-w-[960px]">
          <h1 className="text-hero font-semibold tracking-[-0.015em]">{title}</h1>
          <p className="mt-1.5 text-value text-ink2">{subtitle}</p>
          <div className="mt-6">{children}</div>
        </div>
      </main>
    </>
  );
}
