import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { WalletSlot } from '../features/wallet/components/wallet-slot';
import { Icon, Mark } from '../ui/icon';
import { SiteFooter } from '../ui/site-footer';
import { useTitle } from '../ui/use-title';

/** Around a page that is read, not watched: the way home, its title and the footer. */
export function QuietShell({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="page flex h-12 items-center justify-between gap-2 md:h-[52px]">
          <Link to="/" className="mr-auto inline-flex h-10 items-center gap-2 text-value font-semibold">
            <Mark />
            Cryptonite
          </Link>
          <WalletSlot />
          <Link to="/" className="button button-ghost">
            <Icon name="back" />
            Back to Home
          </Link>
        </div>
      </header>
      <main className="page w-full flex-1">{children}</main>
      <SiteFooter />
    </div>
  );
}
