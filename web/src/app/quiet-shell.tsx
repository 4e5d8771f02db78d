import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
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
          <Link to="/" className="inline-flex h-10 items-center gap-2 text-value font-semibold">
            <Mark />
            Cryptonite
          </Link>
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
